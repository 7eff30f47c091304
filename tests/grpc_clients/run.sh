#!/usr/bin/env bash
# Calls the gRPC API of the example `orders` with the official Python client (grpcio), and reads every detail of every
# error with grpcio-status and googleapis-common-protos. Generates the client from orders.proto with grpcio-tools, so the
# committed Rust code and the .proto file have to agree.
#
# Needs python3 with pip. The packages go into target/grpc_clients. If they can't be installed, prints NOT CHECKED on
# standard error and succeeds. An unexpected response is a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

packages=(grpcio==1.76.0 grpcio-status==1.76.0 grpcio-tools==1.76.0)
venv=$PWD/target/grpc_clients
program=${CARGO_TARGET_DIR:-target}/debug/orders

not_checked() { printf 'NOT CHECKED: %s, so the gRPC API was not called with it\n' "$*" >&2; exit 0; }

installed=$venv/installed
command -v python3 >/dev/null || not_checked "python3 is not installed"
if [[ $(cat "$installed" 2>/dev/null) != "${packages[*]}" ]]; then
  { python3 -m venv --clear "$venv" && "$venv/bin/pip" install --quiet "${packages[@]}"; } ||
    not_checked "pip does not install ${packages[*]}"
  printf '%s' "${packages[*]}" >"$installed"
fi

cargo build --quiet --locked --package orders
"$venv/bin/python" -m grpc_tools.protoc --proto_path=examples/orders/proto --python_out="$venv" \
  --grpc_python_out="$venv" orders.proto
PYTHONPATH=$venv "$venv/bin/python" tests/grpc_clients/client.py "$program"
