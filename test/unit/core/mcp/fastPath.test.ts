import { beforeAll, describe, expect, test } from '@jest/globals';
import { preloadSchemas } from '@modelcontextprotocol/server';
import type { CallResult } from '../../../../core/mcp/call.ts';
import { serveMcp } from '../../../../core/mcp/endpoint.ts';
import type { Hosted } from '../../../../core/mcp/exchange.ts';
import { recognize } from '../../../../core/mcp/fastPath.ts';
import { CACHE_META } from '../../../../core/mcp/listedTools.ts';
import { listingOf } from '../../../../core/mcp/listing.ts';
import { META, MODERN } from '../../../../core/mcp/protocol.ts';
import { BUNDLE_ID, bundleOf, bundleTool, groupedBundleOf } from '../../../support/bundles.ts';

const tools = [bundleTool('create', { cacheHint: 'no-store' }), bundleTool('read')];
const listing = listingOf(bundleOf(tools, { systemRules: 'Be brief.' }), BUNDLE_ID, { listChanged: true });
const result: CallResult = { content: [{ type: 'text', text: 'ok' }], _meta: { [CACHE_META]: 'no-store' } };
const hosted: Hosted = { listing, callTool: async () => result };

const META_ALL = {
  [META.protocolVersion]: MODERN,
  [META.clientInfo]: { name: 'test', version: '1' },
  [META.clientCapabilities]: {},
};
const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: META_ALL } };
const DISCOVER = { ...LIST, method: 'server/discover' };
const CALL = {
  jsonrpc: '2.0',
  id: 'c',
  method: 'tools/call',
  params: { name: 'read', arguments: { id: 1 }, _meta: META_ALL },
};
const LEGACY_LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const modernHeaders = (message: { method: string }, extra: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  'mcp-protocol-version': MODERN,
  'mcp-method': message.method,
  ...(message.method === 'tools/call' && { 'mcp-name': 'read' }),
  ...extra,
});
const legacyHeaders = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };

async function answerTo(message: object, headers: Record<string, string>, served = hosted) {
  const body = JSON.stringify(message);
  const exchange = { method: 'POST', path: '/t/mcp', headers, body, signal: new AbortController().signal };
  const answer = await serveMcp(exchange, JSON.parse(body), served);
  return { status: answer.status, type: answer.headers['content-type'], body: JSON.parse(answer.body as string) };
}

beforeAll(() => preloadSchemas());

describe('the fast path', () => {
  test.each([
    ['server/discover', DISCOVER, modernHeaders(DISCOVER)],
    ['tools/list of 2026-07-28', LIST, modernHeaders(LIST)],
    ['tools/call', CALL, modernHeaders(CALL)],
    ['tools/list of 2025-11-25', LEGACY_LIST, legacyHeaders],
  ])('answers %s exactly as the SDK does', async (_what, message, headers) => {
    // The SDK ignores a member of `_meta` that it does not know; the fast path leaves such a request to it.
    const params = { ...message.params, _meta: { ...('_meta' in message.params && message.params._meta), 'x/y': 1 } };
    const unusual = { ...message, params };

    const fast = await answerTo(message, headers);
    const slow = await answerTo(unusual, headers);

    expect(recognize(message, headers, listing)).toBeDefined();
    expect(recognize(unusual, headers, listing)).toBeUndefined();
    expect(fast).toEqual(slow);
  });

  test.each([
    ['tools/list of 2026-07-28', LIST, modernHeaders(LIST)],
    ['tools/call', CALL, { ...modernHeaders(CALL), 'mcp-name': 'pets_read' }],
    ['tools/list of 2025-11-25', LEGACY_LIST, legacyHeaders],
  ])('answers %s for groups exactly as the SDK does', async (_what, message, headers) => {
    const grouped = { ...hosted, listing: listingOf(groupedBundleOf(tools, 'pets'), BUNDLE_ID, { listChanged: true }) };
    const named = { ...message, params: { ...message.params, ...('name' in message.params && { name: 'pets_read' }) } };
    const meta = { ...('_meta' in named.params && named.params._meta), 'x/y': 1 };
    const unusual = { ...named, params: { ...named.params, _meta: meta } };

    const fast = await answerTo(named, headers, grouped);
    const slow = await answerTo(unusual, headers, grouped);

    expect(recognize(named, headers, grouped.listing)).toBeDefined();
    expect(recognize(unusual, headers, grouped.listing)).toBeUndefined();
    expect(fast).toEqual(slow);
    expect(fast.body).toHaveProperty('result');
    if (named.method === 'tools/list') expect(fast.body.result.tools[0].name).toBe('pets_read');
  });

  const withMeta = (meta: object) => ({ ...LIST, params: { _meta: meta } });
  test.each<[string, object, Record<string, string>]>([
    ['another method header', LIST, modernHeaders(LIST, { 'mcp-method': 'tools/call' })],
    ['another version header', LIST, modernHeaders(LIST, { 'mcp-protocol-version': '2027-01-01' })],
    [
      'another version in the envelope',
      withMeta({ ...META_ALL, [META.protocolVersion]: '2027-01-01' }),
      modernHeaders(LIST),
    ],
    ['no capabilities', withMeta({ [META.protocolVersion]: MODERN }), modernHeaders(LIST)],
    ['odd capabilities', withMeta({ ...META_ALL, [META.clientCapabilities]: { roots: 1 } }), modernHeaders(LIST)],
    ['an odd client', withMeta({ ...META_ALL, [META.clientInfo]: { name: 1 } }), modernHeaders(LIST)],
    ['another name header', CALL, modernHeaders(CALL, { 'mcp-name': 'create' })],
    ['an encoded name header', CALL, modernHeaders(CALL, { 'mcp-name': '=?base64?cmVhZA==?=' })],
    [
      'an unknown tool',
      { ...CALL, params: { ...CALL.params, name: 'nope' } },
      modernHeaders(CALL, { 'mcp-name': 'nope' }),
    ],
    ['arguments that are no object', { ...CALL, params: { ...CALL.params, arguments: [] } }, modernHeaders(CALL)],
    ['a task', { ...CALL, params: { ...CALL.params, task: {} } }, modernHeaders(CALL)],
    [
      'a wish for progress',
      { ...CALL, params: { ...CALL.params, _meta: { ...META_ALL, progressToken: 1 } } },
      modernHeaders(CALL),
    ],
    ['an unknown cursor', { ...LIST, params: { cursor: 'x', _meta: META_ALL } }, modernHeaders(LIST)],
    ['a null id', { ...LIST, id: null }, modernHeaders(LIST)],
    ['a fractional id', { ...LIST, id: 1.5 }, modernHeaders(LIST)],
    ['a member too many', { ...LIST, extra: 1 }, modernHeaders(LIST)],
    ['another content type', LIST, modernHeaders(LIST, { 'content-type': 'text/plain' })],
    ['another JSON-RPC', { ...LIST, jsonrpc: '1.0' }, modernHeaders(LIST)],
    ['an unknown legacy version', LEGACY_LIST, { ...legacyHeaders, 'mcp-protocol-version': '1999-01-01' }],
    ['a legacy client that accepts events only', LEGACY_LIST, { ...legacyHeaders, accept: 'text/event-stream' }],
    ['a legacy call', { ...CALL, params: { name: 'read' } }, legacyHeaders],
  ])('leaves %s to the SDK', (_what, message, headers) => {
    expect(recognize(message, headers, listing)).toBeUndefined();
  });
});
