//! rmcp as a client that calls and lists for as long as it runs, and tells what becomes of it, a line of JSON each:
//!   driver <rmcp|rmcp-2026> <http> <url> <milliseconds between calls>
//! All drivers, of whatever language, do the same and say the same (see ../../matrix.ts). rmcp has no HTTP+SSE.
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use rmcp::model::{CallToolRequestParams, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, Peer, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const HANGS_AFTER: Duration = Duration::from_secs(4);

fn say(line: Value) {
    println!("{line}");
}

#[derive(Clone)]
struct Handler;

impl ClientHandler for Handler {
    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        say(json!({"is": "changed"}));
    }
}

/// Of the protocol of 2026 a client asks for changes itself. rmcp does not resume a subscription: a program listens again when one has ended.
async fn listen(peer: Peer<RoleClient>) {
    while !peer.is_transport_closed() {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        if let Ok(mut subscription) = peer.listen(filter).await {
            while let Ok(Some(_)) = subscription.next().await {
                say(json!({"is": "changed"}));
            }
        }
        sleep(Duration::from_secs(1)).await;
    }
}

type Client = RunningService<RoleClient, Handler>;

async fn connect(library: &str, url: &str) -> Result<Client> {
    let transport = StreamableHttpClientTransport::from_uri(url);
    if library == "rmcp" {
        return Ok(timeout(HANGS_AFTER, Handler.serve(transport)).await??);
    }
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let client = timeout(HANGS_AFTER, Handler.serve_with_lifecycle(transport, lifecycle)).await??;
    tokio::spawn(listen(client.peer().clone()));
    Ok(client)
}

async fn call(client: &Client, id: u64) -> Result<()> {
    // getThing by its own name, or through a tool that is listed in its place.
    let args: Vec<String> = std::env::args().collect();
    let (listed, arguments) = match (args.get(5), args.get(6)) {
        (Some(listed), Some(selector)) => (listed.clone(), json!({selector: "getThing", "arguments": {"id": id}})),
        _ => ("getThing".to_string(), json!({"id": id})),
    };
    let params = CallToolRequestParams::new(listed).with_arguments(arguments.as_object().cloned().unwrap_or_default());
    let answer = timeout(HANGS_AFTER, client.call_tool(params)).await.map_err(|_| anyhow!("hung"))??;
    let text = serde_json::to_string(&answer)?;
    if answer.is_error == Some(true) || !text.contains(&format!("{id}")) {
        return Err(anyhow!(text));
    }
    Ok(())
}

async fn list(client: &Client) -> Result<Vec<String>> {
    let tools = timeout(HANGS_AFTER, client.list_all_tools()).await.map_err(|_| anyhow!("hung"))??;
    Ok(tools.iter().map(|tool| tool.name.to_string()).collect())
}

#[tokio::main]
async fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let (library, url) = (args[1].as_str(), args[3].as_str());
    let every = Duration::from_millis(args[4].parse()?);
    let mut client = connect(library, url).await?;
    say(json!({"is": "ready", "tools": list(&client).await?}));
    let mut failed = 0;
    for id in 1.. {
        let began = Instant::now();
        match call(&client, id).await {
            Ok(()) => {
                failed = 0;
                say(json!({"is": "called", "ok": true}));
                if id % 2 == 0 && let Ok(tools) = list(&client).await {
                    say(json!({"is": "listed", "tools": tools}));
                }
            }
            Err(error) => {
                let text: String = error.to_string().chars().take(200).collect();
                let ms = began.elapsed().as_millis() as u64;
                say(json!({"is": "called", "ok": false, "hung": text == "hung", "ms": ms, "error": text}));
                // A program gives its client a second chance, and then makes a new one.
                failed += 1;
                if failed >= 2 {
                    match connect(library, url).await {
                        Ok(new) => {
                            client = new;
                            failed = 0;
                            say(json!({"is": "renewed", "ok": true}));
                        }
                        Err(why) => say(json!({"is": "renewed", "ok": false, "error": why.to_string()})),
                    }
                }
            }
        }
        sleep(every).await;
    }
    Ok(())
}
