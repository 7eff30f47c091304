#!/usr/bin/env bash
# Sizes, clean builds and `cargo check` of the spike, beside the program by hand and beside today's agent-error.
#
# Usage: tests/spike/measure.sh [sizes|builds|check|speed ...]      (default: all; `speed` needs miette, so ONLINE=1 if it isn't downloaded)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../benches/scratch.sh"
export CARGO_INCREMENTAL=0
spike=$workspace/tests/spike
compare=$workspace/tests/benches/compare.sh

begin_workspace hand spiked coded plain this wide speed
new_crate hand 'thiserror = "2"
serde = { version = "1", features = ["derive"] }
serde_json = "1"'
new_crate spiked "thiserror = \"2\"
agent-error-spike = { path = \"$spike\", features = [] }"
new_crate coded "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"
new_crate plain ''
new_crate this 'thiserror = "2"'
new_crate wide "thiserror = \"2\"
agent-error-spike = { path = \"$spike\" }"
new_crate speed "thiserror = \"2\"
miette = \"7\"
serde = { version = \"1\", features = [\"derive\"] }
serde_json = \"1\"
agent-error-spike = { path = \"$spike\" }"
printf '\n[profile.release]\nstrip = true\n[profile.thin]\ninherits = "release"\nlto = "thin"\n' >>"$scratch/Cargo.toml"

# The functions `write_by_hand` of the comparison.
eval "$(sed -n "/^write_by_hand() {/,/^RUST/p" "$compare"; echo "}")"
{ write_by_hand; echo 'fn main() -> ExitCode { finish(count(std::env::args().nth(1))) }'; } >"$scratch/hand/src/main.rs"
cp "$spike/src/bin/minimal.rs" "$scratch/spiked/src/main.rs"
cp "$workspace/examples/minimal/src/main.rs" "$scratch/coded/src/main.rs"
cp "$spike/speed.rs" "$scratch/speed/src/main.rs"
for kind in plain this wide; do : >"$scratch/$kind/src/lib.rs"; done

bytes() { stat -c %s "$CARGO_TARGET_DIR/$1/$2"; }

sizes() {
  for profile in release thin; do
    for features in "" borrowed; do
      sed -i "s/features = \[.*\] }/features = [${features:+\"$features\"}] }/" "$scratch/spiked/Cargo.toml"
      scratch_cargo build -p spiked --profile $profile
      echo "$profile: spike ${features:-owned}: $(bytes $profile spiked)"
    done
    for program in hand coded; do
      scratch_cargo build -p $program --profile $profile
      echo "$profile: $program: $(bytes $profile $program)"
    done
  done
}

builds() {
  for profile in ${PROFILES:-dev release}; do
    for ((run = 0; run < ${RUNS:-3}; run++)); do
      for program in hand spiked coded; do
        rm -rf "$CARGO_TARGET_DIR"
        timed scratch_cargo build -p $program --profile $profile | cut -d' ' -f2 >>"$scratch/$program.$profile"
      done
    done
    for program in hand spiked coded; do echo "$profile: $program: $(median <"$scratch/$program.$profile") s CPU"; done
  done
}

speed() { scratch_cargo run -p speed --release; }

# An enum with 1,000 variants of three fields: plain, with thiserror, and with the expansion of the spike. With `formatted`, its
# strings are formatted by generated code, too.
enum() {
  python3 - "$1" "${2:-1000}" <<'P'
import sys
kind, count = sys.argv[1], int(sys.argv[2])
derive = "Debug" if kind == "plain" else "Debug, thiserror::Error"
print("//! Generated.\n#[derive(%s)]\npub enum ToolError {" % derive)
for i in range(count):
    print(f"    /// The tool failed in the way number {i}.")
    if kind != "plain": print('    #[error("cannot reach {host}:{port} as {user}")]')
    print(f"    V{i} {{ host: String, port: u16, user: String }},")
print("}")
if kind in ("wide", "formatted"):
    print("const _: () = {\n#[allow(unused_imports)]\nuse agent_error_spike::__private::{self as _a, OtherField as _};")
    print("static TYPE: _a::TypeDef = _a::TypeDef { path: concat!(module_path!(), \"::ToolError\"), docs: None, defs: &[")
    for i in range(count):
        print(f'_a::ErrorDef {{ code: "TOOL_FAILURE_{i:05}", exit: _a::exit_code({1 + i % 13}), variant: "V{i}", line: line!(), fields: &[("host", "String"), ("port", "u16"), ("user", "String")], facts: &[_a::Fact::Summary("The tool failed in the way number {i}."), _a::Fact::Message("cannot reach {{host}}:{{port}} as {{user}}"), _a::Fact::Text(agent_error_spike::definition::Part::Suggestion, "Check {{host}}:{{port}} and try again")] }},')
    print("], nested: &[], cast: _a::cast::<ToolError> };")
    for i in range(count): print(f"#[doc(hidden)] #[allow(non_local_definitions)] #[macro_export] macro_rules! __declares_code_TOOL_FAILURE_{i:05} {{ () => {{}} }}")
    print("#[_a::linkme::distributed_slice(_a::TYPES)] #[linkme(crate = _a::linkme)] static REGISTERED: &_a::TypeDef = &TYPE;")
    print("impl _a::Catalogued for ToolError { const TYPE: &'static _a::TypeDef = &TYPE; }")
    print("impl agent_error_spike::AgentError for ToolError {\nfn def(&self) -> ::core::option::Option<&'static _a::ErrorDef> { match self {")
    for i in range(count): print(f"ToolError::V{i} {{ .. }} => ::core::option::Option::Some(&TYPE.defs[{i}]),")
    print("} }\nfn values(&self) -> _a::Values<'_> { match self {")
    for i in range(count): print(f"ToolError::V{i} {{ host: __0, port: __1, user: __2 }} => ::std::vec![agent_error_spike::value!(__0), agent_error_spike::value!(__1), agent_error_spike::value!(__2)],")
    print("} }")
    if kind == "formatted":
        print("fn text(&self, part: agent_error_spike::definition::Part) -> ::core::option::Option<::std::string::String> { match (part, self) {")
        for i in range(count): print(f'(agent_error_spike::definition::Part::Suggestion, ToolError::V{i} {{ host: __0, port: __1, .. }}) => ::core::option::Option::Some(::std::format!("Check {{__0}}:{{__1}} and try again")),')
        print("_ => ::core::option::Option::None, } }")
    print("}\n};")
P
}

checked() { # a crate: user seconds, the median of five
  for run in 1 2 3 4 5; do
    touch "$scratch/$1/src/lib.rs"
    timed scratch_cargo check -p "$1" | cut -d' ' -f2
  done | median
}

check() {
  enum plain >"$scratch/plain/src/lib.rs"
  enum this >"$scratch/this/src/lib.rs"
  sed -i "s/path = \"[^\"]*spike\" }/path = \"${spike//\//\\/}\" }/" "$scratch/wide/Cargo.toml"
  local plain this wide
  scratch_cargo check -p plain; scratch_cargo check -p this
  plain=$(checked plain) this=$(checked this)
  echo "check: plain $plain, thiserror $this"
  for features in "" '"borrowed"' '"formatted"' '"borrowed", "formatted"'; do
    kind=wide
    if [[ $features == *formatted* ]]; then kind=formatted; fi
    sed -i "s/spike\"\(, features = .*\)\? }/spike\", features = [$features] }/" "$scratch/wide/Cargo.toml"
    enum $kind >"$scratch/wide/src/lib.rs"
    scratch_cargo check -p wide
    wide=$(checked wide)
    echo "check: [$features]: $wide s, $(awk -v p="$plain" -v t="$this" -v c="$wide" 'BEGIN {printf "%.2f", (c - t) / (t - p)}') of what thiserror adds, without the derive itself"
  done
  enum wide 4000 >"$scratch/wide/src/lib.rs"
  echo "check: the last, table and matches of 4,000 variants: $(checked wide) s"
}

for part in "${@:-sizes builds check speed}"; do for name in $part; do "$name"; done; done
