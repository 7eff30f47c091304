//! Where a type is declared.

use proc_macro2::Span;

/// The place of a type's declaration.
///
/// Expanding `line!()` for each variant of a large enum would cost too much. If it differs from the span, a macro
/// writes the type; all variants then have the line of the macro's call.
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

    /// The lines to a variant; 0 if they are too many or in another file.
    pub(super) fn lines_to(&self, variant: Span) -> u16 {
        let (line, file) = position(variant);
        let lines = line.checked_sub(self.line).filter(|_| file == self.file);
        lines.and_then(|lines| u16::try_from(lines).ok()).unwrap_or(0)
    }
}

/// The line and the file of a span, if the compiler knows them.
fn position(span: Span) -> (u32, String) {
    if !proc_macro::is_available() {
        return (0, String::new());
    }
    let span = span.unwrap();
    (u32::try_from(span.line()).unwrap_or(0), span.file())
}
