//! Splits the names of variants and codes into words.

/// Splits a name such as `FileNotFound`, `HTTPStatus` or `not-found` into words.
///
/// Acronyms stay together, also in the plural: `URLsMissing` consists of `URLs` and `Missing`.
pub fn words(name: &str) -> Vec<&str> {
    name.split(|character: char| !character.is_alphanumeric())
        .flat_map(words_in_camel_case)
        .collect()
}

#[inline]
fn words_in_camel_case(part: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (index, _) in part.char_indices().skip(1) {
        let (before, after) = part.split_at(index);
        if starts_word(before, after) {
            words.push(&part[start..index]);
            start = index;
        }
    }
    if start < part.len() {
        words.push(&part[start..]);
    }
    words
}

/// Whether a word ends before and another one starts after a place in a name.
fn starts_word(before: &str, after: &str) -> bool {
    let Some(rest) = after.strip_prefix(char::is_uppercase) else {
        return false;
    };
    if !before.ends_with(char::is_uppercase) {
        return true;
    }
    // The last letter of `IOE` in `IOError` belongs to the next word. The `s` of `URLs` doesn't
    // make its `L` the start of a word.
    let end = rest.find(|character: char| !character.is_lowercase());
    let small_letters = &rest[..end.unwrap_or(rest.len())];
    !small_letters.is_empty() && small_letters != "s"
}

/// Formats a name for people: `FileNotFound` is `file not found`, and `IOError` is `IO error`.
#[inline]
pub fn readable(name: &str) -> String {
    // In a name such as `DB_IO_ERROR`, no word is an acronym.
    let is_upper_case = !name.contains(char::is_lowercase);
    let mut shown_words = Vec::new();
    for word in words(name) {
        let keeps_case = is_acronym(word) && !is_upper_case;
        shown_words.push(if keeps_case {
            word.to_owned()
        } else {
            word.to_lowercase()
        });
    }
    shown_words.join(" ")
}

fn is_acronym(word: &str) -> bool {
    word.chars().filter(|letter| letter.is_uppercase()).count() > 1
}

/// Whether a name says what happened, so that a summary isn't needed. `FileNotFound` does, but `Io`
/// and `ParseError` don't.
#[inline]
pub fn is_descriptive(name: &str) -> bool {
    let mut telling_words = words(name);
    telling_words.retain(|word| !word.eq_ignore_ascii_case("error"));
    telling_words.len() >= 2
}

#[cfg(test)]
mod tests {
    use super::{is_descriptive, readable, words};

    #[test]
    fn acronyms_are_words() {
        for (name, expected) in [
            ("FileNotFound", "File Not Found"),
            ("IOError", "IO Error"),
            ("HTTPStatus", "HTTP Status"),
            ("BadHTTP", "Bad HTTP"),
            ("NotAFile", "Not A File"),
            ("URLsMissing", "URLs Missing"),
            ("TooManyIDs", "Too Many IDs"),
            ("UTF8Error", "UTF8 Error"),
            ("Http2Goaway", "Http2 Goaway"),
            ("X", "X"),
            ("tool::db::no-table", "tool db no table"),
            ("DB_FILE.MISSING", "DB FILE MISSING"),
            ("ÄrgerÜber", "Ärger Über"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn readable_names_are_in_lower_case_except_acronyms() {
        for (name, expected) in [
            ("FileNotFound", "file not found"),
            ("IOError", "IO error"),
            ("TooManyIDs", "too many IDs"),
            ("DB_IO_ERROR", "db io error"),
            ("db.file_missing", "db file missing"),
            ("NotAFile", "not a file"),
        ] {
            assert_eq!(readable(name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_of_one_word_says_too_little() {
        for (name, expected) in [
            ("FileNotFound", true),
            ("NOT_FOUND", true),
            ("Io", false),
            ("IOError", false),
            ("Other", false),
        ] {
            assert_eq!(is_descriptive(name), expected, "{name}");
        }
    }
}
