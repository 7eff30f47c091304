//! Fingerprints, by which a session detects changes to files.

use crate::error::Change;
use cap_std::fs::{File, MetadataExt as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read as _, Seek as _};

/// The maximum size of a file to hash, in bytes. For larger files, only the modification time and the size are
/// compared.
const MAX_HASHED: u64 = 64 * 1024 * 1024;

/// The modification time, size and hash of a file.
///
/// The hash detects changes that don't affect the modification time, such as two changes within one clock tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    /// Seconds and nanoseconds since 1970.
    mtime: (i64, i64),
    size: u64,
    /// SHA-256, in hexadecimal.
    hash: Option<String>,
}

impl Fingerprint {
    /// Computes the fingerprint of an open file and rewinds the file.
    pub(crate) fn of(file: &mut File) -> io::Result<Self> {
        // Read the metadata before the content. If the file changes in between, it's then reported as stale.
        let metadata = file.metadata()?;
        let hash = if metadata.len() > MAX_HASHED { None } else { Some(hash(file)?) };
        Ok(Self { mtime: (metadata.mtime(), metadata.mtime_nsec()), size: metadata.len(), hash })
    }

    /// Returns the difference between this fingerprint and the current one.
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
        // Writing to a string can't fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    }))
}
