//! Determines the path of each page from the docs URLs.

use super::doc_comment;
use crate::document::{Code, Declaration, Document, Retired};
use std::collections::{BTreeSet, HashMap};

/// The pages of a catalog and their paths.
pub(super) struct Site<'a> {
    pub(super) catalog: &'a Document,
    /// The name of the program, as shown on the pages.
    pub(super) program: &'a str,
    /// Whether the program returns errors over HTTP. This is the case if any of its codes declares a status.
    pub(super) serves_http: bool,
    /// The path of the page that lists codes by exit code.
    pub(super) by_exit: &'static str,
    /// The path of the page that lists codes by domain.
    pub(super) by_domain: &'static str,
    /// The root URL of the site, derived from the docs URLs of the codes. Ends with a slash. `None` if there are no
    /// docs URLs.
    pub(super) root: Option<String>,
    pages: HashMap<&'a str, SitePage>,
    /// Maps the type and variant names of declarations to codes. Used for links in doc comments.
    items: HashMap<(&'a str, &'a str), &'a str>,
}

/// The page of a code.
struct SitePage {
    path: String,
    /// Whether the docs URL of the code leads to this page.
    at_url: bool,
}

impl<'a> Site<'a> {
    /// Creates a site with all pages in a single folder. Each page is named after its code.
    pub(super) fn flat(catalog: &'a Document) -> Self {
        let page = |code: &str| SitePage { path: format!("{code}.md"), at_url: false };
        let codes = catalog.entries().map(|entry| entry.code());
        let codes = codes.chain(retired(catalog).map(|retired| retired.code.as_str()));
        let pages = codes.map(|code| (code, page(code))).collect();
        Self::new(catalog, (super::README, super::README), None, pages)
    }

    /// Creates a site that a static server can serve at the docs URLs of the codes.
    pub(super) fn served(catalog: &'a Document) -> Self {
        let urls: Vec<Option<Url>> = catalog.entries().map(Url::of).collect();
        let root = root(urls.iter().flatten());
        let place = |code: &'a str, url: Option<&Url>| {
            let by_url = url.zip(root.as_ref()).and_then(|(url, root)| url.page_under(root));
            let at_url = by_url.is_some();
            (code, SitePage { path: by_url.unwrap_or_else(|| format!("errors/{code}/index.md")), at_url })
        };
        let declared = catalog.entries().zip(&urls).map(|(entry, url)| place(entry.code(), url.as_ref()));
        // The page of a retired code has the path that it had before the code was retired.
        let known: HashMap<&str, (&Code, &Url)> = catalog
            .entries()
            .zip(&urls)
            .filter_map(|(entry, url)| Some((entry.type_path(), (entry, url.as_ref()?))))
            .collect();
        let any = catalog.entries().zip(&urls).find_map(|(entry, url)| Some((entry, url.as_ref()?)));
        let old = retired(catalog).map(|retired| {
            let like = known.get(retired.declared_by.as_str()).copied().or(any);
            place(&retired.code, like.map(|(entry, url)| url.with_code(entry, &retired.code)).as_ref())
        });
        let pages = declared.chain(old).collect();
        Self::new(catalog, (super::BY_EXIT, super::BY_DOMAIN), root, pages)
    }

    fn new(
        catalog: &'a Document,
        (by_exit, by_domain): (&'static str, &'static str),
        root: Option<String>,
        pages: HashMap<&'a str, SitePage>,
    ) -> Self {
        let names = |declared: &'a Declaration| {
            let ty = declared.type_path();
            [ty, last_segment(ty)].map(|ty| ((ty, declared.variant()), declared.code()))
        };
        let items = catalog.declarations().flat_map(names).collect();
        let states_status = |code: &Code| code.value("status").is_some() || code.status_field().is_some();
        let serves_http = catalog.own_first().any(|entry| !entry.is_of_agent_error() && states_status(entry));
        Self { catalog, program: catalog.named().0, serves_http, by_exit, by_domain, root, pages, items }
    }

    /// Returns the path of a code's page.
    pub(super) fn page(&self, code: &str) -> &str {
        self.pages.get(code).map_or("", |page| &page.path)
    }

    /// Returns the docs URL of a code unless it leads to the code's page on this site.
    pub(super) fn other_page<'c>(&self, entry: &'c Code) -> Option<&'c str> {
        let at_url = self.pages.get(entry.code()).is_some_and(|page| page.at_url);
        entry.docs_url().filter(|_| !at_url)
    }

    /// Returns the link from one page to the page of a code.
    pub(super) fn link(&self, from: &str, code: &str) -> String {
        relative(from, self.page(code))
    }

    /// Resolves a link in the doc comment of `entry`. If the link refers to an item that declares a code, returns a
    /// link to the code's page. Otherwise, returns the target of the link definition in the description of `entry`.
    pub(super) fn item(&self, entry: &Code, from: &str, item: &str) -> Option<String> {
        let path = item.rsplit_once('@').map_or(item, |(_, path)| path);
        let (ty, variant) = path.rsplit_once("::").unwrap_or((path, ""));
        let by_code = || self.catalog.get(path).map(|entry| entry.code());
        let ty = if ty == "Self" { entry.type_path() } else { last_segment(ty) };
        let by_name = || self.items.get(&(ty, variant)).copied();
        let elsewhere = || entry.description().and_then(|text| doc_comment::defined(text, item));
        by_code().or_else(by_name).map(|code| self.link(from, code)).or_else(elsewhere)
    }
}

/// Returns the retired codes without duplicates. Skips codes that are in use again, because they already have a page.
pub(super) fn retired(catalog: &Document) -> impl Iterator<Item = &Retired> {
    let groups = catalog.retired().chunk_by(|a, b| a.code == b.code);
    groups.filter_map(<[Retired]>::first).filter(|retired| catalog.get(&retired.code).is_none())
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns the relative link from one page to another.
pub(super) fn relative(from: &str, to: &str) -> String {
    let folder = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
    let (from, rest) = (&from[..folder(from)], to);
    let same = from.split_inclusive('/').zip(to[..folder(to)].split_inclusive('/'));
    let shared: usize = same.take_while(|(a, b)| a == b).map(|(part, _)| part.len()).sum();
    let up = from[shared..].matches('/').count();
    format!("{}{}", "../".repeat(up), &rest[shared..])
}

/// A docs URL whose path contains the code.
struct Url {
    /// The URL of the parent of the folder that contains the code.
    root: String,
    /// The URL without its query and fragment.
    url: String,
}

impl Url {
    /// Parses the docs URL of a code. Returns `None` if the URL's path doesn't contain the code. This includes URLs
    /// with the code in the query or fragment, because a static server can't distinguish between them.
    fn of(entry: &Code) -> Option<Self> {
        let url = entry.docs_url()?;
        let url = url.split(['?', '#']).next().unwrap_or_default().to_owned();
        let at = url.rfind(entry.code())?;
        let host = url.find("://")? + 3;
        let path = host + url.get(host..at)?.find('/')? + 1;
        let folder = url[..at].rfind('/').map_or(path, |slash| slash + 1);
        let above = url[path..folder].trim_end_matches('/').rfind('/').map_or(path, |slash| path + slash + 1);
        Some(Self { root: url[..above].to_owned(), url })
    }

    /// Returns the docs URL that the same type would give to another code.
    fn with_code(&self, entry: &Code, code: &str) -> Self {
        let at = self.url.rfind(entry.code()).unwrap_or(self.url.len());
        let rest = self.url[at..].strip_prefix(entry.code()).unwrap_or_default();
        Self { root: self.root.clone(), url: format!("{}{code}{rest}", &self.url[..at]) }
    }

    /// Returns the path of the Markdown file whose HTML page a static server serves at this URL. Returns `None` if the
    /// URL isn't below `root`.
    fn page_under(&self, root: &str) -> Option<String> {
        let path = self.url.strip_prefix(root)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '~');
        if path.is_empty() || path.starts_with('/') || path.contains("//") || !path.chars().all(plain) {
            return None;
        }
        if path.split('/').any(|part| matches!(part, "." | "..")) {
            return None;
        }
        Some(match path.strip_suffix(".html") {
            Some(path) => format!("{path}.md"),
            // For `errors/CODE`, a server returns the `index.html` of the folder.
            None => format!("{}/index.md", path.trim_end_matches('/')),
        })
    }
}

/// Returns the root that most URLs start with. If several roots are equally common, returns the longest.
fn root<'a>(urls: impl Iterator<Item = &'a Url> + Clone) -> Option<String> {
    let roots: BTreeSet<&str> = urls.clone().map(|url| url.root.as_str()).collect();
    let under = |root: &str| urls.clone().filter(|url| url.url.starts_with(root)).count();
    roots.into_iter().max_by_key(|root| (under(root), root.len())).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{Url, relative, root};

    #[test]
    fn links_are_relative_to_their_page() {
        for (from, to, link) in [
            ("errors/A/index.md", "errors/B/index.md", "../B/index.md"),
            ("errors/A/index.md", "exit-codes.md", "../../exit-codes.md"),
            ("index.md", "errors/A/index.md", "errors/A/index.md"),
            ("A.md", "B.md", "B.md"),
            ("a/b/c.md", "a/bb/c.md", "../bb/c.md"),
        ] {
            assert_eq!(relative(from, to), link);
        }
    }

    fn url(root: &str, rest: &str) -> Url {
        Url { root: root.to_owned(), url: format!("{root}{rest}") }
    }

    #[test]
    fn the_root_is_the_longest_one_of_most_pages() {
        let urls = [url("https://x/", "a/A"), url("https://x/t/", "a/B"), url("https://y/", "C")];
        assert_eq!(root(urls.iter()).as_deref(), Some("https://x/"));
        assert_eq!(root(urls[1..2].iter()).as_deref(), Some("https://x/t/"));
        assert_eq!(root([].iter()), None);
    }

    #[test]
    fn pages_are_where_a_static_server_looks() {
        for (rest, page) in [
            ("errors/A", Some("errors/A/index.md")),
            ("errors/A/", Some("errors/A/index.md")),
            ("errors/A.html", Some("errors/A.md")),
            ("A", Some("A/index.md")),
            ("../A", None),
            ("%2e%2e/A", None),
        ] {
            assert_eq!(url("https://x/", rest).page_under("https://x/").as_deref(), page, "{rest}");
        }
    }
}
