//! Finds violations in a graph of imports.

use crate::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// Returns imports of later modules, and of modules outside the order.
pub(crate) fn against(graph: &Graph, rooms: &[&str]) -> Vec<String> {
    let place = |file: &str| {
        let room = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
        rooms.iter().position(|known| *known == room)
    };
    let wrong = graph.imports.iter().filter(|import| match (place(&import.from), place(&import.to)) {
        (Some(from), Some(to)) => to > from,
        (Some(_), None) => true,
        (None, _) => false,
    });
    wrong.map(|import| format!("{} imports {} by `{}`", import.from, import.to, import.path)).collect()
}

/// Returns one path for each group of files with cyclic imports.
pub(crate) fn cycles(graph: &Graph) -> Vec<String> {
    let edges = graph.between_files();
    let mut found = Vec::new();
    let mut done = BTreeSet::new();
    for start in edges.keys() {
        if done.contains(start) {
            continue;
        }
        if let Some(circle) = shortest_back_to(start, &edges) {
            done.extend(circle.iter().copied());
            found.push(circle.join(" -> "));
        }
    }
    found
}

fn shortest_back_to<'a>(start: &'a str, edges: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    let mut seen = BTreeSet::new();
    let mut paths = std::collections::VecDeque::from([vec![start]]);
    while let Some(path) = paths.pop_front() {
        for next in edges.get(path.last()?).into_iter().flatten() {
            let longer = [path.as_slice(), &[*next]].concat();
            if *next == start {
                return Some(longer);
            }
            if seen.insert(*next) {
                paths.push_back(longer);
            }
        }
    }
    None
}
