#!/usr/bin/env bash
# Drives the MCP servers of the examples with the official Python and TypeScript SDKs, over every error: what each table
# of this folder says of a server's answers must hold for both, as it does for rmcp's client in the tests of the examples.
#
# Needs python3 with pip, and npm; the SDKs go into target/mcp_sdks. What cannot be installed is told as NOT CHECKED on
# standard error, and is no failure; an answer that a table does not expect is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python_sdk=2.3.0
typescript_sdk=1.32.2
sdks=$PWD/target/mcp_sdks
programs=${CARGO_TARGET_DIR:-target}/debug
mkdir -p "$sdks"

not_checked() { printf 'NOT CHECKED: %s\n' "$*" >&2; }

has_python() {
  local venv=$sdks/python-$python_sdk
  [[ -e $venv/installed ]] && return
  command -v python3 >/dev/null || { not_checked "there is no python3, so nobody has called the servers with its SDK"; return 1; }
  { python3 -m venv --clear "$venv" && "$venv/bin/pip" install --quiet "mcp==$python_sdk" && touch "$venv/installed"; } ||
    { not_checked "pip does not install mcp $python_sdk, so nobody has called the servers with the Python SDK"; return 1; }
}

has_typescript() {
  local folder=$sdks/typescript-$typescript_sdk
  [[ -e $folder/installed ]] && return
  command -v npm >/dev/null || { not_checked "there is no npm, so nobody has called the servers with the TypeScript SDK"; return 1; }
  { mkdir -p "$folder" && npm install --silent --no-save --no-audit --no-fund --prefix "$folder" \
      "@modelcontextprotocol/sdk@$typescript_sdk" && touch "$folder/installed"; } ||
    { not_checked "npm does not install @modelcontextprotocol/sdk $typescript_sdk, so nobody has called the servers with it"; return 1; }
}

python=no typescript=no
if has_python; then python=yes; fi
if has_typescript; then typescript=yes; fi

for table in tests/mcp_sdks/*.json; do
  program=$(basename "$table" .json)
  cargo build --quiet --locked -p "$program"
  if [[ $python == yes ]]; then
    "$sdks/python-$python_sdk/bin/python" tests/mcp_sdks/client.py "$table" "$programs/$program"
  fi
  if [[ $typescript == yes ]]; then
    # An import finds its package beside the file that imports, so the client is run from there.
    cp tests/mcp_sdks/client.mjs "$sdks/typescript-$typescript_sdk/client.mjs"
    node "$sdks/typescript-$typescript_sdk/client.mjs" "$table" "$programs/$program"
  fi
done
