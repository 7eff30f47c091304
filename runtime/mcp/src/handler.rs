//! Forwards requests to the inner server, and adds the catalog's tool and resources.
#![allow(deprecated, reason = "forward removed MCP methods as long as rmcp has them")]

use crate::Server;
use crate::catalog::{self, EXPLAIN};
use crate::observed::caught;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam, CompleteRequestParams,
    CompleteResult, CustomNotification, CustomRequest, CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

/// Forwards requests and converts panics to errors.
macro_rules! answered {
    ($($name:literal $method:ident($($argument:ident: $ty:ty),+) -> $output:ty;)*) => {
        $(async fn $method(&self, $($argument: $ty),+) -> Result<$output, ErrorData> {
            self.answered($name, self.inner.$method($($argument),+)).await
        })*
    };
}

/// Forwards notifications, which have no response.
macro_rules! passed_on {
    ($($method:ident($notification:ty);)*) => {
        $(async fn $method(&self, notification: $notification, context: NotificationContext<RoleServer>) {
            self.inner.$method(notification, context).await
        })*
    };
}

// A newer rmcp can add methods that this impl doesn't forward. In this case, Clippy fails in `.ci/newest`.
#[deny(clippy::missing_trait_methods, reason = "rmcp would respond in place of the inner server")]
impl<S: ServerHandler> ServerHandler for Server<S> {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.called(request, context).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.check_names(&context).await;
        let mut page = self.listed_by("tools/list", self.inner.list_tools(request, context)).await?;
        self.listed.keep(&page.tools);
        if self.explains() && page.next_cursor.is_none() && self.tool(EXPLAIN).is_none() {
            page.tools.push(catalog::explain_tool());
        }
        page.tools = page.tools.into_iter().map(|tool| self.declaring(tool)).collect();
        Ok(page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let ours = || (self.explains() && name == EXPLAIN).then(catalog::explain_tool);
        self.inner.get_tool(name).map(|tool| self.declaring(tool)).or_else(ours)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let inner = self.inner.list_resources(request, context.clone());
        let mut page = self.listed_by("resources/list", inner).await?;
        if self.explains() && page.next_cursor.is_none() {
            let codes = self.answerable(&context).await;
            catalog::list(&codes, &mut page.resources);
        }
        Ok(page)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let inner = self.inner.list_resource_templates(request, context);
        let mut page = self.listed_by("resources/templates/list", inner).await?;
        if self.explains() && page.next_cursor.is_none() {
            page.resource_templates.push(catalog::template());
        }
        Ok(page)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let inner = self.inner.read_resource(request, context.clone());
        if !self.explains() {
            return self.answered("resources/read", inner).await;
        }
        let has_own = self.inner.get_info().capabilities.resources.is_some();
        let listed = self.answerable(&context).await;
        let answer = match catalog::read(self.codes(), &listed, &uri) {
            Some(Ok(code)) => return Ok(code.into()),
            // The inner server may also use the `errors://` scheme.
            Some(Err(unknown)) if has_own => match caught(inner).await {
                Ok(Ok(answer)) => return Ok(answer),
                _ => unknown,
            },
            Some(Err(unknown)) => unknown,
            None if has_own => return self.answered("resources/read", inner).await,
            // The inner server has no resources, so it would only return an error.
            None => catalog::no_resource(&uri),
        };
        Err(self.protocol_error("resources/read", answer))
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
        let mut result = self.answered("initialize", self.inner.initialize(request, context.clone())).await?;
        self.check_names(&context).await;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.answered("server/discover", self.inner.discover(context.clone())).await?;
        self.check_names(&context).await;
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
        let method = request.method.clone();
        match self.malformed(&request, &context).await {
            Some(answer) => answer.map_err(|error| self.protocol_error(&method, error)),
            None => self.answered(&method, self.inner.on_custom_request(request, context)).await,
        }
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let mut result = self.answered("tasks/get", self.inner.get_task(request, context)).await?;
        self.responder.rewrite_task(&mut result.task.payload);
        Ok(result)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.answered("subscriptions/listen", self.inner.listen(context)).await
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.inner.on_initialized(context).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.inner.on_roots_list_changed(context).await;
    }

    answered! {
        "ping" ping(context: RequestContext<RoleServer>) -> ();
        "completion/complete" complete(request: CompleteRequestParams, context: RequestContext<RoleServer>) -> CompleteResult;
        "logging/setLevel" set_level(request: SetLevelRequestParams, context: RequestContext<RoleServer>) -> ();
        "prompts/get" get_prompt(request: GetPromptRequestParams, context: RequestContext<RoleServer>) -> GetPromptResponse;
        "prompts/list" list_prompts(request: Option<PaginatedRequestParams>, context: RequestContext<RoleServer>) -> ListPromptsResult;
        "resources/subscribe" subscribe(request: SubscribeRequestParams, context: RequestContext<RoleServer>) -> ();
        "resources/unsubscribe" unsubscribe(request: UnsubscribeRequestParams, context: RequestContext<RoleServer>) -> ();
        "tasks/update" update_task(request: UpdateTaskParams, context: RequestContext<RoleServer>) -> ();
        "tasks/cancel" cancel_task(request: CancelTaskParams, context: RequestContext<RoleServer>) -> ();
        "skills/list" list_skills(request: Option<PaginatedRequestParams>, context: RequestContext<RoleServer>) -> ListSkillsResult;
        "skills/get" get_skill(request: GetSkillRequestParams, context: RequestContext<RoleServer>) -> GetSkillResult;
        "resources/directory/read" read_resource_directory(request: ReadResourceDirectoryRequestParams, context: RequestContext<RoleServer>) -> ReadResourceDirectoryResult;
    }

    passed_on! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_custom_notification(CustomNotification);
    }
}
