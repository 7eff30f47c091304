//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry
//! facts, the side effects and the phase.

use super::checked_fields::CheckedFields;
use crate::attr::{Given, Word};
use crate::errors::Errors;
use crate::keys::{Key, VariantKeys};
use crate::model::{Facts, FieldRef};
use crate::tokens::small_ident;
use agent_error_rules::{exit, status};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

pub(super) struct Outcome {
    pub(super) exit: TokenStream,
    /// Whether rustc must check that the exit code doesn't imply a retry, which would conflict with
    /// `fix`.
    pub(super) needs_final_exit: bool,
    pub(super) retryable: Option<bool>,
    pub(super) side_effects: Option<Word>,
    pub(super) exit_field: Option<FieldRef>,
    pub(super) status_field: Option<FieldRef>,
    pub(super) facts: Facts,
}

/// Where the exit code of a variant comes from.
enum ExitSource {
    /// `exit = N` on the variant.
    Variant(TokenStream),
    /// `exit = field` on the variant. `otherwise` is the exit code if the field has none.
    Field {
        field: FieldRef,
        otherwise: TokenStream,
    },
    /// The exit code of the type. If the variant declares a status, the other facts follow from it.
    Type {
        exit: TokenStream,
        status: Option<u16>,
    },
    /// `status = N` on the variant.
    Status(u16),
    Default,
}

/// Whether the variant declares that the call can be retried.
struct Retry {
    /// What the keys declare.
    declared: Option<bool>,
    /// What the keys declare, or the status implies.
    retryable: Option<bool>,
    /// The key that declares it.
    key: &'static str,
}

/// Validates the keys of a variant. `type_exit` is the exit code that the type declares.
pub(super) fn check(
    keys: &VariantKeys,
    type_exit: Option<&TokenStream>,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) -> Outcome {
    let source = ExitSource::of(keys, type_exit, fields, errors);
    let retry = Retry::of(keys, source.status(), errors);
    let needs_final_exit = check_fix(keys, &source, &retry, errors);
    let mut outcome = Outcome {
        exit: source.exit_code(),
        needs_final_exit,
        retryable: retry.retryable,
        side_effects: None,
        exit_field: None,
        status_field: None,
        facts: Facts::default(),
    };
    outcome.add_effects(keys, &source, &retry);
    outcome.add_retry(keys, &retry, fields, errors);
    outcome.add_status(keys, fields, errors);
    if let ExitSource::Field { field, .. } = source {
        outcome.facts.add("ExitField", Some(&field.name));
        outcome.exit_field = Some(field);
    }
    outcome
}

impl ExitSource {
    fn of(
        keys: &VariantKeys,
        type_exit: Option<&TokenStream>,
        fields: &CheckedFields<'_>,
        errors: &mut Errors,
    ) -> Self {
        if let Some(exit) = &keys.exit.value {
            let otherwise = type_exit.cloned().unwrap_or_else(general_error);
            return match exit_field(exit, fields, errors) {
                ExitValue::Constant => Self::Variant(exit.clone()),
                ExitValue::Field(field) => Self::Field { field, otherwise },
                ExitValue::Unknown => Self::Variant(otherwise),
            };
        }
        let mut status = None;
        // An invalid exit code has been reported. Nothing follows from the status then.
        let is_invalid = keys.exit.is_present();
        if let Some(Given::Fixed(declared)) = keys.status.value
            && !is_invalid
        {
            status = Some(declared);
        }
        if let Some(exit) = type_exit {
            return Self::Type {
                exit: exit.clone(),
                status,
            };
        }
        match status {
            Some(status) => Self::Status(status),
            None => Self::Default,
        }
    }

    /// Returns the exit code in the table of codes.
    fn exit_code(&self) -> TokenStream {
        match self {
            Self::Variant(exit) | Self::Type { exit, .. } => exit.clone(),
            Self::Field { otherwise, .. } => otherwise.clone(),
            Self::Status(status) => literal(status::exit_code(*status)),
            Self::Default => general_error(),
        }
    }

    /// Returns the status that determines the facts that the variant doesn't declare.
    fn status(&self) -> Option<u16> {
        match self {
            Self::Status(status) => Some(*status),
            Self::Type { status, .. } => *status,
            Self::Variant(_) | Self::Field { .. } | Self::Default => None,
        }
    }
}

/// What the value of `exit` is.
enum ExitValue {
    Constant,
    Field(FieldRef),
    /// Neither, which has been reported.
    Unknown,
}

/// Tells a field from a constant. A name that starts with a small letter is a field.
fn exit_field(exit: &TokenStream, fields: &CheckedFields<'_>, errors: &mut Errors) -> ExitValue {
    let Some(ident) = small_ident(exit) else {
        return ExitValue::Constant;
    };
    match fields.named(&ident, "exit", errors) {
        Some(field) => ExitValue::Field(field),
        None => ExitValue::Unknown,
    }
}

fn general_error() -> TokenStream {
    literal(1)
}

fn literal(exit: u8) -> TokenStream {
    Literal::u8_unsuffixed(exit).to_token_stream()
}

impl Retry {
    fn of(keys: &VariantKeys, status: Option<u16>, errors: &mut Errors) -> Self {
        if keys.retryable.value == Some(false) {
            reject_implying(&keys.retry_after, errors);
            reject_implying(&keys.retry, errors);
        }
        reject_delay_of_immediate(keys, errors);
        let (declared, key) = declared_retry(keys);
        if may_have_effects(keys.side_effects.value) {
            if declared == Some(true) {
                reject_side_effects(keys, key, errors);
            }
            // Whatever the status is, a retry isn't safe.
            return Self {
                declared,
                retryable: declared,
                key,
            };
        }
        Self {
            declared,
            retryable: declared.or(status.map(status::is_retryable)),
            key,
        }
    }
}

/// Returns whether the keys declare that the call can be retried, and the key that does.
/// `retry_after` and `retry` imply `retryable`.
fn declared_retry(keys: &VariantKeys) -> (Option<bool>, &'static str) {
    let retryable = &keys.retryable;
    if retryable.value == Some(true) {
        (Some(true), retryable.name)
    } else if keys.retry_after.is_present() {
        (Some(true), keys.retry_after.name)
    } else if keys.retry.is_present() {
        (Some(true), keys.retry.name)
    } else {
        (retryable.value, retryable.name)
    }
}

/// Rejects a key that implies `retryable`, beside `retryable = false`.
fn reject_implying<T>(key: &Key<T>, errors: &mut Errors) {
    if let Some(span) = key.span {
        let name = key.name;
        errors.at(
            span,
            format_args!("keys `retryable = false` and `{name}` conflict; remove one"),
        );
    }
}

/// Rejects a delay before a retry without a delay.
fn reject_delay_of_immediate(keys: &VariantKeys, errors: &mut Errors) {
    let strategy = keys.retry.value;
    let is_immediate = strategy.is_some_and(|word| word.text == "immediate");
    if let Some(span) = keys.retry_after.span
        && is_immediate
    {
        errors.at(
            span,
            "keys `retry = immediate` and `retry_after` conflict; remove one",
        );
    }
}

fn reject_side_effects(keys: &VariantKeys, key: &str, errors: &mut Errors) {
    if let Some(span) = keys.side_effects.span
        && let Some(Word { text, .. }) = keys.side_effects.value
    {
        let message = "remove one, since a call that may have side effects must not be retried";
        errors.at(
            span,
            format_args!("keys `{key}` and `side_effects = {text}` conflict; {message}"),
        );
    }
}

fn may_have_effects(side_effects: Option<Word>) -> bool {
    side_effects.is_some_and(|stated| stated.text != "none")
}

/// Rejects a fix of a retryable error: if a retry can succeed, no fix is needed. Returns whether
/// the exit code decides about the retry. In this case, rustc must also check the exit code, which
/// may be a constant.
fn check_fix(keys: &VariantKeys, source: &ExitSource, retry: &Retry, errors: &mut Errors) -> bool {
    let Some(span) = keys.fix.span else {
        return false;
    };
    if retry.declared == Some(true) {
        let message = "remove one, since a retry must succeed without the command";
        errors.at(
            span,
            format_args!("keys `{}` and `fix` conflict; {message}", retry.key),
        );
    } else if retry.retryable == Some(true)
        && let Some(status) = source.status()
    {
        errors.at(span, conflict_with_fix(&format!("status {status}")));
    }
    let exit_decides = retry.retryable.is_none() && !may_have_effects(keys.side_effects.value);
    if exit_decides {
        let exit = source.exit_code();
        let number = exit.to_string().parse();
        if number.is_ok_and(|number| exit::RETRYABLE.contains(&number)) {
            errors.on(&exit, conflict_with_fix("this exit code"));
        }
    }
    exit_decides
}

/// Returns the error message for a `fix` beside something that implies a retry.
fn conflict_with_fix(implying: &str) -> String {
    format!(
        "`fix` conflicts with the retry that {implying} implies; remove `fix`, or add `retryable = false`"
    )
}

impl Outcome {
    /// Adds the declared side effects and the declared phase. The runtime derives missing ones from
    /// the exit code.
    ///
    /// The exit code of a type says nothing about a variant with a status. For such a variant, derives
    /// missing ones from the status.
    fn add_effects(&mut self, keys: &VariantKeys, source: &ExitSource, retry: &Retry) {
        let mut phase = keys.phase.value;
        let mut side_effects = keys.side_effects.value;
        if let ExitSource::Type {
            status: Some(status),
            ..
        } = source
        {
            let is_retryable = retry.retryable == Some(true);
            side_effects = side_effects.or(Some(side_effects_of(*status, is_retryable)));
            phase = phase.or(Some(phase_of(*status)));
        }
        self.side_effects = side_effects;
        self.facts.add("SideEffects", self.side_effects);
        self.facts.add("Phase", phase);
    }

    fn add_retry(
        &mut self,
        keys: &VariantKeys,
        retry: &Retry,
        fields: &CheckedFields<'_>,
        errors: &mut Errors,
    ) {
        match &keys.retry_after.value {
            Some(Given::Fixed(millis)) => self.facts.add("RetryAfterMillis", Some(millis)),
            Some(Given::Field(field)) => {
                let Some(field) = fields.named(field, keys.retry_after.name, errors) else {
                    return;
                };
                if field.is_optional {
                    self.facts.optional.push("retry_after_field");
                }
                let convert = quote!(RetryAfterField::wait);
                self.facts
                    .add_field("RetryAfterField", field, "retry_after", convert);
            }
            // A delay or a strategy implies `retryable`.
            None if keys.retry.is_present() => {}
            None => self.facts.add("Retryable", retry.retryable),
        }
    }

    fn add_status(&mut self, keys: &VariantKeys, fields: &CheckedFields<'_>, errors: &mut Errors) {
        match &keys.status.value {
            Some(Given::Fixed(status)) => self.facts.add("Status", Some(status)),
            Some(Given::Field(field)) => {
                self.status_field = fields.named(field, keys.status.name, errors);
                let name = self.status_field.as_ref().map(|field| &field.name);
                self.facts.add("StatusField", name);
            }
            None => {}
        }
    }
}

fn phase_of(status: u16) -> Word {
    let text = if status::is_validation(status) {
        "validation"
    } else {
        "execution"
    };
    Word { ty: "Phase", text }
}

fn side_effects_of(status: u16, is_retryable: bool) -> Word {
    let exit = status::exit_code(status);
    let exit_implies_effects = exit::WITH_EFFECTS.iter().any(|(code, _)| *code == exit);
    let text = if exit_implies_effects && !is_retryable {
        "partial"
    } else {
        "none"
    };
    Word {
        ty: "SideEffects",
        text,
    }
}
