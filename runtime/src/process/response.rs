//! A successful answer of a program.

#[cfg(feature = "clap")]
use crate::catalog::json_view::JsonView;
use crate::error::to_json::ToJson;
use crate::format::{Answer, Format, Renderer, UnserializableData, push_data};
use crate::text::style::Screen;
use serde::Serialize;
use std::fmt;
#[cfg(feature = "clap")]
use std::rc::Rc;

/// A successful answer of a program, in the same envelope as its errors.
///
/// ```
/// use agent_error::{Format, Response};
/// use serde_json::json;
///
/// let response = Response::new(json!({"rows": 3})).human("3 rows").warning("1 row was empty");
/// assert_eq!(
///     response.render(Format::Envelope).unwrap(),
///     r#"{"ok":true,"data":{"rows":3},"error":null,"warnings":["1 row was empty"],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
/// );
/// assert_eq!(response.render(Format::Human).unwrap(), "3 rows\n");
/// ```
pub struct Response {
    data: Box<dyn ToJson>,
    document: Option<String>,
    human: Option<HumanText>,
    pub(crate) warnings: Vec<String>,
}

type HumanText = Box<dyn Fn(Screen) -> String>;

impl Response {
    /// An answer with data. An object or an array is the `data` of the envelope; a single number, text or bool becomes
    /// `{"value": …}`.
    pub fn new(data: impl Serialize + 'static) -> Self {
        Self { data: Box::new(data), document: None, human: None, warnings: Vec::new() }
    }

    /// An answer that is a view of a catalog, with its text for people.
    #[cfg(feature = "clap")]
    pub(crate) fn view<T: 'static>(data: T, text: fn(&T, Screen) -> String) -> Self
    where
        for<'a> JsonView<'a>: From<&'a T>,
    {
        let data = Rc::new(data);
        let shown = Rc::clone(&data);
        Self { data: Box::new(View(data)), ..Self::new(()) }.human_with(move |screen| text(&shown, screen))
    }

    /// A document that is the whole answer. It is written to standard output unchanged, whatever the format, for
    /// example into a file or a pipe.
    pub fn document(text: impl Into<String>) -> Self {
        Self { document: Some(text.into()), ..Self::new(()) }
    }

    /// Sets the text for people in place of the data. It is written unchanged; the program adds colors.
    #[must_use]
    pub fn human(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.human_with(move |_| text.clone())
    }

    /// Sets the text for people in place of the data, written for the given screen.
    #[must_use]
    pub fn human_with(mut self, text: impl Fn(Screen) -> String + 'static) -> Self {
        self.human = Some(Box::new(text));
        self
    }

    /// Adds a warning that did not stop the call. Control characters are removed.
    #[must_use]
    pub fn warning(mut self, text: impl Into<String>) -> Self {
        self.warnings.push(crate::text::clean::clean(&text.into()));
        self
    }
}

/// A view, which its text for people also needs.
#[cfg(feature = "clap")]
struct View<T>(Rc<T>);

#[cfg(feature = "clap")]
impl<T> ToJson for View<T>
where
    for<'a> JsonView<'a>: From<&'a T>,
{
    fn push_json(&self, out: &mut String) -> serde_json::Result<()> {
        JsonView::from(&self.0).push_json(out)
    }
}

impl Response {
    /// The answer as text, ending with a newline only in `Human`.
    ///
    /// # Errors
    ///
    /// If the data cannot be serialized.
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
            (Format::Envelope, _) => Answer { data: &*self.data, renderer: &renderer }.render_into(buffer),
            (Format::Human, Some(text)) => {
                let text = text(renderer.screen());
                buffer.push_str(text.trim_end_matches('\n'));
                buffer.push('\n');
                Ok(())
            }
            (Format::Human, None) => {
                push_data(&*self.data, true, buffer)?;
                match buffer.as_str() {
                    // Without data, nothing is written.
                    "null" => buffer.clear(),
                    _ => buffer.push('\n'),
                }
                Ok(())
            }
            // These formats are only for errors: a successful answer is its data.
            (Format::Nested | Format::Flat | Format::Xml | Format::Tagged | Format::Problem | Format::Brief, _) => {
                push_data(&*self.data, renderer.is_pretty(), buffer)
            }
        }
    }
}

impl Response {
    /// Whether the answer has a place for warnings.
    pub(crate) fn holds_warnings(&self, format: Format) -> bool {
        format == Format::Envelope && self.document.is_none()
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}
