#!/usr/bin/env bash
# Mutation tests. `sample.tsv` lists mutations of the libraries and which of them the tests caught at commit 6187dc8b.
#
# Usage: tests/mutations/run.sh run [COUNT]   Runs the listed mutations, or the first COUNT of them
#        tests/mutations/run.sh sample        Draws 100 mutations from the current code, with a fixed seed
#
# `run` exits with 1 if the tests catch fewer mutations than they did at 6187dc8b. A caught mutation takes a minute or two, a
# missed one a run of all tests. The first run also builds all tests, in a folder of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

version=27.1.0
output=$PWD/target/mutations
# The configuration and the names of mutations differ between versions.
if [[ $("$output/bin/cargo-mutants" mutants --version 2>/dev/null) != "cargo-mutants $version" ]]; then
  CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install cargo-mutants --version "$version" --locked --quiet --root "$output" >&2
fi
export PATH=$output/bin:$PATH
# Programs under test choose their format by these.
unset CI NO_COLOR

# An interrupted run leaves its mutation in the copy, not in the working tree.
copy=$output/tree
mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 ! -name target -exec rm -rf {} +
git ls-files -z | xargs -0 cp --parents -t "$copy"
cd "$copy"
exec python3 tests/mutations/mutations.py "$@"
