import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { importListing, type McpListing } from '../../../../core/mcpUpstream/listing.ts';
import type { BundleTool } from '../../../../core/model/bundle.ts';
import type { RequestProgram } from '../../../../core/model/tool.ts';
import {
  type McpKind,
  type McpUpstream,
  startMcpUpstream,
  type ToolContext,
  tellerOf,
} from '../../../support/mcpUpstream.ts';
import { type Rig, type RigOptions, startRig, textsOf } from '../../../support/sandboxRig.ts';
import { until } from '../../../support/until.ts';

const running: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** Kinds of servers that were told that nobody waits any more, and the kind that a test is about. */
const hanging: McpKind[] = [];
const stopped: McpKind[] = [];
let kindNow: McpKind = 'sessions';

function furnish(server: McpServer): void {
  server.registerTool(
    'get_weather',
    {
      title: 'Weather',
      description: 'Tells the weather of a place.',
      inputSchema: { place: z.string(), days: z.number().int().optional() } as never,
      outputSchema: { celsius: z.number(), place: z.string() } as never,
      annotations: { readOnlyHint: true },
    },
    (async ({ place }: { place: string }) => ({
      content: [{ type: 'text', text: JSON.stringify({ celsius: 21, place }) }],
      structuredContent: { celsius: 21, place },
    })) as never,
  );
  server.registerTool('work', { description: 'Takes its time.' }, (async (context: ToolContext) => {
    const tell = tellerOf(context);
    for (let progress = 1; progress <= 2 && tell; progress++) {
      await tell({ progress, total: 2, message: `Step ${progress} of ann@example.com` });
      await new Promise((done) => setTimeout(done, 700));
    }
    return { content: [{ type: 'text', text: `asked for: ${tell !== undefined}` }] };
  }) as never);
  server.registerTool('hang', { description: 'Never ends.' }, (async (context: ToolContext) => {
    hanging.push(kindNow);
    const signal = 'mcpReq' in context ? context.mcpReq.signal : context.signal;
    await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    stopped.push(kindNow);
    return { content: [] };
  }) as never);
  server.registerTool('fail', { description: 'Fails.' }, (async () => ({
    content: [{ type: 'text', text: 'The disk is full.' }],
    isError: true,
  })) as never);
  server.registerTool('mixed', { description: 'Answers in blocks.' }, (async () => ({
    content: [
      { type: 'text', text: 'Write to ann.example@example.com.' },
      { type: 'text', text: '{"email":"bob@example.com","plan":"pro"}' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'Call carol@example.com.' },
      },
      { type: 'resource_link', uri: 'https://files.example/a', name: 'a', description: 'of dave@example.com' },
    ],
  })) as never);
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function rigAt(
  upstream: McpUpstream,
  options: RigOptions = {},
  add = furnish,
): Promise<{ rig: Rig; listing: McpListing }> {
  void add;
  const looking = await startRig({ ...options, at: upstream });
  const listing = await listed(looking, upstream, options.credential && 'c2VhbGVk');
  const { tools } = await importListing(listing, upstream.baseUrl);
  const made = tools.map(
    ({ name, title, description, inputSchema, annotations, verb, path, parameters, body, mcp }) => {
      const program: RequestProgram = { verb, path, parameters, ...(body && { body }), ...(mcp && { mcp }) };
      return [name, { title, description, inputSchema, annotations, program } satisfies Partial<BundleTool>] as const;
    },
  );
  const rig = await startRig({ ...options, at: upstream, tools: Object.fromEntries(made) });
  return { rig, listing };
}

async function listed(rig: Rig, { baseUrl }: McpUpstream, ciphertext?: string): Promise<McpListing> {
  const frames = await rig.frames({ kind: 'list', url: baseUrl, ...(ciphertext && { ciphertext }) } as never);
  const last = frames.at(-1);
  if (last?.frame !== 'listing') throw new Error(JSON.stringify(last));
  return JSON.parse(gunzipSync(Buffer.from(last.packed, 'base64')).toString()) as McpListing;
}

async function started(kind: McpKind, add = furnish): Promise<McpUpstream> {
  kindNow = kind;
  const upstream = await startMcpUpstream(kind, add);
  running.push(upstream);
  return upstream;
}

const KINDS: readonly [McpKind, McpListing['transport'], string][] = [
  ['sessions', 'http', '2025-11-25'],
  ['json', 'http', '2025-11-25'],
  ['sessionless', 'http', '2025-11-25'],
  ['sse', 'sse', '2024-11-05'],
  ['modern', 'stateless', '2026-07-28'],
];

describe.each(KINDS)('a server of kind %s', (kind, transport, version) => {
  test('is found out and its tools are read and called', async () => {
    const upstream = await started(kind);
    const { rig, listing } = await rigAt(upstream);

    expect([listing.transport, listing.version]).toEqual([transport, version]);
    expect(listing.tools).toHaveLength(5);
    const outcome = await rig.call('get_weather', { place: 'Bern' });
    expect(outcome).toMatchObject({ isError: false, status: 200 });
    expect(JSON.parse(textsOf(outcome)[0] as string)).toEqual({ celsius: 21, place: 'Bern' });
    expect(outcome.content).toHaveLength(1);
    const failed = await rig.call('fail');
    expect(failed).toMatchObject({ isError: true, errorCode: 'upstream_tool_error' });
    expect(textsOf(failed).join()).toContain('The disk is full.');
  });

  test('tells its progress to whom asks for it, governed', async () => {
    const { rig } = await rigAt(await started(kind));
    const heard: object[] = [];

    const followed = await rig.call('work', {}, { onProgress: (one) => heard.push(one) });
    const plain = await rig.call('work');

    expect(textsOf(followed)[0]).toBe('asked for: true');
    expect(textsOf(plain)[0]).toBe('asked for: false');
    // A server that answers with JSON has no way to tell.
    expect(heard).toEqual(
      (kind === 'json' ? [] : [1, 2]).map((progress) => ({
        frame: 'progress',
        progress,
        total: 2,
        message: `Step ${progress} of [REDACTED:email]`,
      })),
    );
  });

  test('hears of a call that is cancelled', async () => {
    const upstream = await started(kind);
    const { rig } = await rigAt(upstream);
    const stop = new AbortController();
    const sentTo = (method: string) => upstream.received.filter(({ body }) => body.includes(`"${method}"`));

    const running = rig.call('hang', {}, { signal: stop.signal });
    // A call that is given up before the server has begun it is never begun.
    await until(() => hanging.includes(kind));
    stop.abort();

    expect(await running).toMatchObject({ isError: true, errorCode: 'aborted' });
    // Without sessions, closing the stream says it (MCP 2026-07-28).
    if (kind !== 'modern') await until(() => sentTo('notifications/cancelled').length === 1);
    await until(() => stopped.includes(kind));
    const told = sentTo('notifications/cancelled').map(({ body }) => JSON.parse(body).params.requestId);
    expect(told).toEqual(kind === 'modern' ? [] : [JSON.parse(sentTo('tools/call')[0]?.body ?? '').id]);
  });

  test('has each block of an answer governed as what it is', async () => {
    const upstream = await started(kind);
    const { rig } = await rigAt(upstream);

    const outcome = await rig.call('mixed');

    const said = JSON.stringify(outcome.content);
    for (const name of ['ann.example', 'bob', 'carol', 'dave']) expect(said).not.toContain(name);
    expect(said).toContain('pro');
    expect(outcome.content.some(({ type }) => type === 'image')).toBe(true);
    expect(outcome.redactions.byType['email']).toBe(4);
  });
});
