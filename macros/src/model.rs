//! The validated model of a type. It's complete, so the expansion can't fail.

use crate::attr::Word;
use crate::tokens::type_text;
use agent_error_rules::name::words;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, Ident, LitStr, Member, Type, Visibility};

pub(crate) struct ErrorType<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) krate: TokenStream,
    pub(crate) linked: bool,
    /// The Cargo package that declares the type.
    pub(crate) origin: String,
    pub(crate) frameworks: &'a [Framework],
    pub(crate) is_enum: bool,
    /// The URL template for documentation pages. Nested codes without a URL inherit it.
    pub(crate) docs: Option<String>,
    /// The variants, or the struct itself.
    pub(crate) cases: Vec<Case>,
    pub(crate) vis: &'a Visibility,
    pub(crate) codes: Option<Ident>,
    pub(crate) retired: &'a [Retired],
}

impl ErrorType<'_> {
    pub(crate) fn coded(&self) -> impl Iterator<Item = (&Case, &Coded)> {
        self.cases
            .iter()
            .filter_map(|case| Some((case, case.coded()?)))
    }

    pub(crate) fn transparent(&self) -> impl Iterator<Item = (&Case, &Transparent)> {
        self.cases
            .iter()
            .filter_map(|case| Some((case, case.transparent()?)))
    }

    /// Whether the schemas of context fields are generated from the field types.
    pub(crate) fn uses_schemas(&self) -> bool {
        self.frameworks
            .iter()
            .any(|framework| matches!(framework.home, Home::Feature("schemars")))
    }

    /// Whether the type has type or const parameters.
    ///
    /// The concrete instances of such a type are unknown here. The link-time registry therefore
    /// only contains what all instances have in common: the type's own codes, but no codes that are
    /// nested through a parameter.
    pub(crate) fn has_instances(&self) -> bool {
        self.generics
            .params
            .iter()
            .any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }
}

/// A hint for one kind of caller.
pub(crate) struct Hint {
    /// A variant of the runtime's `Caller`.
    pub(crate) caller: Word,
    pub(crate) text: LitStr,
}

/// The case of codes that are made from the names of variants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeCase {
    /// `SCREAMING_SNAKE_CASE`.
    UpperSnake,
    /// `snake_case`.
    LowerSnake,
}

impl CodeCase {
    /// Converts a name such as `HTTPStatus`. Acronyms stay together.
    pub(crate) fn convert(self, name: &str) -> String {
        let joined = words(name).join("_");
        match self {
            Self::UpperSnake => joined.to_uppercase(),
            Self::LowerSnake => joined.to_lowercase(),
        }
    }

    /// Whether a string contains no letters of the other case.
    pub(crate) fn has_same_case(self, text: &str) -> bool {
        match self {
            Self::UpperSnake => !text.contains(char::is_lowercase),
            Self::LowerSnake => !text.contains(char::is_uppercase),
        }
    }
}

pub(crate) struct Framework {
    pub(crate) span: Span,
    pub(crate) home: Home,
    /// The kind of status that each error needs.
    pub(crate) status: Option<StatusKind>,
}

/// A status of a server's response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatusKind {
    Http,
    Grpc,
}

impl StatusKind {
    /// Returns the framework whose errors need the status.
    pub(crate) fn framework(self) -> &'static str {
        match self {
            Self::Http => "axum",
            Self::Grpc => "tonic",
        }
    }
}

/// The crate that implements a framework's conversions.
pub(crate) enum Home {
    /// The runtime crate, if the feature with this name is enabled.
    Feature(&'static str),
    /// A separate crate, such as the crates for MCP and gRPC.
    Crate(TokenStream),
}

/// A retired code, which must not be reused.
pub(crate) struct Retired {
    pub(crate) code: LitStr,
    /// The replacement for the code, or the reason why it was retired.
    pub(crate) note: Option<String>,
}

pub(crate) struct Case {
    pub(crate) ident: Ident,
    pub(crate) role: Role,
}

impl Case {
    pub(crate) fn coded(&self) -> Option<&Coded> {
        if let Role::Coded(coded) = &self.role {
            Some(coded)
        } else {
            None
        }
    }

    pub(crate) fn transparent(&self) -> Option<&Transparent> {
        if let Role::Transparent(inner) = &self.role {
            Some(inner)
        } else {
            None
        }
    }
}

pub(crate) enum Role {
    Coded(Box<Coded>),
    Transparent(Transparent),
}

/// A variant that wraps another error and delegates to it.
pub(crate) struct Transparent {
    pub(crate) member: Member,
    pub(crate) ty: TokenStream,
    /// Whether the catalog of the inner type is nested in this catalog.
    pub(crate) nested: bool,
}

pub(crate) struct Coded {
    pub(crate) code: String,
    pub(crate) code_span: Span,
    /// The exit code. If a field contains it, this is the exit code of errors whose field has none.
    pub(crate) exit: TokenStream,
    /// Whether rustc must check that the exit code doesn't imply a retry, which would conflict with
    /// `fix`.
    pub(crate) needs_final_exit: bool,
    /// The statuses that the exit code must imply, which rustc checks.
    pub(crate) implied_statuses: Vec<StatusKind>,
    pub(crate) is_shared: bool,
    /// The first paragraph of the doc comment, or an empty string.
    pub(crate) summary: String,
    /// The message as shown in the catalog, or an empty string.
    pub(crate) message: String,
    pub(crate) facts: Facts,
    pub(crate) texts: Vec<Text>,
    /// The commands with fields in `actions` and `values_from`.
    pub(crate) listed: Vec<ListedCommand>,
    pub(crate) context: Vec<ContextField>,
    /// The field that contains the exit code.
    pub(crate) exit_field: Option<FieldRef>,
    /// The field that contains the HTTP status.
    pub(crate) status: Option<FieldRef>,
    /// All fields of the variant, if it has classification rules.
    pub(crate) classified: Option<Vec<Member>>,
}

impl Coded {
    /// Iterates over the values of all placeholders, each with the place of its string.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = (Span, &Argument)> {
        let in_texts = self
            .texts
            .iter()
            .flat_map(|text| text.arguments.iter().map(|argument| (text.span, argument)));
        let in_lists = self.listed.iter().flat_map(|command| {
            command
                .arguments
                .iter()
                .map(|argument| (command.span, argument))
        });
        in_texts.chain(in_lists)
    }
}

/// A command with fields in a list of calls.
pub(crate) struct ListedCommand {
    /// The key in the attribute.
    pub(crate) key: &'static str,
    pub(crate) span: Span,
    pub(crate) arguments: Vec<Argument>,
}

/// Facts for the static table, and facts that come from an error's fields.
#[derive(Default)]
pub(crate) struct Facts {
    /// The variants of `Fact` in the runtime, each with its value.
    pub(crate) known: Vec<TokenStream>,
    pub(crate) edits: Vec<Edit>,
    /// The names of facts that an error omits if a field is `None`.
    pub(crate) optional: Vec<&'static str>,
}

impl Facts {
    /// Adds a fact unless its value is `None`.
    pub(crate) fn add(&mut self, fact: &str, value: Option<impl ToTokens>) {
        if let Some(value) = value {
            let variant = format_ident!("{fact}");
            self.known.push(quote!(#variant(#value)));
        }
    }

    /// Adds a fact whose value comes from a field. `convert` is the function that converts the
    /// field to the record's `member`.
    pub(crate) fn add_field(
        &mut self,
        fact: &str,
        field: FieldRef,
        member: &'static str,
        convert: TokenStream,
    ) {
        self.add(fact, Some(&field.name));
        self.edits.push(Edit {
            member,
            convert,
            field,
        });
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.known.extend(other.known);
        self.edits.extend(other.edits);
        self.optional.extend(other.optional);
    }
}

/// A member of an error's record that takes its value from a field.
pub(crate) struct Edit {
    pub(crate) member: &'static str,
    pub(crate) convert: TokenStream,
    pub(crate) field: FieldRef,
}

pub(crate) struct FieldRef {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) is_optional: bool,
}

pub(crate) struct Rule {
    pub(crate) span: Span,
    pub(crate) tokens: TokenStream,
}

/// A string that callers see, such as the suggestion.
pub(crate) struct Text {
    /// The key in the attribute.
    pub(crate) key: &'static str,
    pub(crate) part: Part,
    /// The only kind of caller that sees the string, if it's a hint.
    pub(crate) caller: Option<Word>,
    /// The template as shown in the catalog.
    pub(crate) template: String,
    pub(crate) span: Span,
    pub(crate) arguments: Vec<Argument>,
}

impl Text {
    /// Whether an error doesn't have the string if a field is `None`.
    pub(crate) fn is_optional(&self) -> bool {
        self.arguments.iter().any(|argument| argument.optional)
    }
}

/// What a string is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Detail,
    Suggestion,
    /// A suggestion for one kind of caller.
    Hint,
    FixRequired,
    FixCommand,
    CheckCommand,
    Replacement,
    ReplacementCommand,
    Instance,
}

/// How a kind of string is written in the table of codes.
pub(crate) struct PartRow {
    /// The name of the fact in the catalog, and of the record's member.
    pub(crate) member: &'static str,
    /// The variant of `Fact` in the runtime.
    fact: &'static str,
    /// The runtime's function that escapes the values in the template.
    fill: Option<&'static str>,
}

impl Part {
    pub(crate) const fn row(self) -> PartRow {
        match self {
            Self::Detail => PartRow::new("detail", "Detail"),
            Self::Suggestion => PartRow::new("suggestion", "Suggestion"),
            Self::Hint => PartRow::new("suggestion", "Hint"),
            Self::FixRequired => PartRow::new("fix_required", "FixRequired"),
            Self::FixCommand => PartRow::command("fix_command", "FixCommand"),
            Self::CheckCommand => PartRow::command("check_command", "CheckCommand"),
            Self::Replacement => PartRow::new("replacement", "Replacement"),
            Self::ReplacementCommand => PartRow::command("replacement", "ReplacementCommand"),
            Self::Instance => PartRow::new("instance", "Instance").filled_by("fill_uri"),
        }
    }
}

impl PartRow {
    const fn new(member: &'static str, fact: &'static str) -> Self {
        Self {
            member,
            fact,
            fill: None,
        }
    }

    const fn command(member: &'static str, fact: &'static str) -> Self {
        Self::new(member, fact).filled_by("fill_command")
    }

    const fn filled_by(self, fill: &'static str) -> Self {
        Self {
            fill: Some(fill),
            ..self
        }
    }

    /// Adds the template to the facts.
    pub(crate) fn add(&self, template: &str, facts: &mut Facts) {
        let value = match self.fill {
            Some(name) => {
                let fill = format_ident!("{name}");
                quote!(#template, __agent::#fill)
            }
            None => quote!(#template),
        };
        facts.add(self.fact, Some(value));
    }
}

/// The value of a placeholder.
pub(crate) struct Argument {
    /// The name of the value. It's the content of the placeholder, or `=` and the part if the field
    /// is the whole string.
    pub(crate) name: String,
    /// The name of the field in the catalog's template.
    pub(crate) shown_as: String,
    pub(crate) member: Member,
    pub(crate) ty: FieldType,
    /// The format spec without the colon.
    pub(crate) spec: String,
    /// Whether the field is an `Option`. If the value is `None`, the whole string is omitted.
    pub(crate) optional: bool,
}

pub(crate) struct FieldType {
    pub(crate) tokens: TokenStream,
    /// The type as it's usually written. Equal types have equal text.
    pub(crate) text: String,
}

impl FieldType {
    pub(crate) fn of(ty: &Type) -> Self {
        let tokens = ty.to_token_stream();
        Self {
            text: type_text(&tokens),
            tokens,
        }
    }
}

pub(crate) struct ContextField {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) ty: FieldType,
    pub(crate) span: Span,
    pub(crate) shown: ValueFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ValueFormat {
    Serialized,
    Display,
    Debug,
    Redacted,
    /// Names that are similar to an unknown name.
    Nearest,
    /// Text for templates.
    Text,
}
