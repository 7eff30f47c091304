//! Parses catalog documents.

use super::{AGENT_ERROR, Code, Declaration, Document, Exit, Field, Retired};
use crate::json_cursor::{JsonCursor, Read, expected, newer};
use agent_error::catalog::DOCUMENT_VERSION;
use agent_error::definition::FACTS;
use agent_error::vocabulary::ContextFormat;
use serde_json::{Map, Value};

pub use crate::json_cursor::DocumentError;

/// The valid JSON types of fields.
const TYPES: &[&str] = &["string", "integer", "number", "boolean", "array", "object", "value"];

impl Document {
    /// Parses a catalog document. Version 1 documents don't contain origins, source locations or templates.
    pub(crate) fn from_value(value: &Value) -> Result<Self, DocumentError> {
        let document = JsonCursor::root(value);
        let Some(version) = document.get("catalog_version") else { return Err(DocumentError::NotACatalog) };
        let expected = "a version such as \"2.0\"";
        let text = version.text(expected)?;
        let major = |version: &str| version.split('.').next().and_then(|major| major.parse::<u64>().ok());
        let found = major(text).ok_or_else(|| version.invalid(expected))?;
        newer(Some(found) > major(DOCUMENT_VERSION), text, DOCUMENT_VERSION)?;
        let errors = document.member("errors", "a list of codes")?;
        let codes = errors.list("a list of codes")?.map(|entry| {
            let code = entry.member("code", "a code")?.text("a code")?;
            // Use the code in the path instead of an index, which would be harder to find.
            errors.at(code, entry.value).code()
        });
        let mut read = Self::new(codes.collect::<Read<_>>()?);
        if let Some(twice) = read.codes.windows(2).find(|pair| pair[0].code() == pair[1].code()) {
            let unique = "a unique code; put other declarations of a shared code into `also_declared`";
            return Err(errors.at(twice[0].code(), errors.value).invalid(unique));
        }
        if let Some(retired) = document.get("retired") {
            read.retired =
                retired.list("a list of codes")?.map(|retired| retired.retired_code()).collect::<Read<_>>()?;
            read.retired.sort_by(|a, b| a.code.cmp(&b.code));
        }
        read.program = document.get("program").map(|program| program.program()).transpose()?;
        read.commands = document.get("commands").map(|sets| sets.sets()).transpose()?;
        read.tools = document.get("tools").map(|sets| sets.sets()).transpose()?;
        if let Some(exits) = document.get("exit_codes") {
            read.exits = exits.list("a list of exit codes")?.map(|exit| exit.exit()).collect::<Read<_>>()?;
        }
        Ok(read)
    }
}

impl JsonCursor<'_> {
    fn code(&self) -> Read<Code> {
        let mut declarations = vec![self.declaration()?];
        if let Some(others) = self.get("also_declared") {
            for other in others.list("a list of declarations")? {
                declarations.push(other.declaration()?);
            }
        }
        let is_of_every_program = self.get("of_every_program").map(|flag| flag.boolean()).transpose()?;
        Ok(Code { declarations, is_of_every_program: is_of_every_program.unwrap_or_default() })
    }

    fn declaration(&self) -> Read<Declaration> {
        let mut facts = Map::new();
        let (mut fields, mut rules) = (Vec::new(), Vec::new());
        for fact in FACTS {
            match self.get(fact.name) {
                Some(found) => {
                    facts.insert(fact.name.to_owned(), found.fact(fact)?);
                    match fact.name {
                        "context" => fields = found.fields()?,
                        "classify" => rules = found.rules()?,
                        _ => {}
                    }
                }
                // Programs that aren't written in Rust don't have type paths, so `declared_by` is optional.
                None if fact.always && fact.name != "declared_by" => {
                    return Err(self.at(fact.name, self.value).invalid(expected(fact.ty)));
                }
                None => {}
            }
        }
        let (mut file, mut line) = (String::new(), 0);
        if let Some(source) = self.get("source") {
            source.member("file", "a path")?.text("a path")?.clone_into(&mut file);
            let number = source.member("line", "a line number")?.number("a line number")?;
            line = u32::try_from(number).unwrap_or(u32::MAX);
        }
        let templates = match self.get("templates") {
            Some(found) => {
                let templates = found.object("an object of templates")?;
                templates.iter().try_for_each(|(fact, text)| found.at(fact, text).text("a template").map(drop))?;
                templates.clone()
            }
            None => Map::new(),
        };
        let origin = match self.optional_text("origin")? {
            Some(origin) => origin,
            // Version 1 documents don't contain origins.
            None if path_of(&facts).starts_with("agent_error::") => AGENT_ERROR.to_owned(),
            None => String::new(),
        };
        let variant = self.optional_text("variant")?.unwrap_or_default();
        Ok(Declaration { facts, templates, fields, rules, origin, variant, file, line })
    }

    fn rules(&self) -> Read<Vec<Value>> {
        let rules = self.list("a list of rules")?.map(|rule| {
            rule.member("rule", "the kind of a rule")?.text("the kind of a rule")?;
            rule.optional_text("value")?;
            Ok(rule.value.clone())
        });
        rules.collect()
    }

    fn fields(&self) -> Read<Vec<Field>> {
        let fields = self.list("a list of fields")?.map(|field| {
            let name = field.member("name", "the name of a field")?.text("the name of a field")?;
            field.optional_text("rust_type")?;
            field.optional_text("summary")?;
            field.optional_text("values_from")?;
            field.get("nearest").map(|nearest| nearest.boolean()).transpose()?;
            field.get("type").map(|ty| ty.word(TYPES)).transpose()?;
            field.get("shown").map(|shown| shown.word(ContextFormat::WORDS)).transpose()?;
            if let Some(schema) =
                field.get("schema").filter(|schema| !schema.value.is_object() && !schema.value.is_boolean())
            {
                return Err(schema.invalid("a JSON Schema"));
            }
            Ok(Field::new(field.value, name))
        });
        fields.collect()
    }

    fn retired_code(&self) -> Read<Retired> {
        Ok(Retired {
            code: self.member("code", "a code")?.text("a code")?.to_owned(),
            note: self.optional_text("note")?,
            declared_by: self.optional_text("declared_by")?.unwrap_or_default(),
        })
    }

    fn exit(&self) -> Read<Exit> {
        let number = "an exit code from 0 to 255";
        let code = self.member("exit_code", number)?;
        Ok(Exit {
            code: code.number(number)?.try_into().map_err(|_| code.invalid(number))?,
            name: self.optional_text("name")?,
            description: self.optional_text("description")?.unwrap_or_default(),
            advice: self.optional_text("advice")?.unwrap_or_default(),
        })
    }
}

/// Returns the path of the declaring type or variant.
fn path_of(facts: &Map<String, Value>) -> &str {
    facts.get("declared_by").and_then(Value::as_str).unwrap_or_default()
}
