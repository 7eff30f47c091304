"""Runs each line of commands.txt with the programs of two trees and prints the differences. See ../compare_with.sh."""

import collections, concurrent.futures, difflib, fcntl, hashlib, json, os, pathlib, pty, re, select, shutil, signal
import struct, subprocess, sys, tempfile, termios, time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["dbtool", "cloudctl", "filetools", "kb", "billing", "orders", "agent-error"]
FORMATS = ["human", "json", "nested", "flat", "xml", "tagged", "problem", "brief"]
TIMEOUT_S = 20
JOBS = 2
# What differs between two runs of the same program.
VARYING = [
    (r'"duration_ms":\d+', '"duration_ms":MS'),
    (r"(127\.0\.0\.1|localhost)(:|%3A| port )[3-6]\d{4}\b", r"\1\2PORT"),
    (r'"port":[3-6]\d{4}\b', '"port":PORT'),
    (r"(?i)^(date: ).*", r"\1DATE"),
    (r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME"),
    (r"/cmp-\w+/\d+", "/DIR"),
    (r"(\.rs):\d+:\d+", r"\1:LINE"),
    (r"thread '(\w+)' \(\d+\)", r"thread '\1'"),
    # The rest of a rate limit's window, which has just begun.
    (r"\b(59|29)(\d{3})\b", r"\1MMM"),
    (r"\b(59|29)s \d{1,3}ms\b", r"\1s MMMms"),
    (r"\b(59|29)\.\d{1,3} seconds", r"\1.MMM seconds"),
]
VARYING = [(re.compile(pattern, re.MULTILINE), mark) for pattern, mark in VARYING]


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.bin = self.root / "target/compare/bin"

    def env(self, case, folder):
        return {
            "PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "TREE": str(self.root), "INPUTS": str(INPUTS), "SETUP": str(HERE / "setup.sh"), "CODES": case.codes,
        }


class Case:
    """One command line in one mode, `pipe` or `terminal`."""

    def __init__(self, line, mode, codes):
        self.line, self.mode, self.codes = line, mode, codes
        self.title = line if mode == "pipe" else f"{line}  [terminal]"


def cases(text, codes, wanted):
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        pipe_only, line = line.startswith("| "), line.removeprefix("| ")
        for program in PROGRAMS if "PROGRAM" in line else [""]:
            for name, expanded in formats(line.replace("PROGRAM", program)):
                if re.search(wanted, expanded):
                    yield Case(expanded, "pipe", codes.get(program, ""))
                    # A terminal changes the default and text. Any other format stands for the rest.
                    if not pipe_only and name in ("", "human", "json"):
                        yield Case(expanded, "terminal", codes.get(program, ""))


def formats(line):
    """Returns each format and the line for it. `@` is `--output` and the format, or nothing."""
    if re.search(r" @(?= |;|$)", line):
        names = ["", *FORMATS]
    else:
        names = FORMATS if "FORMAT" in line else [""]
    for name in names:
        yield name, re.sub(r" @(?= |;|$)", f" --output {name}" if name else "", line).replace("FORMAT", name)


def run(tree, case, folder):
    """Returns what the command prints, and its exit status."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["bash", "-c", f'. "$SETUP"; cd work; {case.line}']
    (folder / "work").mkdir()
    options = {"cwd": folder, "env": tree.env(case, folder), "start_new_session": True}
    if case.mode == "pipe":
        with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, **options)
            status = wait(process)
        texts = [(folder / name).read_bytes() for name in ("stdout", "stderr")]
        parts = [("stdout", texts[0]), ("stderr", texts[1])]
    else:
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        attributes = termios.tcgetattr(side)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(side, termios.TCSANOW, attributes)
        os.write(main, b"\x04")  # end of file, for programs that read standard input
        process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, **options)
        os.close(side)
        parts = [("terminal", read_terminal(main, process))]
        status = wait(process)
        os.close(main)
    texts = [f"--- {name}\n{text.decode(errors='backslashreplace')}" for name, text in parts if text]
    text = "\n".join([*texts, f"--- exit {status}\n"])
    text = text.replace(str(tree.root), "TREE")
    for pattern, mark in VARYING:
        text = pattern.sub(mark, text)
    return text


def read_terminal(main, process):
    text, deadline = b"", time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if ended:
            kill(process)
        if select.select([main], [], [], 0.02 if ended else 0.2)[0]:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            text += part
            if part:
                continue
        if ended:
            break
    return text


def wait(process):
    try:
        return process.wait(TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        kill(process)


def kill(process):
    """Ends what the command left running, such as servers."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def changes(old, new):
    """Returns what was removed and added, with an example. Members of JSON are lines of their own."""
    old, new = (text.replace(',"', ',\n"').split("\n") for text in (old, new))
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and i2 - i1 == j2 - j1:
            for lines in zip(old[i1:i2], new[j1:j2]):
                yield changed_words(*lines), [f"-{lines[0]}", f"+{lines[1]}"]
        elif tag != "equal":
            hunk = [*(f"-{line}" for line in old[i1:i2]), *(f"+{line}" for line in new[j1:j2])]
            yield tuple(hunk), hunk


def changed_words(old, new):
    """Returns what differs between two lines, so that the same change of many lines is one change."""
    old, new = (re.findall(r"\w+|\W", line) for line in (old, new))
    start = len(os.path.commonprefix([old, new]))
    end = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))
    return "".join(old[start : len(old) - end]), "".join(new[start : len(new) - end])


def listed(lines, limit, width):
    shown = [line if len(line) <= width else f"{line[:width]}… ({len(line)} characters)" for line in lines[:limit]]
    return shown + ([f"… and {len(lines) - limit} more"] if len(lines) > limit else [])


def report(groups, limit, width):
    lines = []
    for found in sorted(groups.values(), key=lambda found: -len(found)):
        titles = list(dict.fromkeys(title for title, _ in found))
        lines += ["", f"== {len(found)} times in {len(titles)} outputs, such as"]
        lines += [f"   $ {title}" for title in listed(titles, limit // 5, width)] + listed(found[0][1], limit, width)
    return "\n".join(lines)


class Comparison:
    def __init__(self, old, new, base):
        self.old, self.new, self.base = old, new, pathlib.Path(base)
        # What the older programs print is kept until the commands change.
        self.cache_file = old.root / "target/compare/outputs.json"
        self.cache = json.loads(self.cache_file.read_text()) if self.cache_file.exists() else {}
        self.scripts = "".join((HERE / name).read_text() for name in ("run.py", "setup.sh"))

    def codes(self, program):
        """Returns the codes of both versions of a program."""
        catalogs = [self.run(tree, 0, Case(f"{program} errors catalog", "pipe", "")) for tree in (self.old, self.new)]
        return " ".join(sorted(set(re.findall(r'"code": ?"([\w.]+)"', "".join(catalogs)))))

    def run(self, tree, number, case):
        folder = self.base / str(number)
        text = run(tree, case, folder)
        shutil.rmtree(folder, ignore_errors=True)
        return text

    def outputs(self, numbered, again=False):
        """Returns what both versions print."""
        number, case = numbered
        key = hashlib.sha256("\0".join([self.scripts, case.title, case.codes]).encode()).hexdigest()
        if again or key not in self.cache:
            self.cache[key] = self.run(self.old, number, case)
        return self.cache[key], self.run(self.new, number, case)

    def all_outputs(self, numbered):
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            outputs = list(pool.map(self.outputs, numbered))
        differing = [index for index, (old, new) in enumerate(outputs) if old != new]
        # A busy machine may have changed a few of them.
        for index in differing if len(differing) <= 100 else []:
            outputs[index] = self.outputs(numbered[index], again=True)
        part = self.cache_file.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(self.cache))
        part.rename(self.cache_file)
        return outputs


def main():
    global INPUTS
    started = time.monotonic()
    old, new = Tree(sys.argv[1]), Tree(sys.argv[2])
    # Both versions get the input files of the older one.
    INPUTS = old.root
    with tempfile.TemporaryDirectory(prefix="cmp-", ignore_cleanup_errors=True) as base:
        comparison = Comparison(old, new, base)
        codes = {program: comparison.codes(program) for program in PROGRAMS}
        numbered = list(enumerate(cases((HERE / "commands.txt").read_text(), codes, sys.argv[3]), 1))
        outputs = comparison.all_outputs(numbered)

    folder = HERE.parent.parent / "target/compare/outputs"
    shutil.rmtree(folder, ignore_errors=True)
    groups, differing = collections.defaultdict(list), 0
    for (number, case), (old, new) in zip(numbered, outputs):
        for name, text in (("old", old), ("new", new)):
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"{number:04}").write_text(f"$ {case.title}\n{text}")
        differing += old != new
        for change, example in changes(old, new) if old != new else ():
            groups[change].append((case.title, example))
    (folder / "report.txt").write_text(report(groups, 10**9, 10**9))
    print(report(groups, 20, 300).lstrip("\n"))
    seconds = round(time.monotonic() - started)
    timeouts = sum(text.endswith("--- exit timeout\n") for texts in outputs for text in texts)
    print(f"{len(numbered)} outputs compared in {seconds} s; {differing} differ, in {len(groups)} ways; {timeouts} timeouts")
    print(f"All outputs, and the report in full, are in {folder}")
    sys.exit(1 if differing else 0)


main()
