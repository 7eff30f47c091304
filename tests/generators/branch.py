"""A client that branches on the codes of dbtool.

A generator has made its models of the schema; the facts of each code are those of `errors catalog`.
"""

import json
import sys

from models import DbConnectionTimeoutError, DbFileMissingError, Envelope, OtherError

with open("errors.json", encoding="utf-8") as file:
    FACTS = {entry["code"]: entry for entry in json.load(file)["errors"]}


def decide(line: str) -> str:
    answer = Envelope.model_validate_json(line).root
    if answer.ok:
        return "done"
    error = answer.error
    match error:
        case DbFileMissingError():
            return f"create {error.context.path}"
        case DbConnectionTimeoutError():
            return f"wait {error.retry_after_ms or 0} ms"
        case OtherError():
            # A newer version has more codes; what they advise is read all the same.
            return "again" if error.retryable else f"ask: {error.suggestion or error.message}"
        case _:
            return by_facts(error)


def by_facts(error) -> str:
    """What the catalog says about a code, before any error has it."""
    facts = FACTS[error.code]
    if facts["retryable"]:
        return f"again after {facts.get('retry_after_ms', 0)} ms, {facts.get('retry_strategy', 'at once')}"
    return f"exit {facts['exit_code']}"


for line in sys.stdin:
    print(decide(line))
