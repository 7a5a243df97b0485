/** A server in the mode `closed`, through the sandbox: answers, errors, headers, files, kept answers and the trail. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CallOutcome, SandboxFrame, SandboxRequest } from '../../../../core/sandbox/protocol.ts';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';

const WITHHELD = '[REDACTED:withheld]';
const CONTINUATION = { tool: 'read_more', handle: 'h' };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    governance: { maxItems: 5, mode: 'closed', outputSchemas: true },
    tools: {
      listed: { described: { values: { status: ['open'] } } },
      balanced: { redaction: { mode: 'balanced' } },
    },
  });
});
afterAll(() => rig.close());

async function called(
  body: string | Buffer,
  request: Partial<Extract<SandboxRequest, { kind: 'call' }>> = {},
  { status = 200, headers = { 'content-type': 'application/json' } as Record<string, string> } = {},
): Promise<CallOutcome> {
  rig.upstream.respond = () => ({ status, headers, body });
  const last = (await rig.frames({ kind: 'call', tool: 'get', arguments: {}, ...request })).at(-1) as SandboxFrame;
  if (last.frame !== 'result') throw new Error(JSON.stringify(last));
  return last.outcome;
}
const ORDER = JSON.stringify({ id: 4711, status: 'open', note: 'for Quorbizan', 'Ann Quorbizan': 1 });

test('a tool shows what is harmless, what its description lists, or what its own mode lets out', async () => {
  const plain = await called(ORDER);
  const listed = await called(ORDER, { tool: 'listed' });
  const balanced = await called(ORDER, { tool: 'balanced' });

  expect(JSON.parse(textsOf(plain)[0] ?? '')).toEqual({ id: 4711, status: WITHHELD, note: WITHHELD, [WITHHELD]: 1 });
  expect(JSON.parse(textsOf(listed)[0] ?? '')).toMatchObject({ status: 'open', note: WITHHELD });
  expect(textsOf(balanced)[0]).toContain('for Quorbizan');
});

test('an error, its headers and the arguments in the trail show no more', async () => {
  const outcome = await called(
    JSON.stringify({ message: 'Quorbizan owes', code: 12 }),
    { arguments: { id: 5, q: 'Quorbizan' } },
    {
      status: 409,
      headers: { 'content-type': 'application/problem+json', location: '/people/Quorbizan', etag: 'W/"Quorbizan"' },
    },
  );

  expect(outcome.isError).toBe(true);
  expect(textsOf(outcome).join('\n')).toContain('409');
  expect(textsOf(outcome).join('\n')).toContain('"code":12');
  expect(outcome.auditArguments).toEqual({ id: 5, q: WITHHELD });
  expect(JSON.stringify(outcome)).not.toContain('Quorbizan');
});

test('a picture and a file are withheld, and counted', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  const outcome = await called(picture, {}, { headers: { 'content-type': 'image/png' } });

  expect(outcome.content).toEqual([expect.objectContaining({ type: 'text' })]);
  expect(textsOf(outcome)[0]).toContain('They are withheld');
  expect(outcome.redactions?.byType).toEqual({ withheld: 1 });
  expect(JSON.stringify(outcome)).not.toContain(picture.toString('base64').slice(0, 24));
});

test('the rest of a cut answer is held as it is shown', async () => {
  const list = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, note: `Quorbizan ${id}` })));

  const outcome = await called(list, { continuation: CONTINUATION });

  expect(outcome.truncations).not.toEqual([]);
  expect(JSON.stringify(outcome.parts)).not.toContain('Quorbizan');
  const whole = gunzipSync(Buffer.from(outcome.whole?.packed ?? '', 'base64')).toString();
  expect(whole).toContain(WITHHELD);
  expect(whole).not.toContain('Quorbizan');
});
