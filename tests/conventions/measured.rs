//! Tests that the documentation contains the measured numbers.

use crate::root;
use std::fs;

/// Reads the tables that `cargo bench -p agent-error-benches --bench agents` checks and updates.
fn tables() -> String {
    fs::read_to_string(root().join("tests/benches/agents/tables.md")).unwrap()
}

/// Returns the formats with which the agent reaches the most goals, and the number of tokens that it reads in each.
fn best_formats() -> Vec<(String, String)> {
    let tables = tables();
    let (_, formats) = tables.rsplit_once("|---|").unwrap();
    let rows: Vec<Vec<&str>> =
        formats.lines().skip(1).map(|row| row.trim_matches(['|', ' ']).split(" | ").collect()).collect();
    let goals = |row: &[&str]| row[1].split(' ').next().unwrap().parse::<u32>().unwrap();
    let most = rows.iter().map(|row| goals(row)).max().unwrap();
    let best = rows.iter().filter(|row| goals(row) == most);
    best.map(|row| (row[0].trim_matches('`').to_owned(), row[4].to_owned())).collect()
}

/// Returns the rows of a table without the header.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().skip(2).filter(|line| line.starts_with("| "))
}

#[test]
fn the_costs_guide_has_the_measured_tables() {
    let page = fs::read_to_string(root().join("runtime/src/guide/costs.md")).unwrap();
    let tables = tables();
    let tables: Vec<&str> = tables.split("\n\n").collect();
    assert_eq!(tables.len(), 3, "agents, steps of agents, formats");
    let measured: Vec<&str> = [tables[0], tables[2]].into_iter().flat_map(rows).collect();
    assert!(measured.len() > 10, "{measured:?}");
    let missing: Vec<&&str> = measured.iter().filter(|row| !page.contains(**row)).collect();
    assert!(missing.is_empty(), "not in costs.md: {missing:#?}");
}

#[test]
fn the_default_format_of_mcp_servers_is_the_best_one() {
    let best = best_formats();
    let least = best.iter().min_by_key(|(_, tokens)| tokens.parse::<u32>().unwrap()).unwrap();
    let server = fs::read_to_string(root().join("runtime/mcp/src/server.rs")).unwrap();
    assert!(server.contains(&format!("Responder::new(Format::{})", least.0)), "{least:?} is the best format");
}
