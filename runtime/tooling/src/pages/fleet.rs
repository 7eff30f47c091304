//! An index of the codes of several programs: a single HTML page with a filter.

use super::inline::one_line;
use super::site::Site;
use crate::document::Document;
use crate::export::{ExportedFile, folder_name};
use std::fmt::Write;

/// Returns an index page for the sites of several programs. The page is self-contained and doesn't need a server. Only
/// the filter needs JavaScript.
pub(crate) fn fleet_index(documents: &[Document]) -> ExportedFile {
    let mut rows = String::new();
    let mut programs: Vec<(String, usize)> = Vec::new();
    for document in documents {
        let site = Site::served(document);
        let own: Vec<_> = document.own_first().filter(|code| !code.is_of_agent_error()).collect();
        programs.push((site.program.to_owned(), own.len()));
        for code in own {
            let page = site.page(code.code()).trim_end_matches("index.md").trim_end_matches(".md");
            let page = if page.ends_with('/') { format!("{page}index.html") } else { format!("{page}.html") };
            let link = format!("{}/book/{page}", folder_name(site.program));
            let retry = if code.is_retryable() { "yes" } else { "no" };
            let summary = code.summary().map(one_line).unwrap_or_default();
            // Writing to a string can't fail.
            let _ = writeln!(
                rows,
                "<tr><td>{}</td><td><a href=\"{}\">{}</a></td><td>{}</td><td>{retry}</td><td>{}</td></tr>",
                escaped(&one_line(site.program)),
                escaped(&link),
                escaped(code.code()),
                code.exit_code(),
                escaped(&summary),
            );
        }
    }
    programs.sort();
    let mut options = String::new();
    for (program, codes) in &programs {
        let program = escaped(&one_line(program));
        let _ = writeln!(options, "<option value=\"{program}\">{program} ({codes})</option>");
    }
    let codes: usize = programs.iter().map(|(_, codes)| codes).sum();
    let title = format!("{codes} error codes of {} programs", programs.len());
    let text = PAGE.replace("{title}", &title).replace("{options}", &options).replace("{rows}", &rows);
    ExportedFile { path: "index.html".to_owned(), text }
}

/// Escapes a string for HTML, including attribute values.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The page template. The links only work after each program's site has been built with `mdbook build`.
const PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body { font: 16px/1.4 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff; }
form { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; }
input, select { font: inherit; padding: .3rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #ddd; }
td:nth-child(2) { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1d1d1d; } a { color: #8ab4f8; } }
</style>
<h1>{title}</h1>
<form role="search">
<label>Program <select id="program"><option value="">all</option>
{options}</select></label>
<label>Code <input id="code" type="search" autocomplete="off"></label>
<output id="count"></output>
</form>
<table>
<thead><tr><th>Program</th><th>Code</th><th>Exit</th><th>Retry</th><th>Summary</th></tr></thead>
<tbody id="codes">
{rows}</tbody>
</table>
<script>
const rows = Array.from(document.getElementById("codes").rows, row => {
  const cells = row.cells;
  return { row, program: cells[0].textContent, text: (cells[1].textContent + " " + cells[4].textContent).toLowerCase() };
});
const program = document.getElementById("program"), code = document.getElementById("code");
function filter() {
  const wanted = code.value.trim().toLowerCase();
  let shown = 0;
  for (const { row, program: name, text } of rows) {
    const fits = (!program.value || name === program.value) && text.includes(wanted);
    row.hidden = !fits;
    shown += fits;
  }
  document.getElementById("count").value = shown + " shown";
}
program.addEventListener("change", filter);
code.addEventListener("input", filter);
document.querySelector("form").addEventListener("submit", event => event.preventDefault());
filter();
</script>
</html>
"#;

#[cfg(test)]
mod tests {
    use super::fleet_index;
    use crate::document::Document;
    use serde_json::json;

    fn document(program: &str, code: &str, summary: &str) -> Document {
        let code = json!({
            "code": code, "summary": summary, "exit_code": 5, "retryable": false, "side_effects": "none",
            "phase": "execution", "severity": "error", "http_status": 404,
            "docs_url": format!("https://example.com/{program}/errors/{code}"),
        });
        let document = json!({"catalog_version": "2.0", "program": {"name": program}, "errors": [code]});
        document.to_string().parse().unwrap()
    }

    #[test]
    fn every_code_has_a_row_that_links_to_its_page() {
        let index = fleet_index(&[document("tool", "A_B", "Gone."), document("my tool", "C_D", "Lost <b>.")]);
        assert_eq!(index.path, "index.html");
        assert!(index.text.contains("<h1>2 error codes of 2 programs</h1>"), "{}", index.text);
        let row = "<tr><td>tool</td><td><a href=\"tool/book/errors/A_B/index.html\">A_B</a></td><td>5</td><td>no</td>\
                   <td>Gone.</td></tr>";
        assert!(index.text.contains(row), "{}", index.text);
        assert!(index.text.contains("my-tool/book/") && index.text.contains("Lost &lt;b&gt;."), "{}", index.text);
        assert!(index.text.contains("<option value=\"my tool\">my tool (1)</option>"), "{}", index.text);
    }
}
