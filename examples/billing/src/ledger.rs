//! The ledger: a JSON file with all projects and invoices. It's read for every call, and only one server may write to
//! it.

use crate::error::BillingError;
use crate::invoice::{Invoice, Project};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[derive(Debug)]
pub(crate) struct Ledger {
    file: PathBuf,
    /// Held while reading and writing, so that concurrent charges see each other's payments.
    writing: Mutex<()>,
}

/// The content of the ledger.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Accounts {
    pub(crate) projects: Vec<Project>,
    pub(crate) invoices: Vec<Invoice>,
}

impl Ledger {
    pub(crate) fn new(file: PathBuf) -> Self {
        Self { file, writing: Mutex::new(()) }
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn read(&self) -> Result<Accounts, BillingError> {
        let text = fs::read(&self.file).map_err(|source| BillingError::LedgerUnreadable { source })?;
        serde_json::from_slice(&text).map_err(|error| BillingError::LedgerUnreadable { source: damaged(&error) })
    }

    /// Applies a change atomically.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut Accounts) -> Result<T, BillingError>,
    ) -> Result<T, BillingError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut accounts = self.read()?;
        let changed = change(&mut accounts)?;
        self.write(&accounts).map_err(|source| BillingError::LedgerUnwritable { source })?;
        Ok(changed)
    }

    /// Replaces the file atomically, so that readers never see a partial ledger.
    fn write(&self, accounts: &Accounts) -> io::Result<()> {
        let new = self.file.with_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec_pretty(accounts)?)?;
        file.sync_all()?;
        fs::rename(&new, &self.file)
    }
}

/// Creates the error for a damaged ledger. Only includes the position, because serde would quote customer data, which
/// must not be logged.
fn damaged(error: &serde_json::Error) -> io::Error {
    let (line, column) = (error.line(), error.column());
    io::Error::new(ErrorKind::InvalidData, format!("invalid ledger at line {line}, column {column}"))
}

impl Accounts {
    pub(crate) fn project(&self, id: &str) -> Result<&Project, BillingError> {
        let found = self.projects.iter().find(|project| project.id == id);
        found.ok_or_else(|| BillingError::ProjectNotFound { id: id.to_owned() })
    }

    pub(crate) fn invoice(&self, id: &str) -> Result<&Invoice, BillingError> {
        let found = self.invoices.iter().find(|invoice| invoice.id == id);
        found.ok_or_else(|| BillingError::InvoiceNotFound { id: id.to_owned() })
    }

    pub(crate) fn invoice_mut(&mut self, id: &str) -> Result<&mut Invoice, BillingError> {
        let found = self.invoices.iter_mut().find(|invoice| invoice.id == id);
        found.ok_or_else(|| BillingError::InvoiceNotFound { id: id.to_owned() })
    }
}
