//! Rust's integer types and their ranges.

/// A built-in integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    signed: bool,
    bits: u32,
}

impl Integer {
    /// Parses the Rust name of an integer type, such as `u8` or `isize`.
    pub fn from_rust(name: &str) -> Option<Self> {
        let signed = name.starts_with('i');
        let bits = name.strip_prefix(['i', 'u'])?;
        Self::new(signed, if bits == "size" { "64" } else { bits })
    }

    fn new(signed: bool, bits: &str) -> Option<Self> {
        let bits = [8, 16, 32, 64, 128].into_iter().find(|known| known.to_string() == bits)?;
        Some(Self { signed, bits })
    }

    /// Returns the number of bits. Returns 64 for `usize` and `isize`.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Parses the `format` of an integer in a JSON Schema that `schemars` generated, such as `uint8`, or `int` for
    /// `isize`.
    pub fn from_format(format: &str) -> Option<Self> {
        let (signed, bits) = match format.strip_prefix("uint") {
            Some(bits) => (false, bits),
            None => (true, format.strip_prefix("int")?),
        };
        Self::new(signed, if bits.is_empty() { "64" } else { bits })
    }

    /// Returns the smallest value.
    pub fn min(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// Returns the largest value. For `u128`, returns the largest value of `i128`.
    pub fn max(self) -> i128 {
        let bits = if self.signed { self.bits - 1 } else { self.bits };
        i128::MAX >> 127_u32.saturating_sub(bits)
    }
}

#[cfg(test)]
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
            assert_eq!((integer.min(), integer.max()), (least, most), "{rust}");
        }
        for other in ["f64", "u", "u7", "integer", "ui8", "double", "int9", ""] {
            assert_eq!((Integer::from_rust(other), Integer::from_format(other)), (None, None), "{other}");
        }
    }
}
