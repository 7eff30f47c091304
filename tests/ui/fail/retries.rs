use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("RETRYABLE_OF_STRING", retryable = "yes")]
    RetryableOfString,
    #[code("FLAG", retry_after)]
    Flag,
    #[code("EMPTY_DURATION", retry_after = "")]
    EmptyDuration,
    #[code("WITHOUT_UNIT", retry_after = "5")]
    WithoutUnit,
    #[code("UNKNOWN_UNIT", retry_after = "5 minutes")]
    UnknownUnit,
    #[code("TOO_LONG", retry_after = "99999999999999999999s")]
    TooLong,
    #[code("NUMBER", retry_after = 5)]
    Number,
    #[code("EXPRESSION", retry_after = self.pause)]
    Expression { pause: u64 },
    #[code("FIELD_OF_UNIT", retry_after = pause)]
    FieldOfUnit,
    #[code("FIELD_OF_TUPLE", retry_after = pause)]
    FieldOfTuple(u64),
    #[code("UNKNOWN_FIELD", retry_after = puase)]
    UnknownField { pause: u64 },
    #[code("UNKNOWN_STRATEGY", retry = exponental)]
    UnknownStrategy,
    #[code("UNKNOWN_SIDE_EFFECTS", side_effects = some)]
    UnknownSideEffects,
    #[code("FALSE_WITH_RETRY", retryable = false, retry = constant)]
    FalseWithRetry,
    #[code("IMMEDIATE_AFTER_DELAY", retry = immediate, retry_after = "30s")]
    ImmediateAfterDelay,
    #[code("IMMEDIATE_AFTER_FIELD", retry_after = pause, retry = immediate)]
    ImmediateAfterField { pause: u64 },
    #[code("LINEAR", retry = linear)]
    Linear,
    #[code("FALSE_WITH_RETRY_AFTER", retryable = false, retry_after = "5s")]
    FalseWithRetryAfter,
    #[code("PARTIAL_SIDE_EFFECTS", retryable, side_effects = partial)]
    PartialSideEffects,
    #[code("PARTIAL_SIDE_EFFECTS_OF_EXIT", exit = 10, retryable, side_effects = partial)]
    PartialSideEffectsOfExit,
    #[code("COMPLETE_SIDE_EFFECTS", retryable = true, side_effects = complete)]
    CompleteSideEffects,
    #[code("UNKNOWN_EFFECTS", retryable, side_effects = unknown)]
    UnknownEffects,
    #[code("IMPLIED_WITH_SIDE_EFFECTS", retry_after = "5s", side_effects = partial)]
    ImpliedWithSideEffects,
    #[code("FIX_WITH_RETRY_AFTER", fix = "dbtool start", retry_after = "5s")]
    FixWithRetryAfter,
    #[code("FIX_WITH_RETRYABLE", retryable, fix = "dbtool start")]
    FixWithRetryable,
    #[code("FIX_WITH_STATUS", status = 429, fix = "tool quota raise")]
    FixWithStatus,
}

fn main() {}
