//! What is in a file: text, packed text, or something else, which is refused by its name.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::signatures::{Packing, packing, refuse};

/// Room of the buffer between file and reader.
const BUFFER: usize = 1 << 16;

/// How much of a file is looked at before it is read.
const HEAD: u64 = 4096;

/// Opens a file of games.
///
/// # Errors
/// When it cannot be opened, or is neither text nor packed text.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let name = shown(path);
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    text(file).with_context(|| format!("cannot read {name}"))
}

/// The path as messages have it: a name on a disk may have any sign in it.
pub fn shown(path: &Path) -> String {
    damier_rules::text::cleaned(&path.display().to_string())
}

/// The text in what is read, unpacked.
///
/// # Errors
/// When it cannot be read, or is no text.
pub fn text<'a>(input: impl Read + 'a) -> anyhow::Result<Box<dyn BufRead + 'a>> {
    let (head, whole) = looked_at(input)?;
    let Some(packed) = packing(&head) else {
        refuse(&head)?;
        return Ok(Box::new(whole));
    };
    let (name, unpacked): (_, Box<dyn Read + 'a>) = match packed {
        Packing::Gzip => ("gzip", Box::new(MultiGzDecoder::new(whole))),
        Packing::Zstd => ("zstd", Box::new(ZstdReader::new(whole))),
    };
    let (head, whole) = looked_at(Unpacked { name, unpacked })?;
    if packing(&head).is_some() {
        bail!("it is packed twice; unpack it once");
    }
    refuse(&head).with_context(|| format!("unpacked by {name}"))?;
    Ok(Box::new(whole))
}

/// The beginning, and all of it still to be read.
fn looked_at<'a>(mut input: impl Read + 'a) -> io::Result<(Vec<u8>, impl BufRead + 'a)> {
    let mut head = Vec::new();
    let error = match input.by_ref().take(HEAD).read_to_end(&mut head) {
        Err(error) if head.is_empty() => return Err(error),
        read => read.err(),
    };
    let rest = BufReader::with_capacity(BUFFER, Rest { error, input });
    Ok((head.clone(), Cursor::new(head).chain(rest)))
}

/// What follows a beginning; first the error that ended it, if one did.
struct Rest<R> {
    error: Option<io::Error>,
    input: R,
}

impl<R: Read> Read for Rest<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.input.read(into),
        }
    }
}

/// Names in an error the format whose data is damaged.
struct Unpacked<R> {
    name: &'static str,
    unpacked: R,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.unpacked.read(into).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => error,
            ErrorKind::UnexpectedEof => {
                io::Error::new(error.kind(), format!("its {} data is cut off", self.name))
            }
            kind => io::Error::new(kind, format!("its {} data is damaged: {error}", self.name)),
        })
    }
}

/// The frames of a file one after the other, of which the decoder knows only one.
struct ZstdReader<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> ZstdReader<R> {
    fn new(input: R) -> ZstdReader<R> {
        ZstdReader { input, decoder: FrameDecoder::new() }
    }

    /// Begins the next frame; one that is to be skipped is passed over.
    fn begin(&mut self) -> io::Result<()> {
        let Err(error) = self.decoder.init(&mut self.input) else { return Ok(()) };
        let FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
            length, ..
        }) = error
        else {
            return Err(damage(error));
        };
        let length = u64::from(length);
        match io::copy(&mut self.input.by_ref().take(length), &mut io::sink())? {
            skipped if skipped < length => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Compares the checksum of a frame that was read to its end, if it has one.
    fn check(&self) -> io::Result<()> {
        let stored = self.decoder.get_checksum_from_data();
        match stored.is_none() || stored == self.decoder.get_calculated_checksum() {
            true => Ok(()),
            false => Err(io::Error::new(ErrorKind::InvalidData, "the checksum is another")),
        }
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !into.is_empty() {
            if !self.decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.input, block).map_err(damage)?;
                continue;
            }
            self.check()?;
            if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.begin()?;
        }
        self.decoder.read(into)
    }
}

/// What the decoder complains of, with the kind of the I/O error that is behind it.
fn damage(error: FrameDecoderError) -> io::Error {
    let kind = {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&error);
        std::iter::from_fn(|| {
            let this = cause?;
            cause = this.source();
            Some(this.downcast_ref::<io::Error>().map(io::Error::kind))
        })
        .flatten()
        .next()
    };
    io::Error::new(kind.unwrap_or(ErrorKind::InvalidData), error)
}
