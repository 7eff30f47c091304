"""Draws a sample of mutations, or runs the committed one. `run.sh` calls this in a copy of the working tree."""

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

SEED = 42
SIZE = 100
FEWEST_OF_A_CRATE = 4
SAMPLE = Path("tests/mutations/sample.tsv")
TIMEOUT_S = 1200
# `build`: the mutated crate compiles, but the tests that use it do not.
CAUGHT = ("caught", "timeout", "build")


def listed():
    """Returns all mutations of the current code by their names, without lines and columns.

    If a name occurs more than once, such as two `==` in one function, only the first mutation counts.
    """
    command = ["cargo", "mutants", "--list", "--json"]
    by_name = {}
    for mutation in json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout):
        by_name.setdefault(re.sub(r":\d+:\d+: ", ": ", mutation["name"], count=1), mutation)
    return by_name


def crate(name):
    return name.split("/src/")[0]


def committed():
    """Returns the rows of the sample: the result, the tests and the filter that caught the mutation, and its name."""
    lines = SAMPLE.read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def sample():
    """Prints the drawn names, in proportion to the mutations of each crate.

    The order depends on the seed and on each name, but not on other mutations: deleted code changes no other draw.
    """
    unviable = {name for result, _, _, name in committed() if result == "unviable"}
    crates = defaultdict(list)
    for name in listed():
        crates[crate(name)].append(name)
    total = sum(map(len, crates.values()))
    sizes = {of: max(FEWEST_OF_A_CRATE, round(SIZE * len(names) / total)) for of, names in crates.items()}
    sizes[max(sizes, key=sizes.get)] += SIZE - sum(sizes.values())
    drawn = []
    for of, names in crates.items():
        drawn += sorted(set(names) - unviable, key=order)[: sizes[of]]
    print("\n".join(sorted(drawn, key=order)))


def order(name):
    return hashlib.sha256(f"{SEED} {name}".encode()).hexdigest()


def find(name, current):
    """Returns the mutation with this name, or the only one of its crate with the same change in another file."""
    if name in current:
        return current[name]
    of, change = crate(name), name.split(": ", 1)[1]
    moved = [found for other, found in current.items() if crate(other) == of and other.split(": ", 1)[1] == change]
    return moved[0] if len(moved) == 1 else None


def test(*arguments):
    """Returns the result of a mutation, by tests of the workspace."""
    command = ["cargo", "test", "--workspace", "--locked", *arguments]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, start_new_session=True, **quiet)
    try:
        return "missed" if process.wait(TIMEOUT_S) == 0 else "caught"
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return "timeout"


@cache
def passes_unmutated(*arguments):
    return test(*arguments) == "missed"


def test_mutated(mutation, *arguments):
    path = Path(mutation["file"])
    original = path.read_text()
    lines = original.split("\n")
    start, end = (
        sum(len(line) + 1 for line in lines[: place["line"] - 1]) + place["column"] - 1
        for place in (mutation["span"]["start"], mutation["span"]["end"])
    )
    path.write_text(original[:start] + mutation["replacement"] + original[end:])
    try:
        check = ["cargo", "check", "--package", mutation["package"], "--locked", "--quiet"]
        if subprocess.run(check, stderr=subprocess.DEVNULL).returncode != 0:
            return "unviable"
        if test("--no-run", *arguments) != "missed":
            return "build"
        return test(*arguments)
    finally:
        path.write_text(original)


def result_of(mutation, target, filters):
    # Most mutations are caught by the test that caught them before. Only the others need all tests.
    before = [*target, "--", *filters]
    if target and passes_unmutated(*before):
        result = test_mutated(mutation, *before)
        if result != "missed":
            return result
    if not passes_unmutated():
        sys.exit("the tests fail without a mutation, so nothing was measured")
    return test_mutated(mutation)


def run(count):
    current = listed()
    rows, gone = [], Counter()
    for before, target, filters, name in committed():
        found = find(name, current)
        if before == "unviable":
            continue
        if found is None:
            gone[crate(name)] += 1
            print(f"gone\t{name}")
        elif len(rows) < count:
            rows.append((before, target.split(), filters.split(), name, found))

    caught, caught_before, existing = Counter(), Counter(), Counter()
    for before, target, filters, name, found in rows:
        result = result_of(found, target, filters)
        print(f"{result}\t{name}" + (f" (before: {before})" if result != before else ""), flush=True)
        if result != "unviable":
            existing[crate(name)] += 1
            caught[crate(name)] += result in CAUGHT
            caught_before[crate(name)] += before in CAUGHT
    print(f"\n{'crate':<18}{'run':>5}{'caught':>8}{'before':>8}{'gone':>6}")
    for of in sorted(existing | gone):
        print(f"{of:<18}{existing[of]:>5}{caught[of]:>8}{caught_before[of]:>8}{gone[of]:>6}")
    share, share_before = (100 * counts.total() / max(1, existing.total()) for counts in (caught, caught_before))
    print(f"caught: {share:.0f} %; at 6187dc8b, of the same mutations: {share_before:.0f} %")
    sys.exit(caught.total() < caught_before.total())


match sys.argv[1:]:
    case ["sample"]:
        sample()
    case ["run"]:
        run(SIZE)
    case ["run", count]:
        run(int(count))
    case _:
        sys.exit("usage: tests/mutations/run.sh sample | run [COUNT]")
