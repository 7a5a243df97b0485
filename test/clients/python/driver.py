"""One MCP client of PyPI that calls and lists for as long as it runs, and tells what becomes of it, a line of JSON each:

    python driver.py <library> <http|sse> <url> <milliseconds between calls>

All drivers, of whatever language, do the same and say the same (see ../matrix.ts).
"""

import asyncio
import contextlib
import json
import logging
import re
import sys
import time

HANGS_AFTER = 4
FIRST_ATTEMPTS = 10
logging.disable(logging.CRITICAL)


def say(**line):
    print(json.dumps(line), flush=True)


def changed(message):
    """Message handlers get notifications of several shapes; all of them name the method somewhere."""
    if "list_changed" in str(getattr(message, "method", "")) or "ToolListChanged" in type(getattr(message, "root", message)).__name__:
        say(**{"is": "changed"})


async def on_message(message):
    changed(message)


@contextlib.asynccontextmanager
async def mcp1(url, transport):
    from mcp import ClientSession
    from mcp.client.sse import sse_client
    from mcp.client.streamable_http import streamablehttp_client

    streams = sse_client(url) if transport == "sse" else streamablehttp_client(url)
    async with streams as (read, write, *_), ClientSession(read, write, message_handler=on_message) as session:
        await session.initialize()
        yield session.call_tool, session.list_tools


@contextlib.asynccontextmanager
async def mcp2(url, transport):
    from mcp import Client
    from mcp.client.sse import sse_client

    async with Client(sse_client(url) if transport == "sse" else url, message_handler=on_message) as client:
        listening = asyncio.create_task(listen(client)) if transport == "http" else None
        try:
            yield client.call_tool, lambda: client.list_tools(cache_mode="bypass")
        finally:
            if listening:
                listening.cancel()


async def listen(client):
    """The subscription of the 2026 protocol, opened again when it ends, as its documentation asks of programs."""
    while True:
        with contextlib.suppress(Exception):
            async with client.listen(tools_list_changed=True) as events:
                async for _ in events:
                    say(**{"is": "changed"})
        await asyncio.sleep(0.5)


@contextlib.asynccontextmanager
async def fastmcp(url, transport):
    from fastmcp import Client
    from fastmcp.client.transports import SSETransport, StreamableHttpTransport

    channel = SSETransport(url) if transport == "sse" else StreamableHttpTransport(url)
    async with Client(channel, message_handler=on_message) as client:
        yield (lambda name, args: client.call_tool(name, args, raise_on_error=False)), client.list_tools


@contextlib.asynccontextmanager
async def openai_agents(url, transport):
    from agents.mcp import MCPServerSse, MCPServerStreamableHttp

    make = MCPServerSse if transport == "sse" else MCPServerStreamableHttp
    server = make(params={"url": url}, cache_tools_list=False, client_session_timeout_seconds=30, message_handler=on_message)
    await server.connect()
    try:
        yield server.call_tool, server.list_tools
    finally:
        await server.cleanup()


@contextlib.asynccontextmanager
async def pydantic_ai(url, transport):
    from fastmcp.client.transports import SSETransport, StreamableHttpTransport
    from pydantic_ai.mcp import MCPToolset

    channel = SSETransport(url) if transport == "sse" else StreamableHttpTransport(url)
    # By default it keeps the list until it is notified, which over Streamable HTTP it never is (see others.ts).
    async with MCPToolset(channel, message_handler=on_message, cache_tools=transport == "sse") as tools:
        yield tools.direct_call_tool, tools.list_tools


@contextlib.asynccontextmanager
async def langchain(url, transport):
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_mcp_adapters.tools import load_mcp_tools

    connection = {"transport": "sse" if transport == "sse" else "streamable_http", "url": url}
    client = MultiServerMCPClient({"things": connection})
    async with client.session("things") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}

        async def list_tools():
            return await load_mcp_tools(session)

        yield (lambda name, args: tools[name].ainvoke(args)), list_tools


LIBRARIES = {
    "mcp1": mcp1,
    "mcp2": mcp2,
    "fastmcp": fastmcp,
    "openai-agents": openai_agents,
    "pydantic-ai": pydantic_ai,
    "langchain-py": langchain,
}


class Connection:
    """Context managers of these libraries must be left in the task that entered them, so each has a task of its own."""

    def __init__(self, make):
        self.make = make
        self.over = asyncio.Event()
        self.opened = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(self.hold())

    async def hold(self):
        try:
            async with self.make as offered:
                self.opened.set_result(offered)
                await self.over.wait()
        except BaseException as error:
            if not self.opened.done():
                self.opened.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))

    async def close(self):
        self.over.set()
        with contextlib.suppress(BaseException):
            await asyncio.wait_for(self.task, 2)


def names(listed):
    return [tool.name for tool in getattr(listed, "tools", listed)]


def text_of(error):
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"[:200]


async def main():
    library, transport, url, every = sys.argv[1:5]
    # getThing by its own name, or through a tool that is listed in its place.
    listed, selector = sys.argv[5:7] if len(sys.argv) > 6 else ("getThing", "")
    make = LIBRARIES[library]

    async def connect(within=HANGS_AFTER):
        connection = Connection(make(url, transport))
        try:
            call, listing = await asyncio.wait_for(asyncio.shield(connection.opened), within)
        except BaseException:
            connection.task.cancel()
            raise
        return connection, call, listing

    # The first time the library is loaded, on a machine that may be busy: a stack that is busy, too, answers 503 and is asked again.
    for attempt in range(FIRST_ATTEMPTS):
        try:
            connection, call, listing = await connect(90)
            break
        except Exception:
            if attempt == FIRST_ATTEMPTS - 1:
                raise
            await asyncio.sleep(1)
    say(**{"is": "ready", "tools": names(await listing())})
    failed, number = 0, 0
    while True:
        number += 1
        began = time.monotonic()
        try:
            args = {selector: "getThing", "arguments": {"id": number}} if selector else {"id": number}
            work = asyncio.ensure_future(call(listed, args))
            done, _ = await asyncio.wait([work], timeout=HANGS_AFTER)
            if not done:
                work.cancel()
                raise TimeoutError("hung")
            answer = work.result()
            text = str(answer)
            if getattr(answer, "is_error", getattr(answer, "isError", False)) or not re.search(r"id\W{1,6}\d", text):
                raise RuntimeError(text)
            say(**{"is": "called", "ok": True})
            failed = 0
            if number % 2 == 0:
                say(**{"is": "listed", "tools": names(await asyncio.wait_for(listing(), HANGS_AFTER))})
        except (Exception, asyncio.CancelledError) as error:
            text = text_of(error)
            say(**{"is": "called", "ok": False, "hung": "hung" in text or isinstance(error, TimeoutError), "ms": round((time.monotonic() - began) * 1000), "error": text})
            # A program gives its client a second chance, and then makes a new one.
            failed += 1
            if failed >= 2:
                await connection.close()
                try:
                    connection, call, listing = await connect()
                    say(**{"is": "renewed", "ok": True})
                    failed = 0
                except (Exception, asyncio.CancelledError) as why:
                    say(**{"is": "renewed", "ok": False, "error": text_of(why)})
        await asyncio.sleep(int(every) / 1000)


asyncio.run(main())
