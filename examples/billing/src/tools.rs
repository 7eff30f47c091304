//! The server and its tools, whose names are those in Vurb's guide. The ledger is in memory.

use crate::error::BillingError;
use crate::ledger::{Invoice, Ledger, User};
use agent_error::facts::Severity;
use agent_error::ready::{Deprecated, InvalidFields, MissingField, RateLimited};
use agent_error::{Catalog, CatalogError, ErrorSet, FieldError, error_set};
use agent_error_mcp::{ArgumentChecks, Server, UnknownTools};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::io::{self, ErrorKind, Write as _};
use std::num::NonZeroU64;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Billing {
    ledger: Mutex<Ledger>,
}

const ROLES: [&str; 2] = ["admin", "user"];

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
enum UsersArgs {
    /// List all users.
    List,
    /// Create or replace a user.
    Create {
        #[schemars(email)]
        email: String,
        #[schemars(extend("enum" = ROLES))]
        role: String,
    },
    /// Delete a user.
    Delete { email: String },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListArgs {
    /// Only list unpaid invoices.
    unpaid: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GetArgs {
    /// The ID of the invoice, such as `INV-001`.
    id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChargeArgs {
    /// The ID of the invoice, such as `INV-001`.
    invoice_id: String,
    /// The amount to charge, in cents. May be less than the unpaid amount.
    amount: NonZeroU64,
    /// The token of the card to charge.
    card_token: String,
}

#[tool_router]
impl Billing {
    #[tool(description = "Lists, creates or deletes users.")]
    fn users(&self, Parameters(args): Parameters<UsersArgs>) -> Result<String, BillingError> {
        let users = &mut self.ledger().users;
        match args {
            UsersArgs::List => Ok(json!(users).to_string()),
            UsersArgs::Create { email, role } => {
                check(&email, &role)?;
                users.retain(|user| user.email != email);
                users.push(User { email, role });
                Ok(json!(users.last()).to_string())
            }
            UsersArgs::Delete { email } => {
                let found = users.iter().position(|user| user.email == email);
                let user = users.remove(found.ok_or(BillingError::UserNotFound { email })?);
                Ok(json!(user).to_string())
            }
        }
    }

    #[tool(name = "billing.list_invoices", description = "Lists invoices.")]
    fn list_invoices(&self, Parameters(args): Parameters<ListArgs>) -> String {
        let wanted = |invoice: &&Invoice| invoice.amount_cents > 0 || args.unpaid != Some(true);
        json!(
            self.ledger()
                .invoices
                .iter()
                .filter(wanted)
                .collect::<Vec<_>>()
        )
        .to_string()
    }

    #[tool(
        name = "billing.invoices",
        description = "Deprecated: use billing.list_invoices."
    )]
    fn invoices(Parameters(_): Parameters<ListArgs>) -> Result<String, BillingError> {
        let replacement = "billing.list_invoices";
        Err(Deprecated::new("billing.invoices", replacement)
            .action(replacement)
            .into())
    }

    #[tool(
        name = "billing.get_invoice",
        description = "Gets an invoice by its ID."
    )]
    fn get_invoice(
        &self,
        Parameters(GetArgs { id }): Parameters<GetArgs>,
    ) -> Result<Json<Invoice>, BillingError> {
        required("id", &id)?;
        Ok(Json(self.ledger().invoice(&id)?.clone()))
    }

    #[tool(
        name = "billing.charge",
        description = "Charges a card for an invoice."
    )]
    fn charge(&self, Parameters(args): Parameters<ChargeArgs>) -> Result<String, BillingError> {
        required("invoice_id", &args.invoice_id)?;
        let mut ledger = self.ledger();
        let (invoice, amount) = (ledger.invoice(&args.invoice_id)?, args.amount.get());
        let rest = invoice.rest_after(amount)?;
        let charged = bank(args);
        if matches!(
            charged,
            Ok(()) | Err(BillingError::PaymentUnconfirmed { .. })
        ) {
            invoice.amount_cents = rest;
        }
        charged.map(|()| json!({"status": "charged", "amount": amount}).to_string())
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tool_handler(name = "billing")]
impl ServerHandler for Billing {}

/// Reports an empty string as a missing field.
fn required(field: &str, value: &str) -> Result<(), BillingError> {
    if value.is_empty() {
        Err(MissingField::new(field).into())
    } else {
        Ok(())
    }
}

/// Checks what serde doesn't, and reports all mistakes at once. The messages are those of Zod,
/// which Vurb uses.
fn check(email: &str, role: &str) -> Result<(), BillingError> {
    let mut fields = Vec::new();
    let is_email = email
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if !is_email {
        let expected = "Expected: a valid email address (e.g. user@example.com).";
        fields.push(
            FieldError::new("email", "Invalid email.")
                .sent(email)
                .expected(expected),
        );
    }
    if !ROLES.contains(&role) {
        let expected = ROLES.map(|role| format!("'{role}'")).join(" | ");
        let message = format!("Invalid enum value. Expected {expected}, received '{role}'.");
        fields.push(FieldError::new("role", message).sent(role).options(ROLES));
    }
    if fields.is_empty() {
        return Ok(());
    }
    Err(InvalidFields::new("users/create", fields).into())
}

/// Returns the response of the bank. Its test cards cause errors, and all other cards are charged.
fn bank(
    ChargeArgs {
        invoice_id: id,
        amount,
        card_token,
    }: ChargeArgs,
) -> Result<(), BillingError> {
    Err(match card_token.as_str() {
        "tok_declined" => BillingError::CardDeclined { id, card_token },
        "tok_unconfirmed" => BillingError::PaymentUnconfirmed {
            id,
            amount: amount.get(),
        },
        "tok_exhausted" => BillingError::PoolExhausted {
            source: ErrorKind::ConnectionRefused.into(),
        },
        "tok_limited" => RateLimited::new("bank", Duration::from_secs(30))
            .limit(100, Duration::from_secs(60))
            .into(),
        _ => return Ok(()),
    })
}

/// The codes that each tool can return.
pub(crate) const TOOLS: &[(&str, ErrorSet)] = &[
    (
        "users",
        error_set!["UserNotFound" in BillingError, InvalidFields],
    ),
    ("billing.list_invoices", error_set![]),
    ("billing.invoices", error_set![Deprecated]),
    (
        "billing.charge",
        error_set![
            "InvoiceNotFound" | "AlreadyPaid" | "OverPayment" | "CardDeclined" | "PaymentUnconfirmed" | "INTERNAL_ERROR"
                in BillingError,
            MissingField,
            RateLimited,
        ],
    ),
    (
        "billing.get_invoice",
        error_set!["InvoiceNotFound" in BillingError, MissingField],
    ),
];

/// Creates the server for MCP clients.
///
/// # Errors
///
/// Returns an error if two types declare the same code.
pub(crate) fn server() -> Result<Server<Billing>, CatalogError> {
    let catalog = Catalog::complete()?;
    let server = Server::new(Billing::default())
        .tools(TOOLS)
        .catalog(catalog)
        .arguments(ArgumentChecks::Explain)
        // Vurb's errors for unknown tools are results, too.
        .unknown_tools(UnknownTools::Result)
        // Agents already know the values that they sent.
        .format(agent_error_formats::XML.cap(1000))
        // Critical errors are logged with the cause, which clients don't see. The host may have
        // closed the log.
        .observe(|tool, error| {
            if error.severity() == Severity::Critical {
                let cause = error
                    .causes()
                    .next()
                    .map_or_else(String::new, |cause| format!(": {cause}"));
                let message = error.message();
                let _ = writeln!(io::stderr(), "{tool}: {}: {message}{cause}", error.code());
            }
        });
    Ok(server)
}
