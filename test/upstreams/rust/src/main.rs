//! The tools of ../servers.ts with rmcp: upstream <port>
use std::time::Duration;

use rmcp::{
    ErrorData, Json, RoleServer, ServerHandler,
    handler::server::{tool::ToolRouter, wrapper::Parameters},
    model::{
        CallToolResult, ContentBlock, Implementation, ListToolsResult, PaginatedRequestParams,
        ProgressNotificationParam, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    },
    schemars::{self, JsonSchema},
    service::RequestContext,
    tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde::{Deserialize, Serialize};

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const PAGE: usize = 3;

#[derive(Deserialize, JsonSchema)]
struct Numbers {
    a: f64,
    b: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Sum {
    sum: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Steps {
    steps: u32,
}

#[derive(Clone)]
struct Upstream {
    tool_router: ToolRouter<Self>,
}

#[tool_router(router = tool_router)]
impl Upstream {
    #[tool(description = "Adds two numbers.")]
    async fn add_numbers(&self, Parameters(Numbers { a, b }): Parameters<Numbers>) -> Result<Json<Sum>, String> {
        Ok(Json(Sum { sum: a + b }))
    }

    #[tool(description = "Fails.")]
    async fn fail_always(&self) -> Result<String, String> {
        Err("No such order for jane.doe@corp.test".to_string())
    }

    #[tool(description = "Counts, and says how far it is.")]
    async fn count_slowly(
        &self,
        Parameters(Steps { steps }): Parameters<Steps>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        for step in 1..=steps {
            tokio::select! {
                () = context.ct.cancelled() => return Err("cancelled".to_string()),
                () = tokio::time::sleep(Duration::from_millis(300)) => {}
            }
            if let Some(token) = context.meta.get_progress_token() {
                let told = ProgressNotificationParam::new(token, f64::from(step)).with_total(f64::from(steps));
                let _ = context.peer.notify_progress(told).await;
            }
        }
        Ok(format!("counted {steps}"))
    }

    #[tool(description = "Answers with every kind of content.")]
    async fn show_everything(&self) -> Result<CallToolResult, ErrorData> {
        let private = r#"{"email":"jane.doe@corp.test","plan":"pro"}"#;
        Ok(CallToolResult::success(vec![
            ContentBlock::text("A red dot"),
            ContentBlock::image(PNG, "image/png"),
            ContentBlock::resource(ResourceContents::text(private, "memo://plan").with_mime_type("application/json")),
            ContentBlock::resource_link(Resource::new("memo://more", "more")),
        ]))
    }

    #[tool(description = "One more.")]
    async fn extra_1(&self) -> String {
        "more".to_string()
    }

    #[tool(description = "One more.")]
    async fn extra_2(&self) -> String {
        "more".to_string()
    }

    #[tool(description = "One more.")]
    async fn extra_3(&self) -> String {
        "more".to_string()
    }

    #[tool(description = "One more.")]
    async fn extra_4(&self) -> String {
        "more".to_string()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Upstream {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("rmcp", "1.0.0"))
    }

    /// The library gives all tools in one page.
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let from: usize = request.and_then(|asked| asked.cursor).and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let all = self.tool_router.list_all();
        let mut listed = ListToolsResult::with_all_items(all.iter().skip(from).take(PAGE).cloned().collect());
        listed.next_cursor = (from + PAGE < all.len()).then(|| (from + PAGE).to_string());
        Ok(listed)
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let port: u16 = std::env::args().nth(1).unwrap_or_default().parse()?;
    let service: StreamableHttpService<Upstream, LocalSessionManager> = StreamableHttpService::new(
        || Ok(Upstream { tool_router: Upstream::tool_router() }),
        Default::default(),
        StreamableHttpServerConfig::default(),
    );
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
