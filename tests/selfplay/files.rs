//! The files: cut off, damaged, of other settings.

use std::fs;
use std::path::Path;

use damier_train::samples::{SampleError, SampleReader, SampleWriter, load};
use damier_train::selfplay::{RECIPE, SelfplaySettings};

use super::support::{QUICK, house, play, read, variant};

/// Where each record begins, and the end.
fn bounds(path: &Path) -> Vec<usize> {
    let mut reader = SampleReader::open(path).expect("a file");
    let mut bounds = vec![reader.position() as usize];
    while let Some(record) = reader.next() {
        record.expect("a whole record");
        bounds.push(reader.position() as usize);
    }
    bounds
}

#[test]
fn a_file_cut_off_anywhere_is_finished_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let italian = variant("italian");
    let path = folder.path().join("games");
    play(&path, italian, &QUICK, 6, 2);
    let whole = fs::read(&path).expect("written");
    let bounds = bounds(&path);
    let last = bounds[5];
    let ends = [0, 5, bounds[0] - 1, bounds[0], bounds[0] + 3, bounds[2], bounds[3] - 1, last + 9];
    for end in ends {
        fs::write(&path, &whole[..end]).expect("written");
        if end >= bounds[0] {
            let mut reader = SampleReader::open(&path).expect("a file");
            let read = reader.by_ref().filter(Result::is_ok).count();
            assert_eq!(read, bounds.iter().filter(|&&bound| bound <= end).count() - 1);
            assert_eq!(reader.is_cut(), !bounds.contains(&end));
        }
        play(&path, italian, &QUICK, 6, 2);
        assert!(fs::read(&path).expect("written") == whole, "cut at {end}");
    }
    // Damage of the last record, and zeros, are what a loss of power leaves.
    let mut damaged = whole.clone();
    damaged[last + 20] ^= 1;
    let zeros = [&whole[..last], &[0; 100][..]].concat();
    for bytes in [damaged, zeros] {
        fs::write(&path, bytes).expect("written");
        play(&path, italian, &QUICK, 6, 2);
        assert!(fs::read(&path).expect("written") == whole);
    }
}

#[test]
fn damage_before_the_last_record_is_reported_with_its_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let italian = variant("italian");
    let path = folder.path().join("games");
    play(&path, italian, &QUICK, 4, 2);
    let whole = fs::read(&path).expect("written");
    let third = bounds(&path)[2];
    // The length, the body, the checksum.
    for index in [third, third + 5, third + 30, bounds(&path)[3] - 1] {
        let mut bytes = whole.clone();
        bytes[index] ^= 0x10;
        fs::write(&path, &bytes).expect("written");
        let results: Vec<_> = SampleReader::open(&path).expect("a file").collect();
        assert_eq!(results.len(), 3);
        let text = results[2].as_ref().expect_err("damaged").to_string();
        assert_eq!(text, format!("damaged at byte {third}, in record 3"));
        assert!(SampleWriter::open(&path, &QUICK.header(italian)).is_err());
        let error = load(std::slice::from_ref(&path), italian).expect_err("damaged").to_string();
        assert_eq!(error, format!("{}: {text}", path.display()));
        assert!(fs::read(&path).expect("still there") == bytes, "left as it was");
    }
}

#[test]
fn no_header_but_the_right_one_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let italian = variant("italian");
    let path = folder.path().join("games");
    play(&path, italian, &QUICK, 1, 1);
    let refusal = |settings: &SelfplaySettings, variant: &str| {
        let header = settings.header(super::support::variant(variant));
        SampleWriter::open(&path, &header).expect_err("another file").to_string()
    };
    let text = refusal(&SelfplaySettings { seed: 6, ..QUICK }, "italian");
    assert_eq!(text, "made with other settings: seed is 5, expected 6");
    assert!(refusal(&SelfplaySettings { nodes: 7, ..QUICK }, "italian").contains("nodes is 60"));
    assert!(refusal(&QUICK, "russian").contains("variant is italian"));
    let optional = house("italian", "capture=optional");
    let error = load(std::slice::from_ref(&path), optional).expect_err("other rules").to_string();
    assert!(error.ends_with("capture is mandatory, expected optional"), "{error}");

    let mut header = QUICK.header(italian);
    header.recipe = RECIPE + 1;
    assert!(matches!(SampleWriter::open(&path, &header), Err(SampleError::Settings { .. })));

    fs::write(&path, "a letter").expect("written");
    assert!(matches!(SampleReader::open(&path), Err(SampleError::Foreign)));
    let written = SampleWriter::open(&path, &QUICK.header(italian));
    assert!(matches!(written, Err(SampleError::Foreign)));
    assert_eq!(fs::read(&path).expect("still there"), b"a letter");
}

#[test]
fn two_writers_keep_out_of_each_others_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let header = QUICK.header(variant("italian"));
    let first = SampleWriter::open(&path, &header).expect("a writer");
    assert!(matches!(SampleWriter::open(&path, &header), Err(SampleError::Locked)));
    drop(first);
    assert!(SampleWriter::open(&path, &header).is_ok());
    assert!(read(&path).is_empty());
}
