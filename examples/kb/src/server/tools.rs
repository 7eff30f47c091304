//! The tools.

use super::arguments::{self, Get, List, Remove, Schema, Search};
use crate::entry::{Entry, invalid, schema};
use crate::error::KbError;
use crate::kb::Kb;
use crate::store::{Filter, Hits, Page, Removed};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::JsonObject;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use tokio::task::block_in_place;

/// The tools of the server, each a call of the knowledge base.
#[derive(Debug)]
pub(super) struct Tools {
    kb: Kb,
    router: ToolRouter<Self>,
}

impl Tools {
    pub(super) fn new(kb: Kb) -> Self {
        Self { kb, router: Self::router() }
    }

    /// Runs a call of the knowledge base. SQLite may wait for another process while calls of other tools go on.
    fn ask<T>(&self, ask: impl FnOnce(&Kb) -> Result<T, KbError>) -> Result<Json<T>, KbError> {
        block_in_place(|| ask(&self.kb)).map(Json)
    }
}

#[tool_router(router = router, vis = "pub(super)")]
impl Tools {
    /// Shows an entry with its version.
    #[tool(name = "kb_get", annotations(read_only_hint = true, open_world_hint = false))]
    fn get(&self, Parameters(Get { id }): Parameters<Get>) -> Result<Json<Entry>, KbError> {
        self.ask(|kb| kb.get(&id))
    }

    /// Lists entries by id, in pages: `next_after` is the `after` of the next one.
    #[tool(name = "kb_list", annotations(read_only_hint = true, open_world_hint = false))]
    fn list(&self, Parameters(list): Parameters<List>) -> Result<Json<Page>, KbError> {
        let List { kind, tag, after, limit } = list;
        self.ask(|kb| kb.list(&Filter { kind, tag, after, limit }))
    }

    /// Looks for entries that hold all of some words, in titles, tags and bodies.
    #[tool(name = "kb_search", annotations(read_only_hint = true, open_world_hint = false))]
    fn search(&self, Parameters(Search { query, limit }): Parameters<Search>) -> Result<Json<Hits>, KbError> {
        self.ask(|kb| kb.search(&query, limit))
    }

    /// Shows what an entry of a type may hold, as JSON Schema.
    #[tool(name = "kb_schema", annotations(read_only_hint = true, open_world_hint = false))]
    fn schema(Parameters(Schema { kind }): Parameters<Schema>) -> String {
        schema::of(kind).to_string()
    }

    /// Adds an entry, which gets the version 1. What belongs to its type is in `metadata`; `kb_schema` shows it.
    #[tool(
        name = "kb_add",
        input_schema = arguments::add(),
        annotations(destructive_hint = false, idempotent_hint = false, open_world_hint = false)
    )]
    fn add(&self, Parameters(fields): Parameters<JsonObject>) -> Result<Json<Entry>, KbError> {
        self.ask(|kb| kb.add(fields))
    }

    /// Changes the given fields of an entry, if it is still at the version that was read. `metadata` is replaced as a
    /// whole.
    #[tool(
        name = "kb_update",
        input_schema = arguments::update(),
        annotations(destructive_hint = true, idempotent_hint = false, open_world_hint = false)
    )]
    fn update(&self, Parameters(mut fields): Parameters<JsonObject>) -> Result<Json<Entry>, KbError> {
        let wrong = |field, problem| invalid(field, "type", problem, "Valid are the id and the version of an entry");
        let id = fields.remove("id").and_then(|id| id.as_str().map(str::to_owned));
        let version = fields.remove("if_version").and_then(|version| version.as_u64());
        let id = id.ok_or_else(|| wrong("id", "is not a text"))?;
        let version = version.ok_or_else(|| wrong("if_version", "is not a version"))?;
        self.ask(|kb| kb.update(&id, version, fields))
    }

    /// Removes an entry for good.
    #[tool(name = "kb_remove", annotations(destructive_hint = true, idempotent_hint = false, open_world_hint = false))]
    fn remove(&self, Parameters(remove): Parameters<Remove>) -> Result<Json<Removed>, KbError> {
        self.ask(|kb| kb.remove(&remove.id, remove.if_version))
    }
}

#[tool_handler(
    router = self.router,
    name = "kb",
    instructions = "A knowledge base. Search it before you add to it; read an entry before you change it, and pass its version as `if_version`. An error says in `suggestion` what to do, and in `retryable` whether the identical call can succeed later. Codes in small letters are about the knowledge base, those in capitals about the call itself; `errors_explain` knows all."
)]
impl ServerHandler for Tools {}
