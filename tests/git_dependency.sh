#!/usr/bin/env bash
# Builds and runs the program in README.md in a new project, with the git dependency that README.md shows. The repository
# is a local clone of HEAD. Needs a network.
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet --bare "$workspace" "$scratch/agent-error.git"

# The code block that contains a pattern.
block() { # the language, the pattern
  awk -v open="^\`\`\`$1" -v pattern="$2" '
    $0 ~ open { inside = 1; text = ""; found = 0; next }
    /^```/ { if (inside && found) { printf "%s", text; exit } inside = 0 }
    inside { text = text $0 "\n"; if ($0 ~ pattern) found = 1 }' "$workspace/README.md"
}

mkdir -p "$scratch/project/src"
cd "$scratch/project"
block rust 'agent_error::main' >src/main.rs
{
  printf '[package]\nname = "project"\nversion = "0.1.0"\nedition = "2024"\n\n'
  block toml 'agent-error = ' | sed "s#git = \"[^\"]*\"#git = \"file://$scratch/agent-error.git\"#"
} >Cargo.toml
grep -q "file://$scratch" Cargo.toml || { echo 'README.md shows no git dependency' >&2; exit 1; }

CARGO_TARGET_DIR=$workspace/target/git-dependency CARGO_INCREMENTAL=0 cargo build --quiet

status=0
output=$(env -u CI "$workspace/target/git-dependency/debug/project") || status=$?
if [[ $status != 4 || $output != *'"code":"DB_FILE_MISSING"'*'dbtool init --if-missing --db=shop.db'* ]]; then
  printf 'unexpected result: exit code %s\n%s\n' "$status" "$output" >&2
  exit 1
fi
echo 'The program in README.md builds with the git dependency, and runs.'
