#!/usr/bin/env bash
# Packages the crates as for crates.io, and checks the packages.
#
# Usage: tests/packages.sh            metadata, licenses and sizes
#        tests/packages.sh --build    also builds, documents and tests each package outside of the workspace
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$workspace"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The maximum size of a package, in KiB.
limit=400

packages=()
while read -r manifest; do
  packages+=("$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)")
done < <(git ls-files macros runtime | grep 'Cargo\.toml$')
selected=()
for package in "${packages[@]}"; do selected+=(-p "$package"); done

fail() { printf '%s: %s\n' "$package" "$1" >&2; exit 1; }

# Cargo warns that tests which aren't part of a package are ignored.
cargo package --quiet --no-verify --allow-dirty --target-dir "$scratch/target" "${selected[@]}" 2>"$scratch/log" ||
  { cat "$scratch/log" >&2; exit 1; }

mkdir "$scratch/unpacked"
for package in "${packages[@]}"; do
  archive=$(echo "$scratch/target/package/$package"-[0-9]*.crate)
  tar -xzf "$archive" -C "$scratch/unpacked"
  mv "$scratch/unpacked/$package"-[0-9]* "$scratch/unpacked/$package"
  cd "$scratch/unpacked/$package"
  for key in description documentation keywords categories readme repository license rust-version; do
    grep -q "^$key = " Cargo.toml || fail "\`$key\` is missing"
  done
  for license in LICENSE-APACHE LICENSE-MIT; do
    cmp -s "$license" "$workspace/$license" || fail "$license is missing or differs from the workspace's"
  done
  [[ -s README.md ]] || fail "README.md is missing"
  grep -q '^\[package.metadata.docs.rs\]' Cargo.toml || fail 'the settings for docs.rs are missing'
  size=$((($(wc -c <"$archive") + 1023) / 1024))
  ((size <= limit)) || fail "$size KiB are more than $limit KiB"
  printf '%-20s %4d files, %4d KiB\n' "$package" "$(find . -type f | wc -l)" "$size"
done
[[ ${1:-} == --build ]] || exit 0

# The packages depend on each other as they would on crates.io.
mkdir "$scratch/unpacked/.cargo"
{
  echo '[patch.crates-io]'
  for package in "${packages[@]}"; do printf '%s = { path = "%s" }\n' "$package" "$scratch/unpacked/$package"; done
} >"$scratch/unpacked/.cargo/config.toml"
export CARGO_TARGET_DIR=$workspace/target/packages CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

# docs.rs uses nightly features. Only rustdoc gets RUSTC_BOOTSTRAP, so that no library is compiled again.
printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc "$@"\n' >"$scratch/rustdoc"
chmod +x "$scratch/rustdoc"

for package in "${packages[@]}"; do
  printf '\n%s: build, documentation and tests\n' "$package"
  cd "$scratch/unpacked/$package"
  cargo check --quiet
  RUSTDOC=$scratch/rustdoc RUSTDOCFLAGS='--cfg docsrs -D warnings' cargo rustdoc --quiet --lib --all-features
  # Programs under test choose their format by these variables.
  env -u CI -u NO_COLOR cargo test --quiet --all-features
done
