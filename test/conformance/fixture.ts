/**
 * A hosted server with the tool names that the official suite calls, in front of an upstream that answers as the suite's own
 * everything-server does. Nothing in the product knows of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exposed } from '../../core/model/exposition.ts';
import type { SharedStack } from '../support/sharedStack.ts';
import { deploy, type HostedServer } from '../support/stack.ts';
import type { Reply, Upstream } from '../support/upstream.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** An empty WAV file: the header of one channel of 8-bit samples at 8 kHz. */
const WAV = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=', 'base64');

/** Bytes that are no text, whatever they are called: text is cleaned and handed over as text. */
const BYTES = Buffer.from([0x00, 0xff, 0x10, 0x80, 0x00, 0xfe]);

/** Three signs of life come in this time: the sandbox gives one a second. */
const PROGRESS_MS = 3_600;

const ANSWERS: Record<string, () => Reply | Promise<Reply>> = {
  test_simple_text: () => ({
    headers: { 'content-type': 'text/plain' },
    body: 'This is a simple text response for testing.',
  }),
  test_image_content: () => ({ headers: { 'content-type': 'image/png' }, body: PNG }),
  test_audio_content: () => ({ headers: { 'content-type': 'audio/wav' }, body: WAV }),
  test_embedded_resource: () => ({
    headers: { 'content-type': 'application/octet-stream' },
    body: BYTES,
  }),
  test_multiple_content_types: () => ({
    headers: { 'content-type': 'multipart/mixed; boundary=part' },
    body: multipart([
      ['text/plain', 'Multiple content types test:'],
      ['image/png', PNG],
      ['application/octet-stream', BYTES],
    ]),
  }),
  // What the suite wants of these is that nothing happens: no log message, no request to the client.
  test_logging_tool: () => ({ headers: { 'content-type': 'text/plain' }, body: 'nothing was logged' }),
  test_streaming_elicitation: () => ({ headers: { 'content-type': 'text/plain' }, body: 'nothing was asked' }),
  test_error_handling: () => ({
    status: 500,
    headers: { 'content-type': 'text/plain' },
    body: 'This tool intentionally returns an error for testing',
  }),
  test_tool_with_progress: async () => {
    await sleep(PROGRESS_MS);
    return { headers: { 'content-type': 'text/plain' }, body: 'done' };
  },
  json_schema_2020_12_tool: () => ({ headers: { 'content-type': 'application/json' }, body: '{}' }),
};

/** Tools that the suite wants to ask somebody: destructive ones, before which the server asks for consent. */
const ASKING = ['elicitation', 'request_state', 'tampered_state', 'capabilities'].map(
  (what) => `test_input_required_result_${what}`,
);

function multipart(parts: ReadonlyArray<readonly [type: string, body: string | Uint8Array]>): Buffer {
  const pieces = parts.flatMap(([type, body]) => [
    Buffer.from(`--part\r\ncontent-type: ${type}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--part--\r\n')]);
}

/**
 * The schema that the suite expects to find unchanged in the list (SEP-1613, SEP-2106), without `allOf` and `if` at its root: the
 * management API refuses them there, because model providers refuse the whole tool list over them.
 */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  additionalProperties: false,
};

/** A toolset whose one member has the tools. */
export async function hostToolset(stack: SharedStack, upstream: Upstream): Promise<HostedServer> {
  const { serverId } = await hostSuite(stack, upstream, 'flat', 'member');
  return deploy(stack, {
    name: 'Conformance toolset',
    source: { kind: 'toolset', members: [{ serverId }] },
    auth: { type: 'none' },
  });
}

/** @param place how the requests of the server are told from those of others: what stands before their path */
export async function hostSuite(
  stack: SharedStack,
  upstream: Upstream,
  exposition: Exposed,
  place: string = exposition,
): Promise<HostedServer> {
  const hosted = await deploy(stack, {
    name: `Conformance ${place}`,
    source: { kind: 'manual' },
    baseUrl: `${upstream.baseUrl}/${place}`,
    auth: { type: 'none' },
    exposition,
  });
  await stack.api('PATCH', `/v1/servers/${hosted.serverId}`, { elicitation: { confirm: 'offered', missing: true } });
  const tools = `/v1/servers/${hosted.serverId}/tools`;
  for (const name of Object.keys(ANSWERS)) {
    if (name.startsWith('json_schema')) continue;
    await stack.api('POST', tools, { name, verb: 'GET', path: `/${name}` });
  }
  for (const name of ASKING) await stack.api('POST', tools, { name, verb: 'DELETE', path: `/${name}` });
  const { properties } = SCHEMA_2020_12;
  const plain = Object.fromEntries(Object.keys(properties).map((key) => [key, {}]));
  const { id } = await stack.api<{ id: string }>('POST', tools, {
    name: 'json_schema_2020_12_tool',
    verb: 'POST',
    path: '/json_schema_2020_12_tool',
    body: { schema: { type: 'object', properties: plain } },
  });
  await stack.api('PATCH', `${tools}/${id}`, { inputSchema: SCHEMA_2020_12 });
  await stack.api('POST', tools, { name: 'test_trigger_tool_change', verb: 'GET', path: '/test_trigger_tool_change' });

  let changes = 0;
  const others = upstream.respond;
  upstream.respond = async (request, socket) => {
    const [, way, name = ''] = request.target.split('/');
    if (way !== place) return others(request, socket);
    if (name === 'test_trigger_tool_change') {
      // The upstream is an administrator too: the tool list changes for every client that listens.
      await stack.api('PATCH', `${tools}/${id}`, { description: `Changed ${++changes} times` });
      return { headers: { 'content-type': 'text/plain' }, body: 'changed' };
    }
    if (ASKING.includes(name)) return { headers: { 'content-type': 'text/plain' }, body: 'state-ok' };
    return ANSWERS[name]?.() ?? { status: 404 };
  };
  return hosted;
}
