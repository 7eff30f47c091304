#!/usr/bin/env bash
# Checks what a constant links: a format only its writer, and a reader no writer. `main` always adds `HUMAN`.
#
# Usage: tests/benches/linked.sh
#
# Counts the functions of each format's module in unstripped programs. Set ONLINE=1 if the dependencies are not downloaded
# yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"
export CARGO_INCREMENTAL=0

begin_workspace writes reads
new_crate writes "agent-error = { path = \"$workspace/runtime\" }
agent-error-formats = { path = \"$workspace/runtime/formats\" }"
new_crate reads "agent-error = { path = \"$workspace/runtime\", features = [\"parse\"] }
agent-error-formats = { path = \"$workspace/runtime/formats\", features = [\"parse\"] }"

for crate in writes reads; do echo "fn main() {}" >"$scratch/$crate/src/main.rs"; done

modules=(agent_error::format::{brief,envelope,human,problem} agent_error_formats::{flat,nested,tagged,xml})
failed=0

# The writers that a program links, as module names: writers CRATE
writers() {
    local module
    scratch_cargo rustc -p "$1" --release -- -C strip=none
    nm -C "$CARGO_TARGET_DIR/release/$1" >"$scratch/symbols"
    for module in "${modules[@]}"; do
        if grep -q "$module::write" "$scratch/symbols"; then printf '%s ' "${module##*::}"; fi
    done
}

# Fails unless the program links these writers: expect CRATE TITLE EXPECTED
expect() {
    local found
    found=$(writers "$1")
    if [[ $found == "$3" ]]; then
        printf '%-24s %s\n' "$2" "${found:-none}"
    else
        printf '%-24s %s, expected: %s\n' "$2" "${found:-none}" "$3" >&2
        failed=1
    fi
}

for format in Format::{BRIEF,ENVELOPE,PROBLEM} agent_error_formats::{FLAT,NESTED,TAGGED,XML}; do
    cat >"$scratch/writes/src/main.rs" <<RUST
#[allow(unused_imports, reason = "some formats have a path")]
use agent_error::Format;
use agent_error::Report;

#[agent_error::main(formats = &[$format])]
fn main() -> Result<(), Report> {
    Err(Report::new(std::fmt::Error))
}
RUST
    module=${format##*::}
    module=${module,,}
    # In the order of the modules.
    case $module in
        brief | envelope) expected="$module human " ;;
        *) expected="human $module " ;;
    esac
    expect writes "$format" "$expected"
done

for reader in Reader::{BRIEF,ENVELOPE,PROBLEM} agent_error_formats::READERS[4]; do
    cat >"$scratch/reads/src/main.rs" <<RUST
use agent_error::format::Reader;

fn main() {
    let reader: Reader = $reader;
    let text = std::env::args().nth(1).unwrap_or_default();
    println!("{}", reader.read(&text).is_ok());
}
RUST
    expect reads "$reader" ""
done
exit "$failed"
