//! `agent-error export`: generates schemas, types and documentation from catalogs.

use crate::arguments::ExportArgs;
use crate::catalogs::{self, with_proofs};
use crate::error::CliError;
use agent_error::Response;
use agent_error_tooling::{Document, ExportError, ExportReport};
use std::path::Path;

impl ExportArgs {
    /// Exports the catalogs to a directory. If no directory is given, writes a single file to standard output.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let mut documents = catalogs::read(&self.catalogs)?;
        if let Some(proofs) = &self.proofs {
            documents = with_proofs(documents, proofs)?;
        }
        if self.own {
            documents = documents.iter().map(Document::own).collect();
        }
        let format = self.format;
        match (self.directory(), documents.as_slice()) {
            (None, [document]) if !format.is_folder() => {
                let files = document.export(format).into_iter();
                Ok(Response::document(files.map(|file| file.text).collect::<String>()))
            }
            (None, _) => Err(ExportError::FolderMissing { format }.into()),
            (Some(folder), [document]) => Ok(written(document.export_to(format, folder)?, folder)),
            (Some(folder), documents) => Ok(written(Document::export_fleet(documents, format, folder)?, folder)),
        }
    }
}

fn written(exported: ExportReport, folder: &Path) -> Response {
    let text = match exported.files.as_slice() {
        [file] => format!("Wrote {}.", folder.join(file).display()),
        files => format!("Wrote {} files to {}.", files.len(), folder.display()),
    };
    let text = match exported.removed.len() {
        0 => text,
        removed => format!("{text} Removed {removed} left over from an earlier export."),
    };
    Response::new(exported).human(text)
}
