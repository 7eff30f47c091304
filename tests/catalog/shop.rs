//! A small catalog that uses most features of catalogs.

use agent_error::{AgentError, Catalog, FieldError};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

/// What is sold.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Article {
    pub(crate) article_number: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) color: Option<Color>,
}

#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    Red,
    Green,
}

/// A shelf in a shelf.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Shelf {
    pub(crate) name: String,
    pub(crate) inner: Vec<Shelf>,
}

/// A type that says nothing of itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Mystery(pub(crate) u8);

pub(crate) type Alias = u16;

/// The errors of a shop.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    docs = "https://shop.example.com/errors/{code}",
    unregistered,
    integrate(schemars)
)]
pub(crate) enum ShopError {
    /// The shop is closed.
    ///
    /// It opens again.
    #[error("the shop is closed")]
    #[code(
        "SHOP_CLOSED",
        exit = 12,
        retryable,
        retry_after = "30s",
        retry = exponential,
        status = 503,
        suggest = "Come back tomorrow"
    )]
    Closed,
    /// The article is not for sale; \*/ ends a comment.
    #[error("no article {number} in {}", shelf.display())]
    #[code(
        "SHOP_ARTICLE_MISSING",
        exit = 5,
        suggest = "List them with `shop list`",
        fix = "shop list {shelf}",
        status = 404
    )]
    Missing {
        /// The number of the article.
        number: u32,
        /// Where it should be.
        shelf: PathBuf,
        /// Who asked.
        customer: Option<String>,
    },
    /// The order is invalid.
    #[error("invalid order")]
    #[code("SHOP_ORDER_INVALID", exit = 2, actions("shop.list", "shop.help"))]
    Invalid {
        fields: Vec<FieldError>,
        #[context(secret)]
        password: String,
        #[context(display)]
        total: f32,
    },
    /// The payment came to nothing.
    #[error("not paid")]
    #[code("SHOP_NOT_PAID", exit = 9, severity = critical, side_effects = partial, fix_required = "pay")]
    #[deprecated(note = "use SHOP_CLOSED")]
    NotPaid {
        amount: f64,
        retry_after_s: Option<u64>,
        currency: &'static str,
    },
    /// Every type.
    #[error("types")]
    #[code("SHOP_TYPES", exit = 1)]
    Types(Box<Types>),
    /// Types that describe themselves, or not.
    #[error("described")]
    #[code("SHOP_DESCRIBED", exit = 1)]
    Described {
        #[context]
        article: Article,
        #[context]
        more: Vec<Article>,
        #[context]
        shelf: Shelf,
        #[context]
        other: Option<Shelf>,
        #[context]
        mystery: Mystery,
        #[context]
        alias: Alias,
    },
    /// Types of `std`.
    #[error("std")]
    #[code("SHOP_STD", exit = 1)]
    Std {
        text: Cow<'static, str>,
        letter: char,
        flag: bool,
        small: i8,
        huge: u128,
        bytes: [u8; 4],
        #[context]
        pair: (u8, Option<bool>),
        names: &'static [&'static str],
        #[context]
        map: BTreeMap<String, Vec<i64>>,
        set: HashSet<u16>,
        wait: Duration,
        not_zero: NonZeroU16,
        nested: Option<Vec<Option<f32>>>,
        #[context]
        value: serde_json::Value,
    },
}

#[derive(Debug)]
pub(crate) struct Types;

/// Returns one error per code, sorted by code.
pub(crate) fn errors() -> Vec<ShopError> {
    let article = Article {
        article_number: 7,
        color: Some(Color::Red),
    };
    let plain = Article {
        article_number: 8,
        color: None,
    };
    let green = Article {
        article_number: 9,
        color: Some(Color::Green),
    };
    let shelf = Shelf {
        name: "a".into(),
        inner: vec![Shelf {
            name: "b".into(),
            inner: Vec::new(),
        }],
    };
    vec![
        ShopError::Closed,
        ShopError::Missing {
            number: 7,
            shelf: "a/b".into(),
            customer: None,
        },
        ShopError::Missing {
            number: 7,
            shelf: "a b".into(),
            customer: Some("eve".into()),
        },
        ShopError::Invalid {
            fields: vec![
                FieldError::new("count", "Too many.")
                    .sent(9)
                    .expected("Less."),
                FieldError::new("color", "Unknown.")
                    .missing()
                    .options(["red", "green"]),
            ],
            password: "hunter2".into(),
            total: 1.5,
        },
        ShopError::NotPaid {
            amount: 9.99,
            retry_after_s: Some(3),
            currency: "EUR",
        },
        ShopError::Types(Box::new(Types)),
        ShopError::Described {
            article: article.clone(),
            more: vec![article, plain, green],
            shelf: shelf.clone(),
            other: Some(shelf),
            mystery: Mystery(3),
            alias: 9,
        },
        ShopError::Std {
            text: "text".into(),
            letter: 'ß',
            flag: true,
            small: -128,
            huge: u128::MAX,
            bytes: [1, 2, 3, 255],
            pair: (0, None),
            names: &["a", "b"],
            map: BTreeMap::from([("k".to_owned(), vec![i64::MIN])]),
            set: HashSet::from([1, 2]),
            wait: Duration::from_millis(1500),
            not_zero: NonZeroU16::MAX,
            nested: Some(vec![None, Some(0.5)]),
            value: serde_json::json!({"any": [1, null]}),
        },
    ]
}

pub(crate) fn catalog() -> Catalog {
    Catalog::of::<ShopError>()
}

/// The error of another program.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("same")]
#[agent_error(unregistered)]
#[code("error.code")]
pub(crate) struct Same;
