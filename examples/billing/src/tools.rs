//! The tools of the server.

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
    /// Kept, since rmcp would build it again for every call.
    router: ToolRouter<Self>,
}

/// What to do with the projects.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
pub(crate) enum ProjectsArgs {
    /// Lists all projects.
    List,
    /// Shows one project.
    Get {
        /// The id of the project, as in `proj_shop`.
        #[schemars(length(max = 40))]
        id: String,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListArgs {
    /// Only invoices of this project.
    #[schemars(length(max = 40))]
    project: Option<String>,
    /// Only open ones, or only paid ones.
    status: Option<Status>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetArgs {
    /// The id of the invoice, as in `INV-001`.
    #[schemars(length(max = 40))]
    id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChargeArgs {
    /// The id of the invoice, as in `INV-001`.
    #[schemars(length(max = 40))]
    id: String,
    /// What to charge, in cents; a part of what is open is accepted.
    #[schemars(range(min = 1))]
    amount_cents: u64,
    /// The token of the card that pays.
    #[schemars(regex(pattern = "^tok_[a-z0-9]{4,40}$"))]
    card_token: String,
    /// What the statement of the card says.
    #[serde(default)]
    #[schemars(length(max = 40))]
    note: Option<String>,
}

/// The token of a card that no bank accepts, so that a declined card can be tried out.
const DECLINED: &str = "tok_declined";

/// What was charged.
#[derive(Serialize)]
struct Receipt {
    /// The invoice.
    id: String,
    /// What was charged, in cents.
    amount_cents: u64,
    /// What is still open, in cents.
    open_cents: u64,
    /// What the statement of the card says.
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
    #[tool(description = "Projects: list them, or get one.")]
    fn projects(&self, Parameters(args): Parameters<ProjectsArgs>) -> Result<String, BillingError> {
        let accounts = self.ledger.read()?;
        match args {
            ProjectsArgs::List => Ok(json!(accounts.projects).to_string()),
            ProjectsArgs::Get { id } => Ok(json!(accounts.project(&id)?).to_string()),
        }
    }

    #[tool(description = "Lists invoices, of one project or in one state if you say so.")]
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

    #[tool(description = "Shows an invoice by its id.")]
    fn invoices_get(&self, Parameters(args): Parameters<GetArgs>) -> Result<Json<Invoice>, BillingError> {
        Ok(Json(self.ledger.read()?.invoice(&args.id)?.clone()))
    }

    /// The answer is text, because a settled invoice is a warning, which an output schema of a receipt would not allow.
    #[tool(description = "Charges a card for an invoice.")]
    fn invoices_charge(&self, Parameters(args): Parameters<ChargeArgs>) -> Result<String, BillingError> {
        self.limit.count("invoices_charge", Instant::now())?;
        let open_cents = self.ledger.change(|accounts| {
            let invoice = accounts.invoice_mut(&args.id)?;
            invoice.pay(args.amount_cents)?;
            if args.card_token == DECLINED {
                return Err(BillingError::CardDeclined { id: invoice.id.clone(), card_token: args.card_token });
            }
            Ok(invoice.open_cents())
        })?;
        let receipt = Receipt { id: args.id, amount_cents: args.amount_cents, open_cents, note: args.note };
        Ok(json!(receipt).to_string())
    }
}

#[tool_handler(router = self.router, name = "billing")]
impl ServerHandler for Billing {}

/// The most bytes of one value in an error, since agents know what they sent.
const LONGEST_VALUE: usize = 1000;

/// The errors of every tool, since each reads the ledger.
const READ: ErrorSet = error_set!["LedgerUnreadable" in BillingError];

const LIST_PROJECTS: ErrorSet = error_set!["ProjectNotFound" in BillingError];
const LIST_INVOICES: ErrorSet = error_set!["ProjectNotFound" in BillingError];
const GET: ErrorSet = error_set!["InvoiceNotFound" in BillingError];
const CHARGE: ErrorSet = error_set![
    "InvoiceNotFound" | "AlreadyPaid" | "OverPayment" | "CardDeclined" | "LedgerUnwritable" in BillingError,
    RateLimited,
];

/// Errors that no caller can correct go to the log, with the cause that clients do not see.
fn log(tool: &str, error: &ErrorRecord) {
    if error.facts.severity == Some(Severity::Critical) {
        let causes = iter::successors(error.source(), |cause| <dyn Error>::source(*cause));
        let causes = causes.map(|cause| format!(": {cause}")).collect::<Vec<_>>().concat();
        // Hosts may have closed standard error.
        let _ = writeln!(io::stderr(), "{tool}: {}: {error}{causes}", error.code);
    }
}

/// The tools, and the codes that each may end with.
pub(crate) fn errors() -> [(&'static str, ErrorSet); 4] {
    [
        ("projects", LIST_PROJECTS.and(&READ)),
        ("invoices_list", LIST_INVOICES.and(&READ)),
        ("invoices_get", GET.and(&READ)),
        ("invoices_charge", CHARGE.and(&READ)),
    ]
}

/// The server as clients use it.
pub(crate) fn server(billing: Billing) -> Server<Billing> {
    let server = Server::new(billing)
        .with_catalog()
        .arguments(ArgumentChecks::Strict)
        .format(Renderer::new(Format::Xml).cap(LONGEST_VALUE))
        .on_error(log);
    errors().into_iter().fold(server, |server, (tool, errors)| server.errors(tool, errors))
}
