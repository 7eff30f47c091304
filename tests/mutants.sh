#!/usr/bin/env bash
# Changes the code in small ways and runs the tests that must notice: cargo-mutants with the right tests for each part.
#
# Usage: tests/mutants.sh PART [ARGUMENTS of cargo mutants...]
#
#   rules     macros/rules: nearest names, secret words, phrases, shell words, exits     (own unit tests)
#   check     macros/src/check: what the derive refuses                                  (own unit tests, ui)
#   text      runtime/src/text: cleaning, templates, pointers, JSON strings              (tests/core, classify)
#   format    runtime/src/format: the formats, written and read                          (tests/core, classify)
#   classify  runtime/src/classify: rules applied, foreign errors                        (tests/core, classify)
#   registry  runtime/src/registry: uniqueness, finding                                  (tests/core, classify)
#
# The last four run in a copy of the workspace with the few libraries of `tests/core`: a mutant there is built in a few
# seconds, while `agent-error-tests` links 14 programs for each. What its tests miss, try by hand with those of the workspace.
#
# A sample: `tests/mutants.sh text --sharding round-robin --shard 1/10`. Needs `cargo install cargo-mutants --locked`. Not in
# CI: a mutant takes ten to twenty seconds. `mutants.out/missed.txt` in the target folder lists what no test
# noticed: kill it by a test of behavior, or state in a comment why it changes nothing.
#
# Survivors that change nothing:
#
#   text/clean.rs, the guard `watched.sink_failed` as `false`: a sink that failed refuses the mark, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

part=${1:?PART is one of rules, check, text, format, classify, registry}
shift
case $part in
rules) package=agent-error-rules files=('macros/rules/src/**') tests=(-p agent-error-rules) ;;
check) package=agent-error-macros files=('macros/src/check/**' macros/src/check.rs) tests=(-p agent-error-macros -p agent-error-tests --lib --test ui) ;;
text | format | classify | registry) package=agent-error-core files=("runtime/src/$part/**" "runtime/src/$part.rs") tests=() ;;
*)
    echo "unknown part \`$part\`; expected rules, check, text, format, classify or registry" >&2
    exit 2
    ;;
esac

output=$(realpath -m "${CARGO_TARGET_DIR:-target}")
globs=()
for file in "${files[@]}"; do globs+=(--file "$file"); done
if [[ $package == agent-error-core ]]; then
    # The library of `tests/core` is the runtime: in the copy its manifest replaces that of the runtime.
    copy=$output/mutants
    rm -rf "$copy"
    mkdir -p "$copy"
    git ls-files -z macros runtime tests/{core,formats,derive,classify} README.md | xargs -0 cp --parents -t "$copy"
    sed -e 's#^members = .*#members = ["macros", "macros/rules", "runtime"]#' -e '/^exclude/d' Cargo.toml >"$copy/Cargo.toml"
    sed -e '/^\[workspace\]$/d' -e 's/^version = "0.0.0"/version.workspace = true/' \
        -e 's#"../../runtime/src/lib.rs"#"src/lib.rs"#; s#"../\(formats\|derive\)/#"../tests/\1/#; s#"../../macros#"../macros#' \
        tests/core/Cargo.toml >"$copy/runtime/Cargo.toml"
    printf '\n[[test]]\nname = "classify"\npath = "../tests/classify/main.rs"\n' >>"$copy/runtime/Cargo.toml"
    cp tests/core/Cargo.lock "$copy"
    # A few random errors are enough for a mutant.
    export AGENT_ERROR_CASES=${AGENT_ERROR_CASES:-40} STRICT_JSON_ERRORS=${STRICT_JSON_ERRORS:-100}
    export CARGO_TARGET_DIR=$output/mutants_target
    cd "$copy"
    set -- --in-place "$@"
fi
exec cargo mutants --package "$package" "${globs[@]}" --output "$output" "$@" -- "${tests[@]}"
