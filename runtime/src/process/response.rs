//! Successful responses.

use crate::format::{Format, Style};
#[cfg(feature = "catalog")]
use crate::json::JsonView;
use crate::text::sanitize::{clean, clean_capped};
use serde_core::Serialize;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::Chars;

/// A program's successful response, with data for programs and text for people. The
/// [guide](crate::_guide::formats#successful-responses) shows how each format writes it.
///
/// ```
/// use agent_error::{Format, Response};
///
/// let response = Response::new([1, 2]).human("2 rows").warning("1 row was empty");
/// assert_eq!(response.render(Format::HUMAN), "2 rows\n");
/// assert_eq!(response.render(Format::BRIEF), "[1,2]");
/// ```
pub struct Response {
    data: Data,
    pub(crate) document: Option<String>,
    human: Option<HumanText>,
    pub(crate) warnings: Vec<String>,
}

/// Serializes the data, indented if the argument is true. If it can't be serialized, returns the
/// reason.
type Data = Box<dyn Fn(bool) -> Result<String, String>>;

type HumanText = Box<dyn Fn(&Style<'_>) -> String>;

/// A response in a format, and its warnings, which some formats contain.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) warnings: Vec<String>,
}

impl Response {
    /// Creates a response with data. Objects and arrays become the envelope's `data`. A single
    /// number, string or boolean becomes `{"value": …}`. [`Format::HUMAN`] writes indented JSON,
    /// and a string as plain text, unless you set other text with [`human`](Self::human).
    ///
    /// If the data can't be serialized, for example because it contains a path that isn't UTF-8,
    /// the response contains `null` and a warning with the reason. The call still succeeds, because
    /// its work is done. To show such a path, serialize `path.display().to_string()`. Note that
    /// serde's `json!` panics in this case.
    pub fn new(data: impl Serialize + 'static) -> Self {
        Self::of_data(Box::new(move |is_pretty| {
            catch_unwind(AssertUnwindSafe(|| to_json(&data, is_pretty)))
                .unwrap_or_else(|_| Err("its `Serialize` impl panicked".to_owned()))
        }))
    }

    fn of_data(data: Data) -> Self {
        Self {
            data,
            document: None,
            human: None,
            warnings: Vec::new(),
        }
    }

    #[cfg(feature = "catalog")]
    pub(crate) fn of_view(view: &JsonView<'_>) -> Self {
        let compact = view.write(false);
        let pretty = view.write(true);
        Self::of_data(Box::new(move |is_pretty| {
            let json = if is_pretty { &pretty } else { &compact };
            Ok(json.clone())
        }))
    }

    #[cfg(feature = "catalog")]
    pub(crate) fn view<T: 'static>(data: T, text: fn(&T, &Style<'_>) -> String) -> Self
    where
        for<'a> JsonView<'a>: From<&'a T>,
    {
        Self::of_view(&JsonView::from(&data)).human_with(move |style| text(&data, style))
    }

    /// Creates a response that's written to standard output unchanged, regardless of the format.
    pub fn document(text: impl Into<String>) -> Self {
        Self {
            document: Some(text.into()),
            ..Self::of_data(Box::new(|_| Ok(String::new())))
        }
    }

    /// Sets the text that people see instead of the data. The text is written unchanged, so add
    /// colors yourself.
    #[must_use]
    pub fn human(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.human_with(move |_| text.clone())
    }

    /// Sets a function that formats the text for people, given the terminal's width and color
    /// support.
    ///
    /// ```
    /// use agent_error::{Format, Response};
    ///
    /// let response = Response::new(7).human_with(|style| match style.width() {
    ///     Some(width) => format!("{:>width$}", 7),
    ///     None => "7".to_owned(),
    /// });
    /// assert_eq!(response.render(Format::HUMAN.width(Some(3))), "  7\n");
    /// ```
    #[must_use]
    pub fn human_with(mut self, text: impl Fn(&Style<'_>) -> String + 'static) -> Self {
        self.human = Some(Box::new(text));
        self
    }

    /// Adds a warning, for problems that didn't make the call fail. Control characters are removed.
    #[must_use]
    pub fn warning(mut self, text: impl Into<String>) -> Self {
        self.warnings.push(clean(&text.into()));
        self
    }

    /// Renders the response. Only [`Format::HUMAN`] ends with a newline.
    pub fn render(&self, format: Format) -> String {
        self.write(format, 0).text
    }

    pub(crate) fn write(&self, format: Format, duration_ms: u64) -> Written {
        let mut warnings = self.warnings.clone();
        let text = if let Some(document) = &self.document {
            document.clone()
        } else if format.is_for_people() {
            let style = format.style(&self.warnings, duration_ms);
            self.text_for_people(&style, &mut warnings)
        } else {
            let is_pretty = format.style(&[], duration_ms).is_pretty();
            let data = self.json(is_pretty, &mut warnings);
            format.write_success(data, &format.style(&warnings, duration_ms))
        };
        Written { text, warnings }
    }

    fn text_for_people(&self, style: &Style<'_>, warnings: &mut Vec<String>) -> String {
        if let Some(text) = &self.human {
            return with_line_break(&text(style));
        }
        let json = self.json(true, warnings);
        if json == "null" {
            return String::new();
        }
        match unquoted(&json) {
            Some(text) => with_line_break(&clean_capped(&text, usize::MAX)),
            None => with_line_break(&json),
        }
    }

    /// Returns the data as JSON. If it can't be serialized, returns `null`, and adds a warning.
    fn json(&self, is_pretty: bool, warnings: &mut Vec<String>) -> String {
        (self.data)(is_pretty).unwrap_or_else(|reason| {
            let warning = format!("the result can't be shown as JSON: {reason}");
            warnings.push(clean(&warning));
            "null".to_owned()
        })
    }
}

fn to_json(data: &impl Serialize, is_pretty: bool) -> Result<String, String> {
    let json = if is_pretty {
        serde_json::to_string_pretty(data)
    } else {
        serde_json::to_string(data)
    };
    json.map_err(|error| error.to_string())
}

/// Decodes a JSON string. Returns `None` for other JSON. Parsing it with `serde_json` would make a
/// minimal program 11 % larger.
fn unquoted(json: &str) -> Option<String> {
    let escaped = json.strip_prefix('"')?.strip_suffix('"')?;
    // Two escape sequences can be one character, so that each is a code unit of UTF-16.
    let mut units = Vec::with_capacity(escaped.len());
    let mut rest = escaped.chars();
    while let Some(character) = rest.next() {
        if character == '\\' {
            units.push(code_unit(&mut rest)?);
        } else {
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
        }
    }
    Some(String::from_utf16_lossy(&units))
}

/// Decodes the escape sequence after a backslash.
fn code_unit(rest: &mut Chars<'_>) -> Option<u16> {
    let symbol = rest.next()?;
    if symbol == 'u' {
        let (digits, after) = rest.as_str().split_at_checked(4)?;
        *rest = after.chars();
        return u16::from_str_radix(digits, 16).ok();
    }
    let character = match symbol {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        literal => literal,
    };
    u16::try_from(u32::from(character)).ok()
}

fn with_line_break(text: &str) -> String {
    format!("{}\n", text.trim_end_matches('\n'))
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}
