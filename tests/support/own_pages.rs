//! Checks the exported pages of a program.

use agent_error_tooling::{Document, ExportFormat};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The pages of a program, exported to a temporary folder.
pub(crate) struct OwnPages {
    program: &'static str,
    /// The URL of the site, with a trailing slash.
    site: &'static str,
    folder: TempDir,
}

impl OwnPages {
    /// Creates the pages of a program, such as `env!("CARGO_BIN_EXE_tool")`.
    pub(crate) fn of(program: &'static str, site: &'static str) -> Self {
        Self { program, site, folder: tempfile::tempdir().unwrap() }
    }

    /// Exports the pages. Returns the folder and the names of the files.
    #[track_caller]
    pub(crate) fn export(&self, format: ExportFormat) -> (PathBuf, BTreeSet<String>) {
        let folder = self.folder.path().join(format.as_str());
        let exported = self.document().export_to(format, &folder).unwrap();
        (folder, exported.files.into_iter().collect())
    }

    /// Returns the program's catalog document.
    #[track_caller]
    fn document(&self) -> Document {
        let output = Command::new(self.program).args(["errors", "catalog"]).env_clear().output().unwrap();
        String::from_utf8(output.stdout).unwrap().parse().unwrap()
    }

    /// Returns each code and the path of its page on the site.
    #[track_caller]
    pub(crate) fn codes(&self) -> Vec<(String, String)> {
        let list = self.answer(&["list", "--all"]);
        let codes = list["errors"].as_array().unwrap().iter().map(|entry| {
            let url = entry["docs_url"].as_str().unwrap_or_else(|| panic!("no docs URL: {entry}"));
            let path = url.strip_prefix(self.site).unwrap_or_else(|| panic!("{url} is on another site"));
            (entry["code"].as_str().unwrap().to_owned(), path.to_owned())
        });
        let codes: Vec<_> = codes.collect();
        assert!(codes.len() > 30, "{}", codes.len());
        codes
    }

    #[track_caller]
    pub(crate) fn assert_every_docs_url_leads_to_a_page_of_the_book(&self) {
        let (book, files) = self.export(ExportFormat::Site);
        for (code, path) in self.codes() {
            // For a path without an extension, a static server returns the folder's index.
            let page = format!("src/{path}/index.md");
            assert!(files.contains(&page), "{path} leads to no page");
            let text = fs::read_to_string(book.join(page)).unwrap();
            assert!(text.starts_with(&format!("# {code}\n")), "{text}");
        }
        let settings = fs::read_to_string(book.join("book.toml")).unwrap();
        assert!(settings.contains(self.site) && settings.contains("site-url = \"/\""), "{settings}");
    }

    #[track_caller]
    pub(crate) fn assert_every_link_leads_to_a_file(&self) {
        for format in [ExportFormat::Site, ExportFormat::Markdown] {
            let (folder, files) = self.export(format);
            let pages: Vec<&String> = files.iter().filter(|file| is_page(file)).collect();
            let mut count = 0;
            for page in &pages {
                let path = folder.join(page);
                for link in links(&fs::read_to_string(&path).unwrap()) {
                    assert!(followed(&path, &link).is_file(), "{page}: {link} leads to no file");
                    count += 1;
                }
            }
            assert!(count > 3 * pages.len(), "{count} links on {} pages", pages.len());
        }
    }

    #[track_caller]
    pub(crate) fn assert_the_book_and_the_index_name_every_code(&self) {
        let (book, files) = self.export(ExportFormat::Site);
        let (folder, _) = self.export(ExportFormat::Markdown);
        let read = |folder: &Path, path: &str| fs::read_to_string(folder.join(path)).unwrap();
        let summary = read(&book, "src/SUMMARY.md");
        let indexes = ["src/exit-codes.md", "src/domains.md"].map(|path| read(&book, path));
        let index = read(&folder, "README.md");
        for (code, _) in self.codes() {
            assert_eq!(summary.matches(&format!("[{code}](errors/{code}/index.md)\n")).count(), 1, "{summary}");
            for index in &indexes {
                assert_eq!(index.matches(&format!("[{code}](errors/{code}/index.md)")).count(), 1, "{index}");
            }
            // The index lists each code twice: by domain and by exit code.
            assert_eq!(index.matches(&format!("[{code}]({code}.md)")).count(), 2, "{index}");
        }
        let named = links(&summary).len();
        assert_eq!(named, files.iter().filter(|file| is_page(file)).count() - 1, "all pages but the summary");
    }

    #[track_caller]
    pub(crate) fn assert_an_export_twice_is_the_same_bytes(&self) {
        for format in [ExportFormat::Site, ExportFormat::Markdown, ExportFormat::Llms] {
            let (folder, files) = self.export(format);
            let read = || files.iter().map(|file| fs::read(folder.join(file)).unwrap()).collect::<Vec<_>>();
            let first = read();
            fs::remove_dir_all(&folder).unwrap();
            assert_eq!(self.export(format).1, files);
            assert!(read() == first, "{format} differs");
        }
    }

    /// Compares pages, including their proofs, with the reviewed ones in the package's `tests/pages` folder. If
    /// `<PROGRAM>_PAGES` is `overwrite`, updates them.
    #[track_caller]
    pub(crate) fn assert_as_read(&self, package: &str, pages: &[&str]) {
        let proofs = fs::read_to_string(Path::new(package).join("errors.proofs.json")).unwrap();
        let folder = self.folder.path().join("with_proofs");
        self.document().with_proofs(&proofs).unwrap().export_to(ExportFormat::Markdown, &folder).unwrap();
        let name = Path::new(self.program).file_stem().unwrap().to_str().unwrap();
        let variable = format!("{}_PAGES", name.to_uppercase());
        let overwrites = std::env::var_os(&variable).is_some_and(|wish| wish == "overwrite");
        for page in pages {
            let shown = fs::read_to_string(folder.join(page)).unwrap();
            let known = Path::new(package).join("tests/pages").join(page);
            if overwrites {
                fs::create_dir_all(known.parent().unwrap()).unwrap();
                fs::write(&known, &shown).unwrap();
            }
            assert!(
                shown == fs::read_to_string(known).unwrap_or_default(),
                "{page} has changed; review it, then accept the change with \
                 `{variable}=overwrite cargo test -p {name} --test cli pages`:\n{shown}"
            );
        }
    }

    /// Returns the data of an `errors` command, run in an empty environment.
    #[track_caller]
    fn answer(&self, arguments: &[&str]) -> Value {
        let mut command = Command::new(self.program);
        command.arg("errors").args(arguments).args(["--output", "json"]).env_clear().current_dir(&self.folder);
        let mut envelope: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
        assert_eq!(envelope["ok"], true, "{envelope}");
        envelope["data"].take()
    }
}

fn is_page(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "md")
}

/// Returns the relative link targets on a page, ignoring code.
fn links(page: &str) -> Vec<String> {
    let outside_code: String = page.split("```").step_by(2).collect();
    let targets = outside_code.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
    targets.filter(|target| !target.contains("://")).collect()
}

/// Returns the path of the file that a link on a page points to.
pub(crate) fn followed(page: &Path, link: &str) -> PathBuf {
    let mut target = page.parent().unwrap().to_path_buf();
    for part in link.split('#').next().unwrap().split('/') {
        match part {
            ".." => assert!(target.pop()),
            part => target.push(part),
        }
    }
    target
}
