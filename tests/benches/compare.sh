#!/usr/bin/env bash
# What agent-error costs, beside what a program would use instead, measured in one run: build times, then sizes and
# startup.
#
# Usage: tests/benches/compare.sh [RUNS]        (default: 3; times are medians of so many runs; 0 only measures sizes and startup)
#        SIZES=overwrite tests/benches/compare.sh 0
#
# Fails if a program is more than 3 % larger than recorded in sizes.txt. SIZES=overwrite records the sizes. They depend on
# compiler and processor, so they're compared only with those that the file names.
#
# The programs are `examples/minimal` and `programs`. They count the lines of a file and have the same three failures.
# Sizes are of stripped programs. Startup is the number of instructions in user space to count the lines of a small file
# into a pipe. Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/scratch.sh"
runs=${1:-3}
export CARGO_INCREMENTAL=0

thiserror='thiserror = "2"'
by_hand="$thiserror
serde = { version = \"1\", features = [\"derive\"] }
serde_json = \"1\""
clap='clap = { version = "4", default-features = false, features = ["std", "help", "usage", "error-context", "suggestions", "derive"] }'
cfgs='[lints.rust]
unexpected_cfgs = "allow"'
ours() { echo "agent-error = { path = \"$workspace/runtime\", features = [$1] }"; }

new_crate hand "$by_hand
$cfgs"
new_crate instead "$thiserror
$(ours '')"
new_crate coded "$by_hand
$(ours '')"
new_crate terminal "$thiserror
$(ours '"terminal"')"
new_crate hand_clap "$by_hand
$clap
$cfgs"
new_crate coded_clap "$thiserror
$clap
$(ours '"clap"')
$cfgs"
new_crate with_thiserror "$thiserror"
new_crate with_miette "$thiserror
miette = { version = \"7\", features = [\"fancy\"] }"
new_crate with_color_eyre "$thiserror
color-eyre = \"0.6\""
new_crate with_masterror 'masterror = "0.27"'
new_crate with_formats "$thiserror
$(ours '')
agent-error-formats = { path = \"$workspace/runtime/formats\" }"
new_crate codes_plain "$thiserror
serde = \"1\""
new_crate codes "$thiserror
serde = \"1\"
$(ours '')"
rmcp="$thiserror
rmcp = { version = \"3.9\", default-features = false, features = [\"macros\", \"server\"] }
schemars = \"1\"
serde = { version = \"1\", features = [\"derive\"] }
tokio = { version = \"1\", features = [\"io-std\", \"io-util\", \"macros\", \"rt\"] }
$cfgs"
new_crate mcp_by_hand "$rmcp"
new_crate mcp "$(ours '')
agent-error-mcp = { path = \"$workspace/runtime/mcp\" }
$rmcp"
new_crate mcp_checked "$(ours '')
agent-error-mcp = { path = \"$workspace/runtime/mcp\", features = [\"arguments\"] }
$rmcp"
axum="$thiserror
axum = \"0.8\"
serde_json = \"1\"
tokio = { version = \"1\", features = [\"macros\", \"net\", \"rt\"] }
$cfgs"
new_crate axum_by_hand "$axum"
new_crate axum_coded "$(ours '"http"')
agent-error-axum = { path = \"$workspace/runtime/axum\" }
$axum"

programs=$here/programs
minimal=$workspace/examples/minimal/src/main.rs
for crate in hand hand_clap; do cp "$programs/by_hand.rs" "$scratch/$crate/src/main.rs"; done
for crate in instead coded terminal; do cp "$minimal" "$scratch/$crate/src/main.rs"; done
cp "$programs/clap.rs" "$scratch/coded_clap/src/main.rs"
cp "$minimal" "$scratch/with_formats/src/main.rs"
"$programs/codes.sh" >"$scratch/codes_plain/src/main.rs"
"$programs/codes.sh" coded >"$scratch/codes/src/main.rs"
for crate in mcp_by_hand mcp mcp_checked; do cp "$programs/mcp.rs" "$scratch/$crate/src/main.rs"; done
for crate in axum_by_hand axum_coded; do cp "$programs/axum.rs" "$scratch/$crate/src/main.rs"; done
for crate in thiserror miette color_eyre masterror; do cp "$programs/$crate.rs" "$scratch/with_$crate/src/main.rs"; done

# A peer that can't be downloaded must not fail the others.
members=(hand instead coded terminal hand_clap coded_clap with_thiserror with_formats codes_plain codes)
members+=(mcp_by_hand mcp mcp_checked axum_by_hand axum_coded)
missing=()
for peer in miette color_eyre masterror; do
    begin_workspace "${members[@]}" "with_$peer"
    if scratch_cargo tree -p "with_$peer" >/dev/null 2>&1; then members+=("with_$peer"); else missing+=("$peer"); fi
done
begin_workspace "${members[@]}"
printf '\n[profile.release]\nstrip = true\n[profile.thin]\ninherits = "release"\nlto = "thin"\n' >>"$scratch/Cargo.toml"
scratch_cargo metadata --format-version 1 >/dev/null # Settles the lock file.

printf 'agent-error %s, %s, %s, %s cores, %s\n\n' \
    "$(git -C "$workspace" rev-parse --short HEAD 2>/dev/null || echo unknown)" "$(rustc --version | cut -d'(' -f1)" \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)" "$(nproc)" "$(date -u +%F)"
if ((runs > 0)); then
    row() { printf '| %-52s | %9s | %11s | %7s |\n' "$@"; }
    row 'clean build' 'by hand' 'agent-error' 'ratio'
    row '---' '---:' '---:' '---:'

    # Builds all in turn, so that a busy machine slows all. `instead` needs neither serde's derive nor serde_json, which
    # wrote the envelope by hand; `coded` keeps them for something else.
    for profile in dev release; do
        for program in hand instead coded; do : >"$scratch/$program.times"; done
        for ((run = 0; run < runs; run++)); do
            for program in hand instead coded; do
                rm -rf "$CARGO_TARGET_DIR"
                timed scratch_cargo build -p "$program" --profile "$profile" >>"$scratch/$program.times"
            done
        done
        for what in CPU wall; do
            column=$([[ $what == wall ]] && echo 1 || echo 2)
            for program in hand instead coded; do
                printf -v "$program" '%s' "$(cut -d' ' -f"$column" "$scratch/$program.times" | median)"
            done
            row "$profile, $what" "$hand s" "$instead s" "$(ratio "$instead" "$hand") ×"
            row "$profile, $what, beside serde's derive" "$hand s" "$coded s" "$(ratio "$coded" "$hand") ×"
        done
    done
fi

row() { printf '| %-52s | %5s | %6s | %8s | %6s | %7s |\n' "$@"; }
printf '\n'
row 'program' 'kB' 'more' 'thin LTO' 'more' 'startup'
row '---' '---:' '---:' '---:' '---:' '---:'

# Instructions of a program in millions, the fewest of ten runs: instructions PROGRAM ARGUMENTS...
instructions() {
    for ((run = 0; run < 10; run++)); do
        perf stat -x, -e instructions:u -o "$scratch/stat" -- "$@" >/dev/null
        awk -F, '/instructions/ {printf "%.3f\n", $1 / 1e6}' "$scratch/stat"
    done | sort -n | head -1
}

# Measures a program that is built with both profiles. Compares it with an earlier one: measure NAME BASE CRATE
declare -A bytes started
measure() {
    local base=${2:-$1} profile arguments=() cells=()
    for profile in release thin; do
        bytes[$1 $profile]=$(wc -c <"$CARGO_TARGET_DIR/$profile/$3")
        cells+=("$(((${bytes[$1 $profile]} + 500) / 1000))")
        cells+=("$(awk -v a="${bytes[$1 $profile]}" -v b="${bytes[$base $profile]}" 'BEGIN {printf "%+.0f", (a - b) / 1000}')")
    done
    if [[ $counts -gt 0 && $1 != *server* && $1 != *service* && $1 != '200 codes'* ]]; then
        if [[ $3 == coded_clap ]]; then arguments=(count); fi
        started[$1]=$(instructions "$CARGO_TARGET_DIR/release/$3" "${arguments[@]}" "$scratch/Cargo.toml")
        cells+=("$(awk -v a="${started[$1]}" -v b="${started[$base]}" 'BEGIN {printf "%+.1f %%", (a / b - 1) * 100}')")
    fi
    row "$1" "${cells[@]}"
    printf '%s\t%s\t%s\n' "$1" "${bytes[$1 release]}" "${bytes[$1 thin]}" >>"$scratch/sizes"
}

# Builds a program, then measures it: size NAME BASE CRATE [CFG...]
size() {
    local profile cfgs=("${@:4}")
    for profile in release thin; do
        scratch_cargo rustc -p "$3" --profile "$profile" -- "${cfgs[@]/#/--cfg=}"
    done
    measure "$1" "$2" "$3"
}

# `examples/minimal`, edited by sed: edited NAME EDIT [CRATE]
edited() {
    local crate=${3:-instead}
    sed "$2" "$minimal" >"$scratch/$crate/src/main.rs"
    if cmp -s "$minimal" "$scratch/$crate/src/main.rs"; then
        echo "\`$2\` changes nothing" >&2
        exit 1
    fi
    size "$1" 'by hand' "$crate"
}
formats() { echo "s/agent_error::main/&(formats = $1)/"; }

size 'by hand' '' hand
size 'thiserror' 'by hand' with_thiserror
size 'agent-error' 'by hand' instead
for profile in release thin; do scratch_cargo build -p instead -p coded_clap --profile "$profile"; done
measure 'agent-error, another member enables `clap`' 'by hand' instead
built_in=agent_error::Format::
edited 'agent-error, `ENVELOPE` alone' "$(formats "\\&[${built_in}ENVELOPE]")"
for format in "${built_in}PROBLEM" agent_error_formats::{NESTED,FLAT,XML,TAGGED}; do
    edited "agent-error, also \`${format##*::}\`" \
        "$(formats "\\&[${built_in}ENVELOPE, ${built_in}BRIEF, $format]")" with_formats
done
edited 'agent-error, all formats' "$(formats agent_error_formats::ALL)" with_formats
edited 'agent-error, `Report`' 's/, CountError>/, agent_error::Report>/'
for peer in miette color_eyre masterror; do
    name="thiserror, ${peer/_/-}"
    case $peer in miette) name+=' `fancy`' ;; masterror) name=$peer ;; esac
    if [[ " ${missing[*]} " == *" $peer "* ]]; then
        row "$name" 'NOT CHECKED: not downloaded' '' '' '' ''
    else
        size "$name" 'by hand' "with_$peer"
    fi
done
size 'clap, by hand' '' hand_clap clap
size 'clap, agent-error, enum' 'clap, by hand' coded_clap
size 'clap, agent-error, enum, `errors`' 'clap, by hand' coded_clap errors
size 'clap, agent-error, `Report`' 'clap, by hand' coded_clap report
size 'clap, agent-error, `Report`, `errors`' 'clap, by hand' coded_clap report errors
size 'agent-error, feature `terminal`' 'by hand' terminal
size '200 codes, thiserror' 'thiserror' codes_plain
size '200 codes, agent-error' 'agent-error' codes
size 'MCP server, by hand' '' mcp_by_hand by_hand
size 'MCP server, agent-error' 'MCP server, by hand' mcp
size 'MCP server, agent-error, `arguments`' 'MCP server, by hand' mcp_checked checked
size 'axum service, by hand' '' axum_by_hand by_hand
size 'axum service, agent-error' 'axum service, by hand' axum_coded
for profile in release thin; do
    awk -v profile="$profile" -v plain="$((${bytes[200 codes, thiserror $profile]} - ${bytes[thiserror $profile]}))" \
        -v coded="$((${bytes[200 codes, agent-error $profile]} - ${bytes[agent-error $profile]}))" \
        'BEGIN {printf "\none code more than with thiserror (%s): %.0f bytes\n", profile, (coded - plain) / 200}'
done
if [[ $counts -eq 0 ]]; then echo 'NOT CHECKED: startup, because perf cannot count instructions' >&2; fi

if ((runs > 0)) && [[ -x $here/check.sh ]]; then
    echo
    "$here/check.sh"
fi

# Compares the sizes with the recorded ones, or records them.
recorded=$here/sizes.txt
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1 | tr -c 'A-Za-z0-9\n' '-')
compiler=$(rustc --version | cut -d' ' -f2)/$processor
if [[ ${SIZES:-} == overwrite ]]; then
    { printf 'rustc\t%s\n' "$compiler"; cat "$scratch/sizes"; } >"$recorded"
    echo "wrote $recorded"
    exit
fi
awk -F'\t' -v compiler="$compiler" '
    NR == FNR && FNR == 1 {
        same = $2 == compiler
        if (!same) print "NOT CHECKED: sizes, which are of another rustc or processor" > "/dev/stderr"
        next
    }
    NR == FNR { release[$1] = $2; thin[$1] = $3; next }
    !($1 in release) { print "NOT CHECKED: the size of " $1 ", which is not in sizes.txt" > "/dev/stderr"; next }
    same && ($2 > release[$1] * 1.03 || $3 > thin[$1] * 1.03) {
        printf "%s grew from %d to %d bytes, with thin LTO from %d to %d\n", $1, release[$1], $2, thin[$1], $3
        bad = 1
    }
    END {
        if (bad) print "\nTo see which functions grew, run tests/benches/counts.sh. If that is meant: SIZES=overwrite tests/benches/compare.sh 0"
        exit bad
    }' "$recorded" "$scratch/sizes"
