//! A strict parser for a single compact JSON object. Rejects white space between tokens, duplicate names, lone
//! surrogates, and control characters except newline and tab, even if they're escaped.

use std::collections::HashSet;

/// Returns an error that describes the first mistake in the document.
pub(super) fn check(text: &str) -> Result<(), String> {
    let mut reader = Reader { text, at: 0 };
    if !text.starts_with('{') {
        return Err("no object".to_owned());
    }
    reader.value(0)?;
    if reader.at == text.len() { Ok(()) } else { reader.fail("more after the end") }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{what} at byte {}", self.at))
    }

    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte;
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<(), String> {
        match self.peek() {
            _ if depth > 127 => self.fail("too deep"),
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number(),
            _ => {
                let rest = &self.text[self.at..];
                let word = ["true", "false", "null"].into_iter().find(|word| rest.starts_with(word));
                word.map(|word| self.at += word.len()).ok_or_else(|| format!("no value at byte {}", self.at))
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), String> {
        let mut names = HashSet::new();
        self.at += 1;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let name = self.string()?;
            if !names.insert(name) {
                return self.fail("a name twice");
            }
            if !self.take(b':') {
                return self.fail("no colon");
            }
            self.value(depth + 1)?;
            match () {
                () if self.take(b',') => {}
                () if self.take(b'}') => return Ok(()),
                () => return self.fail("no end of the object"),
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<(), String> {
        self.at += 1;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            match () {
                () if self.take(b',') => {}
                () if self.take(b']') => return Ok(()),
                () => return self.fail("no end of the list"),
            }
        }
    }

    /// Parses a string.
    fn string(&mut self) -> Result<String, String> {
        if !self.take(b'"') {
            return self.fail("no string");
        }
        let mut text = String::new();
        loop {
            let Some(character) = self.text[self.at..].chars().next() else { return self.fail("no end of the string") };
            self.at += character.len_utf8();
            match character {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                control if control.is_control() => return self.fail("a control character"),
                other => text.push(other),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let escaped = self.peek();
        self.at += 1;
        let character = match escaped {
            b'"' => '"',
            b'\\' => '\\',
            b'n' => '\n',
            b't' => '\t',
            // The crate never writes other escapes.
            _ => return self.fail("an escape that is not needed"),
        };
        Ok(character)
    }

    fn number(&mut self) -> Result<(), String> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'-') || self.take(b'+');
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), String> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        if digits == 0 { self.fail("no digit") } else { Ok(()) }
    }
}
