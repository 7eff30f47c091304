//! Reads lines of limited length.

use std::io::{self, BufRead, Read as _};

/// The maximum length of a line, in bytes: the largest string with every character escaped, plus the rest of the call.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A line of input.
#[derive(Debug)]
pub(super) enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// The lines of a stream, without blank lines.
pub(super) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let mut line = Vec::new();
            if self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if !line.ends_with(b"\n") && line.len() as u64 == MAX_BYTES {
                self.input.skip_until(b'\n')?;
                return Ok(Some(Line::TooLong));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Line::Whole(line)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines, MAX_BYTES};
    use std::io::BufReader;

    #[test]
    fn blank_lines_are_skipped_and_long_ones_rejected() {
        let long = vec![b'x'; usize::try_from(MAX_BYTES).unwrap() + 10];
        let input = [b"\n  \na\n".as_slice(), &long, b"\nb"].concat();
        let mut lines = Lines::new(BufReader::new(&input[..]));
        assert!(matches!(lines.next().unwrap(), Some(Line::Whole(line)) if line == b"a\n"));
        assert!(matches!(lines.next().unwrap(), Some(Line::TooLong)));
        assert!(matches!(lines.next().unwrap(), Some(Line::Whole(line)) if line == b"b"));
        assert!(lines.next().unwrap().is_none());
    }
}
