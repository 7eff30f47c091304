//! The tools of the MCP server.

use crate::error::BillingError;
use crate::invoice::{Invoice, Status};
use crate::ledger::Ledger;
use crate::limit::Limit;
use agent_error::ready::RateLimited;
use agent_error::{ErrorRecord, ErrorSet, Format, Renderer, Severity, error_set};
use agent_error_mcp::{ArgumentChecks, Server};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::error::Error;
use std::io::{self, Write as _};
use std::iter;
use std::path::PathBuf;
use std::time::Instant;

pub(crate) struct Billing {
    ledger: Ledger,
    limit: Limit,
    /// Stored, because rmcp would otherwise rebuild it for every call.
    router: ToolRouter<Self>,
}

/// The arguments of `projects`.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
pub(crate) enum ProjectsArgs {
    /// List all projects.
    List,
    /// Get one project.
    Get {
        /// The ID of the project, such as `proj_shop`.
        #[schemars(length(max = 40))]
        id: String,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListArgs {
    /// Only list invoices of this project.
    #[schemars(length(max = 40))]
    project: Option<String>,
    /// Only list invoices with this status.
    status: Option<Status>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetArgs {
    /// The ID of the invoice, such as `INV-001`.
    #[schemars(length(max = 40))]
    id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChargeArgs {
    /// The ID of the invoice, such as `INV-001`.
    #[schemars(length(max = 40))]
    id: String,
    /// The amount to charge, in cents. May be less than the open amount.
    #[schemars(range(min = 1))]
    amount_cents: u64,
    /// The token of the card to charge.
    #[schemars(regex(pattern = "^tok_[a-z0-9]{4,40}$"))]
    card_token: String,
    /// The note on the card statement.
    #[serde(default)]
    #[schemars(length(max = 40))]
    note: Option<String>,
}

/// The token of a card that is always declined, for testing.
const DECLINED: &str = "tok_declined";

/// The token of a card that is charged without a confirmation from the bank, for testing.
const UNCONFIRMED: &str = "tok_unconfirmed";

/// The result of a charge.
#[derive(Serialize)]
struct Receipt {
    /// The ID of the invoice.
    id: String,
    /// The charged amount, in cents.
    amount_cents: u64,
    /// The remaining open amount, in cents.
    open_cents: u64,
    /// The note on the card statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Billing {
    pub(crate) fn new(ledger: PathBuf, limit: Limit) -> Self {
        Self { ledger: Ledger::new(ledger), limit, router: Self::tool_router() }
    }
}

#[tool_router]
impl Billing {
    #[tool(description = "Lists all projects, or gets one of them.")]
    fn projects(&self, Parameters(args): Parameters<ProjectsArgs>) -> Result<String, BillingError> {
        let accounts = self.ledger.read()?;
        match args {
            ProjectsArgs::List => Ok(json!(accounts.projects).to_string()),
            ProjectsArgs::Get { id } => Ok(json!(accounts.project(&id)?).to_string()),
        }
    }

    #[tool(description = "Lists invoices, optionally filtered by project or status.")]
    fn invoices_list(&self, Parameters(args): Parameters<ListArgs>) -> Result<String, BillingError> {
        let accounts = self.ledger.read()?;
        if let Some(id) = &args.project {
            accounts.project(id)?;
        }
        let wanted = |invoice: &&Invoice| {
            args.project.as_ref().is_none_or(|id| *id == invoice.project)
                && args.status.is_none_or(|status| status == invoice.status())
        };
        Ok(json!(accounts.invoices.iter().filter(wanted).collect::<Vec<_>>()).to_string())
    }

    #[tool(description = "Gets an invoice by its ID.")]
    fn invoices_get(&self, Parameters(args): Parameters<GetArgs>) -> Result<Json<Invoice>, BillingError> {
        Ok(Json(self.ledger.read()?.invoice(&args.id)?.clone()))
    }

    /// Returns text instead of structured content. The output schema of a receipt wouldn't allow the warning for
    /// settled invoices.
    #[tool(description = "Charges a card for an invoice.")]
    fn invoices_charge(&self, Parameters(args): Parameters<ChargeArgs>) -> Result<String, BillingError> {
        self.limit.count("invoices_charge", Instant::now())?;
        let is_unconfirmed = args.card_token == UNCONFIRMED;
        let open_cents = self.ledger.change(|accounts| {
            let invoice = accounts.invoice_mut(&args.id)?;
            invoice.pay(args.amount_cents)?;
            if args.card_token == DECLINED {
                return Err(BillingError::CardDeclined { id: invoice.id.clone(), card_token: args.card_token });
            }
            Ok(invoice.open_cents())
        })?;
        if is_unconfirmed {
            let (id, amount_cents, ledger) = (args.id, args.amount_cents, self.ledger.file().to_owned());
            return Err(BillingError::PaymentUnconfirmed { id, amount_cents, ledger });
        }
        let receipt = Receipt { id: args.id, amount_cents: args.amount_cents, open_cents, note: args.note };
        Ok(json!(receipt).to_string())
    }
}

#[tool_handler(router = self.router, name = "billing")]
impl ServerHandler for Billing {}

/// The maximum length of a value in an error, in bytes. Agents already know the values that they sent.
const LONGEST_VALUE: usize = 1000;

/// The errors of every tool. All tools read the ledger.
const READ: ErrorSet = error_set!["LedgerUnreadable" in BillingError];

const LIST_PROJECTS: ErrorSet = error_set!["ProjectNotFound" in BillingError];
const LIST_INVOICES: ErrorSet = error_set!["ProjectNotFound" in BillingError];
const GET: ErrorSet = error_set!["InvoiceNotFound" in BillingError];
const CHARGE: ErrorSet = error_set![
    "InvoiceNotFound" | "AlreadyPaid" | "OverPayment" | "CardDeclined" | "PaymentUnconfirmed" | "LedgerUnwritable" in
        BillingError,
    RateLimited,
];

/// Logs critical errors with their causes, which clients don't see.
fn log(tool: &str, error: &ErrorRecord) {
    if error.facts.severity == Some(Severity::Critical) {
        let causes = iter::successors(error.source(), |cause| <dyn Error>::source(*cause));
        let causes = causes.map(|cause| format!(": {cause}")).collect::<Vec<_>>().concat();
        // The host may have closed standard error.
        let _ = writeln!(io::stderr(), "{tool}: {}: {error}{causes}", error.code);
    }
}

/// Returns each tool and its errors.
pub(crate) fn errors() -> [(&'static str, ErrorSet); 4] {
    [
        ("projects", LIST_PROJECTS.and(&READ)),
        ("invoices_list", LIST_INVOICES.and(&READ)),
        ("invoices_get", GET.and(&READ)),
        ("invoices_charge", CHARGE.and(&READ)),
    ]
}

/// Creates the server for MCP clients.
pub(crate) fn server(billing: Billing) -> Server<Billing> {
    let server = Server::new(billing)
        .with_catalog()
        .arguments(ArgumentChecks::Strict)
        .format(Renderer::new(Format::Xml).cap(LONGEST_VALUE))
        .on_error(log);
    errors().into_iter().fold(server, |server, (tool, errors)| server.errors(tool, errors))
}
