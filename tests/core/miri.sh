#!/usr/bin/env bash
# Runs texts, formats, rules and derived errors under Miri. This crate has no `unsafe` code: Miri checks what the libraries
# do when it calls them, on a target without the linked registry.
#
# Needs `rustup toolchain install nightly --component miri,rust-src`. Without it, the tests are only compiled: NOT
# CHECKED is on standard error, and the script succeeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")/miri
export CARGO_TARGET_DIR
if ! cargo +nightly miri --version >/dev/null 2>&1; then
  cargo check --quiet --locked --lib --tests
  printf 'NOT CHECKED: nightly has no component miri, so tests/core was only compiled\n' >&2
  exit 0
fi
# A random error takes seconds.
export PROPTEST_CASES=1 MIRIFLAGS=-Zmiri-env-forward=PROPTEST_CASES
miri() { cargo +nightly miri test --quiet --locked "$@"; }

miri --no-run --lib --tests
# Miri uses one core.
{
  miri --manifest-path ../../macros/rules/Cargo.toml --lib
  miri --test derive
} &
rules=$!
miri --test formats -- serde_is_lossless
miri --lib -- text:: format:: vocabulary:: definition:: registry::
wait "$rules"
