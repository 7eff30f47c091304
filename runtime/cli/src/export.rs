//! `agent-error export`: generates schemas and documentation from a catalog.

use crate::arguments::ExportArgs;
use crate::catalogs;
use crate::error::CliError;
use agent_error::Response;
use agent_error_tooling::ExportError;

impl ExportArgs {
    /// Exports the catalog to a directory. If no directory is given, writes a single file to standard output.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let mut document = catalogs::document(&self.source(), self.timeout())?;
        if self.own {
            document = document.own();
        }
        let format = self.format;
        match self.directory() {
            None if format.is_folder() => Err(ExportError::FolderMissing { format }.into()),
            None => {
                let files = document.export(format).into_iter();
                Ok(Response::document(files.map(|file| file.text).collect::<String>()))
            }
            Some(folder) => {
                let exported = document.export_to(format, folder)?;
                let text = match exported.files.as_slice() {
                    [file] => format!("Wrote {}.", folder.join(file).display()),
                    files => format!("Wrote {} files to {}.", files.len(), folder.display()),
                };
                Ok(Response::new(exported).human(text))
            }
        }
    }
}
