/** Answers requests for resources and prompts by the SDK's server, in all protocol versions. Loaded with sdkEndpoint.ts. */
import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { visibleText } from '../lib/visible.ts';
import { risingProgress } from '../response/progress.ts';
import type { CallRequest, CallResult } from './call.ts';
import type { Hosted } from './exchange.ts';
import { byKind } from './passedKinds.ts';
import {
  contentsOf,
  messagesOf,
  type Read,
  readOf,
  reasonOf,
  wirePrompt,
  wireResource,
  wireTemplate,
} from './resourcesAndPrompts.ts';

type Requested = ServerContext['mcpReq'];

/** The call, which tells its client how far it is where that has asked for it. */
export function withProgress(call: CallRequest, { _meta, notify }: Requested): CallRequest {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return call;
  const onProgress = risingProgress((progress) => {
    void notify({ method: 'notifications/progress', params: { progressToken, ...progress } }).catch(() => {});
  });
  return { ...call, onProgress };
}

/** Answers lists and reads of a server that has resources or prompts. */
export function answerReads(server: Server, hosted: Hosted): void {
  const { resource = [], template = [], prompt = [] } = hosted.listing.resourcesAndPrompts ?? {};
  const known = { resource, template, prompt };
  const whole = byKind(hosted.listing.bundle.resourcesAndPrompts ?? []);
  const callOf = ({ tool, arguments: own }: Read, { id, signal }: Requested): CallRequest => {
    return { id, signal, name: tool.name, reads: tool, arguments: own, plainArguments: own };
  };
  const read = async (one: Read, mcpReq: Requested): Promise<CallResult> => {
    const result = await hosted.callTool(withProgress(callOf(one, mcpReq), mcpReq));
    if (result.isError) throw new ProtocolError(ProtocolErrorCode.InternalError, reasonOf(result));
    return result;
  };
  const { resources, prompts } = server.getCapabilities();
  if (resources) {
    server.setRequestHandler('resources/list', () => ({ resources: resource.map(wireResource) }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: template.map(wireTemplate) }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
      const found = readOf(known, uri, hosted.listing.bundle);
      if (!found) {
        const outside = whole && readOf(whole, uri, hosted.listing.bundle);
        if (outside) hosted.unknownTool?.(callOf(outside, mcpReq));
        throw new ResourceNotFoundError(uri, visibleText(`Unknown resource: ${uri}`));
      }
      return { contents: contentsOf(uri, found.tool, await read(found, mcpReq)) };
    });
  }
  if (prompts) {
    server.setRequestHandler('prompts/list', () => ({ prompts: prompt.map(wirePrompt) }));
    server.setRequestHandler('prompts/get', async ({ params }, { mcpReq }) => {
      const tool = prompt.find(({ name }) => name === params.name);
      if (!tool) {
        const outside = whole?.prompt.find(({ name }) => name === params.name);
        if (outside) hosted.unknownTool?.(callOf({ tool: outside, arguments: {} }, mcpReq));
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, visibleText(`Unknown prompt: ${params.name}`));
      }
      const messages = messagesOf(await read({ tool, arguments: params.arguments ?? {} }, mcpReq));
      const { description } = tool;
      return { ...(description !== '' && { description: visibleText(description) }), messages } as GetPromptResult;
    });
  }
}
