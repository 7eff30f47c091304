#!/usr/bin/env bash
# Writes and reads millions of hostile errors in release: round trips of records and of derived errors in every format, and
# the JSON writer against serde_json, byte for byte.
#
# Usage: tests/core/millions.sh [MILLIONS] [SEED]      (default: 1 million of each, seed 1)
#
# Each million has a seed of its own: SEED, SEED + 1 and so on. A million takes about seven minutes of one core; a failure
# ends the script and shows the smallest error that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

millions=${1:-1}
first=${2:-1}
for ((seed = first; seed < first + millions; seed++)); do
  echo "== seed $seed"
  STRICT_JSON_SEED=$seed STRICT_JSON_ERRORS=1000000 PROPTEST_RNG_SEED=$seed AGENT_ERROR_CASES=1000000 \
    cargo test --release --locked --test formats -- --test-threads 1 hostile_errors comes_back_as_the_table_says
done
