//! Checks whether a catalog contains everything that an agent needs to handle an error.

mod difference;
mod finding;

pub use difference::FactDifference;
pub use finding::{Finding, FindingKind};

use crate::document::{Code, Declaration, Document, Sets};
use agent_error::exit;
use agent_error_rules::advice::{called_names, is_for_command_line};
use agent_error_rules::command::{is_command_line, is_method, is_request};
use agent_error_rules::nearest::nearest;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// The highest possible score.
const BEST: u8 = 3;

/// Describes what `lint` can't check, because a catalog document doesn't contain the program's
/// commands.
const UNCHECKED: &str = "whether the commands and flags in the advice exist; a test of the program can, with `agent_error_testing::AdviceChecker`";

/// The result of [`Document::lint`]: the findings, by code, and a score.
///
/// | score | requirement for each code |
/// |---|---|
/// | 1 | none, because every code has a message |
/// | 2 | the context contains the values of the message |
/// | 3 | there is a docs URL and, if callers can recover from the error, advice |
///
/// `agent-error score` uses the same levels for the output of a program. Some problems, such as a
/// missing doc comment, are reported as a [`Finding`] without affecting the score.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{Document, FindingKind};
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let mut lint = document.lint();
/// assert_eq!(lint.score(), 2);
/// lint.retain(|_, finding| finding.kind != FindingKind::NoDocsUrl);
/// for line in lint.lines(|_| true) {
///     eprintln!("{line}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Lint {
    codes: Vec<LintedCode>,
    /// The findings about the program as a whole.
    program: Vec<Finding>,
}

/// The findings about a declaration of a code.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::Document;
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let lint = document.lint();
/// let linted = &lint.codes()[0];
/// assert_eq!((linted.code.as_str(), linted.score()), ("USER_NOT_FOUND", 2));
/// let (file, line) = &linted.place;
/// println!("{file}:{line}: {} findings", linted.findings.len());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LintedCode {
    /// The code, such as `NOT_FOUND`.
    pub code: String,
    /// The path of the Rust type or variant that declares the code. Empty if the program isn't
    /// written in Rust.
    pub declared_by: String,
    /// The file and line of the declaration. If the document doesn't contain them, an empty path
    /// and 0.
    pub place: (String, u32),
    /// The findings. Empty if nothing is missing.
    pub findings: Vec<Finding>,
}

impl LintedCode {
    fn of(declared: &Declaration) -> Self {
        let kinds = FindingKind::ALL
            .iter()
            .filter(|kind| kind.applies_to(declared));
        Self {
            code: declared.code().to_owned(),
            declared_by: declared.path().to_owned(),
            place: (declared.source.file.clone(), declared.source.line),
            findings: kinds.map(|kind| Finding::new(*kind, kind.what())).collect(),
        }
    }

    /// Returns the location as `file:line`, if known.
    fn shown_place(&self) -> Option<String> {
        let (file, line) = &self.place;
        (!file.is_empty()).then(|| format!("{file}:{line}"))
    }

    /// Returns the score of the declaration, from 1 to 3.
    pub fn score(&self) -> u8 {
        let missed = self
            .findings
            .iter()
            .filter_map(|finding| finding.kind.level())
            .min();
        missed.map_or(BEST, |level| level - 1)
    }
}

impl Document {
    /// Checks whether each code gives an agent enough information to handle the error.
    ///
    /// Checks all declarations of shared codes. Ignores declarations in agent-error and its
    /// integrations, because the program can't change them.
    pub fn lint(&self) -> Lint {
        let own = self
            .declarations()
            .filter(|declared| !declared.is_of_agent_error());
        let linted = own.map(|declared| {
            let mut linted = LintedCode::of(declared);
            linted.findings.extend(bare_name(self, declared));
            linted.findings.extend(command_for_all(self, declared));
            linted.findings.extend(unknown_action(self, declared));
            linted.findings.extend(undescribed_fields(declared));
            linted
        });
        let mut codes: Vec<LintedCode> = linted.collect();
        codes.sort_by(|a, b| a.code.cmp(&b.code));
        let mut program = exit_meanings(self);
        program.extend(mixed_styles(&codes));
        let has_page = |code: &LintedCode| {
            code.findings
                .iter()
                .all(|found| found.kind != FindingKind::NoDocsUrl)
        };
        if codes.len() > 1 && !codes.iter().any(has_page) {
            for code in &mut codes {
                code.findings
                    .retain(|finding| finding.kind != FindingKind::NoDocsUrl);
            }
            // The program may lack pages on purpose.
            let text = "no code has a docs page; add `docs = \"https://…/{code}\"` to the program's error types";
            program.insert(0, Finding::new(FindingKind::NoDocsUrl, text));
        }
        Lint { codes, program }
    }
}

/// Finds context fields whose types have no JSON Schema.
fn undescribed_fields(declared: &Declaration) -> Option<Finding> {
    let fields = declared
        .fields
        .iter()
        .filter(|field| field.is_undescribed());
    let names: Vec<String> = fields.map(|field| format!("`{}`", field.name)).collect();
    if names.is_empty() {
        return None;
    }
    let text = format!(
        "a lock file doesn't see changes inside of {}; derive `schemars::JsonSchema` on the type, and add `integrate(schemars)`",
        names.join(", ")
    );
    Some(Finding::new(FindingKind::UndescribedField, text))
}

/// Finds the name of a tool, or of a command without its program, in advice for command lines.
fn bare_name(document: &Document, declared: &Declaration) -> Option<Finding> {
    let [commands, tools] =
        [&document.members.commands, &document.members.tools].map(Option::as_ref);
    let have_code = |sets: &Sets| {
        sets.values()
            .flatten()
            .any(|codes| codes.contains(declared.code()))
    };
    if !commands.is_some_and(have_code) || tools.is_some_and(have_code) {
        return None;
    }
    let is_known = |name: &str| {
        [commands, tools]
            .into_iter()
            .flatten()
            .any(|sets| sets.contains_key(name))
    };
    let (_, name) = called_names(declared.text("suggestion")?).find(|(_, name)| is_known(name))?;
    let text = format!("`{name}` isn't a command line; write the call as the caller makes it");
    Some(Finding::new(FindingKind::BareName, text))
}

/// Finds advice for all callers that only callers of the command line can follow, although a tool
/// returns errors of the type.
fn command_for_all(document: &Document, declared: &Declaration) -> Option<Finding> {
    let has_command = ["suggestion", "fix_required"]
        .into_iter()
        .filter_map(|key| declared.text(key))
        .any(is_for_command_line);
    if !has_command || !is_returned_by_a_tool(document, declared.type_path()) {
        return None;
    }
    let kind = FindingKind::CommandForAll;
    Some(Finding::new(kind, kind.what()))
}

/// Finds an action that is neither a command nor a tool of the program, so that no caller sees it.
/// Requests, gRPC methods and command lines of other programs can't be checked.
fn unknown_action(document: &Document, declared: &Declaration) -> Option<Finding> {
    let names = action_names(document);
    if names.is_empty() {
        return None;
    }
    let mut unknown = declared
        .actions()
        .filter(|action| is_name(action) && !names.iter().any(|name| name == action));
    let action = unknown.next()?;
    let mut text = format!("the action `{action}` is neither a command nor a tool of the program");
    if let Some(name) = nearest(action, names.iter().map(String::as_str)).first() {
        text.push_str(&format!("; did you mean `{name}`?"));
    }
    Some(Finding::new(FindingKind::UnknownAction, text))
}

/// Whether an action is the name of a command or a tool.
fn is_name(action: &str) -> bool {
    !is_request(action) && !is_method(action) && !is_command_line(action)
}

/// Returns the names of all commands, such as `instances.list`, and of all tools.
fn action_names(document: &Document) -> Vec<String> {
    let commands = document.members.commands.iter().flat_map(Sets::keys);
    let tools = document.members.tools.iter().flat_map(Sets::keys);
    commands
        .map(|command| command.replace(' ', "."))
        .chain(tools.cloned())
        .collect()
}

/// Whether a tool can fail with a code of the type.
fn is_returned_by_a_tool(document: &Document, type_path: &str) -> bool {
    let Some(tools) = &document.members.tools else {
        return false;
    };
    let of_tools = document.entries().filter(|code| {
        tools
            .values()
            .flatten()
            .any(|codes| codes.contains(code.code()))
    });
    of_tools
        .flat_map(Code::declarations)
        .any(|declared| declared.type_path() == type_path)
}

/// Finds exit codes with different meanings in this program and in agent-error's own errors.
fn exit_meanings(document: &Document) -> Vec<Finding> {
    let mut by_exit: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for code in document.entries().filter(|code| code.is_of_agent_error()) {
        by_exit
            .entry(code.exit_code())
            .or_default()
            .push(code.code());
    }
    // Skip 0, 1 and 2. By convention, 1 is a general error and 2 is an invalid command line.
    let reserved = by_exit
        .into_iter()
        .filter(|(exit, _)| *exit > exit::ARG_ERROR);
    let found = reserved.filter_map(|(exit, codes)| {
        let (program, standard) = (document.exit(exit)?.name.as_deref()?, exit::entry(exit)?);
        let (own, codes) = (standard.name, codes.join(", "));
        let text = format!(
            "exit code {exit} means {program} in this program, but {own} for {codes}; map it with `exit_overrides`"
        );
        (program != own).then(|| Finding::new(FindingKind::ExitMeaningDiffers, text))
    });
    found.collect()
}

/// Finds two codes that are written in different styles.
fn mixed_styles(codes: &[LintedCode]) -> Option<Finding> {
    let mut styles = codes
        .iter()
        .map(|linted| (&linted.code, style(&linted.code)));
    // A code with several words determines the separator.
    let (one, (case, separator)) = styles
        .clone()
        .find(|(_, style)| style.1.is_some())
        .or_else(|| styles.next())?;
    let is_other = |style: (char, Option<char>)| {
        style.0 != case || style.1.is_some_and(|it| Some(it) != separator)
    };
    let (other, _) = styles.find(|(_, style)| is_other(*style))?;
    let text = format!(
        "{one} and {other} are written in different styles; choose one style for all codes"
    );
    Some(Finding::new(FindingKind::MixedStyles, text))
}

/// Returns the case of a code as an example, and the separator of its words, which is a space for
/// `DbLocked`.
fn style(code: &str) -> (char, Option<char>) {
    let has_upper = |code: &str| code.contains(|c: char| c.is_ascii_uppercase());
    let is_upper = code.len() > 1 && !code.contains(|c: char| c.is_ascii_lowercase());
    let is_joined = !is_upper && code.get(1..).is_some_and(has_upper);
    let case = match (is_upper, code.starts_with(|c: char| c.is_ascii_uppercase())) {
        (true, _) => 'A',
        (false, true) => 'B',
        (false, false) => 'c',
    };
    (
        case,
        code.chars()
            .find(|c| "._-".contains(*c))
            .or(is_joined.then_some(' ')),
    )
}

impl Lint {
    /// Returns all declarations, sorted by code.
    pub fn codes(&self) -> &[LintedCode] {
        &self.codes
    }

    /// Returns the lowest score of any code, or 0 if there are no codes. Findings about the whole
    /// program count for every code.
    pub fn score(&self) -> u8 {
        let of_program = self
            .program
            .iter()
            .filter_map(|finding| finding.kind.level())
            .map(|level| level - 1);
        let of_codes = self.codes.iter().map(LintedCode::score);
        of_codes
            .chain(of_program)
            .min()
            .filter(|_| !self.codes.is_empty())
            .unwrap_or_default()
    }

    /// Returns each finding with its code. The code is `None` if the finding is about the whole
    /// program.
    pub fn findings(&self) -> impl Iterator<Item = (Option<&LintedCode>, &Finding)> {
        let of_codes = self.codes.iter().flat_map(|code| {
            code.findings
                .iter()
                .map(move |finding| (Some(code), finding))
        });
        self.program
            .iter()
            .map(|finding| (None, finding))
            .chain(of_codes)
    }

    /// Removes all findings for which `is_kept` returns `false`. The code is `None` if the finding
    /// is about the whole program.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Option<&str>, &Finding) -> bool) {
        self.program.retain(|finding| is_kept(None, finding));
        for linted in &mut self.codes {
            linted
                .findings
                .retain(|finding| is_kept(Some(&linted.code), finding));
        }
    }

    /// Returns the findings of the selected kinds, formatted as `CODE: finding`.
    pub fn lines(&self, wanted: impl Fn(FindingKind) -> bool) -> Vec<String> {
        let wanted = self.findings().filter(|(_, finding)| wanted(finding.kind));
        let line = |(code, finding): (Option<&LintedCode>, &Finding)| match code {
            Some(code) => format!("{}: {}", code.code, finding.text),
            None => finding.text.clone(),
        };
        wanted.map(line).collect()
    }

    /// Formats the findings as a table for people.
    pub fn text(&self, style: &agent_error::format::Style<'_>) -> String {
        let rows: Vec<Vec<String>> = self
            .findings()
            .map(|(code, finding)| match code {
                Some(code) => {
                    let place = code.shown_place().unwrap_or_else(|| "-".to_owned());
                    vec![
                        code.code.clone(),
                        code.score().to_string(),
                        finding.text.clone(),
                        place,
                    ]
                }
                None => vec![
                    "-".to_owned(),
                    "-".to_owned(),
                    finding.text.clone(),
                    "-".to_owned(),
                ],
            })
            .collect();
        let counted = |count: usize, noun: &str| match count {
            0 => format!("no {noun}s"),
            1 => format!("1 {noun}"),
            count => format!("{count} {noun}s"),
        };
        let codes = counted(self.codes.chunk_by(|a, b| a.code == b.code).count(), "code");
        let findings = counted(rows.len(), "finding");
        let table = if rows.is_empty() {
            String::new()
        } else {
            agent_error::__tooling::table(&["CODE", "SCORE", "FINDING", "DECLARED"], rows, style)
                + "\n"
        };
        format!(
            "{table}Score {} of {BEST}: {codes}, {findings}.\nNot checked: {UNCHECKED}.\n",
            self.score()
        )
    }
}

impl Serialize for Lint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("score", &self.score())?;
        map.serialize_entry("findings", &self.findings().count())?;
        if !self.program.is_empty() {
            map.serialize_entry("program", &self.program)?;
        }
        map.serialize_entry("not_checked", UNCHECKED)?;
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}

impl Serialize for LintedCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("score", &self.score())?;
        map.serialize_entry("findings", &self.findings)?;
        if !self.declared_by.is_empty() {
            map.serialize_entry("declared_by", &self.declared_by)?;
        }
        if let Some(place) = self.shown_place() {
            map.serialize_entry("place", &place)?;
        }
        map.end()
    }
}
