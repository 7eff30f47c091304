#!/usr/bin/env bash
# Drives the MCP servers of the examples with the official Python and TypeScript SDKs, over every error: what each table
# of this folder says of a server's answers must hold for both, as it does for rmcp's client in the tests of the examples.
#
# Needs python3 with pip, and npm; the SDKs go into target/mcp_sdks. What cannot be installed is reported as NOT CHECKED on
# standard error, and is not a failure; an answer that a table does not expect is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python_sdk=mcp==2.3.0
# Versions 1 and 2 are packages of different names; hosts have either.
typescript_sdks=(@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0)
sdks=$PWD/target/mcp_sdks
programs=${CARGO_TARGET_DIR:-target}/debug

not_checked() { printf 'NOT CHECKED: %s, so the servers were not called with it\n' "$*" >&2; }

# Where an SDK is, or is to be.
folder() { printf '%s/%s' "$sdks" "${1//[\/@=]/_}"; }

has_python() {
  local at; at=$(folder "$1")
  command -v python3 >/dev/null || { not_checked "python3 is not installed for $1"; return 1; }
  [[ -e $at/installed ]] && return
  { python3 -m venv --clear "$at" && "$at/bin/pip" install --quiet "$1" && touch "$at/installed"; } ||
    { not_checked "pip does not install $1"; return 1; }
}

has_typescript() {
  local at; at=$(folder "$1")
  { command -v npm && command -v node; } >/dev/null || { not_checked "npm is not installed for $1"; return 1; }
  [[ -e $at/installed ]] && return
  { mkdir -p "$at" && npm install --silent --no-save --no-audit --no-fund --prefix "$at" "$1" && touch "$at/installed"; } ||
    { not_checked "npm does not install $1"; return 1; }
}

clients=()
if has_python "$python_sdk"; then clients+=("$python_sdk"); fi
for sdk in "${typescript_sdks[@]}"; do
  if has_typescript "$sdk"; then clients+=("$sdk"); fi
done

tables=(tests/mcp_sdks/*.json)
built=()
for table in "${tables[@]}"; do built+=(--bin "$(basename "$table" .json)"); done
# With a test of the whole workspace, cargo takes the features of the tests and finds all built.
cargo build --quiet --locked --workspace --test conventions "${built[@]}"

failed=no
for table in "${tables[@]}"; do
  program=$(basename "$table" .json)
  for sdk in "${clients[@]}"; do
    at=$(folder "$sdk")
    case $sdk in
      mcp==*) "$at/bin/python" tests/mcp_sdks/client.py "$table" "$programs/$program" || failed=yes ;;
      *)
        # An import finds its package beside the file that imports, so the client is run from there.
        cp tests/mcp_sdks/client.mjs "$at/client.mjs"
        node "$at/client.mjs" "${sdk%@*}" "$table" "$programs/$program" || failed=yes
        ;;
    esac
  done
done
[[ $failed == no ]]
