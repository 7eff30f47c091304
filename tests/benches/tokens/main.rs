//! Counts the tokens of each format, and prints a Markdown table for `costs.md`.
//!
//! The table compares five errors with miette's JSON and with the `Debug` output of the same errors. Tokens are counted
//! with the `o200k_base` encoding of `tiktoken-rs`. To print the table, run `cargo bench -p agent-error-benches --bench
//! tokens`. To also print the counted strings, pass `-- --texts`.

mod errors;

use agent_error::{Format, render};
use errors::TokenError;
use std::process::ExitCode;
use tiktoken_rs::CoreBPE;

/// A way to format an error.
struct Row {
    name: String,
    show: Box<dyn Fn(&TokenError) -> String>,
    /// The facts that this row omits. A short string is cheap if it says nothing.
    omitted_members: String,
}

impl Row {
    fn new(name: &str, omitted_members: impl Into<String>, show: impl Fn(&TokenError) -> String + 'static) -> Self {
        Self { name: name.to_owned(), show: Box::new(show), omitted_members: omitted_members.into() }
    }

    fn of_format(format: Format) -> Self {
        Self::new(&format!("`{format:?}`"), format.omitted_members(), move |error| render(error, format))
    }

    fn text(&self, error: &TokenError) -> String {
        (self.show)(error).trim_end().to_owned()
    }
}

fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Format::ALL.iter().copied().map(Row::of_format).collect();
    rows.extend([
        Row::new("`Envelope`, indented", "nothing", |error| render(error, Format::Envelope.pretty())),
        Row::new("good prose", "code, retry, docs, actions, context", TokenError::prose),
        Row::new("miette's JSON", "retry, actions, context", miette_json),
        Row::new("`{:?}`", "code, advice, retry, docs, actions", |error| format!("{error:?}")),
        Row::new("`{:#?}`", "code, advice, retry, docs, actions", |error| format!("{error:#?}")),
    ]);
    rows
}

fn miette_json(error: &TokenError) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = miette::JSONReportHandler::new().render_report(&mut text, error);
    text
}

fn main() -> ExitCode {
    let tokens = match tiktoken_rs::o200k_base() {
        Ok(encoding) => encoding,
        Err(error) => {
            eprintln!("the encoding is broken: {error}");
            return ExitCode::FAILURE;
        }
    };
    if std::env::args().any(|argument| argument == "--texts") {
        print_texts();
    }
    print_table(&tokens);
    let total = |row: &Row| TokenError::samples().iter().map(|(_, error)| count(&tokens, row, error)).sum::<usize>();
    let (brief, prose) = (Row::of_format(Format::Brief), Row::new("", "", TokenError::prose));
    let (brief, prose) = (total(&brief), total(&prose));
    println!("\n`Brief`: {brief} tokens, {}.{:02} × good prose", brief / prose, brief * 100 / prose % 100);
    // `Brief` may cost at most 1.5 times as many tokens as prose.
    match 2 * brief <= 3 * prose {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn count(tokens: &CoreBPE, row: &Row, error: &TokenError) -> usize {
    tokens.encode_ordinary(&row.text(error)).len()
}

fn print_texts() {
    for row in rows() {
        println!("## {}\n", row.name);
        for (_, error) in TokenError::samples() {
            println!("{}\n", row.text(&error));
        }
    }
}

fn print_table(tokens: &CoreBPE) {
    let samples = TokenError::samples();
    let names: Vec<&str> = samples.iter().map(|(name, _)| *name).collect();
    println!("| tokens | {} | total | leaves out |", names.join(" | "));
    println!("|---|{}---|", "---:|".repeat(names.len() + 1));
    for row in rows() {
        let counts: Vec<usize> = samples.iter().map(|(_, error)| count(tokens, &row, error)).collect();
        let cells: Vec<String> = counts.iter().chain([&counts.iter().sum()]).map(ToString::to_string).collect();
        println!("| {} | {} | {} |", row.name, cells.join(" | "), row.omitted_members);
    }
}
