#!/usr/bin/env bash
# What agent-error adds to a clean build of a program that has serde and thiserror already.
#
# Usage: tests/benches/clean.sh [RUNS]        (default: 3)
#
# Builds an empty crate into a fresh target directory, with serde's derive, serde_json and thiserror, and
# with agent-error beside them. Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"

runs=${1:-3}
# Crates from a registry are never built incrementally; without this, ours would be.
export CARGO_INCREMENTAL=0
others='thiserror = "2"
serde = { version = "1", features = ["derive"] }
serde_json = "1"'

begin_workspace plain coded
new_crate plain "$others"
new_crate coded "$others
agent-error = { path = \"$workspace/runtime\" }"
echo '//! Empty.' | tee "$scratch/plain/src/lib.rs" >"$scratch/coded/src/lib.rs"
scratch_cargo metadata --format-version 1 >/dev/null # Settles the lock file.

# Builds both in turn, so that a busy machine slows both.
plain='' coded=''
for ((run = 0; run < runs; run++)); do
    rm -rf "$CARGO_TARGET_DIR"
    plain+=$(timed scratch_cargo build -p plain)$'\n'
    rm -rf "$CARGO_TARGET_DIR"
    coded+=$(timed scratch_cargo build -p coded)$'\n'
done

column() {
    sed '/^$/d' <<<"$1" | cut -d' ' -f"$2" | median
}
read -r plain_wall plain_cpu coded_wall coded_cpu \
    <<<"$(column "$plain" 1) $(column "$plain" 2) $(column "$coded" 1) $(column "$coded" 2)"
echo "clean debug build, median of $runs runs"
printf '  %-28s %7s s wall %7s s CPU\n' 'thiserror + serde_json' "$plain_wall" "$plain_cpu"
printf '  %-28s %7s s wall %7s s CPU\n' 'the same + agent-error' "$coded_wall" "$coded_cpu"
printf '  %-28s %7s   wall %7s   CPU\n' 'ratio' "$(ratio "$coded_wall" "$plain_wall")" "$(ratio "$coded_cpu" "$plain_cpu")"
