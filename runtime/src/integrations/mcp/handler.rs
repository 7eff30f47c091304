//! What a server answers: what the one inside does, and ours.
#![allow(deprecated, reason = "what MCP gives up is passed on as long as rmcp knows it")]

use super::Server;
use super::catalog::{self, EXPLAIN};
use crate::ready::UnknownTool;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam, CompleteRequestParams,
    CompleteResult, CustomNotification, CustomRequest, CustomResult, DiscoverResult, ErrorCode, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult,
    InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListSkillsResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

/// Methods that are the business of the server inside.
macro_rules! passed_on {
    ($($method:ident($($argument:ident: $ty:ty),+) $(-> $output:ty)?;)*) => {
        $(async fn $method(&self, $($argument: $ty),+) $(-> $output)? {
            self.inner.$method($($argument),+).await
        })*
    };
}

/// Whether a server says that it has no such tool, as the routers of rmcp and its default handler do.
fn is_unknown_tool(error: &ErrorData) -> bool {
    error.code == ErrorCode::METHOD_NOT_FOUND
        || (error.code == ErrorCode::INVALID_PARAMS && error.message.eq_ignore_ascii_case("tool not found"))
}

impl<S: ServerHandler> ServerHandler for Server<S> {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(tool) = self.inner.get_tool(&request.name) {
            return self.call(Some(&tool), request, context).await;
        }
        let tools = self.tools(&context).await?;
        match tools.iter().find(|tool| tool.name == request.name) {
            Some(tool) => self.call(Some(tool), request, context).await,
            None if self.explains && request.name == EXPLAIN => Ok(self.explain(request)),
            // It may know tools that it does not list.
            None => {
                let name = request.name.clone();
                match self.call(None, request, context).await {
                    Err(error) if is_unknown_tool(&error) => {
                        let ours = self.explains.then_some(EXPLAIN.into());
                        let names = tools.into_iter().map(|tool| tool.name).chain(ours);
                        Ok(self.responder.result(&UnknownTool::new(name, names)).into())
                    }
                    answer => answer,
                }
            }
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let first = request.as_ref().is_none_or(|request| request.cursor.is_none());
        let mut page = self.inner.list_tools(request, context).await?;
        if page.next_cursor.is_none() {
            if first {
                self.complain_of_unknown(&page.tools);
            }
            let taken = self.inner.get_tool(EXPLAIN).is_some();
            if self.explains && !taken && page.tools.iter().all(|tool| tool.name != EXPLAIN) {
                page.tools.push(catalog::explain_tool());
            }
        }
        page.tools = page.tools.into_iter().map(|tool| self.declaring(tool)).collect();
        Ok(page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let ours = || (self.explains && name == EXPLAIN).then(catalog::explain_tool);
        self.inner.get_tool(name).map(|tool| self.declaring(tool)).or_else(ours)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        if !self.explains {
            return self.inner.list_resources(request, context).await;
        }
        let cursor = request.as_ref().and_then(|request| request.cursor.as_deref());
        if let Some(start) = cursor.and_then(catalog::page_of) {
            let mut page = ListResourcesResult::default();
            catalog::list(self.codes(), start, &mut page);
            return Ok(page);
        }
        let mut page = self.inner.list_resources(request, context).await?;
        if page.next_cursor.is_none() {
            catalog::list(self.codes(), 0, &mut page);
        }
        Ok(page)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut page = self.inner.list_resource_templates(request, context).await?;
        if self.explains && page.next_cursor.is_none() {
            page.resource_templates.push(catalog::template());
        }
        Ok(page)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if !self.explains {
            return self.inner.read_resource(request, context).await;
        }
        let has_own = self.inner.get_info().capabilities.resources.is_some();
        match catalog::read(self.codes(), &request.uri) {
            Some(Ok(code)) => Ok(code.into()),
            // It may have some of this scheme, too.
            Some(Err(unknown)) if has_own => self.inner.read_resource(request, context).await.or(Err(unknown)),
            Some(Err(unknown)) => Err(unknown),
            None if has_own => self.inner.read_resource(request, context).await,
            // It has none, and does not say so of one.
            None => Err(catalog::no_resource(&request.uri)),
        }
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        self.add_ours(&mut info.capabilities);
        info
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.initialize(request, context).await?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.inner.discover(context).await?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        match self.malformed(&request) {
            Some(answer) => answer,
            None => self.inner.on_custom_request(request, context).await,
        }
    }

    passed_on! {
        ping(context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        complete(request: CompleteRequestParams, context: RequestContext<RoleServer>) -> Result<CompleteResult, ErrorData>;
        set_level(request: SetLevelRequestParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        get_prompt(request: GetPromptRequestParams, context: RequestContext<RoleServer>) -> Result<GetPromptResponse, ErrorData>;
        list_prompts(request: Option<PaginatedRequestParams>, context: RequestContext<RoleServer>) -> Result<ListPromptsResult, ErrorData>;
        listen(context: SubscriptionContext) -> Result<(), ErrorData>;
        subscribe(request: SubscribeRequestParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        unsubscribe(request: UnsubscribeRequestParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        on_cancelled(notification: CancelledNotificationParam, context: NotificationContext<RoleServer>);
        on_progress(notification: ProgressNotificationParam, context: NotificationContext<RoleServer>);
        on_initialized(context: NotificationContext<RoleServer>);
        on_roots_list_changed(context: NotificationContext<RoleServer>);
        on_custom_notification(notification: CustomNotification, context: NotificationContext<RoleServer>);
        get_task(request: GetTaskParams, context: RequestContext<RoleServer>) -> Result<GetTaskResult, ErrorData>;
        update_task(request: UpdateTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        cancel_task(request: CancelTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData>;
        list_skills(request: Option<PaginatedRequestParams>, context: RequestContext<RoleServer>) -> Result<ListSkillsResult, ErrorData>;
        get_skill(request: GetSkillRequestParams, context: RequestContext<RoleServer>) -> Result<GetSkillResult, ErrorData>;
        read_resource_directory(request: ReadResourceDirectoryRequestParams, context: RequestContext<RoleServer>) -> Result<ReadResourceDirectoryResult, ErrorData>;
    }
}
