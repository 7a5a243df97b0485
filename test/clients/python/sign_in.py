"""One MCP client of PyPI with sign-in, driven by lines of JSON (see ../signIn.ts):

    python sign_in.py <mcp1|mcp2> <url> <redirect URI>

It writes {"asked": url} when the person must open a URL, and then waits for {"callback": url}. {"call": tool} is answered with {"answer": text} or
{"error": text}, {"token": true} with {"token": text}. Each call has a connection of its own; the tokens are kept between calls.
"""

import asyncio
import json
import logging
import sys
from urllib.parse import parse_qs, urlsplit

logging.disable(logging.CRITICAL)
library, url, redirect = sys.argv[1:4]


def say(**line):
    print(json.dumps(line), flush=True)


async def hear():
    return json.loads(await asyncio.to_thread(sys.stdin.readline) or '{"close": true}')


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


memory = Memory()


async def ask(asked):
    say(asked=str(asked))


async def came_back():
    query = {name: values[0] for name, values in parse_qs(urlsplit((await hear())["callback"]).query).items()}
    if library == "mcp1":
        return query["code"], query.get("state")
    from mcp.client.auth import AuthorizationCodeResult

    return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))


def provider():
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import OAuthClientMetadata

    metadata = OAuthClientMetadata(client_name=f"Python {library}", redirect_uris=[redirect])
    return OAuthClientProvider(url, metadata, memory, redirect_handler=ask, callback_handler=came_back)


async def call(auth, tool):
    if library == "mcp1":
        from mcp import ClientSession
        from mcp.client.streamable_http import streamablehttp_client

        async with streamablehttp_client(url, auth=auth) as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            return await session.call_tool(tool, {})
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(auth=auth, timeout=30) as http, Client(streamable_http_client(url, http_client=http)) as client:
        return await client.call_tool(tool, {})


def text_of(error):
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"[:300]


async def main():
    auth = provider()
    while "close" not in (line := await hear()):
        if "token" in line:
            say(token=memory.tokens.access_token if memory.tokens else "")
            continue
        try:
            say(answer=str(await call(auth, line["call"])))
        except BaseException as error:
            say(error=text_of(error))


asyncio.run(main())
