#!/usr/bin/env bash
# Runs each fuzz target for a while, from the seeds that a plain test runs, too.
#
# Usage: tests/fuzz/run.sh [SECONDS] [TARGET...]        (default: 60 seconds, all targets)
#
# Needs cargo-fuzz (`cargo install cargo-fuzz --locked`), and nightly or a stable compiler that takes its options as nightly
# does (`RUSTC_BOOTSTRAP`). What is found on the way is kept in
# `tests/fuzz/corpus`, which is not committed; a failure ends the script and is in `tests/fuzz/artifacts`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fuzz=(cargo +nightly fuzz)
if ! rustup toolchain list 2>/dev/null | grep -q '^nightly'; then
    export RUSTC_BOOTSTRAP=1
    fuzz=(cargo fuzz)
fi

seconds=${1:-60}
targets=("${@:2}")
if [[ ${#targets[@]} -eq 0 ]]; then
    for file in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi

for target in "${targets[@]}"; do
    found=fuzz/corpus/$target
    mkdir -p "$found"
    folders=("$found" formats/corpus/*/)
    echo "== $target, $seconds seconds"
    log=$(mktemp)
    ended=0
    "${fuzz[@]}" run --sanitizer none "$target" "${folders[@]}" -- \
        -max_len=4096 -timeout=10 -max_total_time="$seconds" -print_final_stats=1 >"$log" 2>&1 || ended=$?
    # A target that does not compile has no statistics.
    if [[ $ended -ne 0 ]] || ! grep -E 'stat::number_of_executed_units|stat::average_exec_per_sec' "$log"; then
        tail -n 40 "$log"
        echo "$target failed" && ls "fuzz/artifacts/$target" 2>/dev/null
        exit 1
    fi
    rm "$log"
done
