//! The views of a catalog as responses.

use super::response::Response;
use crate::catalog::{Catalog, CatalogError, Exits, Explanation, List};

impl Catalog {
    /// Lists the codes, as `errors list` does. To list some of them, [`filter`](Self::filter) the
    /// catalog first.
    pub fn list(&self) -> Response {
        Response::view(self.__list(), List::text)
    }

    /// Describes a code in full, as `errors explain` does. Ignores case if no code matches exactly.
    ///
    /// # Errors
    ///
    /// Returns an error with similar codes if the code is unknown.
    pub fn explain(&self, code: &str) -> Result<Response, CatalogError> {
        Ok(Response::view(self.__explain(code)?, Explanation::text))
    }

    /// Returns the exit codes that the program uses, as `errors exits` does.
    pub fn exits(&self) -> Response {
        Response::view(self.exit_codes(), Exits::text)
    }
}
