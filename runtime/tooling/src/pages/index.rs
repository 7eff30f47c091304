//! Indexes of codes by domain and by exit code.

use super::doc_comment;
use super::groups::{Groups, anchor, exit_title, title};
use super::inline::{Place, escaped, prose};
use super::site::{Site, relative, retired};
use crate::document::{Code, Retired};

/// The heading of the list of retired codes.
pub(super) const RETIRED: &str = "Retired codes";

/// A page that lists codes.
pub(super) struct Index<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) groups: &'a Groups<'a>,
    /// The path of this page.
    pub(super) path: &'a str,
}

impl Index<'_> {
    /// Returns a single page that lists all codes, both by domain and by exit code.
    pub(super) fn whole(&self) -> String {
        let domains = self.domains("###");
        let exits = self.exits("###");
        format!("{}\n## By domain\n\n{domains}\n## By exit code\n\n{exits}", self.introduction())
    }

    /// Returns the first page, which contains an overview and links to the indexes.
    pub(super) fn cover(&self) -> String {
        let domain = |(domain, entries): &(String, Vec<&Code>)| {
            let name = title(domain);
            let link = format!("{}#{}", relative(self.path, self.site.by_domain), anchor(name));
            format!("- [{}]({link}): {}\n", escaped(name), counted(entries.len()))
        };
        let exit = |(code, entries): (&u8, &Vec<&Code>)| {
            let link = format!("{}#{}", relative(self.path, self.site.by_exit), anchor(&exit_title(*code)));
            format!("- [{code}{}]({link}): {}\n", self.exit_name(*code), counted(entries.len()))
        };
        let domains: String = self.groups.domains.iter().map(domain).collect();
        let exits: String = self.groups.exits.iter().map(exit).collect();
        format!("{}\n## Domains\n\n{domains}\n## Exit codes\n\n{exits}", self.introduction())
    }

    pub(super) fn by_domain(&self) -> String {
        format!("# Codes by domain\n\nThe domain is the first word of a code.\n\n{}", self.domains("##"))
    }

    pub(super) fn by_exit(&self) -> String {
        format!(
            "# Codes by exit code\n\nThe exit code is the status with which the process exits.\n\n{}",
            self.exits("##")
        )
    }

    fn introduction(&self) -> String {
        let program = escaped(self.site.program);
        let count = counted(self.site.catalog.len());
        format!(
            "# Errors of {program}\n\nAll errors of {program}: {count}. The meaning of a code never changes. Its page says \
             what happened, whether the same call may succeed later, and what to do.\n"
        )
    }

    fn domains(&self, level: &str) -> String {
        let section = |(domain, entries): &(String, Vec<&Code>)| {
            let items = entries.iter().map(|entry| self.item(entry, &format!(", exit {}", entry.exit_code())));
            format!("{level} {}\n\n{}", escaped(title(domain)), items.collect::<String>())
        };
        self.groups.domains.iter().map(section).chain(self.retired(level)).collect::<Vec<_>>().join("\n")
    }

    /// Returns the list of retired codes, or `None` if there are none.
    fn retired(&self, level: &str) -> Option<String> {
        let item = |retired: &Retired| {
            let code = &retired.code;
            let note = retired.note.as_ref().map(|note| format!(": {}", prose(note, Place::Line))).unwrap_or_default();
            format!("- [{}]({}){note}\n", escaped(code), self.site.link(self.path, code))
        };
        let items: String = retired(self.site.catalog).map(item).collect();
        (!items.is_empty()).then(|| format!("{level} {RETIRED}\n\n{items}"))
    }

    fn exits(&self, level: &str) -> String {
        let section = |(code, entries): (&u8, &Vec<&Code>)| {
            let meaning = match self.site.catalog.exit(*code) {
                Some(known) => {
                    let (name, text) =
                        (escaped(known.name.as_deref().unwrap_or_default()), prose(&known.description, Place::Line));
                    format!("{name}: {text} {}", prose(&known.advice, Place::Line))
                }
                None => "Specific to this program.".to_owned(),
            };
            let items: String = entries.iter().map(|entry| self.item(entry, "")).collect();
            format!("{level} {}\n\n{meaning}\n\n{items}", exit_title(*code))
        };
        self.groups.exits.iter().map(section).collect::<Vec<_>>().join("\n")
    }

    fn exit_name(&self, code: u8) -> String {
        let name = self.site.catalog.exit(code).and_then(|exit| exit.name.as_deref());
        name.map(|name| format!(" {}", escaped(name))).unwrap_or_default()
    }

    fn item(&self, entry: &Code, facts: &str) -> String {
        let code = entry.code();
        let retry = if entry.is_retryable() { ", retry" } else { "" };
        let deprecated = if entry.deprecated().is_some() { ", deprecated" } else { "" };
        let resolve = |item: &str| self.site.item(entry, self.path, item);
        let summary = entry.summary().map(|text| format!(": {}", doc_comment::line(text, Place::Line, &resolve)));
        let link = format!("[{}]({})", escaped(code), self.site.link(self.path, code));
        format!("- {link}{facts}{retry}{deprecated}{}\n", summary.unwrap_or_default())
    }
}

fn counted(codes: usize) -> String {
    if codes == 1 { "1 code".to_owned() } else { format!("{codes} codes") }
}
