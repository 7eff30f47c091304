// A client that branches on the codes of dbtool, with types that openapi-typescript generates.

import type { components } from "./errors.js";

type Schemas = components["schemas"];
type KnownError = { [Name in keyof Schemas]: Name extends `Error_${string}` ? Schemas[Name] : never }[keyof Schemas];
type Answer = { ok: true } | Schemas["Envelope"];

// The facts of each code, from `errors catalog`.
export type Facts = Map<string, { exit_code: number; retryable: boolean }>;

export function decide(answer: Answer, facts: Facts): string {
  if (answer.ok) {
    return "done";
  }
  const isKnown = (error: Schemas["Error"]): error is KnownError => facts.has(error.code);
  const error = answer.error;
  if (!isKnown(error)) {
    // A newer version has more codes; what they advise is read all the same.
    return error.retryable ? "again" : `ask: ${error.suggestion ?? error.message}`;
  }
  switch (error.code) {
    case "DB_FILE_MISSING":
      return `create ${error.context.path}`;
    case "DB_CONNECTION_TIMEOUT":
      return `wait ${error.retry_after_ms ?? 0} ms`;
    default: {
      const { retryable, exit_code } = facts.get(error.code)!;
      return `${retryable ? "again after " : ""}exit ${exit_code}`;
    }
  }
}
