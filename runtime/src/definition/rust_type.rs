//! Derives JSON types from the names of Rust types.
//!
//! A macro only sees a type's name. A user-defined type with the name of a `std` type is therefore treated as the `std`
//! type.

use super::integer::Integer;

/// The JSON representation of a context value, derived from the name of its Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RustType {
    /// A string.
    Text,
    /// A string of one character.
    Char,
    /// A Boolean.
    Bool,
    /// A floating-point number.
    Float,
    /// An integer.
    Integer {
        /// The Rust type.
        integer: Integer,
        /// Whether zero is excluded.
        not_zero: bool,
        /// Whether a value that doesn't fit into 64 bits is represented as a string.
        or_text: bool,
    },
    /// An array whose elements have the same type.
    List {
        /// The type of the elements.
        items: Box<Self>,
        /// Whether the elements are unique, as in a set.
        unique: bool,
        /// The number of elements, if it is fixed.
        length: Option<u64>,
    },
    /// An array with a separate type for each element.
    Tuple(Vec<Self>),
    /// An object whose values have the same type.
    Map(Box<Self>),
    /// A value of this type, or null.
    Nullable(Box<Self>),
    /// Null.
    Null,
    /// A duration or timestamp: an object with these keys for seconds and nanoseconds.
    Time(&'static str, &'static str),
    /// A [`FieldError`](crate::FieldError).
    FieldError,
    /// A [`Listing`](crate::Listing).
    Listing,
    /// A type whose JSON representation is unknown.
    Unknown,
}

/// Where a type occurs: as the field's own type, or nested in another type. Some types are serialized differently when
/// nested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Field,
    Inside,
}

impl RustType {
    /// Parses the type of a field as written in the source code.
    pub fn read(ty: &str) -> Self {
        Self::at(ty, Place::Field)
    }

    /// Returns the JSON type: `string`, `integer`, `number`, `boolean`, `array` or `object`. If the type is unknown or
    /// ambiguous, returns `value`.
    pub fn json_type(&self) -> &'static str {
        match self {
            Self::Text | Self::Char => "string",
            Self::Bool => "boolean",
            Self::Float => "number",
            Self::Integer { .. } => "integer",
            Self::List { .. } | Self::Tuple(_) => "array",
            Self::Map(_) | Self::Time(..) | Self::FieldError => "object",
            Self::Nullable(inner) => inner.json_type(),
            Self::Null | Self::Listing | Self::Unknown => "value",
        }
    }

    fn at(ty: &str, place: Place) -> Self {
        let ty = without_reference(ty);
        if let Some(inner) = ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
            return Self::array(inner);
        }
        if let Some(inner) = ty.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')) {
            return Self::tuple(inner, place);
        }
        let (path, arguments) = ty.split_once('<').unwrap_or((ty, ""));
        let arguments = parts(arguments.strip_suffix('>').unwrap_or(arguments), ',');
        let arguments: Vec<&str> = arguments.into_iter().filter(|argument| !argument.starts_with('\'')).collect();
        let inside = |ty: &str| Box::new(Self::at(ty, Place::Inside));
        let name = path.rsplit("::").next().unwrap_or(path).trim();
        match (name, arguments.as_slice()) {
            ("Option", [inner, ..]) => match Self::at(inner, place) {
                known @ (Self::Nullable(_) | Self::Null | Self::Unknown) => known,
                other => Self::Nullable(Box::new(other)),
            },
            ("Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => Self::at(inner, place),
            ("Vec" | "VecDeque" | "LinkedList", [item, ..]) => {
                Self::List { items: inside(item), unique: false, length: None }
            }
            ("HashSet" | "BTreeSet", [item, ..]) => Self::List { items: inside(item), unique: true, length: None },
            ("HashMap" | "BTreeMap", [_, value, ..]) => Self::Map(inside(value)),
            ("NonZero", [number]) => Self::not_zero(number),
            (name, []) => match name.strip_prefix("NonZero") {
                Some(number) => Self::not_zero(&number.to_ascii_lowercase()),
                None => Self::plain(name, place),
            },
            _ => Self::Unknown,
        }
    }

    /// Looks up a type without parameters.
    fn plain(name: &str, place: Place) -> Self {
        if let Some(integer) = Integer::from_rust(name) {
            // A top-level integer that doesn't fit into 64 bits becomes a string.
            let or_text = integer.bits() > 64 && place == Place::Field;
            return Self::Integer { integer, not_zero: false, or_text };
        }
        match name {
            "String" | "str" | "PathBuf" | "Path" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr"
            | "SocketAddrV4" | "SocketAddrV6" => Self::Text,
            // Serde's representation of these types depends on the platform. Top-level fields become strings instead.
            "OsString" | "OsStr" if place == Place::Field => Self::Text,
            "char" => Self::Char,
            "bool" => Self::Bool,
            "f32" | "f64" => Self::Float,
            "Duration" => Self::Time("secs", "nanos"),
            "SystemTime" => Self::Time("secs_since_epoch", "nanos_since_epoch"),
            "FieldError" => Self::FieldError,
            "Listing" => Self::Listing,
            _ => Self::Unknown,
        }
    }

    fn not_zero(number: &str) -> Self {
        match Integer::from_rust(number) {
            Some(integer) => Self::Integer { integer, not_zero: true, or_text: false },
            None => Self::Unknown,
        }
    }

    /// Parses the inside of a slice type (`T`) or an array type (`T; N`).
    fn array(inner: &str) -> Self {
        let parts = parts(inner, ';');
        let items = parts.first().map_or(Self::Unknown, |ty| Self::at(ty, Place::Inside));
        let length = parts.get(1).and_then(|length| length.parse().ok());
        Self::List { items: Box::new(items), unique: false, length }
    }

    fn tuple(inner: &str, place: Place) -> Self {
        let types = parts(inner, ',');
        match types.as_slice() {
            [] => Self::Null,
            // A single type in parentheses isn't a tuple, unless a comma follows it.
            [only] if !inner.trim_end().ends_with(',') => Self::at(only, place),
            types => Self::Tuple(types.iter().map(|ty| Self::at(ty, Place::Inside)).collect()),
        }
    }
}

/// Strips references: `&'a mut T` becomes `T`.
fn without_reference(ty: &str) -> &str {
    let mut ty = ty.trim();
    while let Some(rest) = ty.strip_prefix('&') {
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('\'') {
            Some(lifetime) => lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start(),
            None => rest,
        };
        ty = rest.strip_prefix("mut ").unwrap_or(rest).trim_start();
    }
    ty
}

/// Splits a string at separators outside of brackets.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|character: char| {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == separator
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::RustType;

    #[test]
    fn json_types_are_read_off_rust_types() {
        for (rust, json) in [
            ("u16", "integer"),
            ("u128", "integer"),
            ("NonZeroU8", "integer"),
            ("Option<std::path::PathBuf>", "string"),
            ("&'static str", "string"),
            ("Cow<'a, str>", "string"),
            ("IpAddr", "string"),
            ("Box<Vec<u8>>", "array"),
            ("[u8; 4]", "array"),
            ("&'static[&'static str]", "array"),
            ("&'static [&'static str]", "array"),
            ("(u8, bool)", "array"),
            ("(bool)", "boolean"),
            ("HashMap<String, u8>", "object"),
            ("Duration", "object"),
            ("Option<Box<f64>>", "number"),
            ("()", "value"),
            ("agent_error::Listing", "value"),
            ("Item", "value"),
        ] {
            assert_eq!(RustType::read(rust).json_type(), json, "{rust}");
        }
    }
}
