//! Finds JSON Web Tokens, private keys, the URLs of webhooks, and vendors' keys, which have known
//! prefixes.

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

const BEGIN: &str = "-----BEGIN";
const END: &str = "-----END";
const DASHES: &str = "-----";

/// `-----BEGIN ` in Base64.
const ENCODED_BEGIN: &str = "LS0tLS1CRUdJTiB";

/// The start of a private key's label in Base64: `PRI`, `RSA `, `EC P`, `OPEN`, `ENC` or `DSA `.
const ENCODED_LABELS: &str = "QUkl SU0Eg FQyBQ PUEVO FTkNS EU0Eg";

const SHORTEST_KEY: usize = 12;

/// The minimum length of a Telegram bot's token after the bot's number.
const SHORTEST_BOT_TOKEN: usize = 30;

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
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_run = text
        .bytes()
        .all(|byte| is_in_key(byte) || b"+=".contains(&byte));
    text.len() >= 20 && has_digit && has_letter && is_run
}

/// Returns the first key in a run of letters, digits, `_`, `-` and `.`. A private key's
/// `-----BEGIN` may end the run.
pub(super) fn key_in(text: &str, run: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[run.clone()];
    if word.ends_with(BEGIN) {
        let end = private_key(text, run.end)?;
        return Some(run.end - BEGIN.len()..end);
    }
    let mut before = ' ';
    // No JSON Web Token starts before this offset.
    let mut searched_for_tokens = 0;
    for (at, character) in word.char_indices() {
        let begins = character.is_ascii_alphanumeric() && !before.is_ascii_alphanumeric();
        before = character;
        if !begins {
            continue;
        }
        let start = run.start + at;
        let rest = &word[at..];
        if let Some(length) = key_length(&text[start..], rest) {
            return Some(start..start + length);
        }
        if at < searched_for_tokens || !rest.starts_with("eyJ") {
            continue;
        }
        if let Some(length) = json_web_token(rest) {
            return Some(start..start + length);
        }
        // No other token can start before the next dot, so the part before it isn't searched
        // again.
        searched_for_tokens = at + rest.find('.').unwrap_or(rest.len());
    }
    after_name(text, run)
}

/// Returns the length of the key at the start of the text. `word` is the run of letters and digits
/// at the start.
fn key_length(text: &str, word: &str) -> Option<usize> {
    vendor_key(word)
        .or_else(|| airtable_token(word))
        .or_else(|| azure_key(word))
        .or_else(|| azure_base64(text))
        .or_else(|| azure_client_secret(text))
        .or_else(|| encoded_private_key(text))
}

/// Returns the length of the vendor's key at the start of a word.
fn vendor_key(word: &str) -> Option<usize> {
    let is_known = PREFIXES.iter().any(|(minimum, prefixes)| {
        let mut prefixes = prefixes.split(' ');
        prefixes.any(|prefix| has_prefix(word, prefix, *minimum))
    });
    // Some keys have several parts.
    is_known.then(|| word.trim_end_matches('.').len())
}

/// Whether a word is a prefix and a key of a minimum length.
fn has_prefix(word: &str, prefix: &str, minimum: usize) -> bool {
    // Most prefixes differ in the first byte.
    if word.as_bytes().first() != prefix.as_bytes().first() {
        return false;
    }
    match word.strip_prefix(prefix) {
        Some(rest) => is_key(rest.as_bytes(), minimum),
        None => false,
    }
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
    let bytes = word.as_bytes();
    let is_signed = AZURE_SIGNATURES.iter().any(|(offset, signature)| {
        let Some((before, signed)) = bytes.split_at_checked(*offset) else {
            return false;
        };
        signed.starts_with(signature.as_bytes()) && before.iter().copied().all(is_in_key)
    });
    // Measured last: a key could start at each of thousands of places in a word.
    is_signed.then(|| {
        bytes
            .iter()
            .copied()
            .take_while(|byte| is_in_key(*byte))
            .count()
    })
}

fn azure_base64(text: &str) -> Option<usize> {
    let key = text.get(..AZURE_BASE64_LENGTH)?;
    if !key.bytes().all(is_base64) || !key.ends_with("==") {
        return None;
    }
    let (offset, signatures) = AZURE_BASE64;
    // Base64 is ASCII, so every offset is the start of a character.
    let signed = &key[offset..];
    let is_signed = signatures.iter().any(|known| signed.starts_with(known));
    is_signed.then_some(AZURE_BASE64_LENGTH)
}

/// Returns the length of a client secret of Entra ID: three characters, a digit, `Q~`, and 31 to 34
/// more characters.
fn azure_client_secret(text: &str) -> Option<usize> {
    let (start, rest) = text.as_bytes().split_first_chunk::<6>()?;
    let [first @ .., digit, b'Q', b'~'] = start else {
        return None;
    };
    if !digit.is_ascii_digit() || !first.iter().copied().all(is_in_client_secret) {
        return None;
    }
    let length = rest
        .iter()
        .take_while(|byte| is_in_client_secret(**byte))
        .count();
    (31..=34).contains(&length).then_some(start.len() + length)
}

fn is_in_client_secret(byte: u8) -> bool {
    is_in_key(byte) || b".~".contains(&byte)
}

/// Whether the bytes after a prefix may be a key. Keys have digits, letters of both cases, or only
/// capitals. Names such as `npm_config_registry_url` don't, or only have a digit after a separator.
fn is_key(rest: &[u8], minimum: usize) -> bool {
    let run = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let checked = run.min(CHECKED).max(minimum);
    let Some(key) = rest.get(..checked) else {
        return false;
    };
    if !key.iter().all(|byte| is_in_key(*byte)) {
        return false;
    }
    let has_digit = key.iter().any(u8::is_ascii_digit);
    let has_lower = key.iter().any(u8::is_ascii_lowercase);
    let has_upper = key.iter().any(u8::is_ascii_uppercase);
    let has_only_capitals = key.iter().all(u8::is_ascii_uppercase);
    has_digit || has_only_capitals || (key.len() >= CHECKED && has_lower && has_upper)
}

fn is_in_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the length of a JSON Web Token (RFC 7519) at the start of a string. Its header is a JSON
/// object in Base64.
fn json_web_token(text: &str) -> Option<usize> {
    let mut parts = text.split('.');
    let header = parts.next()?;
    let claims = parts.next()?;
    let is_token = is_token_part(header) && is_token_part(claims);
    is_token.then(|| text.trim_end_matches('.').len())
}

fn is_token_part(part: &str) -> bool {
    part.len() >= SHORTEST_PART && part.bytes().all(is_in_key)
}

/// Returns the length of a private key in Base64, as in a Kubernetes configuration.
fn encoded_private_key(text: &str) -> Option<usize> {
    let label = text.strip_prefix(ENCODED_BEGIN)?;
    let mut labels = ENCODED_LABELS.split(' ');
    let is_private = labels.any(|start| label.starts_with(start));
    is_private.then(|| text.bytes().take_while(|byte| is_base64(*byte)).count())
}

/// Returns the end of a private key (RFC 7468). `begin` is the end of its `-----BEGIN`. If the key
/// has no end, returns the end of its lines in Base64.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let body_start = begin + label_length(&text[begin..])?;
    let is_private = find(&text[begin..body_start], "PRIVATE KEY").is_some();
    if !is_private {
        return None;
    }
    let rest = beginning(&text[body_start..], LONGEST_PRIVATE_KEY);
    // A key contains no `-----`, so the search ends at the next mark.
    let body_length = find(rest, DASHES).unwrap_or(rest.len());
    if let Some(label) = rest[body_length..].strip_prefix(END) {
        let label_start = body_start + body_length + END.len();
        return Some(label_start + label_length(label).unwrap_or(0));
    }
    Some(body_start + encoded_lines(rest.as_bytes(), body_length)?)
}

/// Returns the length of the lines in Base64 before an offset. Omits the last line, which may be
/// text, unless the end of the text or of a string literal follows.
fn encoded_lines(body: &[u8], offset: usize) -> Option<usize> {
    let length = body[..offset]
        .iter()
        .take_while(|byte| is_line_break(**byte) || is_base64(**byte))
        .count();
    let lines = &body[..length];
    let is_complete = match body.get(length) {
        Some(next) => b"\"'".contains(next),
        None => true,
    };
    let end = if is_complete {
        length
    } else {
        lines.iter().rposition(|byte| is_line_break(*byte))?
    };
    let last = lines[..end]
        .iter()
        .rposition(|byte| !is_line_break(*byte))?;
    Some(last + 1)
}

/// In a string literal, line breaks are escaped.
fn is_line_break(byte: u8) -> bool {
    b"\r\n\\".contains(&byte)
}

/// Returns the length of a label up to the `-----` after it, included.
fn label_length(text: &str) -> Option<usize> {
    let label = find(beginning(text, LONGEST_LABEL), DASHES)?;
    Some(label + DASHES.len())
}

/// Returns the offset of a short string.
fn find(text: &str, part: &str) -> Option<usize> {
    text.as_bytes()
        .windows(part.len())
        .position(|bytes| bytes == part.as_bytes())
}

fn is_base64(byte: u8) -> bool {
    is_in_key(byte) || matches!(byte, b'+' | b'/' | b'=')
}

/// Returns a key after a known word or a number: the secret part of a webhook's path, or a Telegram
/// bot's token.
fn after_name(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let rest = &text[name.end..];
    let key = if word.ends_with("com") {
        webhook_secret(word, rest)?
    } else {
        bot_token(word, rest)?
    };
    Some(name.end + key.start..name.end + key.end)
}

/// Returns the secret in the path of a webhook. `host` ends with the name of its host.
fn webhook_secret(host: &str, path: &str) -> Option<Range<usize>> {
    let (_, prefix) = WEBHOOKS
        .split(' ')
        .filter_map(|url| url.split_at_checked(url.find('/')?))
        .find(|(known, prefix)| host.ends_with(known) && path.starts_with(prefix))?;
    let start = prefix.len();
    let length = path[start..]
        .bytes()
        .take_while(|byte| is_in_webhook(*byte))
        .count();
    (length >= SHORTEST_KEY).then_some(start..start + length)
}

/// Returns the token after the number of a Telegram bot and a colon.
fn bot_token(word: &str, rest: &str) -> Option<Range<usize>> {
    let number = word.trim_start_matches("bot");
    if number.len() < 8 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let token = rest.strip_prefix(':')?;
    let length = token.bytes().take_while(|byte| is_in_key(*byte)).count();
    (length >= SHORTEST_BOT_TOKEN).then_some(1..1 + length)
}

fn is_in_webhook(byte: u8) -> bool {
    is_in_key(byte) || b"/@".contains(&byte)
}
