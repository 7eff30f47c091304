#!/usr/bin/env bash
# Writes src/grpc/orders.v1.rs from orders.proto. Needs a network, but no protoc: protox compiles the file. Run it after
# each change of orders.proto, and commit the result.
set -euo pipefail
orders=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

generator=$(cd "$orders/../.." && pwd)/target/generate-orders
mkdir -p "$generator/src"
cat >"$generator/Cargo.toml" <<'TOML'
[package]
name = "generate-orders"
version = "0.0.0"
edition = "2024"

[dependencies]
protox = "0.9"
tonic-prost-build = { version = "0.14", default-features = false }

[workspace]
TOML
cat >"$generator/src/main.rs" <<'RUST'
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let orders = std::path::PathBuf::from(std::env::args_os().nth(1).ok_or("missing folder")?);
    let descriptors = protox::compile(["orders.proto"], [orders.join("proto")])?;
    tonic_prost_build::configure()
        .build_client(false)
        .build_transport(false)
        .out_dir(orders.join("src/grpc"))
        .compile_fds(descriptors)?;
    Ok(())
}
RUST
cargo run --quiet --manifest-path "$generator/Cargo.toml" -- "$orders"
rustfmt --edition 2024 "$orders/src/grpc/orders.v1.rs"
