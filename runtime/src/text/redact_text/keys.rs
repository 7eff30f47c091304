//! Finds vendors' keys by their prefixes, JSON Web Tokens, private keys, and the URLs of webhooks.

use super::beginning;
use std::ops::Range;

/// The prefixes of vendors' keys. At least this many ASCII letters, digits, `_` and `-` must
/// follow.
const PREFIXES: &[(usize, &str)] = &[
    (
        8,
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe.xoxp- xoxp- xoxr- xoxs- xapp- sk_live_ sk_test_ rk_live_ rk_test_ whsec_",
    ),
    (
        16,
        "AKIA ASIA ABIA ACCA LTAI glpat- gldt- glrt- glptt- glsoat- GOCSPX- sk-ant- sk-proj- dckr_pat_ dckr_oat_",
    ),
    (
        16,
        "sq0atp- sq0csp- nfp_ lsv2_pt_ nvapi- figd_ rnd_ CCIPAT_ fm2_ sgp_ bkua_ pplx- xai- CFPAT- glcbt-",
    ),
    (
        20,
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ ya29. sk- gsk_ hf_ r8_ npm_ pypi- rubygems_ ntn_ sbp_ sb_secret_",
    ),
    (
        20,
        "hvr. glc_ glsa_ HRKU- shpss_ shpat_ shpca_ shppa_ AGE-SECRET-KEY-1 ATATT3 ATCTT3 NRAK- PMAK- SG. xkeysib-",
    ),
    (
        20,
        "xsmtpsib- dop_v1_ doo_v1_ dor_v1_ dp.pt. dp.st. lin_api_ sntrys_ sntryu_ tskey- pul- pscale_tkn_ pscale_pw_",
    ),
    (
        20,
        "phx_ dt0c01. re_ EAAA EAAG pat-na1- pat-eu1- tfp_ dp.ct. dp.sa. dp.st.dev. dp.st.stg. dp.st.prd. lin_oauth_",
    ),
    (
        20,
        "hvs. hvb. ops_eyJ ATBB fo1_ tvly- vercel_blob_rw_ ory_at_ ory_rt_",
    ),
    (20, "pcsk_ napi_"),
    (
        30,
        "AIza cio SK dapi key- sl.B sl.u. AKID AKCp cmVmdGtu sk_",
    ),
];

/// The signatures in Azure's keys, each with the number of letters and digits before it.
const AZURE_SIGNATURES: &[(usize, &str)] = &[(52, "JQQJ99"), (42, "AzSe"), (44, "AzFu")];

/// The signatures in the Base64 of Azure's keys with 64 bytes, at this offset.
const AZURE_BASE64: (usize, &[&str]) = (76, &["+ASt", "+AMC", "ACDb", "+ARm", "AIoT"]);

/// The length of a key with 64 bytes in Base64, including two `=`.
const AZURE_BASE64_LENGTH: usize = 88;

/// The length of a personal access token of Airtable: `pat`, 14 letters and digits, a dot, and 64
/// hexadecimal digits.
const AIRTABLE_LENGTH: usize = 82;

/// `-----BEGIN ` in Base64, and the start of the label of a private key: `PRI`, `RSA `, `EC P`,
/// `OPEN`, `ENC` or `DSA `.
const ENCODED: (&str, &str) = ("LS0tLS1CRUdJTiB", "QUkl SU0Eg FQyBQ PUEVO FTkNS EU0Eg");

const SHORTEST_KEY: usize = 12;

/// Only the first letters and digits after a prefix, at most this many, decide whether the text is
/// a key.
const CHECKED: usize = 20;

/// The minimum length of each part of a JSON Web Token.
const SHORTEST_PART: usize = 8;

/// The hosts of webhooks, and the path before the secret part of their URLs.
const WEBHOOKS: &str = "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ \
    discord.com/api/webhooks/ discordapp.com/api/webhooks/ webhook.office.com/webhookb2/ outlook.office.com/webhook/ \
    hooks.zapier.com/hooks/catch/ maker.ifttt.com/trigger/";

/// The maximum length of a private key. An RSA key of 16,384 bits has 12,700 bytes.
const LONGEST_PRIVATE_KEY: usize = 16 * 1024;

/// The maximum length of a PEM block's label, including the `-----` after it.
const LONGEST_LABEL: usize = 64;

/// Whether a string looks like a key: it's long, has both letters and digits, and lacks the
/// punctuation of a path, a host or a sentence.
pub(crate) fn looks_like_key(text: &str) -> bool {
    let (mut has_digit, mut has_letter) = (false, false);
    let all_of_key = text.bytes().all(|byte| {
        has_digit |= byte.is_ascii_digit();
        has_letter |= byte.is_ascii_alphabetic();
        of_key(byte) || matches!(byte, b'+' | b'=')
    });
    text.len() >= 20 && all_of_key && has_digit && has_letter
}

/// Returns the first key in a run of letters, digits, `_`, `-` and `.`. A private key's
/// `-----BEGIN` may end the run.
pub(super) fn key_in(text: &str, run: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[run.clone()];
    if word.ends_with("-----BEGIN") {
        return private_key(text, run.end).map(|end| run.end - "-----BEGIN".len()..end);
    }
    let (mut before, mut searched) = (' ', 0);
    for (at, character) in word.char_indices() {
        let begins = character.is_ascii_alphanumeric() && !before.is_ascii_alphanumeric();
        before = character;
        if !begins {
            continue;
        }
        let rest = &word[at..];
        let whole = &text[run.start + at..];
        let mut length = vendor_key(rest)
            .or_else(|| shaped_key(whole, rest))
            .or_else(|| encoded_private_key(whole));
        if length.is_none() && at >= searched && rest.starts_with("eyJ") {
            length = json_web_token(rest);
            // No other token can start before the next dot, so the part before it isn't searched
            // again.
            searched = at + rest.find('.').unwrap_or(rest.len());
        }
        if let Some(length) = length {
            return Some(run.start + at..run.start + at + length);
        }
    }
    after_name(text, run)
}

/// Returns the length of the vendor's key at the start of a word.
fn vendor_key(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let begins = |prefix: &str, minimum| {
        bytes.first() == prefix.as_bytes().first()
            && word.starts_with(prefix)
            && is_key(&bytes[prefix.len()..], minimum)
    };
    let is_known = PREFIXES
        .iter()
        .any(|(minimum, prefixes)| prefixes.split(' ').any(|prefix| begins(prefix, *minimum)));
    // Some keys have several parts.
    is_known.then(|| word.trim_end_matches('.').len())
}

/// Returns the length of a key that's recognized by its shape. `word` is the run of letters and
/// digits at the start of the text.
fn shaped_key(text: &str, word: &str) -> Option<usize> {
    airtable_token(word)
        .or_else(|| azure_key(word))
        .or_else(|| azure_base64(text))
        .or_else(|| azure_client_secret(text))
}

fn airtable_token(word: &str) -> Option<usize> {
    let token = word.get(..AIRTABLE_LENGTH)?;
    let (id, secret) = token.strip_prefix("pat")?.split_once('.')?;
    let is_token = id.len() == 14
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_token.then_some(AIRTABLE_LENGTH)
}

fn azure_key(word: &str) -> Option<usize> {
    let length = word.bytes().take_while(|byte| of_key(*byte)).count();
    let is_signed = AZURE_SIGNATURES.iter().any(|(offset, signature)| {
        let behind = word.get(*offset..length);
        behind.is_some_and(|behind| behind.starts_with(signature))
    });
    is_signed.then_some(length)
}

fn azure_base64(text: &str) -> Option<usize> {
    let key = text.get(..AZURE_BASE64_LENGTH)?;
    let (offset, signatures) = AZURE_BASE64;
    // Base64 is ASCII, so every offset is the start of a character.
    let is_signed = key.bytes().all(is_base64)
        && key.ends_with("==")
        && signatures
            .iter()
            .any(|signature| key[offset..].starts_with(signature));
    is_signed.then_some(AZURE_BASE64_LENGTH)
}

/// Returns the length of a client secret of Entra ID: three characters, a digit, `Q~`, and 31 to 34
/// more characters.
fn azure_client_secret(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.get(4..6) != Some(b"Q~") || !bytes[3].is_ascii_digit() {
        return None;
    }
    let of_secret = |byte: &u8| of_key(*byte) || matches!(byte, b'.' | b'~');
    let rest = bytes[6..].iter().take_while(|byte| of_secret(byte)).count();
    let is_secret = bytes[..3].iter().all(of_secret) && (31..=34).contains(&rest);
    is_secret.then_some(6 + rest)
}

/// Whether the bytes after a prefix may be a key. Keys have digits, letters of both cases, or only
/// capitals. Names such as `npm_config_registry_url` don't, or only have a digit after a separator.
fn is_key(rest: &[u8], minimum: usize) -> bool {
    let run = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
        .min(CHECKED);
    let Some(start) = rest.get(..minimum.max(run)) else {
        return false;
    };
    let (mut digits, mut lower, mut upper) = (0, 0, 0);
    for byte in start {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'a'..=b'z' => lower += 1,
            b'A'..=b'Z' => upper += 1,
            b'_' | b'-' => {}
            _ => return false,
        }
    }
    digits > 0 || upper == start.len() || (start.len() >= CHECKED && lower > 0 && upper > 0)
}

fn of_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the length of a JSON Web Token (RFC 7519) at the start of a string. Its header is a JSON
/// object in Base64.
fn json_web_token(text: &str) -> Option<usize> {
    let mut parts = text.split('.');
    let mut is_part = || {
        parts
            .next()
            .is_some_and(|part| part.len() >= SHORTEST_PART && part.bytes().all(of_key))
    };
    (is_part() && is_part()).then(|| text.trim_end_matches('.').len())
}

/// Returns the length of a private key in Base64, as in a Kubernetes configuration.
fn encoded_private_key(text: &str) -> Option<usize> {
    let label = text.strip_prefix(ENCODED.0)?;
    let is_private = ENCODED.1.split(' ').any(|start| label.starts_with(start));
    is_private.then(|| text.bytes().take_while(|byte| is_base64(*byte)).count())
}

/// Returns the end of a private key (RFC 7468). `begin` is the end of its `-----BEGIN`. If the key
/// has no end, returns the end of its lines in Base64.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let label = |text| Some(find(beginning(text, LONGEST_LABEL), "-----")? + "-----".len());
    let start = begin + label(&text[begin..])?;
    find(&text[begin..start], "PRIVATE KEY")?;
    let body = beginning(&text[start..], LONGEST_PRIVATE_KEY);
    // A key contains no `-----`, so the search ends at the next mark.
    let mark = find(body, "-----").unwrap_or(body.len());
    if let Some(after) = body[mark..].strip_prefix("-----END") {
        return Some(start + mark + "-----END".len() + label(after).unwrap_or(0));
    }
    // In a string literal, line breaks are escaped.
    let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'\\');
    let body = body.as_bytes();
    let length = body[..mark]
        .iter()
        .take_while(|byte| is_break(byte) || is_base64(**byte))
        .count();
    let ends_string = body
        .get(length)
        .is_none_or(|byte| matches!(byte, b'"' | b'\''));
    let end = if ends_string {
        length
    } else {
        body[..length].iter().rposition(is_break)?
    };
    let key = body[..end].iter().rposition(|byte| !is_break(byte))? + 1;
    Some(start + key)
}

/// Returns the offset of a short string.
fn find(text: &str, part: &str) -> Option<usize> {
    text.as_bytes()
        .windows(part.len())
        .position(|bytes| bytes == part.as_bytes())
}

fn is_base64(byte: u8) -> bool {
    of_key(byte) || matches!(byte, b'+' | b'/' | b'=')
}

/// Returns a key after a known word or a number: the secret part of a webhook's path, or a Telegram
/// bot's token.
fn after_name(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let (word, rest) = (&text[name.clone()], &text[name.end..]);
    let (prefix, shortest) = if word.ends_with("com") {
        let mut webhooks = WEBHOOKS
            .split(' ')
            .filter_map(|url| url.split_at_checked(url.find('/')?));
        (
            webhooks
                .find(|(host, path)| word.ends_with(host) && rest.starts_with(path))?
                .1,
            SHORTEST_KEY,
        )
    } else {
        let number = word.trim_start_matches("bot");
        let is_bot = number.len() >= 8 && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_bot.then_some(":")?, 30)
    };
    let key = rest.strip_prefix(prefix)?;
    let of_path = |byte: &u8| of_key(*byte) || (prefix != ":" && b"/@".contains(byte));
    let length = key.bytes().take_while(of_path).count();
    let start = text.len() - key.len();
    (length >= shortest).then(|| start..start + length)
}
