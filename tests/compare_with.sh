#!/usr/bin/env bash
# Compares what the programs print with what they printed at another revision:
#
#   tests/compare_with.sh REV [FILTER]
#
# Builds the examples, `agent-error` and tests/compare/fixture at REV and from the working tree, runs each line of
# tests/compare/commands.txt with both, and prints the differences, each of them once. Exits with 1 if there are any.
# FILTER is a regular expression for the lines to run. Everything is kept in target/compare: the build of each REV,
# what REV printed, all outputs, and the complete report. To share the builds of REV among several checkouts, set
# COMPARE_DIR to another directory.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
here=$PWD

rev=$(git rev-parse --verify --quiet "${1:?usage: $0 REV [FILTER]}^{commit}") || { echo "no such revision: $1" >&2; exit 2; }
old=${COMPARE_DIR:-$here/target/compare}/$rev
if ! [[ -e $old ]]; then
  mkdir -p "$(dirname "$old")"
  rm -rf "$old.part" && mkdir "$old.part"
  git archive "$rev" | tar -x -C "$old.part"
  mv "$old.part" "$old"
fi

# Copies a file unless the copy is the same, which keeps Cargo from building it again.
update() { cmp -s "$1" "$2" || { mkdir -p "$(dirname "$2")" && cp "$1" "$2"; }; }

# Builds the programs of a tree into TREE/target and links them into a directory that no other build writes to.
build() { # TREE
  local tree=$1 built=$1/target/compare/built fixture=$1/target/compare/fixture api=src/api.rs
  local file probed pattern packages=() programs=(fixture) name
  # Each tree compiles the fixture of the working tree. What depends on a tree's API is in src/api.rs. When a later
  # revision changes this API, keep the old file as src/api_NAME.rs, with a first line that selects it for old trees:
  # `// probe: FILE PATTERN`, which is a file in the tree and a `grep` pattern that matches only before the change.
  for file in tests/compare/fixture/src/api_*.rs; do
    [[ -e $file ]] && read -r _ _ probed pattern <"$file" && grep -qs -- "$pattern" "$tree/$probed" && api=src/${file##*/}
  done
  for file in Cargo.toml src/main.rs src/samples.rs src/records.jsonl; do
    update "tests/compare/fixture/$file" "$fixture/$file"
  done
  update "tests/compare/fixture/$api" "$fixture/src/api.rs"

  # Without changes, Cargo isn't called. It may have to wait for other builds.
  local other=("(" -path "$tree/target" -o -path "$tree/tests" -o -path "$tree/.git" ")" -prune)
  if [[ -e $built ]] && [[ -z $(find "$tree" "$fixture"/{Cargo.toml,src} "${other[@]}" -o -newer "$built" -print -quit) ]]; then
    return
  fi
  mkdir -p "$tree/target/compare/bin"
  touch "$built.part"
  for file in "$tree"/examples/*/Cargo.toml "$tree"/runtime/cli/Cargo.toml; do
    [[ -e $file ]] || continue
    name=$(sed -n '/^name = /{s/.*"\(.*\)"/\1/p;q}' "$file")
    packages+=(-p "$name") programs+=("${name%-cli}")
  done
  [[ $fixture/Cargo.lock -nt $tree/Cargo.lock ]] || cp "$tree/Cargo.lock" "$fixture/Cargo.lock"
  (
    cd "$tree"
    export CARGO_TARGET_DIR=$tree/target
    cargo build --quiet --locked --bins "${packages[@]}"
    # On its own, `minimal` has no features that other examples enable.
    cargo build --quiet --locked -p minimal
    cargo build --quiet --manifest-path "$fixture/Cargo.toml"
  )
  rm -f "$tree"/target/compare/{bin/*,outputs.json}
  (cd "$tree/target/debug" && ln -t "$tree/target/compare/bin" "${programs[@]}")
  mv "$built.part" "$built"
}

SECONDS=0
build "$old"
echo "built $1 after $SECONDS s" >&2
build "$here"
echo "built the working tree after $SECONDS s" >&2
python3 tests/compare/run.py "$old" "$here" "${2:-}"
