//! Forwards requests to the inner server, and adds the catalog's tool and resources.
#![allow(
    deprecated,
    reason = "forward removed MCP methods as long as rmcp has them"
)]

use crate::Server;
use crate::catalog;
use crate::declaration::EXPLAIN;
use crate::observed::{Context, caught};
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
use rmcp::service::{NotificationContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

type Notified = NotificationContext<RoleServer>;

type Page = Option<PaginatedRequestParams>;

type Response<T> = Result<T, ErrorData>;

/// Forwards requests and converts panics to errors.
macro_rules! requests {
    ($($name:literal $method:ident($($request:ident: $ty:ty)?) -> $output:ty;)*) => {
        $(async fn $method(
            &self,
            $($request: $ty,)?
            context: Context,
        ) -> Response<$output> {
            let inner = self.inner.$method($($request,)? context.clone());
            self.observed($name, &context, inner).await
        })*
    };
}

/// Forwards notifications, which have no response.
macro_rules! notifications {
    ($($method:ident($notification:ty);)*) => {
        $(async fn $method(&self, notification: $notification, context: Notified) {
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
        context: Context,
    ) -> Response<CallToolResponse> {
        self.called(request, context).await
    }

    async fn list_tools(&self, request: Page, context: Context) -> Response<ListToolsResult> {
        self.check_names(&context).await;
        let inner = self.inner.list_tools(request, context.clone());
        let mut page = self.listed_by("tools/list", &context, inner).await?;
        self.listed.keep(&page.tools);
        if self.explains() && page.next_cursor.is_none() && self.tool(EXPLAIN).is_none() {
            page.tools.push(catalog::explain_tool());
        }
        let tools = page.tools.into_iter();
        page.tools = tools.map(|tool| self.declaring(tool)).collect();
        Ok(page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        match self.inner.get_tool(name) {
            Some(tool) => Some(self.declaring(tool)),
            None if self.explains() && name == EXPLAIN => Some(catalog::explain_tool()),
            None => None,
        }
    }

    async fn list_resources(
        &self,
        request: Page,
        context: Context,
    ) -> Response<ListResourcesResult> {
        let inner = self.inner.list_resources(request, context.clone());
        let mut page = self.listed_by("resources/list", &context, inner).await?;
        if let Some(catalog) = &self.catalog
            && page.next_cursor.is_none()
        {
            let codes = self.readable_codes(catalog, &context).await;
            catalog::list(&codes, &mut page.resources);
        }
        Ok(page)
    }

    async fn list_resource_templates(
        &self,
        request: Page,
        context: Context,
    ) -> Response<ListResourceTemplatesResult> {
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
        context: Context,
    ) -> Response<ReadResourceResponse> {
        let uri = request.uri.clone();
        let inner = self.inner.read_resource(request, context.clone());
        let Some(catalog) = &self.catalog else {
            return self.observed("resources/read", &context, inner).await;
        };
        let listed = self.readable_codes(catalog, &context).await;
        let tools = self.tools_if_listed(&context).await;
        let unknown = match catalog::read(catalog, &listed, &uri, &tools, self.results) {
            Some(Ok(code)) => return Ok(code.into()),
            Some(Err(unknown_code)) => {
                // The inner server may also use the `errors://` scheme.
                if let Ok(Ok(resource)) = caught(inner).await {
                    return Ok(resource);
                }
                unknown_code
            }
            None => {
                let has_resources = self.inner.get_info().capabilities.resources.is_some();
                if has_resources {
                    return self.observed("resources/read", &context, inner).await;
                }
                catalog::no_resource(&uri)
            }
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
        context: Context,
    ) -> Response<InitializeResult> {
        let inner = self.inner.initialize(request, context.clone());
        let mut result = self.observed("initialize", &context, inner).await?;
        self.check_names(&context).await;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Response<InitializeResult> {
        let mut result = self.inner.negotiate_initialize(request)?;
        self.add_ours(&mut result.capabilities);
        Ok(result)
    }

    async fn discover(&self, context: Context) -> Response<DiscoverResult> {
        let inner = self.inner.discover(context.clone());
        let mut result = self.observed("server/discover", &context, inner).await?;
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
        context: Context,
    ) -> Response<CustomResult> {
        if let Some(result) = self.malformed(&request, &context).await {
            return Ok(result);
        }
        let method = request.method.clone();
        let inner = self.inner.on_custom_request(request, context.clone());
        self.observed(&method, &context, inner).await
    }

    async fn listen(&self, context: SubscriptionContext) -> Response<()> {
        let request = context.request_context().clone();
        let inner = self.inner.listen(context);
        self.observed("subscriptions/listen", &request, inner).await
    }

    async fn on_initialized(&self, context: Notified) {
        self.inner.on_initialized(context).await;
    }

    async fn on_roots_list_changed(&self, context: Notified) {
        self.inner.on_roots_list_changed(context).await;
    }

    requests! {
        "ping" ping() -> ();
        "completion/complete" complete(request: CompleteRequestParams) -> CompleteResult;
        "logging/setLevel" set_level(request: SetLevelRequestParams) -> ();
        "prompts/get" get_prompt(request: GetPromptRequestParams) -> GetPromptResponse;
        "prompts/list" list_prompts(request: Page) -> ListPromptsResult;
        "resources/subscribe" subscribe(request: SubscribeRequestParams) -> ();
        "resources/unsubscribe" unsubscribe(request: UnsubscribeRequestParams) -> ();
        "tasks/get" get_task(request: GetTaskParams) -> GetTaskResult;
        "tasks/update" update_task(request: UpdateTaskParams) -> ();
        "tasks/cancel" cancel_task(request: CancelTaskParams) -> ();
        "skills/list" list_skills(request: Page) -> ListSkillsResult;
        "skills/get" get_skill(request: GetSkillRequestParams) -> GetSkillResult;
        "resources/directory/read" read_resource_directory(request: ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    notifications! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_custom_notification(CustomNotification);
    }
}
