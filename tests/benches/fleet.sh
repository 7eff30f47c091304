#!/usr/bin/env bash
# What a large fleet costs: time and peak memory of `export markdown`, `lint` and `diff` over many catalogs.
#
# Usage: tests/benches/fleet.sh [PROGRAMS [CODES]]        (default: 300 programs with 10000 codes in total)
#
# Generates two releases of a fleet. Half of the codes come from a library that all programs use. In the second release,
# every tenth program has a new code and lacks an old one. Needs GNU time at /usr/bin/time.
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
programs=${1:-300} codes=${2:-10000}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

generate() { # the release: 1 or 2
    mkdir -p "$scratch/release-$1"
    awk -v programs="$programs" -v codes="$codes" -v release="$1" -v folder="$scratch/release-$1" '
        function code(name, type, origin, line) {
            return sprintf("{\"code\": \"%s\", \"summary\": \"The request failed.\", \"message\": \"{path} failed {count} times\", " \
                "\"exit_code\": %d, \"suggestion\": \"Look at {path}\", \"retryable\": false, \"side_effects\": \"none\", " \
                "\"phase\": \"execution\", \"severity\": \"error\", \"docs_url\": \"https://fleet.example.com/errors/%s\", " \
                "\"declared_by\": \"%s\", \"http_status\": 500, \"origin\": \"%s\", " \
                "\"source\": {\"file\": \"src/error.rs\", \"line\": %d}, \"context\": [" \
                "{\"name\": \"path\", \"type\": \"string\", \"rust_type\": \"String\", \"shown\": \"value\"}, " \
                "{\"name\": \"count\", \"type\": \"integer\", \"rust_type\": \"u32\", \"shown\": \"value\"}]}",
                name, 1 + line % 13, name, type, origin, line)
        }
        BEGIN {
            for (p = 0; p < programs; p++) {
                file = sprintf("%s/program-%03d.json", folder, p)
                printf "{\"catalog_version\": \"1.0\", \"program\": {\"name\": \"program-%03d\", \"version\": \"%d.0.0\"}, \"errors\": [\n", p, release > file
                # The codes are distributed evenly.
                first = int(p * codes / programs)
                last = int((p + 1) * codes / programs)
                for (i = first; i < last; i++) {
                    n = i - first
                    if (n % 2) text = code(sprintf("LIB_FAILURE_%04d", n), "lib::Error", "lib", n)
                    else {
                        name = sprintf("P%03d_FAILURE_%04d", p, n)
                        if (release == 2 && p % 10 == 0 && n == 0) name = name "_NEW"
                        text = code(name, sprintf("program_%03d::Error", p), sprintf("program-%03d", p), n)
                    }
                    printf "%s%s\n", (i > first ? ", " : "  "), text > file
                }
                print "]}" > file
                close(file)
            }
        }'
}
generate 1
generate 2

cargo build --quiet --release --locked --manifest-path "$workspace/Cargo.toml" -p agent-error-cli
tool=${CARGO_TARGET_DIR:-$workspace/target}/release/agent-error

measure() { # the expected exit code, a label, arguments
    local status=0 expected=$1 label=$2
    /usr/bin/time -f '%e %M' -o "$scratch/time" "$tool" "${@:3}" >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
    if [[ $status != "$expected" ]]; then
        printf '%s exited with %s instead of %s\n' "$label" "$status" "$expected" >&2
        cat "$scratch/stdout" "$scratch/stderr" >&2
        exit 1
    fi
    # GNU time reports nonzero exit codes in a line of its own.
    tail -n 1 "$scratch/time" | awk -v label="$label" '{ printf "  %-12s %7.2f s %9.1f MiB\n", label, $1, $2 / 1024 }'
}

echo "$codes codes of $programs programs ($(du -sm "$scratch/release-1" | cut -f1) MiB of catalogs)"
measure 0 'export markdown' export markdown "$scratch/release-1" --out "$scratch/site"
measure 0 lint lint "$scratch/release-1"
measure 3 diff diff "$scratch/release-1" "$scratch/release-2"
