//! The connection to the API: its address, the timeout and the token file.

use crate::error::CloudError;
use etcetera::{BaseStrategy as _, choose_base_strategy};
use std::path::PathBuf;
use std::time::Duration;
use ureq::http::Uri;

const DEFAULT_ENDPOINT: &str = "http://127.0.0.1:8700";
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Connection")]
pub(crate) struct Args {
    /// URL of the API
    #[arg(long, value_name = "URL", global = true, env = "CLOUDCTL_ENDPOINT", default_value = DEFAULT_ENDPOINT)]
    endpoint: String,

    /// Timeout of each call, in seconds
    #[arg(long, value_name = "SECONDS", global = true, allow_negative_numbers = true, env = "CLOUDCTL_TIMEOUT", default_value_t = DEFAULT_TIMEOUT.as_secs().to_string())]
    timeout: String,

    /// Token file [default: cloudctl/token.json in the user's configuration directory]
    #[arg(long, value_name = "PATH", global = true, env = "CLOUDCTL_TOKEN_FILE")]
    token_file: Option<PathBuf>,
}

/// The validated arguments.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    /// The URL, without a trailing slash.
    pub(crate) endpoint: String,
    pub(crate) timeout: Duration,
    pub(crate) token_file: PathBuf,
}

impl Args {
    pub(crate) fn connection(&self) -> Result<Connection, CloudError> {
        Ok(Connection {
            endpoint: endpoint(&self.endpoint)?,
            timeout: timeout(&self.timeout)?,
            token_file: self.token_file()?,
        })
    }

    fn token_file(&self) -> Result<PathBuf, CloudError> {
        let path = self.token_file.clone().or_else(default_token_file);
        path.ok_or_else(|| invalid("token-file", "cannot determine the home directory; pass a path"))
    }
}

/// A connection with all defaults.
impl Default for Connection {
    fn default() -> Self {
        Self {
            endpoint: DEFAULT_ENDPOINT.to_owned(),
            timeout: DEFAULT_TIMEOUT,
            token_file: default_token_file().unwrap_or_default(),
        }
    }
}

fn default_token_file() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join("cloudctl").join("token.json"))
}

/// Validates the URL. The checks here give clearer errors than the HTTP client would.
fn endpoint(text: &str) -> Result<String, CloudError> {
    let reason = match text.parse::<Uri>() {
        Err(_) => "not a URL",
        Ok(uri) if uri.scheme_str() == Some("https") => "only http is supported",
        Ok(uri) if uri.scheme_str() != Some("http") => "must start with http://",
        Ok(uri) if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) => {
            "must not contain credentials; log in with `cloudctl auth login`"
        }
        Ok(uri) if uri.query().is_some() || text.contains('#') => "must not contain a query or fragment",
        Ok(_) => return Ok(text.trim_end_matches('/').to_owned()),
    };
    Err(invalid("endpoint", reason))
}

/// The maximum timeout, in seconds.
const LONGEST_TIMEOUT: f64 = 3600.0;

fn timeout(text: &str) -> Result<Duration, CloudError> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=LONGEST_TIMEOUT).contains(seconds));
    let seconds = seconds.ok_or_else(|| invalid("timeout", "not a number of seconds from 0.001 to 3600"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn invalid(field: &str, reason: &str) -> CloudError {
    CloudError::Invalid { field: field.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_ENDPOINT, endpoint, timeout};
    use std::time::Duration;

    #[test]
    fn an_endpoint_must_be_an_http_url() {
        for text in [DEFAULT_ENDPOINT, "http://[::1]:80", "http://cloud.example/base"] {
            assert_eq!(endpoint(text).unwrap(), text);
            assert_eq!(endpoint(&format!("{text}/")).unwrap(), text);
        }
        for (text, reason) in [
            ("", "not a URL"),
            ("http://a b", "not a URL"),
            ("localhost:8700", "must start with http://"),
            ("/v1", "must start with http://"),
            ("ftp://a", "must start with http://"),
            ("https://a", "only http is supported"),
            ("http://admin:open-sesame@a", "must not contain credentials"),
            ("http://a/?b", "must not contain a query or fragment"),
        ] {
            let error = endpoint(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid value for endpoint: {reason}")), "{text}: {error}");
            assert!(!error.contains("open-sesame"));
        }
    }

    #[test]
    fn a_timeout_must_be_in_range() {
        assert_eq!(timeout("1.5").unwrap(), Duration::from_millis(1500));
        for text in ["", "0", "-1", "nan", "inf", "3601", "5s"] {
            assert!(timeout(text).is_err(), "{text}");
        }
    }
}
