#!/usr/bin/env bash
# Changes the code in small ways and runs the tests that must notice: cargo-mutants with the right tests for each part.
#
# Usage: tests/mutants.sh PART [ARGUMENTS of cargo mutants...]
#
#   rules     macros/rules: nearest names, secret words, phrases, shell words, exits     (own unit tests)
#   check     macros/src/check: what the derive refuses                                  (own unit tests, ui)
#   text      runtime/src/text: cleaning, templates, pointers, JSON strings              (unit tests, formats, derive)
#   classify  runtime/src/classify, runtime/src/catalog/conflicts.rs                     (classify)
#   registry  runtime/src/registry: uniqueness, finding                                  (derive, classify)
#
# A sample: `tests/mutants.sh text --shard 1/10`. Needs `cargo install cargo-mutants --locked`. Not in CI: a mutant of the
# runtime takes about eleven seconds on an idle machine. `mutants.out/missed.txt` in the target folder lists what no test
# noticed: kill it by a test of behavior, or state in a comment why it changes nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

part=${1:?PART is one of rules, check, text, classify, registry}
shift
case $part in
rules) package=agent-error-rules files=('macros/rules/src/**') tests=(-p agent-error-rules) ;;
check) package=agent-error-macros files=('macros/src/check/**' macros/src/check.rs) tests=(-p agent-error-macros -p agent-error-tests --lib --test ui) ;;
text) package=agent-error files=('runtime/src/text/**') tests=(-p agent-error -p agent-error-tests --lib --test formats --test derive) ;;
classify) package=agent-error files=('runtime/src/classify/**' runtime/src/classify.rs runtime/src/catalog/conflicts.rs) tests=(-p agent-error-tests --test classify) ;;
registry) package=agent-error files=('runtime/src/registry/**') tests=(-p agent-error -p agent-error-tests --lib --test derive --test classify) ;;
*)
    echo "unknown part \`$part\`; expected rules, check, text, classify or registry" >&2
    exit 2
    ;;
esac

globs=()
for file in "${files[@]}"; do globs+=(--file "$file"); done
exec cargo mutants --package "$package" "${globs[@]}" --output "${CARGO_TARGET_DIR:-target}" "$@" -- "${tests[@]}"
