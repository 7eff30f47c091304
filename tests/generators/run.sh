#!/usr/bin/env bash
# Gives what dbtool exports to generators of clients and to a strict validator, and runs a small client in TypeScript and one
# in Python over answers of dbtool: both branch on its codes, know the facts of each code from an export, and survive a code
# of a newer version.
#
# Needs npm, and python3 with pip; the tools go into target/generators. What cannot be installed is reported as NOT CHECKED on
# standard error, and is not a failure; a tool that refuses an export, or a client that decides wrongly, is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

node_tools=(ajv@8.20.0 ajv-formats@3.0.1 openapi-typescript@7.13.0 quicktype@26.0.0 typescript@5.9.3)
python_tools=(datamodel-code-generator==0.89.0 openapi-python-client==0.29.1)
tools=$PWD/target/generators
here=$PWD/tests/generators
dbtool=$PWD/${CARGO_TARGET_DIR:-target}/debug/dbtool
[[ ${CARGO_TARGET_DIR:-} == /* ]] && dbtool=$CARGO_TARGET_DIR/debug/dbtool

not_checked() { printf 'NOT CHECKED: %s, so no client was generated with it\n' "$*" >&2; }

has_node() {
  { command -v npm && command -v node; } >/dev/null || { not_checked "npm is not installed"; return 1; }
  [[ -e $tools/node/${node_tools[*]} ]] && return
  { rm -rf "$tools/node" && mkdir -p "$tools/node" &&
    npm install --silent --no-save --no-audit --no-fund --prefix "$tools/node" "${node_tools[@]}" &&
    touch "$tools/node/${node_tools[*]}"; } || { not_checked "npm does not install ${node_tools[*]}"; return 1; }
}

has_python() {
  command -v python3 >/dev/null || { not_checked "python3 is not installed"; return 1; }
  [[ -e $tools/python/${python_tools[*]} ]] && return
  { python3 -m venv --clear "$tools/python" && "$tools/python/bin/pip" install --quiet "${python_tools[@]}" &&
    touch "$tools/python/${python_tools[*]}"; } || { not_checked "pip does not install ${python_tools[*]}"; return 1; }
}

unset CI DBTOOL_OUTPUT
cargo build --quiet --locked -p dbtool -p agent-error-cli
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$dbtool" errors catalog >"$work/errors.json"
for format in schema openapi; do
  "${dbtool%/*}/agent-error" export "$format" --out "$work" "$work/errors.json" >/dev/null
done

# A failure with a context, one of the command line, a good answer, a temporary and a permanent failure, and a code that
# this version does not have.
cd "$work"
{ "$dbtool" status || true; "$dbtool" --nope || true; "$dbtool" errors exits; } >answers
{ "$dbtool" connect --host localhost --port 1 || true; "$dbtool" init --db errors.json/items.db || true; } >>answers
"$dbtool" status | sed 's/DB_FILE_MISSING/DB_FILE_ABDUCTED/' >>answers || true
decided() { # CLIENT DECISIONS TEMPORARY
  printf '%s\n' 'create dbtool.db' 'exit 2' done "$3" 'exit 1' 'ask: Create the database, or pass an existing one with `--db`' |
    diff - "$2" || { echo "the client in $1 decides wrongly" >&2; exit 1; }
}

if has_node; then
  bin=$tools/node/node_modules/.bin
  ln -s "$tools/node/node_modules" .
  echo '{"type": "module"}' >package.json
  cp "$here"/*.mjs "$here"/branch.ts .
  node ajv.mjs envelope.schema.json <answers
  "$bin/openapi-typescript" errors.openapi.json -o errors.ts >/dev/null 2>&1
  "$bin/quicktype" --quiet --src-lang schema envelope.schema.json --top-level Envelope --lang ts -o quick.ts
  "$bin/tsc" --strict --target es2022 --module nodenext branch.ts errors.ts quick.ts
  node run.mjs <answers >decisions
  decided TypeScript decisions 'again after exit 12'
  echo "openapi-typescript, quicktype: what they make compiles; the client in TypeScript decides by codes"
fi

if has_python; then
  bin=$tools/python/bin
  cp "$here/branch.py" .
  "$bin/datamodel-codegen" --input envelope.schema.json --input-file-type jsonschema --output models.py --formatters builtin \
    --output-model-type pydantic_v2.BaseModel --use-title-as-name --enum-field-as-literal one
  "$bin/python" branch.py <answers >decisions
  decided Python decisions 'again after 5000 ms, exponential_backoff'
  # How the client is formatted is not checked.
  echo 'post_hooks: []' >settings.yml
  "$bin/openapi-python-client" generate --path errors.openapi.json --output-path client --meta none --config settings.yml \
    --fail-on-warning >/dev/null
  # A schema that it does not understand, it leaves out without a word.
  "$bin/python" -c 'from client.models import ErrorDBCONNECTIONTIMEOUT, OtherError, ProblemDBCONNECTIONTIMEOUT'
  echo "datamodel-codegen, openapi-python-client: what they make loads; the client in Python decides by codes"
fi
