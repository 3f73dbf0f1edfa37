//! Data packed by zstd, unpacked while it is read.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The frames of a file one after the other, of which the decoder knows only one.
pub struct ZstdReader<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> ZstdReader<R> {
    pub fn new(input: R) -> ZstdReader<R> {
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
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.input, one).map_err(damage)?;
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
