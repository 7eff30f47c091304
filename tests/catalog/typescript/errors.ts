// What the program answers in JSON, in the format `envelope`. Written by `agent-error export typescript`.

/** What is known about each code before it happens. */
export const ERRORS = {
  SHOP_ARTICLE_MISSING: {
    summary: "The article is not for sale; \\*/ ends a comment.",
    exit_code: 5,
    retryable: false,
    side_effects: "none",
    severity: "error",
    http_status: 404,
  },
  SHOP_CLOSED: {
    summary: "The shop is closed.",
    exit_code: 12,
    retryable: true,
    side_effects: "none",
    severity: "error",
    http_status: 503,
  },
  SHOP_DESCRIBED: {
    summary: "Types that describe themselves, or not.",
    exit_code: 1,
    retryable: false,
    side_effects: "none",
    severity: "error",
    http_status: 500,
  },
  SHOP_NOT_PAID: {
    summary: "The payment came to nothing.",
    exit_code: 9,
    retryable: false,
    side_effects: "partial",
    severity: "critical",
    deprecated: "use SHOP_CLOSED",
    http_status: 402,
  },
  SHOP_ORDER_INVALID: {
    summary: "The order is invalid.",
    exit_code: 2,
    retryable: false,
    side_effects: "none",
    severity: "error",
    http_status: 400,
  },
  SHOP_STD: {
    summary: "Types of `std`.",
    exit_code: 1,
    retryable: false,
    side_effects: "none",
    severity: "error",
    http_status: 500,
  },
  SHOP_TYPES: {
    summary: "Every type.",
    exit_code: 1,
    retryable: false,
    side_effects: "none",
    severity: "error",
    http_status: 500,
  },
} as const;

/** A code of the catalog. */
export type ErrorCode = keyof typeof ERRORS;

/** Whether a text is a code of the catalog. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.prototype.hasOwnProperty.call(ERRORS, code);
}

/** What every error may have, whatever its code; advice may come in any later version. */
export interface ErrorBase {
  code: string;
  message: string;
  cause?: string;
  detail?: string;
  suggestion?: string;
  fix_required?: string;
  fix_command?: string;
  replacement?: string;
  retryable: boolean;
  retry_after_ms?: number;
  retry_strategy?: "immediate" | "linear_backoff" | "exponential_backoff";
  side_effects?: "none" | "partial" | "complete";
  phase?: "validation" | "execution" | "cleanup";
  severity?: "warning" | "error" | "critical";
  actions?: Array<string>;
  instance?: string;
  docs_url?: string;
  context?: object;
}

/** An error with a code that is not below: a newer version has it. */
export interface OtherError extends ErrorBase {}

/** The article is not for sale; \*\/ ends a comment. */
export interface ShopArticleMissingError extends ErrorBase {
  code: "SHOP_ARTICLE_MISSING";
  retryable: false;
  side_effects?: "none";
  phase: "execution";
  severity?: "critical" | "error";
  context: {
    /** The number of the article. */
    number: number;
    /** Where it should be. */
    shelf: string;
    /** Who asked. */
    customer: string | null;
  };
}

/** The shop is closed. */
export interface ShopClosedError extends ErrorBase {
  code: "SHOP_CLOSED";
  retryable: true;
  side_effects?: "none";
  phase: "execution";
  severity?: "critical" | "error";
}

/** Types that describe themselves, or not. */
export interface ShopDescribedError extends ErrorBase {
  code: "SHOP_DESCRIBED";
  retryable: false;
  side_effects?: "none";
  phase: "execution";
  severity?: "critical" | "error";
  context: {
    article: { articleNumber: number; color?: "red" | "green" | null };
    more: Array<{ articleNumber: number; color?: "red" | "green" | null }>;
    shelf: Shelf;
    other: { inner: Array<Shelf>; name: string } | null;
    mystery: unknown;
    alias: number;
  };
}

/**
 * The payment came to nothing.
 * @deprecated use SHOP_CLOSED
 */
export interface ShopNotPaidError extends ErrorBase {
  code: "SHOP_NOT_PAID";
  retryable: false;
  side_effects: "partial";
  phase: "execution";
  severity?: "critical" | "error";
  context: {
    amount: number;
    retry_after_s: number | null;
    currency: string;
  };
}

/** The order is invalid. */
export interface ShopOrderInvalidError extends ErrorBase {
  code: "SHOP_ORDER_INVALID";
  retryable: false;
  side_effects?: "none";
  phase: "validation";
  severity?: "critical" | "error";
  context: {
    fields: Array<{ expected?: string; field: string; message: string; missing?: true; options?: Array<string>; sent?: unknown }>;
    password: "[REDACTED]";
    total: string;
  };
}

/** Types of `std`. */
export interface ShopStdError extends ErrorBase {
  code: "SHOP_STD";
  retryable: false;
  side_effects?: "none";
  phase: "execution";
  severity?: "critical" | "error";
  context: {
    text: string;
    letter: string;
    flag: boolean;
    small: number;
    huge: number | string;
    bytes: Array<number>;
    pair: [number, boolean | null];
    names: Array<string>;
    map: Record<string, Array<number>>;
    set: Array<number>;
    wait: { nanos: number; secs: number };
    not_zero: number;
    nested: Array<number | null> | null;
    value: unknown;
  };
}

/** Every type. */
export interface ShopTypesError extends ErrorBase {
  code: "SHOP_TYPES";
  retryable: false;
  side_effects?: "none";
  phase: "execution";
  severity?: "critical" | "error";
}

/** A shelf in a shelf. */
export type Shelf = { inner: Array<Shelf>; name: string };

/** The error with each code. */
export interface ErrorByCode {
  SHOP_ARTICLE_MISSING: ShopArticleMissingError;
  SHOP_CLOSED: ShopClosedError;
  SHOP_DESCRIBED: ShopDescribedError;
  SHOP_NOT_PAID: ShopNotPaidError;
  SHOP_ORDER_INVALID: ShopOrderInvalidError;
  SHOP_STD: ShopStdError;
  SHOP_TYPES: ShopTypesError;
}

/** Any error of the catalog; `code` says which. */
export type KnownError = ErrorByCode[ErrorCode];

/** Any error that the program may answer with. */
export type ErrorObject = KnownError | OtherError;

/** Whether the code of an error is in the catalog. If so, TypeScript narrows the type by `code`. */
export function isKnownError(error: ErrorObject): error is KnownError {
  return isErrorCode(error.code);
}

/** What an envelope says about the call itself. */
export interface Meta {
  duration_ms: number;
  schema_version: string;
  tool_version?: string;
}

/** A call that succeeded. */
export interface Success<T = unknown> {
  ok: true;
  data: T;
  error: null;
  warnings: string[];
  meta: Meta;
}

/** A call that failed. */
export interface Failure {
  ok: false;
  data: null;
  error: ErrorObject;
  warnings: string[];
  meta: Meta;
}

/** An answer; `ok` says which. */
export type Envelope<T = unknown> = Success<T> | Failure;
