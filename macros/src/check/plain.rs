//! Recognizes `Option`, and types whose fields are context without an attribute.
//!
//! A derive sees types as they're written, so this compares names.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// Names of plain types: strings, numbers, Booleans, characters, paths, URLs, dates and times,
/// UUIDs, IP addresses, and the runtime's types for fields and lists of names.
const PLAIN: &str = "\
    bool char str String \
    f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize NonZero \
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize \
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize \
    OsStr OsString Path PathBuf Utf8Path Utf8PathBuf Uri Url \
    Duration SystemTime \
    Date DateTime NaiveDate NaiveDateTime NaiveTime OffsetDateTime PrimitiveDateTime SignedDuration Time TimeDelta \
    Timestamp UtcDateTime Zoned \
    Ulid Uuid \
    IpAddr Ipv4Addr Ipv6Addr SocketAddr SocketAddrV4 SocketAddrV6 \
    FieldError Listing";

/// Names of pointers and options. They're plain if what they contain is.
const POINTERS: &str = "Arc Box Cow Option Rc";

/// Names of lists and sets. They're plain if what they contain is.
const LISTS: &str = "BTreeSet HashSet LinkedList Vec VecDeque";

/// Whether a field of the type is context by default.
pub(super) fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_plain(&array.elem),
        Type::Group(group) => is_plain(&group.elem),
        Type::Paren(paren) => is_plain(&paren.elem),
        Type::Reference(reference) => is_plain(&reference.elem),
        Type::Slice(slice) => is_plain(&slice.elem),
        Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().is_some_and(is_plain_segment)
        }
        _ => false,
    }
}

/// Whether a value of the type is a single value, such as a string, and not a list. An option is
/// what it contains.
pub(super) fn is_single_value(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_single_value(&group.elem),
        Type::Paren(paren) => is_single_value(&paren.elem),
        Type::Reference(reference) => is_single_value(&reference.elem),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return false;
            };
            match inner_type(last) {
                Some(inner) if is_in(POINTERS, last) => is_single_value(inner),
                _ => is_in(PLAIN, last) && last.ident != "Listing",
            }
        }
        _ => false,
    }
}

pub(super) fn is_option(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|segment| segment.ident == "Option")
}

fn is_plain_segment(segment: &PathSegment) -> bool {
    is_in(PLAIN, segment)
        || is_in(POINTERS, segment) && inner_type(segment).is_some_and(is_plain)
        || is_in(LISTS, segment) && inner_type(segment).is_some_and(is_plain)
}

fn is_in(names: &str, segment: &PathSegment) -> bool {
    names.split_whitespace().any(|name| segment.ident == name)
}

/// Returns the first type argument. A hasher may follow the type of the elements.
fn inner_type(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::is_plain;
    use syn::parse_str;

    #[test]
    fn plain_types_may_be_behind_pointers_and_in_lists() {
        for plain in [
            "&'static str",
            "std::string::String",
            "Option<Cow<'a, str>>",
            "Vec<Option<PathBuf>>",
            "[[f32; 2]; 2]",
            "&[&Path]",
            "Arc<[u8]>",
            "(Url)",
            "http::Uri",
            "DateTime<Utc>",
            "NonZero<u8>",
            "Vec<FieldError>",
        ] {
            assert!(is_plain(&parse_str(plain).unwrap()), "{plain}");
        }
    }

    #[test]
    fn all_other_types_are_not_plain() {
        for other in [
            "Id",
            "T",
            "()",
            "(u8, String)",
            "HashMap<String, u8>",
            "Vec<Token>",
            "Option<Box<dyn Error>>",
            "<T as Trait>::String",
            "fn() -> u8",
            "serde_json::Value",
            "Option",
            "Span",
        ] {
            assert!(!is_plain(&parse_str(other).unwrap()), "{other}");
        }
    }
}
