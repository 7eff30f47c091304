#!/usr/bin/env bash
# Fails if a feature of agent-error changes a program that does not opt in to it. Cargo unifies features, so any
# dependency can enable all of them.
#
# Builds the programs of `tests/features` with the features that they need and with all features of agent-error, and
# compares exit codes, output, accepted arguments, the catalog and the installed signal handlers (on Linux). Also lists the
# features that a dev-dependency on agent-error-testing enables.
#
# Usage: tests/features.sh
set -euo pipefail
shopt -s inherit_errexit
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package=agent-error-tests-features
built=${CARGO_TARGET_DIR:-$workspace/target}/debug
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Builds the programs with these features and keeps those with these names: build FOLDER FEATURES PROGRAM...
build() {
    local folder=$scratch/$1 features=$2
    shift 2
    cargo build --quiet --locked --manifest-path "$workspace/Cargo.toml" -p "$package" --features "$features"
    mkdir -p "$folder"
    (cd "$built" && cp "$@" "$folder")
}

# The features of agent-error, as a package that depends on it names them.
all_features() {
    sed -n '/^\[features\]/,/^\[dependencies\]/s/^\([a-z][a-z-]*\) = .*/agent-error\/\1/p' "$workspace/runtime/Cargo.toml"
}

# A call, its exit code and its output, without the time that it took.
call() {
    local exit=0
    "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || exit=$?
    printf '\n$ %s\nexit %s\n' "${*##*/}" "$exit"
    sed 's/"duration_ms":[0-9]*/"duration_ms":0/' "$scratch/stdout"
    # Panic messages contain the id of the thread.
    sed -E "s/^(thread '[^']*') \([0-9]+\)/\1/; s/^/stderr: /" "$scratch/stderr"
}

# The signals that a waiting program catches, and how SIGINT and SIGTERM end it.
signals() {
    local signal pid exit line
    for signal in INT TERM; do
        mkfifo "$scratch/fifo"
        # In the background of a script, programs start with SIGINT ignored.
        env --default-signal=HUP,INT,TERM "$@" >"$scratch/fifo" 2>"$scratch/stderr" &
        pid=$!
        exec 3<"$scratch/fifo"
        rm "$scratch/fifo"
        read -r line <&3
        printf '\n$ %s\n%s\n' "${*##*/}" "$line"
        grep -E '^Sig(Cgt|Ign|Blk):' "/proc/$pid/status"
        kill -s "$signal" "$pid"
        exit=0
        wait "$pid" 2>/dev/null || exit=$?
        sed 's/"duration_ms":[0-9]*/"duration_ms":0/' <&3
        exec 3<&-
        printf 'SIG%s: exit %s\n' "$signal" "$exit"
        sed 's/^/stderr: /' "$scratch/stderr"
    done
}

readonly MODES=(missing stopped flag number io panic done)

# Everything that a program does: `observe plain FOLDER`.
observe() {
    local program=$2/$1 mode format
    local end=()
    if [[ $1 == commands ]]; then end=(end); fi
    for mode in "${MODES[@]}"; do
        for format in human json flat; do
            call "$program" "${end[@]}" "$mode" --output "$format"
        done
    done
    case $1 in
        plain)
            # Arguments are accepted as the program reads them.
            call "$program" --nope errors list
            call "$program" --help
            if [[ -d /proc/self ]]; then signals "$program" wait; fi
            ;;
        commands)
            call "$program" errors list --all --output json
            call "$program" errors exits --output json
            call "$program" errors manifest --output json
            for code in PART_MISSING INTERRUPTED UNKNOWN_FLAG UNKNOWN_TOOL INTERNAL; do
                call "$program" errors explain "$code" --output json
            done
            call "$program" errors catalog
            for arguments in --help "errors --help" "end --help" "" --nope "end" "end --agnet done" "errors explain"; do
                # shellcheck disable=SC2086 # each is several words
                call "$program" $arguments
            done
            if [[ -d /proc/self ]]; then signals "$program" end wait; fi
            ;;
    esac
}

# The variables that select a format belong to the caller.
unset CI NO_COLOR CLICOLOR CLICOLOR_FORCE RUST_BACKTRACE PLAIN_OUTPUT COMMANDS_OUTPUT

build few "" plain
build few commands commands
build all "commands,$(all_features | paste -sd,)" plain commands

changed=no
for program in plain commands; do
    for features in few all; do
        observe "$program" "$scratch/$features" >"$scratch/$program.$features"
    done
    # Programs that do nothing would not differ.
    for code in PART_MISSING INTERRUPTED UNKNOWN_FLAG UNCLASSIFIED_ERROR INTERNAL; do
        grep -q "\"error\":{\"code\":\"$code\"" "$scratch/$program.few"
    done
    diff -U 2 --label "$program with the features that it needs" --label "$program with all features" \
        "$scratch/$program.few" "$scratch/$program.all" || changed=yes
done
if [[ $changed == yes ]]; then
    printf '\na feature of agent-error changes a program that does not opt in to it\n' >&2
    exit 1
fi
printf 'no feature of agent-error changes a program that does not opt in to it\n'

# The dev-dependency `agent-error-testing` may add these features, which change nothing, as shown above.
enabled=$(cargo tree --quiet --locked --manifest-path "$workspace/Cargo.toml" -p agent-error-testing --all-features -e normal,features \
    --prefix none | sed -n 's/^agent-error feature "\([a-z]*\)".*/\1/p' | sort -u)
if [[ -z $enabled ]] || grep -vxE 'catalog|clap|default|parse|redact' <<<"$enabled"; then
    printf 'agent-error-testing enables these features of agent-error: %s\n' "$enabled" >&2
    exit 1
fi
printf 'agent-error-testing does not change the program under test\n'
