//! Tests that exports are reproducible.

use crate::document_of;
use crate::shop::ShopError;
use agent_error::Catalog;
use agent_error::definition::Catalogued;
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error_tooling::{ExportFormat, ExportedFile};

fn text(catalog: &Catalog, export: ExportFormat) -> String {
    let files = document_of(catalog).export(export);
    let [ExportedFile { text, .. }] = files.as_slice() else { panic!("{files:?}") };
    text.clone()
}

/// Returns the export formats that produce a single file.
fn documents() -> impl Iterator<Item = ExportFormat> {
    ExportFormat::WORDS.iter().map(|word| word.parse::<ExportFormat>().unwrap()).filter(|export| !export.is_folder())
}

#[test]
fn exports_do_not_depend_on_the_link_order() {
    let types = [ShopError::TYPE, InvalidValue::TYPE, InvalidFields::TYPE];
    let reversed: Vec<_> = types.iter().rev().copied().collect();
    let (one, other) = (Catalog::from_types(&types).unwrap(), Catalog::from_types(&reversed).unwrap());
    for word in ExportFormat::WORDS {
        let export: ExportFormat = word.parse().unwrap();
        let files = document_of(&one).export(export);
        assert_eq!(files, document_of(&one).export(export), "{word}");
        assert_eq!(files, document_of(&other).export(export), "{word}");
        assert!(files.iter().all(|file| file.text.ends_with('\n') && !file.text.contains('\r')), "{word}");
        assert!(files.is_sorted_by_key(|file| &file.path), "{word}");
    }
    assert_eq!(documents().count(), 2);
}

#[test]
fn an_empty_catalog_can_be_exported() {
    let empty = Catalog::from_types(&[]).unwrap();
    for export in documents() {
        assert!(!text(&empty, export).is_empty());
    }
}
