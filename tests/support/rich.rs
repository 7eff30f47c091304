// Included by cases in `ui/pass`. The enum uses the complete grammar, but no names from the
// prelude.

/// Errors that use the complete grammar.
#[derive(::std::fmt::Debug, ::agent_error::AgentError)]
#[agent_error(docs = "https://example.com/{code}", domain = "RICH", exit = 3)]
pub enum RichError<'a> {
    /// Only a code.
    #[code("RICH_UNIT", shared)]
    Unit,
    /// Most keys, and all ways to show a field.
    #[code(
        "RICH_FIELDS",
        exit = ::agent_error::exit::UNAVAILABLE,
        suggest = "ping {host} {port:>6} {debugged:?}",
        fix_required = "{host} is up",
        detail = "{{{port}}}",
        docs = "https://example.com/fields",
        retry_after = pause,
        retry = exponential,
        phase = execution,
        severity = critical,
        actions("a", "b"),
        status = 503
    )]
    #[deprecated(since = "1.0.0", note = "use B")]
    Fields {
        /// A borrowed string.
        host: &'a str,
        /// A number.
        port: u16,
        /// Shown with serde.
        list: ::std::option::Option<::std::vec::Vec<u8>>,
        /// Shown with `Display`.
        #[context(display, rename = "shown")]
        displayed: ::std::fmt::Error,
        /// Shown with `Debug`.
        #[context(debug)]
        debugged: (),
        /// Redacted.
        #[context(secret)]
        password: ::std::string::String,
        /// Not part of the context.
        #[context(skip)]
        pause: ::std::option::Option<u64>,
    },
    /// A tuple.
    #[code("RICH_TUPLE", suggest = "try {0}", fix = "try {0}")]
    Tuple(#[context(rename = "first")] u8, u8),
    /// Transparent.
    #[code(transparent)]
    Inner(::std::boxed::Box<RichInner>),
    /// Transparent, but not nested.
    #[code(transparent, opaque)]
    Opaque(::std::boxed::Box<RichError<'a>>),
}

/// An error struct.
#[derive(::std::fmt::Debug, ::agent_error::AgentError)]
#[code("RICH_INNER", suggest = "see {page}")]
pub struct RichInner {
    /// A page.
    pub page: u8,
}

impl ::std::fmt::Display for RichError<'_> {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("rich")
    }
}

impl ::std::fmt::Display for RichInner {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("inner")
    }
}

impl ::std::error::Error for RichError<'_> {}
impl ::std::error::Error for RichInner {}

/// Renders an error of the enum.
#[allow(deprecated)]
pub fn check_rich() {
    let fields = RichError::Fields {
        host: "a b",
        port: 7,
        list: ::std::option::Option::Some(::std::vec::Vec::new()),
        displayed: ::std::fmt::Error,
        debugged: (),
        password: ::std::string::String::new(),
        pause: ::std::option::Option::Some(2),
    };
    ::std::assert!(!::agent_error::render(&RichError::Unit, ::agent_error::Format::HUMAN).is_empty());
    let tuple = RichError::Tuple(1, 2);
    ::std::assert!(::agent_error::render(&tuple, ::agent_error::Format::ENVELOPE).contains("\"fix_command\":\"try 1\""));
    let wrapped =
        RichError::Opaque(::std::boxed::Box::new(RichError::Inner(::std::boxed::Box::new(RichInner { page: 3 }))));
    ::std::assert!(::agent_error::render(&wrapped, ::agent_error::Format::ENVELOPE).contains("see 3"));
    let envelope = ::agent_error::render(&fields, ::agent_error::Format::ENVELOPE);
    ::std::assert!(envelope.contains("\"retry_after_ms\":2000") && envelope.contains("[REDACTED]"), "{envelope}");
    ::std::assert!(!::agent_error::catalog![RichError<'static>].is_empty());
    let code: &'static str = ::agent_error::code!("RICH_INNER" in RichError<'static>);
    ::std::assert!(!code.is_empty());
}
