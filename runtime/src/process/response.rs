//! Successful responses.

use crate::format::{Format, Style};
#[cfg(feature = "catalog")]
use crate::json::JsonView;
use crate::text::sanitize::{clean, clean_capped};
use serde_core::Serialize;
use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// Writes the data. If it can't be written, returns the reason.
type Data = Box<dyn Fn(Form) -> Result<String, String>>;

/// How data is written.
#[derive(Clone, Copy)]
enum Form {
    /// JSON on one line.
    Compact,
    /// JSON with line breaks.
    Indented,
    /// Without quotes and escapes. Only for data that is a string in JSON.
    Text,
}

impl Form {
    fn of_json(is_pretty: bool) -> Self {
        if is_pretty {
            Self::Indented
        } else {
            Self::Compact
        }
    }
}

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
        Self::of_data(Box::new(move |form| {
            catch_unwind(AssertUnwindSafe(|| written(&data, form)))
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
        Self::of_data(Box::new(move |form| {
            let json = match form {
                Form::Compact => &compact,
                // A view is never a string.
                Form::Indented | Form::Text => &pretty,
            };
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
            let style = format.style(&[], duration_ms);
            let data = self.json(style.is_pretty(), &mut warnings);
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
        if json.starts_with('"')
            && let Ok(text) = (self.data)(Form::Text)
        {
            return with_line_break(&clean_capped(&text, usize::MAX));
        }
        with_line_break(&json)
    }

    /// Returns the data as JSON. If it can't be serialized, returns `null`, and adds a warning.
    fn json(&self, is_pretty: bool, warnings: &mut Vec<String>) -> String {
        (self.data)(Form::of_json(is_pretty)).unwrap_or_else(|reason| {
            let warning = format!("the result can't be shown as JSON: {reason}");
            warnings.push(clean(&warning));
            "null".to_owned()
        })
    }
}

fn written(data: &impl Serialize, form: Form) -> Result<String, String> {
    let json = match form {
        Form::Compact => serde_json::to_string(data),
        Form::Indented => serde_json::to_string_pretty(data),
        Form::Text => return unquoted(data),
    };
    json.map_err(|error| error.to_string())
}

/// Writes a string without quotes and escapes. Parsing its JSON would make a minimal program 11 %
/// larger.
fn unquoted(data: &impl Serialize) -> Result<String, String> {
    let mut text = String::new();
    match write!(text, "{}", Unquoted(data)) {
        Ok(()) => Ok(text),
        Err(error) => Err(error.to_string()),
    }
}

struct Unquoted<'d, T>(&'d T);

impl<T: Serialize> fmt::Display for Unquoted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
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
