#!/usr/bin/env bash
# The instructions of a whole MCP call, from rmcp's client to the server and back: an error through `mcp::Server` beside a
# bare message of rmcp, and an answer without an error with and without the server. They do not depend on how busy the
# machine is.
#
# Usage: tests/benches/mcp.sh         (needs valgrind)
set -euo pipefail
shopt -s inherit_errexit # What fails in `$(…)` fails here.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bench=$(cargo bench --quiet --locked --no-run -p agent-error-benches --bench mcp --message-format=json |
    sed -n 's/.*"executable":"\([^"]*\/mcp-[^"]*\)".*/\1/p')

# Without start-up and warming up.
per_call() {
    local few many
    few=$(instructions "$1" 200)
    many=$(instructions "$1" 700)
    echo $(((many - few) / 500))
}

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" --repeat "$@" 2>&1 | awk '/Collected *:/ {print $NF}'
}

message=$(per_call message)
good=$(per_call good)
{
    echo "message $message $message"
    echo "brief $(per_call brief) $message"
    echo "envelope $(per_call envelope) $message"
    echo "good $good $good"
    echo "good_wrapped $(per_call good_wrapped) $good"
} | awk '{printf "%-14s %9d %6.2f\n", $1, $2, $2 / $3}'
