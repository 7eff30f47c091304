//! The integer types of Rust and their ranges.

/// A built-in integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    signed: bool,
    bits: u32,
}

impl Integer {
    /// Reads `u8` or `isize`.
    pub(crate) fn from_rust(name: &str) -> Option<Self> {
        let signed = name.starts_with('i');
        let bits = name.strip_prefix(['i', 'u'])?;
        Self::new(signed, if bits == "size" { "64" } else { bits })
    }

    fn new(signed: bool, bits: &str) -> Option<Self> {
        let bits = [8, 16, 32, 64, 128].into_iter().find(|known| known.to_string() == bits)?;
        Some(Self { signed, bits })
    }

    /// Whether it has values that JSON readers of 64 bits cannot represent.
    pub(crate) fn exceeds_64_bits(self) -> bool {
        self.bits > 64
    }
}

/// Its name in schemas.
#[cfg(any(feature = "tooling", feature = "mcp-arguments"))]
impl Integer {
    /// Reads a format of `schemars`: `uint8`, or `int` for `isize`.
    pub(crate) fn from_format(format: &str) -> Option<Self> {
        let (signed, bits) = match format.strip_prefix("uint") {
            Some(bits) => (false, bits),
            None => (true, format.strip_prefix("int")?),
        };
        Self::new(signed, if bits.is_empty() { "64" } else { bits })
    }

    /// The smallest value; that of `i128` is the limit.
    pub(crate) fn least(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The largest value; for `u128`, that of `i128`.
    pub(crate) fn most(self) -> i128 {
        let bits = if self.signed { self.bits - 1 } else { self.bits };
        i128::MAX >> 127_u32.saturating_sub(bits)
    }

    /// Both ends of the range. Those of 64 bits and more, except zero, are left out, since many readers round them.
    #[cfg(feature = "tooling")]
    pub(crate) fn readable_range(self) -> (Option<i64>, Option<i64>) {
        let readable = |end: i128| i64::try_from(end).ok().filter(|_| self.bits < 64 || end == 0);
        (readable(self.least()), readable(self.most()))
    }
}

#[cfg(all(test, feature = "tooling"))]
mod tests {
    use super::Integer;

    #[test]
    fn integers_are_known_by_both_names() {
        for (rust, format, least, most) in [
            ("u8", "uint8", 0, i128::from(u8::MAX)),
            ("i8", "int8", i8::MIN.into(), i8::MAX.into()),
            ("u32", "uint32", 0, u32::MAX.into()),
            ("i32", "int32", i32::MIN.into(), i32::MAX.into()),
            ("usize", "uint", 0, u64::MAX.into()),
            ("i64", "int64", i64::MIN.into(), i64::MAX.into()),
            ("u128", "uint128", 0, i128::MAX),
            ("i128", "int128", i128::MIN, i128::MAX),
        ] {
            let integer = Integer::from_rust(rust).unwrap();
            assert_eq!(Integer::from_format(format), Some(integer), "{rust}");
            assert_eq!((integer.least(), integer.most()), (least, most), "{rust}");
        }
        for other in ["f64", "u", "u7", "integer", "ui8", "double", "int9", ""] {
            assert_eq!((Integer::from_rust(other), Integer::from_format(other)), (None, None), "{other}");
        }
    }

    #[test]
    fn ends_that_readers_confuse_are_left_out() {
        let range = |name| Integer::from_rust(name).unwrap().readable_range();
        assert_eq!(range("i16"), (Some(-32768), Some(32767)));
        assert_eq!(range("u64"), (Some(0), None));
        assert_eq!(range("isize"), (None, None));
    }
}
