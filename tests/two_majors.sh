#!/usr/bin/env bash
# Builds and runs a program with two major versions of agent-error-mcp: one error type is integrated with each of them.
# The newer version is a copy of runtime/mcp. Needs a network.
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/program/src"

# The copy leaves the workspace, so it can't inherit from it any longer.
cp -r "$workspace/runtime/mcp" "$scratch/next"
inherited() { # the section of the root manifest, the key
  awk -v section="[$1]" -v key="$2" '$0 == section { inside = 1; next } /^\[/ { inside = 0 }
    inside && $1 == key { sub(/^[^=]*= */, ""); print; exit }' "$workspace/Cargo.toml"
}
sed -i -e '/^\[dev-dependencies\]/,/^$/d' -e '/^\[lints\]/,/^$/d' -e '/^\(license\|authors\|repository\|rust-version\)\.workspace/d' \
  -e 's/^version.workspace = true/version = "1.0.0"/' -e 's/^edition.workspace = true/edition = "2024"/' \
  -e "s#path = \"..\"#path = \"$workspace/runtime\"#" "$scratch/next/Cargo.toml"
for crate in jsonschema rmcp serde serde_json thiserror tokio; do
  requirement=$(inherited workspace.dependencies "$crate")
  case $requirement in
    '"'*) requirement="version = $requirement" ;;
    *) requirement=${requirement#\{ } requirement=${requirement% \}} ;;
  esac
  sed -i -e "s#^$crate.workspace = true#$crate = { $requirement }#" \
    -e "s#^$crate = { workspace = true\(.*\) }#$crate = { $requirement\1 }#" "$scratch/next/Cargo.toml"
done

cat >"$scratch/program/Cargo.toml" <<TOML
[package]
name = "program"
version = "0.1.0"
edition = "2024"

[dependencies]
agent-error = { path = "$workspace/runtime" }
agent-error-mcp = { path = "$workspace/runtime/mcp" }
next = { package = "agent-error-mcp", path = "$scratch/next" }
rmcp = { version = "3", default-features = false, features = ["server"] }
thiserror = "2"
TOML
cat >"$scratch/program/src/main.rs" <<'RUST'
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no item `{id}`")]
#[agent_error(integrate(mcp = agent_error_mcp))]
#[code("ITEM_NOT_FOUND", exit = 5)]
struct NoItem {
    id: u32,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no page `{id}`")]
#[agent_error(integrate(mcp = next))]
#[code("PAGE_NOT_FOUND", exit = 5)]
struct NoPage {
    id: u32,
}

fn main() {
    let catalog = agent_error::Catalog::linked().expect("the codes of both versions are compatible");
    let old = agent_error_mcp::ToolError::from(NoItem { id: 1 });
    let new = next::ToolError::from(NoPage { id: 2 });
    println!("{old}; {new}; {}", catalog.get("ITEM_NOT_FOUND").is_some() && catalog.get("PAGE_NOT_FOUND").is_some());
}
RUST

cd "$scratch/program"
cp "$workspace/Cargo.lock" .
output=$(CARGO_TARGET_DIR=$workspace/target/two_majors CARGO_INCREMENTAL=0 cargo run --quiet)
if [[ $output != 'no item `1`; no page `2`; true' ]]; then
  printf 'unexpected output: %s\n' "$output" >&2
  exit 1
fi
echo 'Two major versions of agent-error-mcp work in one program.'
