"""Calls a server as a table says, with the official Python SDK, in both ways to begin a conversation that it knows.

Usage: client.py TABLE PROGRAM, from the root of the repository.
"""

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import Client, MCPError, StdioServerParameters

MODES = ("legacy", "auto")
TIMEOUT_S = 60
SHOWN = 4000


def holds(expected, value):
    """Whether a value has all that is expected, and possibly more members."""
    if isinstance(expected, dict):
        return isinstance(value, dict) and all(key in value and holds(expected[key], value[key]) for key in expected)
    return expected == value


async def answer(client, call):
    """What the server answers, as the table describes answers."""
    try:
        if "resource" in call:
            contents = (await client.read_resource(call["resource"])).contents
            return {"text": contents[0].text}
        result = await client.call_tool(call["tool"], call.get("arguments", {}))
    except MCPError as error:
        return {"error": {"code": error.code, "message": error.message, "data": error.data}}
    except Exception as thrown:  # What the SDK throws away, no model will read.
        return {"thrown": repr(thrown)}
    return {
        "is_error": bool(result.is_error),
        "text": "".join(block.text for block in result.content),
        "structured": result.structured_content,
    }


def faults(call, got):
    """What of an answer is not as the table says."""
    if "thrown" in got:
        return ["thrown"]
    if "error" in call or "error" in got:
        return [] if holds(call.get("error"), got.get("error")) else ["error"]
    expected = got["text"] == "\n".join(call["text"]) if "text" in call else True
    found = [] if expected and all(part in got["text"] for part in call.get("contains", [])) else ["text"]
    if "is_error" in call and call["is_error"] != got["is_error"]:
        found.append("is_error")
    if "structured" in call and not holds(call["structured"], got["structured"]):
        found.append("structured")
    return found


async def run(session, program, mode):
    """Makes the calls of a session, and gives what is wrong with each answer."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        for name, source in session.get("copy", {}).items():
            shutil.copyfile(source, Path(folder, name))
        for arguments in session.get("before", []):
            subprocess.run([program, *arguments], cwd=folder, env={}, check=True, stdout=subprocess.DEVNULL)
        server = StdioServerParameters(command=program, args=session["arguments"], cwd=folder)
        async with Client(server, mode=mode, read_timeout_seconds=TIMEOUT_S) as client:
            # The SDK checks answers against the schemas that it has seen.
            await client.list_tools()
            for call in session["calls"]:
                got = await answer(client, call)
                answers.append((found := faults(call, got)))
                if found:
                    print(f"{session['name']}: {json.dumps(call)}\nis not answered as expected: {', '.join(found)} of")
                    print(json.dumps(got)[:SHOWN])
    return answers


async def main(table, program):
    sessions = json.loads(Path(table).read_text())
    for mode in MODES:
        answers = [found for session in sessions for found in await run(session, program, mode)]
        unexpected = sum(bool(found) for found in answers)
        print(f"{table}: Python SDK, {mode}: {len(answers)} answers in {len(sessions)} sessions, {unexpected} not as expected")
        if unexpected:
            return 1
    return 0


sys.exit(asyncio.run(main(sys.argv[1], str(Path(sys.argv[2]).resolve()))))
