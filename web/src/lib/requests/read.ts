/**
 * Creates tools from curl commands, a Postman collection or a HAR file. Everything happens in the browser; the text, which may contain
 * credentials, is sent nowhere.
 */
import type { NewTool } from '../../api/types.ts';
import { asObject } from '../tools.ts';
import { curlRequests } from './curl.ts';
import { harRequests, isHar } from './har.ts';
import { isPostman, postmanRequests, refuseOldPostman } from './postman.ts';
import { type RecordedRequest, UnreadableRequest } from './recorded.ts';
import { type FoundTool, toolOfRecorded } from './recorded-tool.ts';
import { merged } from './sample-schema.ts';

export const LIMITS = { megabytes: 30, requests: 5_000, tools: 200 };

export interface Reading {
  /** Each endpoint once, in order of appearance. */
  readonly tools: readonly FoundTool[];
  readonly leftOut: readonly string[];
  /** For people: what could not be read, with the endpoint. */
  readonly notes: readonly string[];
  /** Origins of requests outside the server's API. If other requests are inside it, these are skipped. */
  readonly elsewhere: readonly string[];
}

/** Throws UnreadableRequest. */
export function readRequests(text: string, baseUrl: string, taken: readonly string[] = []): Reading {
  if (text.length > LIMITS.megabytes * 1024 * 1024)
    throw new UnreadableRequest(`This is larger than ${LIMITS.megabytes} MB. Keep only the requests that you need.`);
  const all = recordedIn(text);
  if (all.length === 0) throw new UnreadableRequest('No request found.');
  if (all.length > LIMITS.requests)
    throw new UnreadableRequest(`It contains more than ${LIMITS.requests} requests. Keep only those that you need.`);
  const found = all.flatMap((one) => toolOfRecorded(one, baseUrl) ?? []);
  const elsewhere = [...new Set(found.flatMap((one) => one.elsewhere ?? []))];
  const own = found.filter((one) => one.elsewhere === undefined);
  const chosen = own.length > 0 ? own : found;
  const tools = withFreeNames(onePerEndpoint(chosen), taken);
  if (tools.length === 0) throw new UnreadableRequest('No request to an http or https URL found.');
  return {
    tools: tools.slice(0, LIMITS.tools),
    leftOut: [...new Set(chosen.flatMap((one) => one.leftOut))],
    notes: [...new Set(chosen.flatMap(({ tool, notes }) => notes.map((note) => `${tool.verb} ${tool.path}: ${note}`)))],
    elsewhere,
  };
}

function recordedIn(text: string): RecordedRequest[] {
  if (!/^\s*[{[]/.test(text)) return curlRequests(text);
  let document: Record<string, unknown>;
  try {
    document = asObject(JSON.parse(text));
  } catch {
    throw new UnreadableRequest('The JSON is incomplete. Paste the whole file.');
  }
  if (isHar(document)) return harRequests(document);
  if (isPostman(document)) return postmanRequests(document);
  refuseOldPostman(document);
  if ('openapi' in document || 'swagger' in document)
    throw new UnreadableRequest('This is an API description. Create a server from it: every endpoint becomes a tool.');
  throw new UnreadableRequest('This is neither a curl command nor a Postman or HAR file.');
}

/**
 * Merges requests to the same endpoint into one tool with all their parameters and fields. A body of another media type makes a tool of
 * its own, because a tool sends one.
 */
function onePerEndpoint(found: readonly FoundTool[]): FoundTool[] {
  const endpoints = new Map<string, FoundTool[]>();
  for (const one of found) {
    const key = `${one.tool.verb} ${one.tool.path}`;
    const known = endpoints.get(key) ?? [];
    endpoints.set(key, known);
    const at = known.findIndex((other) => isAlike(other.tool.body, one.tool.body));
    if (at < 0) known.push(one);
    else known[at] = joined(known[at] as FoundTool, one);
  }
  return [...endpoints.values()].flat();
}

const isAlike = (one: NewTool['body'], other: NewTool['body']): boolean =>
  !one || !other || one.contentType === other.contentType;

function joined(a: FoundTool, b: FoundTool): FoundTool {
  const known = new Set(a.tool.parameters?.map((one) => `${one.in} ${one.name}`));
  const parameters = [
    ...(a.tool.parameters ?? []),
    ...(b.tool.parameters ?? []).filter((one) => !known.has(`${one.in} ${one.name}`)),
  ].slice(0, 100);
  const [left, right] = [a.tool.body, b.tool.body];
  const body = left && right ? { ...left, schema: merged(left.schema, right.schema) } : (left ?? right);
  return {
    tool: { ...a.tool, parameters, ...(body && { body: body as NewTool['body'] }) },
    leftOut: [...new Set([...a.leftOut, ...b.leftOut])],
    notes: [...new Set([...a.notes, ...b.notes])],
    ...(a.elsewhere && { elsewhere: a.elsewhere }),
  };
}

function withFreeNames(found: readonly FoundTool[], taken: readonly string[]): FoundTool[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return found.map((one) => {
    let name = one.tool.name;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${one.tool.name.slice(0, 58)}_${number}`;
    used.add(name.toLowerCase());
    return { ...one, tool: { ...one.tool, name } };
  });
}
