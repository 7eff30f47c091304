// A program that branches on the codes of the shop. It is compiled, not run: every line marked as an error must be one.

import {
  ERRORS,
  isErrorCode,
  isKnownError,
  type Envelope,
  type ErrorByCode,
  type ErrorCode,
  type ErrorObject,
} from "./errors.js";

export function advise(answer: Envelope<{ rows: number }>): string {
  if (answer.ok) {
    return `${answer.data.rows} rows`;
  }
  const error = answer.error;
  if (!isKnownError(error)) {
    // A code of a newer version: its advice is read all the same.
    return `${error.code}: ${error.suggestion ?? error.message} ${error.retryable}`;
  }
  switch (error.code) {
    case "SHOP_CLOSED":
      return `wait ${(error.retry_after_ms ?? 0) + 1} ms: ${error.suggestion?.length}`;
    case "SHOP_ARTICLE_MISSING":
      return error.context.customer?.toUpperCase() ?? error.context.shelf.trim() + error.context.number.toFixed(2);
    case "SHOP_ORDER_INVALID":
      return error.context.fields.map((field) => field.message.trim()).join() + error.context.password;
    case "SHOP_NOT_PAID":
      return `${error.side_effects} ${Number(error.context.amount) * 2} ${error.fix_required}`;
    case "SHOP_DESCRIBED":
      return error.context.article.color === "red" ? "red" : String(error.context.article.articleNumber * 2);
    case "SHOP_STD":
      return error.context.names.join() + (error.context.pair[1] === null) + error.context.wait.secs.toFixed();
    case "SHOP_TYPES":
      return error.message;
    default: {
      // Every code is handled above.
      const none: never = error;
      return none;
    }
  }
}

export function exit(code: ErrorCode): number {
  return ERRORS[code].exit_code;
}

export const closed: 12 = ERRORS.SHOP_CLOSED.exit_code;

export function narrow(text: string): ErrorCode | undefined {
  return isErrorCode(text) ? text : undefined;
}

export function wrong(error: ErrorObject, closed: ErrorByCode["SHOP_CLOSED"]): void {
  // @ts-expect-error: unknown code
  const code: ErrorCode = "SHOP_OPEN";
  // @ts-expect-error: which error it is is not known
  error.context.number;
  // @ts-expect-error: this one has no context that is known
  closed.context.number;
  // @ts-expect-error: this one is always retryable
  const never: false = closed.retryable;
  const advice: string | undefined = error.suggestion ?? error.fix_command ?? error.actions?.[0];
  // @ts-expect-error: the table cannot be changed
  ERRORS.SHOP_CLOSED.exit_code = 3;
  console.log(code, never, advice);
}
