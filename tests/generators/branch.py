"""A client that branches on the codes of dbtool, with models that a generator has made of its schema."""

import sys

from models import DbFileLockedError, DbFileMissingError, Envelope, OtherError


def decide(line: str) -> str:
    answer = Envelope.model_validate_json(line).root
    if answer.ok:
        return "done"
    error = answer.error
    match error:
        case DbFileMissingError():
            return f"create {error.context.path}"
        case DbFileLockedError():
            return f"wait {error.retry_after_ms or 0} ms"
        case OtherError():
            # A newer version has more codes; what they advise is read all the same.
            return "again" if error.retryable else f"ask: {error.suggestion or error.message}"
        case _:
            return f"known: {error.code}"


for line in sys.stdin:
    print(decide(line))
