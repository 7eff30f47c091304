//! The keys of all attributes. The parser, the error for an unknown key, and the test of
//! `derive.md` use these tables.

use crate::attr::{self, Entry, Expression, Flag, Given, Word, flag, string, switch, value, word};
use crate::errors::{Errors, listed};
use crate::model::{CodeCase, Framework, Hint, Retired, Rule};
use crate::read;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{Attribute, Ident, LitBool, LitStr, Path};

/// Defines a struct with a [`Key`] for each row. A row `key: Type = read` reads the value with the
/// function `read`. If the catalog contains the value unchanged, ` => Fact` is the variant of the
/// runtime's `Fact`.
macro_rules! keys {
    (
        $(#[$doc:meta])*
        struct $keys:ident {
            $($field:ident: $ty:ty = $read:expr $(=> $fact:ident)?,)*
        }
    ) => {
        $(#[$doc])*
        pub(crate) struct $keys {
            $(pub(crate) $field: Key<$ty>,)*
        }

        impl $keys {
            pub(crate) const NAMES: &'static [&'static str] = &[$(name_of(stringify!($field))),*];
        }

        impl Default for $keys {
            fn default() -> Self {
                Self { $($field: Key::new(name_of(stringify!($field))),)* }
            }
        }

        impl Keys for $keys {
            fn set(&mut self, entry: &Entry, errors: &mut Errors) -> bool {
                match entry.name.as_str() {
                    $(name if name == self.$field.name => self.$field.set(entry, $read, errors),)*
                    _ => return false,
                }
                true
            }

            fn present(&self) -> Vec<(&'static str, Span)> {
                [$(self.$field.span.map(|span| (self.$field.name, span))),*].into_iter().flatten().collect()
            }

            fn facts(&self) -> Vec<TokenStream> {
                let facts: Vec<Option<TokenStream>> = vec![$($(self.$field.fact(stringify!($fact)),)?)*];
                facts.into_iter().flatten().collect()
            }
        }
    };
}

keys! {
    /// The keys of a type. `docs` and `exit` are defaults for the variants.
    struct TypeKeys {
        docs: LitStr = string,
        exit: TokenStream = read::exit_code,
        rename_all: CodeCase = read::rename_all,
        domain: LitStr = string,
        context: Flag = read::context,
        krate: Path = value("a path, such as `crate = my_errors::agent_error`"),
        unregistered: Flag = flag,
        codes: Ident = value("a name, such as `codes = DbCode`"),
        retired: Vec<Retired> = read::retired,
        strict: Flag = flag,
        integrate: Vec<Framework> = read::integrate::read,
        origin: LitStr = string,
    }
}

keys! {
    /// The keys of a variant, or of a struct's code.
    struct VariantKeys {
        code: LitStr = value("a string, such as \"NOT_FOUND\""),
        exit: TokenStream = read::exit_code,
        suggest: LitStr = string,
        hints: Vec<Hint> = read::hints,
        fix: LitStr = string,
        check: LitStr = string,
        fix_required: LitStr = string,
        replacement: LitStr = string,
        detail: LitStr = string,
        body: Ident = value("the field that contains the text"),
        instance: LitStr = read::instance,
        docs: LitStr = string,
        retryable: bool = switch,
        retry_after: Given<u64> = read::delay,
        retry: Word = word("RetryStrategy", &["immediate", "constant", "exponential"]) => Retry,
        side_effects: Word = word("SideEffects", &["none", "partial", "complete", "unknown"]),
        phase: Word = word("Phase", &["validation", "execution", "cleanup"]),
        severity: Word = word("Severity", &["warning", "error", "critical"]) => Severity,
        actions: Given<Vec<LitStr>> = read::actions,
        status: Given<u16> = read::status,
        grpc: Word = word("GrpcCode", read::GRPC_CODES) => Grpc,
        protocol: i32 = read::protocol => Protocol,
        classify: Vec<Rule> = read::classify::read,
        shared: Flag = flag => Shared,
        hidden: Flag = flag => Hidden,
        public: Flag = flag => Public,
        transparent: Flag = flag,
        opaque: Flag = flag,
    }
}

keys! {
    struct FieldKeys {
        skip: Flag = flag,
        rename: LitStr = string,
        display: Flag = flag,
        debug: Flag = flag,
        secret: Flag = flag,
        public: Flag = flag,
        nearest: Flag = flag,
        values_from: LitStr = string,
    }
}

keys! {
    /// The keys of `#[agent_error::main]`. Each row contains the method of `Program` that receives
    /// the value.
    struct MainKeys {
        krate: Path = value("a path, such as `crate = my_errors::agent_error`"),
        formats: Expression = value("a list of formats, such as `formats = &[Format::BRIEF]`"),
        piped: Expression = value("a format, such as `piped = Format::HUMAN`") => piped,
        errors_on_stderr: LitBool = value(BOOL) => errors_on_stderr,
        read_flags: LitBool = value(BOOL) => read_flags,
        output_flag: LitStr = value("a string, such as `output_flag = \"error-format\"`") => output_flag,
        output_variable: LitStr = value("a string, such as `output_variable = \"TOOL_FORMAT\"`") => output_variable,
        shown_in_help: LitBool = value(BOOL) => shown_in_help,
        exit_overrides: Expression = value("a function, such as `exit_overrides = exit_code`") => exit_overrides,
        human: Expression = value("a function, such as `human = show_error`") => human,
        observe: Expression = value("a function, such as `observe = log_error`") => observe,
        clap_text: LitBool = value(BOOL) => clap_text,
        panic_exit: TokenStream = read::exit_code => panic_exit,
        reported_exit: TokenStream = read::reported_exit => reported_exit,
        handle_signals: LitBool = value(BOOL) => handle_signals,
        traced: LitBool = value(BOOL) => traced,
    }
}

const BOOL: &str = "`true` or `false`";

/// A key of an attribute, and its value.
pub(crate) struct Key<T> {
    pub(crate) name: &'static str,
    /// The span of the key, if the attribute has it.
    pub(crate) span: Option<Span>,
    pub(crate) value: Option<T>,
}

impl<T> Key<T> {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            span: None,
            value: None,
        }
    }

    pub(crate) fn is_present(&self) -> bool {
        self.span.is_some()
    }

    /// Sets the value, unless the attribute has the key.
    pub(crate) fn supply(&mut self, span: Span, value: T) {
        if self.span.is_none() {
            self.span = Some(span);
            self.value = Some(value);
        }
    }

    fn set(
        &mut self,
        entry: &Entry,
        read: impl Fn(&Entry, &mut Errors) -> Option<T>,
        errors: &mut Errors,
    ) {
        if let Some(first) = self.span {
            errors.at(entry.span, format_args!("duplicate key `{}`", self.name));
            errors.at(first, "first one here");
            return;
        }
        self.span = Some(entry.span);
        self.value = read(entry, errors);
    }
}

impl<T: ToTokens> Key<T> {
    /// Returns the fact with this value, at the span of the key.
    fn fact(&self, name: &str) -> Option<TokenStream> {
        let value = self.value.as_ref()?.to_token_stream();
        let variant = Ident::new(name, self.span?.resolved_at(Span::call_site()));
        if value.is_empty() {
            Some(quote!(#variant))
        } else {
            Some(quote!(#variant(#value)))
        }
    }
}

pub(crate) trait Keys {
    /// Reads an entry. Returns whether its key is known.
    fn set(&mut self, entry: &Entry, errors: &mut Errors) -> bool;
    /// Returns the keys that the attribute has.
    fn present(&self) -> Vec<(&'static str, Span)>;
    fn facts(&self) -> Vec<TokenStream>;
}

/// Returns the key of a field. A field can't have the name `crate`, or a name with parentheses.
const fn name_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        b"krate" => "crate",
        b"hints" => "suggest(...)",
        _ => field,
    }
}

/// Where an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[agent_error(...)]` on an enum.
    Enum,
    /// `#[agent_error(...)]` on a struct. Accepts the keys of both an enum and a variant.
    Struct,
    /// `#[code(...)]` or `#[agent_error(...)]` on a variant, or `#[code(...)]` on a struct.
    Variant,
    /// `#[context(...)]` on a field.
    Field,
    /// `#[agent_error::main(...)]`.
    Main,
}

impl Place {
    fn noun(self) -> &'static str {
        match self {
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Variant => "a variant",
            Self::Field => "a field",
            Self::Main => "`main`",
        }
    }

    fn names(self) -> Vec<&'static str> {
        let mut names = match self {
            Self::Enum => TypeKeys::NAMES.to_vec(),
            Self::Variant => VariantKeys::NAMES.to_vec(),
            Self::Field => FieldKeys::NAMES.to_vec(),
            Self::Main => MainKeys::NAMES.to_vec(),
            Self::Struct => [TypeKeys::NAMES, VariantKeys::NAMES].concat(),
        };
        let mut seen = HashSet::new();
        names.retain(|name| is_listed(name) && seen.insert(*name));
        names
    }
}

/// Whether a key is listed in messages and in the documentation.
fn is_listed(name: &str) -> bool {
    name != INTERNAL && !name.ends_with("(...)")
}

/// A key for the crates of this workspace.
const INTERNAL: &str = "origin";

/// Reads an attribute. Each key belongs to the first of `targets` that knows it.
pub(crate) fn read(
    attribute: &Attribute,
    place: Place,
    targets: &mut [&mut dyn Keys],
    errors: &mut Errors,
) {
    set(attr::entries(attribute, errors), place, targets, errors);
}

pub(crate) fn read_main(arguments: TokenStream, errors: &mut Errors) -> MainKeys {
    let mut keys = MainKeys::default();
    set(
        attr::parse(arguments, false, errors),
        Place::Main,
        &mut [&mut keys],
        errors,
    );
    keys
}

fn set(entries: Vec<Entry>, place: Place, targets: &mut [&mut dyn Keys], errors: &mut Errors) {
    for entry in &entries {
        let is_known = targets.iter_mut().any(|keys| keys.set(entry, errors));
        if is_known {
            continue;
        }
        let error = syn::Error::new(entry.span, complaint(entry, place));
        // A code without quotes isn't a missing code.
        if is_code_without_quotes(entry, place) {
            errors.add_syntax_error(error);
        } else {
            errors.at(entry.span, error);
        }
    }
}

/// Whether an entry is a code, as in `#[code(NOT_FOUND)]`.
fn is_code_without_quotes(entry: &Entry, place: Place) -> bool {
    let starts_as_code = entry.name.starts_with(|c: char| c.is_ascii_uppercase());
    entry.is_flag() && starts_as_code && matches!(place, Place::Variant | Place::Struct)
}

/// Returns the error message about an unknown or misplaced key.
fn complaint(entry: &Entry, place: Place) -> String {
    let key = entry.name.trim_end_matches("(...)");
    if is_code_without_quotes(entry, place) {
        return format!("unknown key `{key}`; write a code in quotes, as in `#[code(\"{key}\")]`");
    }
    let other_place = [Place::Variant, Place::Enum, Place::Field]
        .into_iter()
        .find(|other| other.names().contains(&key));
    match other_place {
        Some(other) => {
            let here = place.noun();
            let there = other.noun();
            format!("key `{key}` is not allowed on {here}; it belongs on {there}")
        }
        None => {
            let expected = listed(key, &place.names());
            format!("unknown key `{key}`; expected one of {expected}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;
    use std::collections::BTreeSet;

    fn documented(page: &str, heading: &str) -> BTreeSet<String> {
        let tables = page
            .split("\n\n")
            .filter(|table| table.starts_with(heading));
        let rows = tables
            .flat_map(str::lines)
            .filter_map(|line| line.strip_prefix("| `"));
        let keys = rows
            .filter_map(|row| row.split(" | ").next())
            .flat_map(|cell| cell.split(", `"));
        let keys = keys.filter_map(|key| key.trim_matches('`').split([' ', '(', '`']).next());
        keys.map(|key| key.replace("\"CODE\"", "code")).collect()
    }

    #[test]
    fn the_documentation_lists_all_keys() {
        let derive = include_str!("derive.md").to_owned();
        let main = include_str!("lib.rs")
            .replace("/// ", "")
            .replace("///", "");
        for (place, page, heading) in [
            (Place::Enum, &derive, "| key of a type |"),
            (Place::Variant, &derive, "| key of a variant |"),
            (Place::Field, &derive, "| key of a field |"),
            (Place::Main, &main, "| key |"),
        ] {
            let keys: BTreeSet<String> = place.names().into_iter().map(str::to_owned).collect();
            assert_eq!(documented(page, heading), keys, "{heading}");
        }
    }
}
