/**
 * Resources, resource templates and prompts of an MCP server for the clients of ours (MCP 2024-11-05 to 2026-07-28, server/resources and
 * server/prompts): what is listed, what a URI or name means, and the results, made of what a call gave. A read is a call of what the bundle
 * has for it (lambdas/mcp-rpc/call), so everything that governs a call governs it. Only URIs that are listed, or of a template that is, are
 * read. Subscriptions and completions are not offered.
 */
import { isObject, type JsonObject } from '../lib/json/value.ts';
import { isOfTemplate, plainUri, templateOf } from '../mcpUpstream/uriTemplate.ts';
import type { Bundle, BundleTool } from '../model/bundle.ts';
import type { McpSaid } from '../model/tool.ts';
import type { Content } from '../response/content.ts';
import { shownWords } from '../tools/listed.ts';
import type { CallResult } from './call.ts';
import { byKind, type Passed, type ResourcesAndPrompts } from './passedKinds.ts';

/** The URI, or URI template, as clients see it. */
const shownUri = ({ program: { mcp } }: Passed): string => `${mcp.prefix ?? ''}${mcp.tool}`;

const wordsOf = ({ name, title, description }: Passed) => ({
  name,
  ...(title !== '' && title !== name && { title }),
  ...(description !== '' && { description }),
});
const typeOf = ({ program: { mcp } }: Passed) => ({ ...(mcp.mimeType !== undefined && { mimeType: mcp.mimeType }) });

const shown = <Wire extends object>(wire: Wire): Wire => shownWords(wire as unknown as JsonObject) as unknown as Wire;

/** As `resources/list` has it. */
export const wireResource = (one: Passed) => shown({ uri: shownUri(one), ...wordsOf(one), ...typeOf(one) });
/** As `resources/templates/list` has it. */
export const wireTemplate = (one: Passed) => shown({ uriTemplate: shownUri(one), ...wordsOf(one), ...typeOf(one) });

/** As `prompts/list` has it. */
export function wirePrompt(one: Passed) {
  const { properties, required } = one.inputSchema;
  const names = isObject(properties) ? Object.entries(properties) : [];
  const wanted: readonly unknown[] = Array.isArray(required) ? required : [];
  const args = names.map(([name, schema]) => {
    const { title, description } = isObject(schema) ? schema : {};
    return {
      name,
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      ...(wanted.includes(name) && { required: true }),
    };
  });
  return shown({ ...wordsOf(one), ...(args.length > 0 && { arguments: args }) });
}

/** A read of a resource: what is called, and with which arguments. */
export interface Read {
  readonly tool: BundleTool;
  readonly arguments: JsonObject;
}

/**
 * What a URI means: a listed resource, else the first template that gives it. A resource that is listed, however its URI is encoded, is read as that
 * one alone: what decides about it is not passed by through a template, and one that is off or outside of a token's scope stays closed.
 */
export function readOf({ resource, template }: ResourcesAndPrompts, uri: string, bundle: Bundle): Read | undefined {
  const listed = resource.find((one) => shownUri(one) === uri);
  if (listed) return { tool: listed, arguments: {} };
  if (template.length === 0) return undefined;
  const plain = plainUri(uri);
  const isMeant = (own: string) => plainUri(own) === plain;
  const same = resource.find((one) => isMeant(shownUri(one)));
  if (same) return { tool: same, arguments: {} };
  const outside = byKind(bundle.resourcesAndPrompts ?? [])?.resource.map(shownUri) ?? [];
  if ([...outside, ...(bundle.closedResources ?? [])].some(isMeant)) return undefined;
  for (const tool of template) {
    const { prefix = '', tool: text } = tool.program.mcp;
    const own = uri.startsWith(prefix) ? uri.slice(prefix.length) : undefined;
    const parts = own === undefined ? undefined : templateOf(text);
    if (parts && isOfTemplate(parts, own as string)) return { tool, arguments: { uri: own as string } };
  }
  return undefined;
}

/** The blocks of a result that are what was read, and the gateway's notes as one text. */
function bodyOf({ content, parts }: CallResult): { readonly blocks: readonly Content[]; readonly notes: string } {
  if (!parts) return { blocks: content, notes: '' };
  return { blocks: parts.body.flatMap((at) => content[at] ?? []), notes: parts.notices.join('\n') };
}

/** The result of `resources/read`. What the server says of URIs in it is left out: a client gets the one that it has asked for. */
export function contentsOf(uri: string, { program: { mcp } }: BundleTool, result: CallResult): ResourceContent[] {
  const { blocks, notes } = bodyOf(result);
  const own = result.parts?.isJson === true ? 'application/json' : 'text/plain';
  const contents = blocks.map((block) => contentOf(uri, block, mcp?.mimeType ?? own));
  return notes === '' ? contents : [...contents, { uri, mimeType: 'text/plain', text: notes }];
}

/** The content of a resource (MCP, TextResourceContents and BlobResourceContents). */
type ResourceContent = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** A message of a prompt. */
interface Message {
  readonly role: McpSaid['role'];
  readonly content: Content | { readonly type: 'resource'; readonly resource: ResourceContent };
}

/** A block as the content of a resource. */
function contentOf(uri: string, block: Content, textType: string): ResourceContent {
  if (block.type === 'text') return { uri, mimeType: textType, text: block.text };
  if (block.type === 'resource') return { uri, mimeType: block.resource.mimeType, blob: block.resource.blob };
  return { uri, mimeType: block.mimeType, blob: block.data };
}

/** The messages of `prompts/get`. Where they have not stayed apart, and for the notes, the person says them. */
export function messagesOf(result: CallResult): Message[] {
  const { blocks, notes } = bodyOf(result);
  const { said = [] } = result.parts ?? {};
  const isApart = said.length === blocks.length;
  const messages = blocks.flatMap((block, at): Message[] => {
    const { role, isUri }: McpSaid = (isApart && said[at]) || { role: 'user' };
    if (isUri) return [];
    const head = isApart && said[at - 1]?.isUri ? blocks[at - 1] : undefined;
    if (head?.type !== 'text') return [{ role, content: block }];
    return [{ role, content: { type: 'resource', resource: contentOf(head.text, block, 'text/plain') } }];
  });
  return notes === '' ? messages : [...messages, { role: 'user', content: { type: 'text', text: notes } }];
}

/** Why a read has failed, for its error. */
export const reasonOf = ({ content }: CallResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
