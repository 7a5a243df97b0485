/**
 * The request of a call of an MCP server's tool, or that reads a resource or prompt of it, and the texts of the messages that are sent there.
 * Does not add the credential.
 */
import { jsonText } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import type { McpProgram, RequestProgram } from '../model/tool.ts';
import { bodyOf } from '../request/body.ts';
import type { BuiltRequest } from '../request/build.ts';
import { argumentInvalid } from '../request/errors.ts';
import type { AnsweredQuestions } from '../sandbox/protocol.ts';
import { headerName, STATELESS_VERSION, statelessMeta } from './messages.ts';
import { isOfTemplate, templateOf } from './uriTemplate.ts';

/** What the server is asked for, with its parameters as JSON text without braces. */
export interface Asked {
  readonly method: string;
  readonly members: string;
  /** The name or URI in them, which is a header too (MCP 2026-07-28, transports). */
  readonly named?: string;
}

/** The call of a tool, or what reads a resource or prompt. Throws `argument_invalid`. */
export function askedOf(program: RequestProgram & { readonly mcp: McpProgram }, args: JsonObject): Asked {
  const { kind, tool } = program.mcp;
  if (kind === 'resource' || kind === 'template') {
    const named = kind === 'resource' ? tool : uriOf(tool, args['uri']);
    return { method: 'resources/read', members: `"uri":${JSON.stringify(named)}`, named };
  }
  const body = bodyOf(program, args);
  const given = body ? Buffer.from(body.body).toString() : '{}';
  const method = kind === 'prompt' ? 'prompts/get' : 'tools/call';
  return { method, members: `"name":${JSON.stringify(tool)},"arguments":${given}`, named: tool };
}

/** The same, with what a person has answered to the server's questions. */
export const answeredAsked = (asked: Asked, { responses, state }: AnsweredQuestions): Asked => ({
  ...asked,
  members: `${asked.members},"inputResponses":${jsonText(responses)}${state === undefined ? '' : `,"requestState":${JSON.stringify(state)}`}`,
});

function uriOf(text: string, uri: JsonValue | undefined): string {
  const template = templateOf(text);
  if (template && typeof uri === 'string' && isOfTemplate(template, uri)) return uri;
  throw argumentInvalid('uri', 'pattern', `must be a URI of the template ${text}`);
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
export const statelessHeaders = ({ method, named }: Pick<Asked, 'method' | 'named'>): Array<[string, string]> => [
  ...sessionHeaders(STATELESS_VERSION, undefined),
  ['mcp-method', method],
  ...(named === undefined ? [] : [['mcp-name', headerName(named)] as [string, string]]),
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
    headers: isStateless ? statelessHeaders(asked) : sessionHeaders(undefined, undefined),
    body: Buffer.from(messageText(asked, id, isStateless ? statelessMeta() : {})),
  };
}

/** Headers of the owner and those of the protocol, in one list of its own. */
export const joinedHeaders = (
  more: ReadonlyArray<readonly [string, string]>,
  own: ReadonlyArray<readonly [string, string]>,
): Array<[string, string]> => [...more, ...own].map(([name, value]) => [name, value]);
