//! Tools for maintainers and CI: exports, schemas, pages, the contract, the lint.

pub use crate::ready::changes::{Change, Changes};
pub use crate::ready::diff_error::DiffError;
pub use crate::ready::export_error::ExportError;
pub use crate::ready::lint_error::LintError;
pub use crate::vocabulary::change_class::ChangeClass;
pub use crate::vocabulary::export_format::ExportFormat;
pub use contract::{Contract, ContractError};
pub use export::Exported;
pub use exported_file::ExportedFile;
pub use lint::{Baseline, Finding, FindingKind, Lint, LintedCode};
pub use proofs::{Coverage, CoverageError, CoveredCode, Standing};

#[cfg(feature = "clap")]
pub(crate) mod annotations;
pub(crate) mod contract;
pub(crate) mod docs;
pub(crate) mod export;
pub(crate) mod exported_file;
pub(crate) mod lint;
pub(crate) mod place;
pub(crate) mod pretty;
#[cfg_attr(not(feature = "testing"), allow(dead_code, unused_imports, reason = "only tests write proofs"))]
pub(crate) mod proofs;
pub(crate) mod schema;
