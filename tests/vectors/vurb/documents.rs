//! What the original's client and a parser of XML read from a document. This detects test cases
//! whose document and readings don't belong together.

use super::reading::trimmed;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

/// Reads a document with the patterns of the original's client. Returns null if it finds no error.
pub(super) fn by_client(document: &str) -> Value {
    let Some(message) = between(document, "<message>", "</message>") else {
        return Value::Null;
    };
    let code = attribute(document, "code").map(unescaped);
    let severity = attribute(document, "severity");
    let recovery = between(document, "<recovery>", "</recovery>");
    json!({
        "code": code.filter(|code| !code.is_empty()).unwrap_or("UNKNOWN".to_owned()),
        "message": unescaped(&trimmed(message)),
        "recovery": recovery.map(|recovery| unescaped(&trimmed(recovery))),
        "available_actions": actions(document),
        "severity": severity.filter(|severity| !severity.is_empty()).unwrap_or("error"),
    })
}

fn between<'a>(document: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(start)?;
    rest.split_once(end).map(|(inside, _)| inside)
}

/// Returns the last attribute whose name ends like this. The client takes the first `>` for the end
/// of the tag, even in a value.
fn attribute<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("{name}=\"");
    let mut tags = document.split("<tool_error").skip(1);
    tags.find_map(|rest| {
        let tag = rest.split('>').next()?;
        // The value may begin before the first `>` and end after it.
        let at = tag.rfind(&start)? + start.len();
        rest[at..].split_once('"').map(|(value, _)| value)
    })
}

/// Returns the content of all `<action>` elements, or else the parts of a list with commas.
fn actions(document: &str) -> Vec<String> {
    let elements = document.split("<action>").skip(1);
    let elements = elements.filter_map(|rest| {
        let (content, end) = rest.split_once('<')?;
        let is_element = !content.is_empty() && end.starts_with("/action>");
        is_element.then(|| unescaped(&trimmed(content)))
    });
    let elements: Vec<String> = elements.collect();
    if !elements.is_empty() {
        return elements;
    }
    let list = between(document, "<available_actions>", "</available_actions>");
    let parts = list.unwrap_or_default().split(',').map(trimmed);
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| unescaped(&part)).collect()
}

fn unescaped(text: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text.to_owned(), |text, (entity, character)| {
            text.replace(entity, character)
        })
}

/// Reads a document as XML.
pub(super) fn by_parser(document: &str) -> Value {
    let Ok(document) = Document::parse(document) else {
        return json!({ "well_formed": false });
    };
    let root = document.root_element();
    let mut read = match root.tag_name().name() {
        "tool_error" => tool_error(root),
        "validation_error" => json!({
            "action": root.attribute("action"),
            "fields": pairs(root, "field", "name"),
        }),
        _ => json!({}),
    };
    read["well_formed"] = true.into();
    read["root"] = root.tag_name().name().into();
    read
}

fn tool_error(root: Node<'_, '_>) -> Value {
    let mut read = json!({
        "code": root.attribute("code"),
        "severity": root.attribute("severity"),
        "message": child(root, "message").map(content),
        "recovery": child(root, "recovery").map(content),
    });
    if let Some(list) = child(root, "available_actions") {
        let actions: Vec<&str> = children(list, "action").map(content).collect();
        if actions.is_empty() {
            read["actions"] = Value::Null;
            read["actions_text"] = content(list).into();
        } else {
            read["actions"] = actions.into();
        }
    }
    if let Some(list) = child(root, "details") {
        read["details"] = pairs(list, "detail", "key");
    }
    if let Some(wait) = child(root, "retry_after") {
        read["retry_after"] = content(wait).into();
    }
    read
}

fn children<'a, 'input>(
    parent: Node<'a, 'input>,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    parent
        .children()
        .filter(move |node| node.has_tag_name(name))
}

fn child<'a, 'input>(parent: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    children(parent, name).next()
}

/// Returns the text before the first element.
fn content<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default()
}

/// Returns an attribute and the content of each child.
fn pairs(parent: Node<'_, '_>, child: &str, attribute: &str) -> Value {
    let pairs = children(parent, child);
    pairs
        .map(|node| json!([node.attribute(attribute), content(node)]))
        .collect()
}
