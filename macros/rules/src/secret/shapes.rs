//! Known formats of secrets.

/// The format of the credentials after an authentication scheme in an `Authorization` header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credentials {
    /// A single token, as in `Bearer` (RFC 6750) and `Basic` (RFC 7617).
    Word,
    /// Parameters up to the end of the line, as in `Digest` (RFC 7616).
    Parameters,
}

/// Authentication schemes from the IANA registry, and service-specific schemes.
pub const SCHEMES: &[(&str, Credentials)] = &[
    ("ApiKey", Credentials::Word),
    ("AWS", Credentials::Word),
    ("AWS4-HMAC-SHA256", Credentials::Parameters),
    ("Basic", Credentials::Word),
    ("Bearer", Credentials::Word),
    ("Bot", Credentials::Word),
    ("Concealed", Credentials::Parameters),
    ("Digest", Credentials::Parameters),
    ("DPoP", Credentials::Word),
    ("GNAP", Credentials::Word),
    ("GenieKey", Credentials::Word),
    ("Hawk", Credentials::Parameters),
    ("HOBA", Credentials::Parameters),
    ("JWT", Credentials::Word),
    ("Key", Credentials::Word),
    ("MAC", Credentials::Parameters),
    ("Mutual", Credentials::Parameters),
    ("Negotiate", Credentials::Word),
    ("NTLM", Credentials::Word),
    ("OAuth", Credentials::Parameters),
    ("PrivateToken", Credentials::Parameters),
    ("SCRAM-SHA-1", Credentials::Parameters),
    ("SCRAM-SHA-256", Credentials::Parameters),
    ("SharedAccessSignature", Credentials::Parameters),
    ("SharedKey", Credentials::Word),
    ("Signature", Credentials::Parameters),
    ("SSWS", Credentials::Word),
    ("Splunk", Credentials::Word),
    ("Token", Credentials::Word),
    ("vapid", Credentials::Parameters),
];

/// The format of a service's keys: a prefix and a minimum number of ASCII letters, digits, `_` and `-`.
#[derive(Clone, Copy, Debug)]
pub struct KeyShape {
    /// The case-sensitive prefix.
    pub prefix: &'static str,
    /// The minimum number of characters after the prefix.
    pub shortest: usize,
}

const fn key(prefix: &'static str, shortest: usize) -> KeyShape {
    KeyShape { prefix, shortest }
}

/// Known key formats, grouped by service. JSON Web Tokens and PEM private keys are detected elsewhere.
pub const KEY_SHAPES: &[KeyShape] = &[
    // GitHub, GitLab
    key("ghp_", 20),
    key("gho_", 20),
    key("ghu_", 20),
    key("ghs_", 20),
    key("ghr_", 20),
    key("github_pat_", 20),
    key("glpat-", 16),
    key("gldt-", 16),
    key("glrt-", 16),
    // AWS access key IDs. They aren't secret, but shouldn't be exposed together with their secret keys.
    key("AKIA", 16),
    key("ASIA", 16),
    key("ABIA", 16),
    key("ACCA", 16),
    // Slack
    key("xoxa-", 8),
    key("xoxb-", 8),
    key("xoxc-", 8),
    key("xoxd-", 8),
    key("xoxe-", 8),
    key("xoxe.xoxp-", 8),
    key("xoxp-", 8),
    key("xoxr-", 8),
    key("xoxs-", 8),
    key("xapp-", 8),
    // Stripe
    key("sk_live_", 8),
    key("sk_test_", 8),
    key("rk_live_", 8),
    key("rk_test_", 8),
    key("whsec_", 8),
    // Google
    key("AIza", 30),
    key("ya29.", 20),
    key("GOCSPX-", 16),
    // Model providers
    key("sk-ant-", 16),
    key("sk-proj-", 16),
    key("sk-", 20),
    key("gsk_", 20),
    key("hf_", 20),
    key("r8_", 20),
    // Registries
    key("npm_", 20),
    key("pypi-", 20),
    key("cio", 32),
    key("rubygems_", 20),
    key("dckr_pat_", 16),
    // Others
    key("AGE-SECRET-KEY-1", 20),
    key("ATATT3", 20),
    key("NRAK-", 20),
    key("PMAK-", 20),
    key("SG.", 20),
    key("SK", 32),
    key("xkeysib-", 20),
    key("xsmtpsib-", 20),
    key("dapi", 32),
    key("dop_v1_", 20),
    key("dp.pt.", 20),
    key("glsa_", 20),
    key("hvs.", 20),
    key("lin_api_", 20),
    key("shpat_", 20),
    key("sq0atp-", 16),
    key("sntrys_", 20),
    key("tskey-", 20),
];
