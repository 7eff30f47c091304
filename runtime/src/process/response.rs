//! Successful responses.

use crate::format::{Format, Renderer, success_envelope};
#[cfg(feature = "clap")]
use crate::json::JsonView;
use crate::ready::process::OutputError;
use crate::text::sanitize::clean_capped;
use crate::text::style::Terminal;
use serde_core::Serialize;
use std::any::type_name_of_val;
use std::fmt;

/// A program's successful response, with data for programs and text for people. The
/// [guide](crate::_guide::formats#successful-responses) shows how each format writes it.
pub struct Response {
    data: Data,
    pub(crate) document: Option<String>,
    human: Option<HumanText>,
    pub(crate) warnings: Vec<String>,
}

/// Serializes the data, indented if the argument is true.
type Data = Box<dyn Fn(bool) -> Result<String, OutputError>>;

type HumanText = Box<dyn Fn(Terminal) -> String>;

impl Response {
    /// Creates a response with data. Objects and arrays become the envelope's `data`. A single
    /// number, string or boolean becomes `{"value": …}`. `Human` writes indented JSON, and a string
    /// as plain text, unless you set other text with [`human`](Self::human).
    pub fn new(data: impl Serialize + 'static) -> Self {
        let json = move |pretty| {
            let json = if pretty {
                serde_json::to_string_pretty(&data)
            } else {
                serde_json::to_string(&data)
            };
            json.map_err(|source| OutputError::Unserializable {
                response_type: type_name_of_val(&data),
                source,
            })
        };
        Self::of_data(Box::new(json))
    }

    fn of_data(data: Data) -> Self {
        Self {
            data,
            document: None,
            human: None,
            warnings: Vec::new(),
        }
    }

    #[cfg(feature = "clap")]
    pub(crate) fn of_view(view: &JsonView<'_>) -> Self {
        let json = [false, true].map(|pretty| view.write(pretty));
        Self::of_data(Box::new(
            move |pretty| Ok(json[usize::from(pretty)].clone()),
        ))
    }

    #[cfg(feature = "clap")]
    pub(crate) fn view<T: 'static>(data: T, text: fn(&T, Terminal) -> String) -> Self
    where
        for<'a> JsonView<'a>: From<&'a T>,
    {
        Self::of_view(&JsonView::from(&data)).human_with(move |terminal| text(&data, terminal))
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
    #[must_use]
    pub fn human_with(mut self, text: impl Fn(Terminal) -> String + 'static) -> Self {
        self.human = Some(Box::new(text));
        self
    }

    /// Adds a warning, for problems that didn't make the call fail. Control characters are removed.
    #[must_use]
    pub fn warning(mut self, text: impl Into<String>) -> Self {
        self.warnings
            .push(crate::text::sanitize::clean(&text.into()));
        self
    }

    /// Renders the response. Only `Human` ends with a newline.
    ///
    /// # Errors
    ///
    /// Returns [`OutputError::Unserializable`] if the data can't be serialized.
    pub fn render<'a>(&'a self, format: impl Into<Renderer<'a>>) -> Result<String, OutputError> {
        if let Some(document) = &self.document {
            return Ok(document.clone());
        }
        let renderer = format.into().warnings(&self.warnings);
        let text = match (renderer.format(), &self.human) {
            (Format::Envelope, _) => {
                return Ok(success_envelope(&(self.data)(renderer.pretty)?, &renderer));
            }
            (Format::Human, Some(text)) => text(renderer.terminal),
            (Format::Human, None) => {
                let json = (self.data)(true)?;
                match json
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'))
                {
                    Some(text) => clean_capped(&unescaped(text), usize::MAX),
                    None if json == "null" => return Ok(String::new()),
                    None => json,
                }
            }
            // These formats only define errors, so write the data itself.
            (
                Format::Nested
                | Format::Flat
                | Format::Xml
                | Format::Tagged
                | Format::Problem
                | Format::Brief,
                _,
            ) => {
                return (self.data)(renderer.pretty);
            }
        };
        Ok(format!("{}\n", text.trim_end_matches('\n')))
    }
}

/// Decodes the escapes that `serde_json` writes in a string, except those of control characters,
/// which `clean_capped` removes. Parsing the string with `serde_json` would make a minimal program
/// 7 % larger.
fn unescaped(json: &str) -> String {
    let mut text = String::new();
    let mut characters = json.chars();
    while let Some(character) = characters.next() {
        match (
            character,
            if character == '\\' {
                characters.next()
            } else {
                None
            },
        ) {
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

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}
