//! Successful responses.

use crate::format::{Format, Renderer, success_envelope};
#[cfg(feature = "clap")]
use crate::json::JsonView;
use crate::text::sanitize::clean_capped;
use crate::text::style::Terminal;
use serde::Serialize;
use std::fmt;
#[cfg(feature = "clap")]
use std::rc::Rc;

/// A program's successful response, with data for programs and text for people.
///
/// ```
/// use agent_error::{Format, Response};
/// use serde_json::json;
///
/// let response = Response::new(json!({"rows": 3})).human("3 rows").warning("1 row was empty");
/// assert_eq!(
///     response.render(Format::Envelope).unwrap(),
///     r#"{"ok":true,"data":{"rows":3},"error":null,"warnings":["1 row was empty"],"meta":{"duration_ms":0}}"#
/// );
/// assert_eq!(response.render(Format::Human).unwrap(), "3 rows\n");
/// ```
pub struct Response {
    data: Box<dyn Data>,
    document: Option<String>,
    human: Option<HumanText>,
    pub(crate) warnings: Vec<String>,
}

type HumanText = Box<dyn Fn(Terminal) -> String>;

impl Response {
    /// Creates a response with data. Objects and arrays become the envelope's `data`. A single number, string or
    /// boolean becomes `{"value": …}`.
    ///
    /// `Human` writes the data as indented JSON, and a string as plain text. To write other text for people, call
    /// [`human`](Self::human).
    pub fn new(data: impl Serialize + 'static) -> Self {
        Self { data: Box::new(Serialized(data)), document: None, human: None, warnings: Vec::new() }
    }

    /// Creates a response with JSON for programs and a function that formats text for people.
    #[cfg(feature = "clap")]
    pub(crate) fn view<T: 'static>(data: T, text: fn(&T, Terminal) -> String) -> Self
    where
        for<'a> JsonView<'a>: From<&'a T>,
    {
        let data = Rc::new(data);
        let shown = Rc::clone(&data);
        Self { data: Box::new(data), ..Self::new(()) }.human_with(move |terminal| text(&shown, terminal))
    }

    /// Creates a response that consists of a single document. It's written to standard output unchanged, regardless of
    /// the format. Use this for output that goes into a file or a pipe.
    pub fn document(text: impl Into<String>) -> Self {
        Self { document: Some(text.into()), ..Self::new(()) }
    }

    /// Sets the text that people see instead of the data. The text is written unchanged, so add colors yourself.
    #[must_use]
    pub fn human(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.human_with(move |_| text.clone())
    }

    /// Sets a function that formats the text for people, given the terminal's width and color support.
    #[must_use]
    pub fn human_with(mut self, text: impl Fn(Terminal) -> String + 'static) -> Self {
        self.human = Some(Box::new(text));
        self
    }

    /// Adds a warning, for problems that didn't make the call fail. Control characters are removed.
    #[must_use]
    pub fn warning(mut self, text: impl Into<String>) -> Self {
        self.warnings.push(crate::text::sanitize::clean(&text.into()));
        self
    }
}

/// The error returned if a program's data can't be serialized.
#[derive(Debug)]
pub struct UnserializableData {
    /// The Rust type of the data.
    pub(crate) response_type: &'static str,
    pub(crate) source: serde_json::Error,
}

impl fmt::Display for UnserializableData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot serialize the response as JSON")
    }
}

impl std::error::Error for UnserializableData {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// The data of a response.
trait Data {
    /// Serializes the data, indented if `pretty` is set.
    fn json(&self, pretty: bool) -> Result<String, UnserializableData>;
}

/// Data of any type that implements `Serialize`.
struct Serialized<T>(T);

impl<T: Serialize> Data for Serialized<T> {
    fn json(&self, pretty: bool) -> Result<String, UnserializableData> {
        let json = if pretty { serde_json::to_string_pretty(&self.0) } else { serde_json::to_string(&self.0) };
        json.map_err(|source| UnserializableData { response_type: std::any::type_name::<T>(), source })
    }
}

#[cfg(feature = "clap")]
impl<T> Data for Rc<T>
where
    for<'a> JsonView<'a>: From<&'a T>,
{
    fn json(&self, pretty: bool) -> Result<String, UnserializableData> {
        Ok(JsonView::from(&**self).write(pretty))
    }
}

impl Response {
    /// Renders the response. Only `Human` ends with a newline.
    ///
    /// # Errors
    ///
    /// Returns an error if the data can't be serialized.
    pub fn render<'a>(&'a self, format: impl Into<Renderer<'a>>) -> Result<String, UnserializableData> {
        let mut buffer = String::new();
        self.render_into(format.into(), &mut buffer)?;
        Ok(buffer)
    }

    pub(crate) fn render_into<'a>(
        &'a self,
        renderer: Renderer<'a>,
        buffer: &mut String,
    ) -> Result<(), UnserializableData> {
        if let Some(document) = &self.document {
            buffer.push_str(document);
            return Ok(());
        }
        let renderer = renderer.warnings(&self.warnings);
        match (renderer.format(), &self.human) {
            (Format::Envelope, _) => {
                buffer.push_str(&success_envelope(&self.data.json(renderer.pretty)?, &renderer));
                Ok(())
            }
            (Format::Human, Some(text)) => {
                let text = text(renderer.terminal);
                buffer.push_str(text.trim_end_matches('\n'));
                buffer.push('\n');
                Ok(())
            }
            (Format::Human, None) => {
                let json = self.data.json(true)?;
                let text = match json.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                    Some(text) => Some(clean_capped(&unescaped(text), usize::MAX)),
                    None => Some(json).filter(|json| json != "null"),
                };
                if let Some(text) = text {
                    buffer.push_str(text.trim_end_matches('\n'));
                    buffer.push('\n');
                }
                Ok(())
            }
            // These formats only define errors, so write the data itself.
            (Format::Nested | Format::Flat | Format::Xml | Format::Tagged | Format::Problem | Format::Brief, _) => {
                buffer.push_str(&self.data.json(renderer.pretty)?);
                Ok(())
            }
        }
    }
}

/// Decodes the escapes that `serde_json` writes in a string, except those of control characters, which `clean_capped`
/// removes. Parsing the string with `serde_json` would make a minimal program 7 % larger.
fn unescaped(json: &str) -> String {
    let mut text = String::new();
    let mut characters = json.chars();
    while let Some(character) = characters.next() {
        match (character, if character == '\\' { characters.next() } else { None }) {
            (_, Some('n')) => text.push('\n'),
            (_, Some('t')) => text.push('\t'),
            (_, Some('u')) => {
                let (hex, rest) = characters.as_str().split_at_checked(4).unwrap_or_default();
                text.extend(u32::from_str_radix(hex, 16).ok().and_then(char::from_u32));
                characters = rest.chars();
            }
            (_, Some('b' | 'f' | 'r')) => {}
            (_, Some(escaped)) => text.push(escaped),
            (plain, None) => text.push(plain),
        }
    }
    text
}

impl Response {
    /// Whether the response contains the warnings in this format.
    pub(crate) fn holds_warnings(&self, format: Format) -> bool {
        format == Format::Envelope && self.document.is_none()
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Response;
    use crate::format::Format;

    #[test]
    fn people_see_a_string_without_quotes_escapes_and_control_characters() {
        let shown = |text: &'static str| Response::new(text).render(Format::Human).unwrap();
        assert_eq!(shown("a \"b\" C:\\new\ttab\nline"), "a \"b\" C:\\new\ttab\nline\n");
        assert_eq!(shown("\u{1b}[31mred\u{1b}[0m\u{8}\u{c}\r größe"), "red größe\n");
        assert_eq!(Response::new(Some("text")).render(Format::Human).unwrap(), "text\n");
        assert_eq!(Response::new(()).render(Format::Human).unwrap(), "");
        assert_eq!(Response::new(["a"]).render(Format::Human).unwrap(), "[\n  \"a\"\n]\n");
    }
}
