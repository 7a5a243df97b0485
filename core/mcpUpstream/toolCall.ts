/** The request of a call of an MCP server's tool, and the texts of the messages that are sent there. Does not add the credential. */
import { jsonText } from '../lib/json/lossless.ts';
import type { JsonObject } from '../lib/json/value.ts';
import type { McpProgram, RequestProgram } from '../model/tool.ts';
import { bodyOf } from '../request/body.ts';
import type { BuiltRequest } from '../request/build.ts';
import { headerName, STATELESS_VERSION, statelessMeta } from './messages.ts';

/** What the server is asked for, with its parameters as JSON text without braces. */
export interface Asked {
  readonly method: string;
  readonly members: string;
}

/** The call of a tool. Throws `argument_invalid`. */
export function askedOf(program: RequestProgram & { readonly mcp: McpProgram }, args: JsonObject): Asked {
  const body = bodyOf(program, args);
  const given = body ? Buffer.from(body.body).toString() : '{}';
  return { method: 'tools/call', members: `"name":${JSON.stringify(program.mcp.tool)},"arguments":${given}` };
}

/** A request in JSON. @param meta of the request, such as its progress token */
export function messageText({ method, members }: Asked, id: string, meta: JsonObject = {}): string {
  const own = Object.keys(meta).length === 0 ? '' : `"_meta":${jsonText(meta)}`;
  const params = [own, members].filter((part) => part !== '').join();
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":{${params}}}`;
}

/** A notification in JSON. */
export const notificationText = (method: string, params?: JsonObject): string =>
  jsonText({ jsonrpc: '2.0', method, ...(params && { params }) });

const COMMON: ReadonlyArray<readonly [string, string]> = [
  ['content-type', 'application/json'],
  ['accept', 'application/json, text/event-stream'],
];

/** The headers of every message of a session. */
export const sessionHeaders = (version: string | undefined, sessionId: string | undefined): Array<[string, string]> => [
  ...COMMON.map(([name, value]): [string, string] => [name, value]),
  ...(version === undefined ? [] : [['mcp-protocol-version', version] as [string, string]]),
  ...(sessionId === undefined ? [] : [['mcp-session-id', sessionId] as [string, string]]),
];

/** The headers of a request of 2026-07-28. */
export const statelessHeaders = (method: string, tool?: string): Array<[string, string]> => [
  ...sessionHeaders(STATELESS_VERSION, undefined),
  ['mcp-method', method],
  ...(tool === undefined ? [] : [['mcp-name', headerName(tool)] as [string, string]]),
];

/**
 * The request of a call as it is first sent, for the credential and for people who try a tool.
 * @param baseUrl the address of the server
 */
export function builtCall(
  program: RequestProgram & { readonly mcp: McpProgram },
  baseUrl: string,
  asked: Asked,
  id: string,
): BuiltRequest {
  const isStateless = program.mcp.transport === 'stateless';
  return {
    method: 'POST',
    url: baseUrl,
    headers: isStateless ? statelessHeaders(asked.method, program.mcp.tool) : sessionHeaders(undefined, undefined),
    body: Buffer.from(messageText(asked, id, isStateless ? statelessMeta() : {})),
  };
}

/** Headers of the owner and those of the protocol, in one list of its own. */
export const joinedHeaders = (
  more: ReadonlyArray<readonly [string, string]>,
  own: ReadonlyArray<readonly [string, string]>,
): Array<[string, string]> => [...more, ...own].map(([name, value]) => [name, value]);
