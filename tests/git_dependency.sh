#!/usr/bin/env bash
# Builds and runs the program in README.md in a new project, with a git dependency: the one that README.md shows, or, after
# the first release, a plain one. The repository is a local clone of HEAD. Needs a network.
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
  dependencies=$(block toml 'agent-error = . git')
  if [[ -z $dependencies ]]; then
    dependencies=$'[dependencies]\nagent-error = { git = "" }\nthiserror = "2"'
  fi
  sed "s#git = \"[^\"]*\"#git = \"file://$scratch/agent-error.git\"#" <<<"$dependencies"
} >Cargo.toml

CARGO_TARGET_DIR=$workspace/target/git-dependency CARGO_INCREMENTAL=0 cargo build --quiet

status=0
output=$(env -u CI "$workspace/target/git-dependency/debug/project") || status=$?
if [[ $status != 4 || $output != *'"code":"DB_FILE_MISSING"'*'dbtool init --if-missing --db=shop.db'* ]]; then
  printf 'unexpected result: exit code %s\n%s\n' "$status" "$output" >&2
  exit 1
fi
echo 'The program in README.md builds with the git dependency, and runs.'
