"""Writes the source of the book, and checks its links; `.ci/book` calls this.

Usage: book.py source FOLDER   copies the pages to FOLDER/src at their paths in the repository, with SUMMARY.md and book.toml
       book.py check FOLDER    checks that each link in FOLDER/html leads to a page and a heading
"""

import html.parser
import pathlib
import posixpath
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent

LANDING = "README.md"
REFERENCES = [
    "macros/src/derive.md",
    "runtime/formats/README.md",
    "runtime/src/reference/comparison.md",
    "runtime/src/reference/deviations.md",
    "runtime/src/reference/glossary.md",
    "runtime/src/reference/versions.md",
    "tests/benches/README.md",
]
EXAMPLES = "examples/README.md"
PROJECT = ["CHANGELOG.md", "MIGRATION.md", "CONTRIBUTING.md", "SECURITY.md"]
TITLES = {"README.md": "agent-error", "macros/src/derive.md": "The derive"}

# The target of an inline link, or of a link definition.
LINK = re.compile(r"(?P<before>\]\(|^\[[^\]]+\]: )(?P<target>[^\s)]+)", re.MULTILINE)
FENCE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
GUIDE_ON_DOCS_RS = re.compile(r"https://docs\.rs/[^/]+/latest/[^/]+/_guide/(?P<name>\w+)/index\.html")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def repository():
    """The URL of the repository, or an empty string until the owner fills it in."""
    return re.search(r'^repository = "(.*)"', read("Cargo.toml"), re.MULTILINE).group(1)


def title(path):
    first = read(path).split("\n", 1)[0]
    return TITLES.get(path) or first.removeprefix("# ")


def targets(path):
    """The relative links of a page, as paths in the repository."""
    prose = FENCE.sub("", read(path))
    found = []
    for link in LINK.finditer(prose):
        file = link["target"].split("#")[0]
        if file and "://" not in file:
            found.append(posixpath.normpath(posixpath.join(posixpath.dirname(path), file)))
    return found


def guides():
    """The guides, in the order of the README."""
    listed = [path for path in targets(LANDING) if "/guide/" in path]
    existing = {str(path.relative_to(ROOT)) for path in ROOT.glob("runtime/**/src/guide/*.md")}
    if set(listed) != existing:
        sys.exit(f"README.md doesn't list these guides: {sorted(existing.symmetric_difference(listed))}")
    return list(dict.fromkeys(listed))


def sessions():
    """The Markdown pages that the overview of the examples links to."""
    paths = [path for path in targets(EXAMPLES) if path.startswith("examples/") and path.endswith(".md")]
    return list(dict.fromkeys(paths))


def in_book(path):
    """The path of a page in the book. mdBook calls the page of a folder `index`."""
    return path.replace("README.md", "index.md")


def summary():
    chapters = [f"[{title(LANDING)}]({in_book(LANDING)})"]

    def part(name, paths, indent=""):
        if name:
            chapters.append(f"\n# {name}\n")
        chapters.extend(f"{indent}- [{title(path)}]({in_book(path)})" for path in paths)

    part("Guides", guides())
    part("Reference", REFERENCES)
    part("Examples", [EXAMPLES])
    part("", sessions(), "  ")
    part("Project", PROJECT)
    return "\n".join(chapters) + "\n"


def relative(target, page):
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def rewritten(page, pages, linked_files):
    """The text of a page, whose links lead to pages of the book, or to files of the repository."""
    by_guide = {posixpath.basename(path).removesuffix(".md"): path for path in pages if "/guide/" in path or "/reference/" in path}
    url = repository()

    def link(match):
        target, _, heading = match["target"].partition("#")
        heading = heading and f"#{heading}"
        guide = GUIDE_ON_DOCS_RS.fullmatch(target)
        if guide:
            return match["before"] + relative(in_book(by_guide[guide["name"]]), page) + heading
        if not target or "://" in target:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if path in pages:
            return match["before"] + relative(in_book(path), page) + heading
        if url:
            return f"{match['before']}{url}/blob/HEAD/{path}{heading}"
        # Until the repository has a URL, files are part of the book, and folders have no page.
        if (ROOT / path).is_dir():
            return match["before"] + "#"
        linked_files.add(path)
        return match["before"] + relative(path, page)

    parts = FENCE.split(read(page))
    text = "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)
    return text if text.startswith("# ") else f"# {title(page)}\n\n{text}"


def write_source(folder):
    pages = [LANDING, *guides(), *REFERENCES, EXAMPLES, *sessions(), *PROJECT]
    source = folder / "src"
    linked_files = set()
    for page in pages:
        copy = source / in_book(page)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(rewritten(page, pages, linked_files), encoding="utf-8")
    for path in linked_files:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, source / path)
    (source / "SUMMARY.md").write_text(summary(), encoding="utf-8")
    link = f'git-repository-url = "{repository()}"\n' if repository() else ""
    (folder / "book.toml").write_text(
        '[book]\ntitle = "agent-error"\nlanguage = "en"\n\n[build]\nbuild-dir = "html"\n\n'
        f"[output.html]\n{link}\n[output.html.playground]\nrunnable = false\n",
        encoding="utf-8",
    )


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, _tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def check(folder):
    root = (folder / "html").resolve()
    # The 404 page has absolute links, and the other two repeat all pages.
    skipped = {"404.html", "print.html", "toc.html"}
    pages = {path: Page(path) for path in root.rglob("*.html")}
    dead, count = [], 0
    for path, page in pages.items():
        if path.name in skipped:
            continue
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                dead.append(f"{path.relative_to(root)}: {link}")
            elif parts.fragment and target in pages and parts.fragment not in pages[target].ids:
                dead.append(f"{path.relative_to(root)}: {link} (no such heading)")
    if dead or count < 100:
        sys.exit("dead links:\n" + "\n".join(sorted(set(dead))) + f"\n{count} links checked")
    print(f"{len(pages)} pages, {count} links checked")


if __name__ == "__main__":
    action, folder = sys.argv[1:]
    {"source": write_source, "check": check}[action](pathlib.Path(folder))
