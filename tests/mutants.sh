#!/usr/bin/env bash
# Changes the code in small ways and runs the tests that must notice: cargo-mutants with the right tests for each part.
#
# Usage: tests/mutants.sh PART [ARGUMENTS of cargo mutants...]
#
#   rules       macros/rules: nearest names, secret words, phrases, shell words, exits    (own unit tests)
#   check       macros/src/check: what the derive refuses                                 (derive, ui)
#   vocabulary  runtime/src/vocabulary: exit codes, durations, words                      (derive, formats, integrations)
#   text        runtime/src/text: cleaning, templates, pointers, JSON strings             (derive, formats, classify)
#   registry    runtime/src/registry: uniqueness, finding                                 (derive, formats, classify)
#   format      runtime/src/format: the formats, written and read                         (formats)
#   classify    runtime/src/classify: rules applied, foreign errors                       (derive, formats, classify)
#   contract    runtime/src/tooling/contract: lock files, changes of a catalog            (catalog)
#   http        runtime/src/integrations/http: responses, written and read                (integrations)
#
# Each also runs the unit tests of its package, in a copy of the workspace without the examples and without the programs
# that other tests run.
#
# A sample: `tests/mutants.sh text --sharding round-robin --shard 1/10`. Needs `cargo install cargo-mutants --locked`. Not in
# CI: a mutant takes ten to forty seconds, one of `check` longer. `mutants.out/missed.txt` in the target folder lists what no
# test noticed: kill it by a test of behavior, or state in a comment why it changes nothing.
#
# Survivors that change nothing:
#
#   text/clean.rs, the guard `watched.sink_failed` as `false`: a sink that failed refuses the mark, too.
#   format/human.rs, `Spoken::passes` as `false`: only faster than `write`, which writes the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

part=${1:?PART is one of rules, check, vocabulary, text, registry, format, classify, contract, http}
shift
package=agent-error targets=() folder=runtime/src/$part
case $part in
rules) package=agent-error-rules folder=macros/rules/src ;;
check) package=agent-error-macros folder=macros/src/check targets=(derive ui) ;;
vocabulary) targets=(derive formats integrations) ;;
text | registry | classify) targets=(derive formats classify) ;;
format) targets=(formats) ;;
contract) folder=runtime/src/tooling/contract targets=(catalog) ;;
http) folder=runtime/src/integrations/http targets=(integrations) ;;
*)
    echo "unknown part \`$part\`; expected rules, check, vocabulary, text, registry, format, classify, contract or http" >&2
    exit 2
    ;;
esac

tests=(-p "$package" --lib)
for target in "${targets[@]}"; do tests+=(-p agent-error-tests --test "$target"); done
output=$(realpath -m "${CARGO_TARGET_DIR:-target}")
copy=$output/mutants
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z . ':!examples' ':!tests/benches' | xargs -0 cp --parents -t "$copy"
sed -i 's#^members = .*#members = ["macros", "macros/rules", "runtime", "tests"]#' "$copy/Cargo.toml"
# One program is part of `integrations`.
sed -i '/^\[\[bin\]\]/{N;/"traced"/!{N;N;d}}' "$copy/tests/Cargo.toml"
cd "$copy"
# A few random errors are enough for a mutant.
export AGENT_ERROR_CASES=${AGENT_ERROR_CASES:-40} STRICT_JSON_ERRORS=${STRICT_JSON_ERRORS:-100}
export CARGO_TARGET_DIR=$output/mutants_target
# The slowest tests, of long and of many inputs, would take most of the time.
skipped=(ten_megabytes_are_cut no_small_fault every_saved_text long_input_is_read many_names_are)
exec cargo mutants --in-place --all-features --package "$package" --file "$folder/**" --file "$folder.rs" \
    --output "$output" "$@" -- "${tests[@]}" -- "${skipped[@]/#/--skip=}"
