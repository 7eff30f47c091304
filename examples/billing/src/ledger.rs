//! The ledger: a file with all projects and invoices, read for every call.

use crate::error::BillingError;
use crate::invoice::{Invoice, Project};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

#[derive(Debug)]
pub(crate) struct Ledger {
    file: PathBuf,
    /// Held from reading to writing: of two charges, the second sees the first.
    writing: Mutex<()>,
}

/// What the ledger holds.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Accounts {
    pub(crate) projects: Vec<Project>,
    pub(crate) invoices: Vec<Invoice>,
}

impl Ledger {
    pub(crate) fn new(file: PathBuf) -> Self {
        Self { file, writing: Mutex::new(()) }
    }

    pub(crate) fn read(&self) -> Result<Accounts, BillingError> {
        let text = fs::read(&self.file).map_err(|source| BillingError::LedgerUnreadable { source })?;
        serde_json::from_slice(&text).map_err(|source| BillingError::LedgerUnreadable { source: source.into() })
    }

    /// Makes a change, all or nothing.
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

    fn write(&self, accounts: &Accounts) -> io::Result<()> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        file.write_all(&serde_json::to_vec_pretty(accounts)?)?;
        file.as_file().sync_all()?;
        file.persist(&self.file)?;
        Ok(())
    }
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
