#!/usr/bin/env bash
# Pastes the Rust code of each guide into a new package that has only the dependencies that the guide lists, and runs it.
# Code that a guide marks as `ignore`, because its libraries are too large for the workspace, is compiled as well.
#
# Usage: tests/guides.sh              checks all guides; needs a network
#        tests/guides.sh cli http     checks these guides
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$workspace/target/guides} CARGO_INCREMENTAL=0

folders=(runtime runtime/axum runtime/grpc runtime/mcp runtime/testing)
guides=()
for folder in "${folders[@]}"; do
  for guide in "$workspace/$folder"/src/guide/*.md; do
    name=$(basename "$guide" .md)
    if [[ $# -eq 0 || " $* " == *" $name "* ]]; then guides+=("$name"); fi
    mkdir -p "$scratch/$name/src"
    printf '[package]\nname = "guide-%s"\nversion = "0.1.0"\nedition = "2024"\n\n' "$name" >"$scratch/$name/Cargo.toml"
    awk '/^```/ { inside = $0 == "```toml"; next } inside' "$guide" >>"$scratch/$name/Cargo.toml"
    sed 's/^```rust,ignore$/```rust,no_run/' "$guide" >"$scratch/$name/src/guide.md"
    echo '#![doc = include_str!("guide.md")]' >"$scratch/$name/src/lib.rs"
  done
done

{
  printf '[workspace]\nmembers = ["*"]\nresolver = "3"\n\n[profile.dev]\ndebug = false\n\n[patch.crates-io]\n'
  for crate in "=" -axum=/axum -formats=/formats -mcp=/mcp -testing=/testing -tonic=/grpc -tooling=/tooling; do
    printf 'agent-error%s = { path = "%s/runtime%s" }\n' "${crate%%=*}" "$workspace" "${crate#*=}"
  done
} >"$scratch/Cargo.toml"

for name in "${guides[@]}"; do
  cargo test --quiet --doc --manifest-path "$scratch/$name/Cargo.toml"
done
