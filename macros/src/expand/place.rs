//! Source locations of declarations.

use proc_macro2::Span;

/// The source location of a type's declaration.
///
/// Expanding `line!()` for each variant of a large enum would be too slow. Instead, variants store their distance from
/// the type's line. If `line!()` differs from the span, the type comes from a macro, and all variants get the line of
/// the macro call.
pub(super) struct Place {
    pub(super) span: Span,
    pub(super) line: u32,
    file: String,
}

impl Place {
    pub(super) fn of(span: Span) -> Self {
        let (line, file) = position(span);
        Self { span, line, file }
    }

    /// Returns the number of lines to a variant, or 0 if there are too many or if the variant is in another file.
    pub(super) fn lines_to(&self, variant: Span) -> u16 {
        let (line, file) = position(variant);
        let lines = line.checked_sub(self.line).filter(|_| file == self.file);
        lines.and_then(|lines| u16::try_from(lines).ok()).unwrap_or(0)
    }
}

/// Returns the line and file of a span, if known.
fn position(span: Span) -> (u32, String) {
    if !proc_macro::is_available() {
        return (0, String::new());
    }
    let span = span.unwrap();
    (u32::try_from(span.line()).unwrap_or(0), span.file())
}
