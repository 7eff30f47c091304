//! Forwards requests to the inner server, and adds the catalog's tool and resources.
#![allow(
    deprecated,
    reason = "forward removed MCP methods as long as rmcp has them"
)]

use crate::Server;
use crate::catalog;
use crate::declaration::EXPLAIN;
use crate::observed::caught;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams,
    GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

/// Forwards requests and converts panics to errors.
macro_rules! answered {
    ($($name:literal $method:ident($($request:ident: $ty:ty)?) -> $output:ty;)*) => {
        $(async fn $method(
            &self,
            $($request: $ty,)?
            context: RequestContext<RoleServer>,
        ) -> Result<$output, ErrorData> {
            self.answered($name, &context, self.inner.$method($($request,)? context.clone())).await
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

// A newer rmcp can add methods that this impl doesn't forward. Clippy reports such a method in
// `.ci/newest`.
#[deny(
    clippy::missing_trait_methods,
    reason = "rmcp would respond in place of the inner server"
)]
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
        let mut page = self
            .listed_by(
                "tools/list",
                &context,
                self.inner.list_tools(request, context.clone()),
            )
            .await?;
        self.listed.keep(&page.tools);
        if self.explains() && page.next_cursor.is_none() && self.tool(EXPLAIN).is_none() {
            page.tools.push(catalog::explain_tool());
        }
        page.tools = page
            .tools
            .into_iter()
            .map(|tool| self.declaring(tool))
            .collect();
        Ok(page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let ours = || (name == EXPLAIN).then(catalog::explain_tool);
        self.inner
            .get_tool(name)
            .map(|tool| self.declaring(tool))
            .or_else(ours)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let inner = self.inner.list_resources(request, context.clone());
        let mut page = self.listed_by("resources/list", &context, inner).await?;
        if let Some(catalog) = &self.catalog
            && page.next_cursor.is_none()
        {
            let codes = self.answerable(catalog, &context).await;
            catalog::list(&codes, &mut page.resources);
        }
        Ok(page)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let inner = self.inner.list_resource_templates(request, context.clone());
        let mut page = self
            .listed_by("resources/templates/list", &context, inner)
            .await?;
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
        let Some(catalog) = &self.catalog else {
            return self.answered("resources/read", &context, inner).await;
        };
        let listed = self.answerable(catalog, &context).await;
        let tools = self.tools_if_listed(&context).await;
        let has_own = self.inner.get_info().capabilities.resources.is_some();
        let unknown = match catalog::read(catalog, &listed, &uri, &tools, self.responder) {
            Some(Ok(code)) => return Ok(code.into()),
            // The inner server may also use the `errors://` scheme.
            Some(Err(unknown)) => match caught(inner).await {
                Ok(Ok(answer)) => return Ok(answer),
                _ => unknown,
            },
            None if has_own => return self.answered("resources/read", &context, inner).await,
            None => catalog::no_resource(&uri),
        };
        Err(self.protocol_error(&context, "resources/read", unknown))
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
        let mut result = self
            .answered(
                "initialize",
                &context,
                self.inner.initialize(request, context.clone()),
            )
            .await?;
        self.check_names(&context).await;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let mut result = self
            .answered(
                "server/discover",
                &context,
                self.inner.discover(context.clone()),
            )
            .await?;
        self.check_names(&context).await;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Some(result) = self.malformed(&request, &context).await {
            return Ok(result);
        }
        let method = request.method.clone();
        self.answered(
            &method,
            &context,
            self.inner.on_custom_request(request, context.clone()),
        )
        .await
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let request = context.request_context().clone();
        self.answered("subscriptions/listen", &request, self.inner.listen(context))
            .await
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.inner.on_initialized(context).await;
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.inner.on_roots_list_changed(context).await;
    }

    answered! {
        "ping" ping() -> ();
        "completion/complete" complete(request: CompleteRequestParams) -> CompleteResult;
        "logging/setLevel" set_level(request: SetLevelRequestParams) -> ();
        "prompts/get" get_prompt(request: GetPromptRequestParams) -> GetPromptResponse;
        "prompts/list" list_prompts(request: Option<PaginatedRequestParams>) -> ListPromptsResult;
        "resources/subscribe" subscribe(request: SubscribeRequestParams) -> ();
        "resources/unsubscribe" unsubscribe(request: UnsubscribeRequestParams) -> ();
        "tasks/get" get_task(request: GetTaskParams) -> GetTaskResult;
        "tasks/update" update_task(request: UpdateTaskParams) -> ();
        "tasks/cancel" cancel_task(request: CancelTaskParams) -> ();
        "skills/list" list_skills(request: Option<PaginatedRequestParams>) -> ListSkillsResult;
        "skills/get" get_skill(request: GetSkillRequestParams) -> GetSkillResult;
        "resources/directory/read" read_resource_directory(request: ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    passed_on! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_custom_notification(CustomNotification);
    }
}
