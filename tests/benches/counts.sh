#!/usr/bin/env bash
# Compares what the crate costs with the committed figures: bytes of two small programs, bytes, tokens and lines of MIR
# that a variant expands to, and the number of crates that each feature needs.
#
# Usage: tests/benches/counts.sh              fails if a figure is more than 2 % above the committed one, and prints which
#                                             functions grew if a program did
#        COUNTS=overwrite tests/benches/counts.sh
#        tests/benches/counts.sh symbols      prints the bytes of each function and static of both programs
#
# Bytes depend on compiler and processor, so they are compared only with those that the file names. Set ONLINE=1 if the
# dependencies are not downloaded yet.
set -euo pipefail
shopt -s inherit_errexit # What fails in `$(…)` fails here.
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"
committed=$workspace/tests/benches/counts.txt
offline=()
if [[ -z ${ONLINE:-} ]]; then offline=(--offline); fi
# A C library picks other instructions on another processor.
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1 | tr -c 'A-Za-z0-9\n' '-')
compiler=$(rustc --version | cut -d' ' -f2)/$processor

# Two programs: `examples/minimal`, and one with clap and the command `errors`.
programs() {
    begin_workspace minimal with_clap
    new_crate minimal "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"
    cp "$workspace/examples/minimal/src/main.rs" "$scratch/minimal/src/main.rs"
    new_crate with_clap "clap = { version = \"4\", default-features = false, features = [\"std\", \"derive\", \"help\"] }
agent-error = { path = \"$workspace/runtime\", features = [\"clap\"] }"
    cat >"$scratch/with_clap/src/main.rs" <<'RUST'
#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    _output: agent_error::clap::OutputFlags,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Errors(agent_error::clap::ErrorsCommand),
}

#[agent_error::main]
fn main() -> Result<agent_error::Response, agent_error::Report> {
    let Cli { command: Command::Errors(errors), .. } = agent_error::clap::parse_args()?;
    Ok(errors.run()?)
}
RUST
}

stripped() {
    local program
    for program in minimal with_clap; do
        scratch_cargo rustc -p "$program" --release -- -C strip=symbols
        echo "bytes $program $(wc -c <"$CARGO_TARGET_DIR/release/$program")"
    done
}

# Symbols of the same name, such as the instances of a generic function, are added up, and so are nameless constants.
symbols() {
    local program
    for program in minimal with_clap; do
        scratch_cargo rustc -p "$program" --release -- -C strip=none
        nm -CS -t d "$CARGO_TARGET_DIR/release/$program" | awk -v program="$program" '
            $2 ~ /^[0-9]+$/ {
                size = $2
                sub(/^[^ ]+ [^ ]+ [^ ]+ /, "")
                sub(/\.llvm\.[0-9]+$/, "")
                sub(/^anon\..*/, "anon")
                bytes[$0] += size
            }
            END { for (name in bytes) printf "%s\t%s\t%d\n", program, name, bytes[name] }'
    done
}

# The symbols that grew most since the commit of the committed figures. That commit measures itself.
growth() {
    local commit
    commit=$(git -C "$workspace" log -1 --format=%h -- "$committed")
    mkdir "$scratch/before"
    git -C "$workspace" archive "$commit" | tar -xC "$scratch/before"
    programs
    symbols >"$scratch/symbols"
    printf '\nGrew most since %s:\n' "$commit"
    "$scratch/before/tests/benches/counts.sh" symbols | awk -F'\t' '
        NR == FNR { before[$1 "\t" $2] = $3; next }
        $3 > before[$1 "\t" $2] { printf "%d\t%s\t%s\n", $3 - before[$1 "\t" $2], $1, $2 }' - "$scratch/symbols" |
        sort -rn | sed 10q
}

# What one more variant of two fields with advice expands to, with the code of `Debug`.
expansion() {
    local variants what
    local -A counted
    for variants in 10 110; do
        awk -v variants="$variants" 'BEGIN {
            print "//! Generated.\n#[derive(Debug, agent_error::AgentError)]\npub enum ToolError {"
            for (i = 0; i < variants; i++) printf "    /// It failed.\n    #[code(\"FAILED_%05d\", exit = 5, suggest = \"Look at {path}\")]\n    Failed%05d { path: String, count: u32 },\n", i, i
            print "}\nimpl std::fmt::Display for ToolError {\n    fn fmt(&self, f: &mut std::fmt::Formatter<'"'"'_>) -> std::fmt::Result { f.write_str(\"it failed\") }\n}\nimpl std::error::Error for ToolError {}\nfn main() {}"
        }' >"$scratch/minimal/src/main.rs"
        unpretty expanded >"$scratch/expanded"
        counted["bytes $variants"]=$(wc -c <"$scratch/expanded")
        counted["tokens $variants"]=$(grep -oE '"[^"]*"|[[:alnum:]_]+|[^[:space:]]' "$scratch/expanded" | wc -l)
        counted["mir-lines $variants"]=$(unpretty mir | wc -l)
    done
    for what in bytes tokens mir-lines; do
        echo "$what expansion-of-a-variant $(((${counted["$what 110"]} - ${counted["$what 10"]}) / 100))"
    done
}

unpretty() {
    RUSTC_BOOTSTRAP=1 scratch_cargo rustc -p minimal -- -Zunpretty="$1" 2>"$scratch/stderr" || {
        cat "$scratch/stderr" >&2
        return 1
    }
}

# The crates of a package with a feature.
crates_of() {
    cargo tree --quiet --locked --manifest-path "$workspace/Cargo.toml" -p "$1" --no-default-features \
        $([[ $2 == default ]] || echo "--features $2") -e normal --prefix none "${offline[@]}" | cut -d' ' -f1,2 | sort -u | wc -l
}

features_of() {
    sed -n '/^\[features\]/,/^\[dependencies\]/s/^\([a-z-]*\) = .*/\1/p' "$workspace/$1/Cargo.toml"
}

crates() {
    local feature package
    for feature in default $(features_of runtime); do
        echo "crates $feature $(crates_of agent-error "$feature")"
    done
    for package in axum mcp testing tooling; do
        for feature in default $(features_of "runtime/$package"); do
            echo "crates agent-error-$package/$feature $(crates_of "agent-error-$package" "$feature")"
        done
    done
}

if [[ ${1:-} == symbols ]]; then
    programs
    symbols
    exit
fi

measured=$(echo "rustc version $compiler"; programs; stripped; expansion; crates)
if [[ ${COUNTS:-} == overwrite ]]; then
    printf '%s\n' "$measured" >"$committed"
    echo "wrote $committed"
    exit
fi

status=0
awk -v compiler="$compiler" '
    NR == FNR { if ($1 == "rustc") same = $3 == compiler; else before[$1 " " $2] = $3; next }
    $1 == "rustc" {
        if (!same) print "NOT CHECKED: bytes, which are of another rustc or processor" > "/dev/stderr"
        next
    }
    {
        key = $1 " " $2
        seen[key] = 1
        note = ""
        if (!(key in before)) { note = "not in the file"; if (!bad) bad = 1 }
        else if ($1 == "crates" ? $3 > before[key] : same && $3 > before[key] * 1.02) {
            note = "was " before[key]
            bad = bad == 2 || $1 == "bytes" && $2 != "expansion-of-a-variant" ? 2 : 1
        }
        else if (same && $3 < before[key] * 0.98) note = "was " before[key] ", lower it"
        printf "%-12s %-24s %9d  %s\n", $1, $2, $3, note
    }
    END {
        for (key in before) if (!(key in seen)) { print "missing: " key; if (!bad) bad = 1 }
        if (bad) print "\nIf that is meant: COUNTS=overwrite tests/benches/counts.sh"
        exit bad
    }' "$committed" - <<<"$measured" || status=$?
if [[ $status == 2 ]]; then growth; fi # A program grew.
exit "$status"
