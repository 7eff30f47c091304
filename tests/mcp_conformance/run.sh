#!/usr/bin/env bash
# Runs the official conformance suite of MCP against one server over streamable HTTP, bare and wrapped by `mcp::Server`, and prints what
# each check says of both. A check that passes bare and fails wrapped is a failure, and so is a run without checks.
#
# Needs npm; the suite goes into target/mcp_conformance. What cannot be installed is reported as NOT CHECKED on standard error,
# and is not a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

suite=@modelcontextprotocol/conformance@0.2.0-alpha.12
# The suite needs Node 22; npm has it as a package.
node=node@22.23.3
at=$PWD/target/mcp_conformance
programs=${CARGO_TARGET_DIR:-target}/debug

not_checked() { printf 'NOT CHECKED: %s, so the conformance suite of MCP has not run\n' "$*" >&2; exit 0; }

{ command -v npm && command -v node; } >/dev/null || not_checked "npm is not installed"
stamp=$at/${suite//[\/@]/_}
if [[ ! -e $stamp ]]; then
  { mkdir -p "$at" && npm install --silent --no-save --no-audit --no-fund --prefix "$at" "$suite" "$node" && touch "$stamp"; } ||
    not_checked "npm does not install $suite"
fi

cargo build --quiet --locked -p agent-error-tests --features conformance --bin conformance

results=$(mktemp -d)
server=
end() { [[ -z $server ]] || kill "$server" 2>/dev/null || true; rm -rf "$results"; }
trap end EXIT

for kind in bare wrapped; do
  "$programs/conformance" "$kind" >"$results/$kind.url" &
  server=$!
  for _ in $(seq 100); do [[ -s $results/$kind.url ]] && break; sleep 0.1; done
  # The suite ends with 1 if any check fails, and some fail bare.
  "$at/node_modules/.bin/node" "$at/node_modules/@modelcontextprotocol/conformance/dist/index.js" \
    server --url "$(head -1 "$results/$kind.url")" --suite all --output-dir "$results/$kind" \
    >"$results/$kind.log" 2>&1 || true
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
done

node tests/mcp_conformance/compare.mjs "$results/bare" "$results/wrapped"
