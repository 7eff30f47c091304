//! The fingerprint by which a session recognizes a file.

use crate::error::Change;
use cap_std::fs::{File, MetadataExt as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read as _, Seek as _};

/// The largest file that is hashed, in bytes. Larger files are recognized by time and size only.
const MAX_HASHED: u64 = 64 * 1024 * 1024;

/// The modification time of a file, its size, and a hash of its content.
///
/// The hash detects changes within one tick of the clock, and those whose time was set back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    /// Seconds and nanoseconds since 1970.
    mtime: (i64, i64),
    size: u64,
    /// SHA-256, in hexadecimal digits.
    hash: Option<String>,
}

impl Fingerprint {
    /// The fingerprint of an open file, whose position is then its start.
    pub(crate) fn of(file: &mut File) -> io::Result<Self> {
        // Before the content, so that a change in between makes the file stale and not the fingerprint wrong.
        let metadata = file.metadata()?;
        let hash = if metadata.len() > MAX_HASHED { None } else { Some(hash(file)?) };
        Ok(Self { mtime: (metadata.mtime(), metadata.mtime_nsec()), size: metadata.len(), hash })
    }

    /// The difference between the file `now` and the known one.
    pub(crate) fn change(&self, now: &Self) -> Option<Change> {
        if self.size != now.size || self.hash != now.hash {
            Some(Change::Content)
        } else if self.mtime != now.mtime {
            Some(Change::Time)
        } else {
            None
        }
    }
}

fn hash(file: &mut File) -> io::Result<String> {
    file.rewind()?;
    let mut hasher = Sha256::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            length => hasher.update(&piece[..length]),
        }
    }
    file.rewind()?;
    Ok(hasher.finalize().iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    }))
}
