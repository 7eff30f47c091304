// A client that branches on the codes of dbtool, with the types that dbtool exports.

import { ERRORS, isKnownError, type Envelope } from "./errors.js";

export function decide(answer: Envelope): string {
  if (answer.ok) {
    return "done";
  }
  const error = answer.error;
  if (!isKnownError(error)) {
    // A newer version has more codes; what they advise is read all the same.
    return error.retryable ? "again" : `ask: ${error.suggestion ?? error.message}`;
  }
  switch (error.code) {
    case "DB_FILE_MISSING":
      return `create ${error.context.path}`;
    case "DB_FILE_LOCKED":
      return `wait ${error.retry_after_ms ?? 0} ms`;
    default: {
      const facts = ERRORS[error.code];
      return `${facts.retryable ? "again after " : ""}exit ${facts.exit_code}`;
    }
  }
}
