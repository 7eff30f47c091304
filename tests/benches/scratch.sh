# Sourced by the measuring scripts beside it: a scratch workspace that goes away, and medians.
# shellcheck shell=bash

workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The scratch crates must not build into the target directory of the caller.
export CARGO_TARGET_DIR="$scratch/target"

# Begins a scratch workspace of the given members. It takes over the versions of the lock file, so
# that no registry is asked once the dependencies are downloaded.
begin_workspace() {
    local members
    printf -v members '"%s",' "$@"
    printf '[workspace]\nresolver = "3"\nmembers = [%s]\n' "$members" >"$scratch/Cargo.toml"
    if [[ -f $workspace/Cargo.lock ]]; then
        cp "$workspace/Cargo.lock" "$scratch/Cargo.lock"
    fi
}

# A crate of the scratch workspace: a name and the lines of its [dependencies].
new_crate() {
    mkdir -p "$scratch/$1/src"
    printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\n%s\n' "$1" "$2" \
        >"$scratch/$1/Cargo.toml"
}

# Offline if the dependencies are there, else with the network.
scratch_cargo() {
    local offline=()
    if [[ -z ${ONLINE:-} ]]; then offline=(--offline); fi
    cargo "$1" --quiet --manifest-path "$scratch/Cargo.toml" "${offline[@]}" "${@:2}"
}

# Prints the wall and the CPU seconds of a command.
timed() {
    local TIMEFORMAT='%R %U %S' times
    times=$({ time "$@" >/dev/null 2>"$scratch/stderr"; } 2>&1) || {
        cat "$scratch/stderr" >&2
        return 1
    }
    awk '{printf "%.3f %.3f\n", $1, $2 + $3}' <<<"$times"
}

# The median of the numbers on standard input.
median() {
    sort -n | awk '{v[NR] = $1} END {printf "%.3f\n", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", a / b}'
}

# Whether perf can count instructions: 1 or 0.
counts=$(perf stat -x, -e instructions:u true 2>&1 | grep -c '^[0-9]' || true)
