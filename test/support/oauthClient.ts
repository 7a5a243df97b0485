/** MCP clients that sign somebody in, and the person who decides, through the API as the dashboard's page does. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ask } from './logins.ts';

export const REDIRECT = 'http://127.0.0.1:33418/callback';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  readonly [more: string]: unknown;
}

/** What an SDK stores about a server, in memory. */
export class ClientMemory {
  /** The one of its redirect URIs that it uses. */
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly clientMetadataUrl?: string;
  /** The URL to which the client sends the person. */
  asked: URL | undefined;
  tokensNow: Tokens | undefined;
  private information: unknown;
  private verifier = '';
  private discovered: unknown;

  constructor(name: string, clientMetadataUrl?: string, redirectUris: readonly [string, ...string[]] = [REDIRECT]) {
    this.redirectUrl = redirectUris[0];
    this.clientMetadata = { client_name: name, redirect_uris: [...redirectUris] };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }
  state = () => 'state-of-the-client';
  clientInformation = () => this.information as never;
  saveClientInformation = (information: unknown) => {
    this.information = information;
  };
  tokens = () => this.tokensNow as never;
  saveTokens = (tokens: unknown) => {
    this.tokensNow = tokens as Tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  discoveryState = () => this.discovered as never;
  saveDiscoveryState = (state: unknown) => {
    this.discovered = state;
  };
  invalidateCredentials = (what: string) => {
    if (what === 'all' || what === 'tokens') this.tokensNow = undefined;
    if (what === 'all' || what === 'client') this.information = undefined;
  };
}

export interface Signing {
  readonly memory: ClientMemory;
  /** Connects, or rejects with UnauthorizedError after `memory.asked` was set. */
  connect(): Promise<void>;
  finish(callback: URL): Promise<void>;
  listTools(): Promise<string[]>;
  call(name: string, args: object): Promise<{ isError?: boolean; content: { text?: string }[] }>;
  close(): Promise<void>;
}

const info = { name: 'signing-in', version: '1' };

export function signingV2(url: string, memory: ClientMemory, mode: 'auto' | 'legacy' = 'auto'): Signing {
  let client = new Client(info, { versionNegotiation: { mode } });
  let transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: memory as never });
  return {
    memory,
    connect: async () => {
      await client.connect(transport);
    },
    finish: async (callback) => {
      await transport.finishAuth(callback.searchParams as never);
      client = new Client(info, { versionNegotiation: { mode } });
      transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: memory as never });
    },
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as never,
    close: () => client.close(),
  };
}

export function signingV1(url: string, memory: ClientMemory): Signing {
  let client = new ClientV1(info);
  let transport = new HttpV1(new URL(url), { authProvider: memory as never });
  return {
    memory,
    connect: async () => {
      await client.connect(transport as never);
    },
    finish: async (callback) => {
      await transport.finishAuth(callback.searchParams.get('code') as string);
      client = new ClientV1(info);
      transport = new HttpV1(new URL(url), { authProvider: memory as never });
    },
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as never,
    close: () => client.close(),
  };
}

/** The id of the authorization request in `asked`; throws the text of the error page instead. */
export async function requestOf(asked: URL): Promise<string> {
  const answer = await fetch(asked, { redirect: 'manual' });
  const location = new URL(answer.headers.get('location') ?? 'about:blank');
  const request = location.searchParams.get('request');
  if (request === null) throw new Error(`${answer.status} ${location.href} ${await answer.text()}`);
  return request;
}

/** Sends the person's decision; returns where the browser goes then. */
export async function decide(
  apiUrl: string,
  login: string,
  asked: URL,
  decision: object = { decision: 'allow' },
): Promise<URL> {
  const path = `/v1/authorizations/${await requestOf(asked)}`;
  const { status, body } = await ask({ apiUrl }, login, 'POST', path, decision);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return new URL(body.redirect);
}
