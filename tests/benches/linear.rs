//! Measures the time to write and parse errors of 1, 2, 4 and 8 MB, which must grow linearly.
//!
//! Run with `cargo bench -p agent-error-benches --bench linear`.

use agent_error::{ErrorRecord, FieldError, Format, Renderer};
use divan::{Bencher, black_box};
use serde_json::{Value, json};

const MEGABYTES: [usize; 4] = [1, 2, 4, 8];

/// What makes an error large.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A string of characters that formats escape or fold.
    Escapes,
    /// A string of unterminated control sequences.
    ControlStrings,
    /// A string of bidirectional controls, which some formats show as code points.
    Bidirectional,
    /// Many values, any of which could occur in the message.
    Values,
    /// Many names that become equal when sanitized.
    EqualNames,
    /// Many actions that contain separators.
    Actions,
    /// Many invalid fields.
    Fields,
    /// Many causes, of which formats keep 64.
    Causes,
}

const SHAPES: [Shape; 8] = [
    Shape::Escapes,
    Shape::ControlStrings,
    Shape::Bidirectional,
    Shape::Values,
    Shape::EqualNames,
    Shape::Actions,
    Shape::Fields,
    Shape::Causes,
];

fn record(shape: Shape, bytes: usize) -> ErrorRecord {
    let new = |message: String| ErrorRecord::new("LARGE", message);
    match shape {
        Shape::Escapes => new("\"\\\n<&]]>'; ".repeat(bytes / 12)),
        Shape::ControlStrings => new("\u{1b}]a".repeat(bytes / 3)),
        Shape::Bidirectional => new("\u{202e}".repeat(bytes / 3)),
        Shape::Values => {
            let mut record = new("ab ".repeat(bytes / 6));
            record.context.extend((0..bytes / 32).map(|at| (format!("name{at}"), Value::from("aba"))));
            record
        }
        Shape::EqualNames => {
            let name = |at: usize| format!("{}a{}", "\0".repeat(at % 7), "\0".repeat(at / 7 % 1000));
            let members = (0..bytes / 600).map(|at| (name(at), Value::Null)).collect();
            new("m".to_owned()).with_context("object", Value::Object(members))
        }
        Shape::Actions => {
            let mut record = new("m".to_owned());
            record.actions.extend((0..bytes / 10).map(|at| format!("a, \"{at}")));
            record
        }
        Shape::Fields => {
            let mut record = new("m".to_owned());
            let field = |at| FieldError::new(format!("a: {at}"), "Invalid.").sent(json!(["x", at])).options(["a", "b"]);
            (0..bytes / 64).map(field).for_each(|field| record.push_field_error(field));
            record
        }
        Shape::Causes => (0..bytes / 10).fold(new("m".to_owned()), |record, at| match at {
            // Limit the number of causes, because `with_cause` walks to the last one.
            0..64 => record.with_cause(format!("cause {at}: {}", "a: ".repeat(bytes / 192))),
            _ => record,
        }),
    }
}

fn write(bencher: Bencher<'_, '_>, format: Format, megabytes: usize) {
    let records = SHAPES.map(|shape| record(shape, megabytes << 20));
    bencher.bench(|| {
        for record in &records {
            black_box(Renderer::new(format).cap(usize::MAX).render(black_box(record)).len());
        }
    });
}

fn read(bencher: Bencher<'_, '_>, format: Format, megabytes: usize) {
    let texts = SHAPES.map(|shape| Renderer::new(format).cap(usize::MAX).render(&record(shape, megabytes << 20)));
    bencher.bench(|| {
        for text in &texts {
            assert!(agent_error::parse(black_box(text)).is_ok());
        }
    });
}

#[divan::bench(args = MEGABYTES, consts = [0, 1, 2, 3, 4, 5, 6, 7], sample_count = 3)]
fn written<const FORMAT: usize>(bencher: Bencher<'_, '_>, megabytes: usize) {
    write(bencher, Format::ALL[FORMAT], megabytes);
}

#[divan::bench(args = MEGABYTES, consts = [0, 1, 2, 3, 4, 5, 6, 7], sample_count = 3)]
fn parsed<const FORMAT: usize>(bencher: Bencher<'_, '_>, megabytes: usize) {
    read(bencher, Format::ALL[FORMAT], megabytes);
}

fn main() {
    divan::main();
}
