//! Figures in the documentation are those that were measured.

use crate::root;
use std::fs;

/// The tables that `cargo bench -p agent-error-benches --bench agents` keeps.
fn tables() -> String {
    fs::read_to_string(root().join("tests/benches/agents/tables.md")).unwrap()
}

/// The tokens that the agent reads in each format with which it reaches as many goals as with any other.
fn best_formats() -> Vec<(String, String)> {
    let tables = tables();
    let (_, formats) = tables.rsplit_once("|---|").unwrap();
    let rows: Vec<Vec<&str>> =
        formats.lines().skip(1).map(|row| row.trim_matches(['|', ' ']).split(" | ").collect()).collect();
    let goals = |row: &[&str]| row[1].split(' ').next().unwrap().parse::<u32>().unwrap();
    let most = rows.iter().map(|row| goals(row)).max().unwrap();
    let best = rows.iter().filter(|row| goals(row) == most);
    best.map(|row| (row[0].trim_matches('`').to_owned(), row[3].to_owned())).collect()
}

#[test]
fn the_table_of_agents_in_the_readme_was_measured() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let tables = tables();
    let table = tables.split("\n\n").next().unwrap();
    assert!(readme.contains(table), "README.md does not contain\n{table}");
    let (_, tokens) = best_formats().into_iter().find(|(format, _)| format == "Brief").unwrap();
    assert!(readme.contains(&format!("cost {tokens} tokens")), "Brief: {tokens}");
}

#[test]
fn the_default_format_of_mcp_servers_is_the_best_one() {
    let best = best_formats();
    let least = best.iter().min_by_key(|(_, tokens)| tokens.parse::<u32>().unwrap()).unwrap();
    let server = fs::read_to_string(root().join("runtime/mcp/src/server.rs")).unwrap();
    assert!(server.contains(&format!("Responder::new(Format::{})", least.0)), "{least:?} is the best format");
    let guide = fs::read_to_string(root().join("runtime/mcp/src/guide/mcp.md")).unwrap().replace(',', "");
    for (format, tokens) in best {
        assert!(guide.contains(&tokens), "the guide does not have the {tokens} tokens of {format}");
    }
}
