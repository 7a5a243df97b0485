"""The tools of ../servers.ts with Python's libraries: python server.py <library> <port>

The libraries are fastmcp (also in its version 2), mcp1 and mcp2 (the official SDK), and agentcore: a server as runtimes that host one
want it, FastMCP of the official SDK without sessions on all interfaces.
"""

import asyncio
import sys

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
PRIVATE = '{"email":"jane.doe@corp.test","plan":"pro"}'
library, port = sys.argv[1], int(sys.argv[2])


def everything(types):
    """One block of each kind; version 2 of the SDK names its fields as Python does, and takes those of the protocol too."""
    return [
        types.TextContent(type="text", text="A red dot"),
        types.ImageContent(type="image", data=PNG, mimeType="image/png"),
        types.EmbeddedResource(
            type="resource",
            resource=types.TextResourceContents(uri="memo://plan", mimeType="application/json", text=PRIVATE),
        ),
        types.ResourceLink(type="resource_link", uri="memo://more", name="more"),
    ]


def furnish(server, context, types, tool_error, result):
    """The decorators of all four are the same; result makes of blocks what a tool may return."""

    @server.tool()
    def add_numbers(a: float, b: float) -> dict[str, float]:
        """Adds two numbers."""
        return {"sum": a + b}

    @server.tool()
    def fail_always() -> str:
        """Fails."""
        raise tool_error("No such order for jane.doe@corp.test")

    async def count_slowly(steps: int, ctx) -> str:
        """Counts, and says how far it is."""
        for step in range(1, steps + 1):
            await asyncio.sleep(0.3)
            await ctx.report_progress(step, steps)
        return f"counted {steps}"

    count_slowly.__annotations__["ctx"] = context
    server.tool()(count_slowly)

    def show_everything():
        """Answers with every kind of content."""
        return result(everything(types))

    server.tool()(show_everything)

    for at in range(1, 5):
        server.tool(name=f"extra_{at}", description="One more.")(lambda: "more")


if library == "fastmcp" or library == "fastmcp2":
    from fastmcp import Context, FastMCP
    from fastmcp.exceptions import ToolError

    # Version 4 uses the newer SDK, whose types have a package of their own.
    if library == "fastmcp":
        import mcp_types as types

        server = FastMCP("fastmcp", list_page_size=3)
    else:
        from mcp import types

        server = FastMCP("fastmcp2")
    furnish(server, Context, types, ToolError, lambda blocks: blocks)
    server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
elif library == "mcp2":
    import mcp_types as types
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    server = MCPServer("mcp2")
    furnish(server, Context, types, ToolError, lambda blocks: blocks)
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
else:
    from mcp import types
    from mcp.server.fastmcp import Context, FastMCP
    from mcp.server.fastmcp.exceptions import ToolError

    if library == "agentcore":
        server = FastMCP("agentcore", host="0.0.0.0", port=port, stateless_http=True)
    else:
        server = FastMCP("mcp1", host="127.0.0.1", port=port)
    furnish(server, Context, types, ToolError, lambda blocks: blocks)
    server.run(transport="sse" if library == "mcp1-sse" else "streamable-http")
