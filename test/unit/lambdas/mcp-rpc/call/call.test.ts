import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../../../../../core/lib/json/canonical.ts';
import { chooseTool } from '../../../../../core/mcp/actions.ts';
import type { CallRequest } from '../../../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../../../core/mcp/chosen.ts';
import { CACHE_META } from '../../../../../core/mcp/listedTools.ts';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import { MAX_RULES } from '../../../../../core/model/governance/report.ts';
import type { CallOutcome, SandboxFrame } from '../../../../../core/sandbox/protocol.ts';
import type { CallContext } from '../../../../../lambdas/mcp-rpc/call/stage.ts';
import { callTool } from '../../../../../lambdas/mcp-rpc/call/stages.ts';
import { BUNDLE_ID, bundleOf, bundleTool, groupedBundleOf, SERVER } from '../../../../support/bundles.ts';
import { directAws, fault, streamed } from '../../../../support/directAws.ts';
import { memoryKms, memoryS3 } from '../../../../support/memoryAws.ts';
import { until } from '../../../../support/until.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  BUCKET_BUNDLES: 'bundles',
  KEY_CREDENTIALS: 'key',
  FUNCTION_SANDBOX: 'sandbox',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ previous: '', current: 'x' }),
});
const aws = directAws();
const logged = jest.spyOn(console, 'error').mockImplementation(() => {});

const outcome: CallOutcome = {
  content: [{ type: 'text', text: '{"ok":true}' }],
  isError: false,
  status: 200,
  upstreamMs: 12,
  bytesIn: 100,
  bytesOut: 11,
  redactions: { count: 2, byType: { email: 2 }, pointers: ['/a', '/b'] },
  truncations: [{ pointer: '', total: 2_000, kept: 50 }],
  auditArguments: { id: 1 },
  digest: 'd'.repeat(64),
};

/** Answers of the sandbox that were read to their end; one that was not keeps its connection for ever. */
let readToTheEnd = 0;

const INVOKE = 'InvokeWithResponseStream';

/** What the sandbox streams, cut into pieces of `size` bytes. */
function sandboxSends(frames: readonly SandboxFrame[], { size = 7, error }: { size?: number; error?: string } = {}) {
  readToTheEnd = 0;
  const bytes = Buffer.from(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  aws.on(INVOKE, async function* () {
    const ending = yield* streamed(bytes, size, error);
    readToTheEnd++;
    return ending;
  });
}

const tools = [
  bundleTool('read'),
  bundleTool('write', { annotations: annotationsOf({ verb: 'POST' }), cacheHint: 'no-store' }),
  bundleTool('remove', { annotations: annotationsOf({ verb: 'DELETE' }) }),
];
const bundle = bundleOf(tools);
const listing = listingOf(bundle, BUNDLE_ID, { listChanged: false });
let isOpen = true;
const context: CallContext = {
  bundle,
  isStillOpen: async () => isOpen,
  described: { id: 1, method: 'tools/call', era: '2026-07-28', client: 'test 1' },
  token: { tokenId: 'tok_1', label: 'Laptop' },
  server: {
    serverId: SERVER,
    bundle: { id: BUNDLE_ID, mac: 'bWFj', version: 3, tools: 3 },
    auth: { type: 'bearer', ciphertext: 'Y2lwaGVy' },
  },
} as unknown as CallContext;

function call(name: string, change: Partial<CallRequest> = {}, from = listing): ChosenTool {
  const plain = { id: 1 };
  const { signal } = new AbortController();
  const chosen = chooseTool(from, { id: 1, name, arguments: plain, plainArguments: plain, signal, ...change });
  if (chosen.kind !== 'tool') throw new Error('no tool is meant');
  return chosen;
}
const entries = () => aws.calls('PutItem').map(({ Item }) => unmarshall(Item as never) as Record<string, unknown>);
const sent = () => aws.calls(INVOKE);
const textOf = (result: Awaited<ReturnType<typeof callTool>>) => (result.content[0] as { text: string }).text;

beforeEach(() => {
  isOpen = true;
  aws.reset();
  logged.mockClear();
  aws.on('PutItem', () => ({}));
});

describe('where the owner keeps answers', () => {
  const keeping = { ...context, bundle: { ...bundle, governance: { ...bundle.governance, answerDays: 7 as const } } };
  const objects = memoryS3();
  memoryKms();

  test('what the client gets is kept before the entry is written, which names where', async () => {
    sandboxSends([{ frame: 'result', outcome }]);

    await callTool(keeping, call('read'));

    const [entry] = entries();
    expect(entry?.['keptAnswer']).toEqual({ days: 7, region: 'eu-central-1' });
    expect([...objects.keys()]).toEqual([`bundles/answers/7/${SERVER}/${entry?.['entryId']}`]);
  });

  test('an answer that cannot be kept leaves all the same, and its entry says so', async () => {
    sandboxSends([{ frame: 'result', outcome }]);
    delete process.env['BUCKET_BUNDLES'];

    const result = await callTool(keeping, call('read'));

    process.env['BUCKET_BUNDLES'] = 'bundles';
    expect(result).toEqual({ content: outcome.content });
    expect(entries()).toMatchObject([{ outcome: 'ok', keptAnswer: 'failed', answerDigest: 'd'.repeat(64) }]);
  });

  test.each([
    ['that is withheld', () => (isOpen = false)],
    ['of a call that was not made', () => sandboxSends([])],
  ])('nothing is kept %s', async (_, happens) => {
    objects.clear();
    sandboxSends([{ frame: 'result', outcome }]);
    happens();

    await callTool(keeping, call('read'));

    expect(objects.size).toBe(0);
    expect(entries()[0]).not.toHaveProperty('keptAnswer');
  });
});

describe('a call that only reads', () => {
  test('runs in the sandbox of its server and is one entry, written before the answer', async () => {
    sandboxSends([{ frame: 'alive' }, { frame: 'result', outcome }]);

    const result = await callTool(context, call('read'));

    expect(result).toEqual({ content: outcome.content });
    expect(sent()).toEqual([
      {
        kind: 'call',
        serverId: SERVER,
        bundle: { id: BUNDLE_ID, mac: 'bWFj' },
        tool: 'read',
        arguments: { id: 1 },
        ciphertext: 'Y2lwaGVy',
        callId: expect.any(String),
      },
    ]);
    expect(entries()).toMatchObject([
      {
        kind: 'call',
        serverId: SERVER,
        tokenId: 'tok_1',
        tokenLabel: 'Laptop',
        era: '2026-07-28',
        client: 'test 1',
        tool: 'read',
        class: 'query',
        outcome: 'ok',
        status: 200,
        upstreamMs: 12,
        bytesIn: 100,
        bytesOut: 11,
        redactedFields: 2,
        redactedPointers: ['/a', '/b'],
        truncations: [{ pointer: '', total: 2_000, kept: 50 }],
        arguments: '{"id":1}',
        answerDigest: 'd'.repeat(64),
      },
    ]);
  });

  test('reports progress for each sign of life', async () => {
    sandboxSends([{ frame: 'alive' }, { frame: 'alive' }, { frame: 'result', outcome }]);
    const onProgress = jest.fn();

    await callTool(context, call('read', { onProgress }));

    expect(onProgress).toHaveBeenCalledTimes(2);
  });

  test('hands on the exact text of numbers that JavaScript would round', async () => {
    sandboxSends([{ frame: 'result', outcome }]);
    const exact = { id: (JSON as never as { rawJSON(text: string): never }).rawJSON('12345678901234567890') };

    await callTool(context, call('read', { arguments: exact, plainArguments: { id: 2 ** 60 } }));

    expect(sent()[0]).toMatchObject({ arguments: {}, argumentsText: '{"id":12345678901234567890}' });
  });
});

describe('the answer of the sandbox', () => {
  test.each<[string, SandboxFrame]>([
    ['a result', { frame: 'result', outcome }],
    ['a fault', { frame: 'fault', code: 'x', message: 'x' }],
  ])('is read to its end after %s', async (_what, last) => {
    sandboxSends([{ frame: 'alive' }, last]);

    await callTool(context, call('read'));
    await until(() => readToTheEnd > 0);

    expect(readToTheEnd).toBe(1);
  });
});

describe('a call that may change something', () => {
  test.each([
    ['write', 'mutation'],
    ['remove', 'destructive'],
  ])('is entered before the upstream is reached (%s)', async (name, callClass) => {
    const before: unknown[] = [];
    aws.on(INVOKE, () => {
      before.push(...entries());
      return streamed(Buffer.from(''));
    });

    await callTool(context, call(name));

    expect(before).toMatchObject([{ kind: 'call-started', tool: name, class: callClass }]);
    const [started, finished] = entries();
    expect(finished).toMatchObject({ kind: 'call', callId: started?.['callId'] });
  });

  test('is not made when it cannot be entered', async () => {
    aws.on('PutItem', () => {
      throw fault('ValidationException');
    });

    const result = await callTool(context, call('write'));

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('audit_unavailable');
    expect(sent()).toHaveLength(0);
  });

  test('carries the cache hint of its tool', async () => {
    sandboxSends([{ frame: 'result', outcome }]);

    expect(await callTool(context, call('write'))).toMatchObject({ _meta: { [CACHE_META]: 'no-store' } });
  });
});

test('arguments in another form are sent as they were read, and only the audit trail says so', async () => {
  sandboxSends([{ frame: 'result', outcome }]);
  const chosen = call('write');
  const properties = { auth: { type: 'object' }, n: { type: 'integer' }, note: { type: 'string' } };
  const plainArguments = { auth: '{"password":"hunter2"}', n: '9007199254740993', note: null };

  const result = await callTool(context, {
    ...chosen,
    tool: { ...chosen.tool, inputSchema: { type: 'object', properties } },
    call: { ...chosen.call, arguments: plainArguments, plainArguments, repairs: ['arguments_beside'] },
  });

  const [begun, made] = entries();
  expect(JSON.stringify(result)).not.toMatch(/text was|given as|repair/);
  expect(sent()[0]).toMatchObject({ argumentsText: '{"auth":{"password":"hunter2"},"n":9007199254740993}' });
  expect(made).toMatchObject({
    outcome: 'ok',
    repairs: ['arguments_beside', 'json_text', 'number_text', 'null_absent'],
  });
  expect(JSON.parse(begun?.['arguments'] as string)).toMatchObject({
    auth: { password: expect.stringMatching(/^\[REDACTED/) },
  });
});

test('arguments that are valid at once leave no such mark', async () => {
  sandboxSends([{ frame: 'result', outcome }]);

  await callTool(context, call('read'));

  expect(entries()[0]).not.toHaveProperty('repairs');
});

describe('a call that goes wrong', () => {
  test('with wrong arguments is refused before anything is sent, field by field', async () => {
    const plainArguments = { id: 'x', extra: 1 };

    const result = await callTool(context, call('write', { arguments: plainArguments, plainArguments }));

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('- /id: must be integer, not string');
    expect(textOf(result)).toContain('- /extra: is not an argument of this tool');
    expect(sent()).toHaveLength(0);
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'error', errorCode: 'argument_invalid', arguments: '' }]);
  });

  test('with a marker of redaction as a value is refused, so that nothing is written over', async () => {
    const chosen = call('write');
    const schema = { type: 'object', properties: { customer: { type: 'object' }, note: { type: 'string' } } };
    const plainArguments = {
      customer: { email: '[REDACTED:email]', phones: ['[REDACTED:phone]', '[REDACTED:name], [REDACTED:name] (2)'] },
      note: 'Told [REDACTED:name] to wait',
    };

    const result = await callTool(context, {
      ...chosen,
      tool: { ...chosen.tool, inputSchema: schema },
      call: { ...chosen.call, arguments: plainArguments, plainArguments },
    });

    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('- /customer/email: is a marker that stands for a value');
    expect(textOf(result)).toContain('- /customer/phones/0: is a marker');
    expect(textOf(result)).toContain('- /customer/phones/1: is a marker');
    expect(textOf(result)).not.toContain('/note');
    expect(sent()).toHaveLength(0);
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'error', errorCode: 'argument_redacted' }]);
  });

  test('with a marker in an object that is given as JSON text is refused, too', async () => {
    const chosen = call('write');
    const schema = { type: 'object', properties: { customer: { type: 'object' } } };
    const plainArguments = { customer: '{"email":"[REDACTED:email]","note":"Told [REDACTED:name] to wait"}' };

    const result = await callTool(context, {
      ...chosen,
      tool: { ...chosen.tool, inputSchema: schema },
      call: { ...chosen.call, arguments: plainArguments, plainArguments },
    });

    expect(textOf(result)).toContain('- /customer/email: is a marker that stands for a value');
    expect(textOf(result)).not.toContain('/note');
    expect(sent()).toHaveLength(0);
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'error', errorCode: 'argument_redacted' }]);
  });

  test('sends the words of a model that quotes a marker among them', async () => {
    sandboxSends([{ frame: 'result', outcome }]);
    const chosen = call('write');
    const schema = { type: 'object', properties: { note: { type: 'string' } } };
    const plainArguments = { note: 'Told [REDACTED:name] to wait' };

    const result = await callTool(context, {
      ...chosen,
      tool: { ...chosen.tool, inputSchema: schema },
      call: { ...chosen.call, arguments: plainArguments, plainArguments },
    });

    expect(result.isError).not.toBe(true);
    expect(sent()).toHaveLength(1);
  });

  test('with arguments that would take too long to be checked is refused, and says which and why', async () => {
    const chosen = call('write');
    const schema = { type: 'object', properties: { note: { type: 'string', pattern: '^([a-z]+[0-9]?){1,200}$' } } };
    const plainArguments = { note: 'ab'.repeat(500_000) };

    const result = await callTool(context, {
      ...chosen,
      tool: { ...chosen.tool, inputSchema: schema },
      call: { ...chosen.call, arguments: plainArguments, plainArguments },
    });

    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /nothing was sent\. \/note: is too long for the pattern .*\(argument_too_complex\)$/,
    );
    expect(sent()).toHaveLength(0);
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'error', errorCode: 'argument_too_complex' }]);
  });

  test('keeps the code and message of a fault that the sandbox reports', async () => {
    sandboxSends([{ frame: 'fault', code: 'bundle_unavailable', message: 'The bundle cannot be used.' }]);

    const result = await callTool(context, call('read'));

    expect(textOf(result)).toBe('The bundle cannot be used. (bundle_unavailable)');
    expect(entries()).toMatchObject([{ outcome: 'error', errorCode: 'bundle_unavailable' }]);
  });

  test.each([
    ['{"errorType":"Sandbox.Timedout","errorMessage":"Task timed out after 60.00 seconds"}', 'sandbox_timeout'],
    ['{"errorType":"Error","errorMessage":"secret detail"}', 'sandbox_failed'],
  ])('tells a client what happened but not why the function failed (%s)', async (error, code) => {
    sandboxSends([], { error });

    const result = await callTool(context, call('read'));

    expect(textOf(result)).toContain(code);
    expect(JSON.stringify(result)).not.toContain('secret detail');
    expect(entries()).toMatchObject([{ outcome: 'error', errorCode: code }]);
  });

  test('says which limit arguments are over that no invocation takes', async () => {
    aws.on(INVOKE, () => {
      throw fault('RequestTooLargeException', 413);
    });

    const result = await callTool(context, call('read'));

    expect(textOf(result)).toMatch(/6 MB.*\(arguments_too_large\)/);
    expect(entries()).toMatchObject([{ kind: 'call', errorCode: 'arguments_too_large' }]);
  });

  test.each<[string, string, string]>([
    ['write', 'Unhandled', 'may have been carried out'],
    ['write', '{"errorMessage":"Task timed out after 60.00 seconds"}', 'may have been carried out'],
    ['remove', 'Unhandled', 'Try again'],
    ['read', 'Unhandled', 'Try again'],
  ])('of %s that ended in %s says one thing of calling again', async (tool, details, says) => {
    sandboxSends([{ frame: 'alive' }], { error: details });

    const text = textOf(await callTool(context, call(tool)));

    expect(text).toContain(says);
    expect(/try again/i.test(text) && /Check that/.test(text)).toBe(false);
  });

  test('says so when the sandbox cannot be reached, or ends without an answer', async () => {
    aws.on(INVOKE, () => {
      throw fault('AccessDeniedException', 403);
    });
    expect(textOf(await callTool(context, call('read')))).toContain('sandbox_failed');

    sandboxSends([{ frame: 'alive' }]);
    expect(textOf(await callTool(context, call('read')))).toContain('sandbox_failed');
  });

  test('is entered as cancelled when its client went away, and the sandbox told', async () => {
    const objects = memoryS3();
    const controller = new AbortController();
    aws.on(INVOKE, () => {
      controller.abort();
      return streamed(Buffer.from(''));
    });

    await callTool(context, call('read', { signal: controller.signal }));

    expect(entries()).toMatchObject([{ outcome: 'error', errorCode: 'sandbox_aborted' }]);
    const [{ callId } = {}] = entries() as Array<{ callId?: string }>;
    expect([...objects.keys()]).toEqual([`bundles/cancelled/${SERVER}/${callId}`]);
  });

  test('stores no cancellation when the sandbox has answered before its client went away', async () => {
    const objects = memoryS3();
    const controller = new AbortController();
    sandboxSends([{ frame: 'result', outcome }]);

    await callTool(context, call('read', { signal: controller.signal }));
    controller.abort();

    expect([...objects.keys()]).toEqual([]);
  });

  test('withholds an answer that could not be entered', async () => {
    sandboxSends([{ frame: 'result', outcome }]);
    aws.on('PutItem', () => {
      throw fault('ValidationException');
    });

    const result = await callTool(context, call('read'));

    expect(JSON.stringify(result)).not.toContain('{\\"ok\\":true}');
    expect(textOf(result)).toContain('audit_unavailable');
  });

  test('keeps an entry small whatever the arguments and pointers are', async () => {
    const huge = {
      ...outcome,
      auditArguments: { note: 'x'.repeat(1_000_000) },
      redactions: {
        count: 500,
        byType: {},
        pointers: Array.from({ length: 500 }, () => `/${'p'.repeat(5_000)}`),
        rules: Array.from({ length: 500 }, (_, at) => ({ type: 'email', rule: `text.${at}`, count: 1 })),
      },
    };
    sandboxSends([{ frame: 'result', outcome: huge }], { size: 65_536 });

    await callTool(context, call('read'));

    expect(JSON.stringify(entries()[0]).length).toBeLessThan(100_000);
    expect(entries()[0]?.['redactedBy']).toHaveLength(MAX_RULES);
  });

  test('says how much was redacted by which rule', async () => {
    const rules = [{ type: 'email', rule: 'name.listed', count: 2 }];
    sandboxSends([{ frame: 'result', outcome: { ...outcome, redactions: { ...outcome.redactions, rules } } }]);

    await callTool(context, call('read'));

    expect(entries()[0]).toMatchObject({ redactedFields: 2, redactedBy: rules });
  });

  test('enters pointers in whole characters, however an answer names its fields', async () => {
    const pointers = ['/\ud800', `/${'a'.repeat(298)}\u{1F600}`];
    sandboxSends([{ frame: 'result', outcome: { ...outcome, redactions: { count: 2, byType: {}, pointers } } }]);

    await callTool(context, call('read'));

    const entered = entries()[0]?.['redactedPointers'] as string[];
    expect(
      aws
        .calls('PutItem')
        .map((input) => JSON.stringify(input))
        .join(),
    ).not.toMatch(/\\ud[89a-f]/i);
    expect(entered).toEqual(['/\ufffd', expect.stringMatching(/^\/a+\ufffd…$/)]);
  });
});

describe('a call whose connection was closed meanwhile', () => {
  const failed = { ...outcome, isError: true, errorCode: 'upstream_status', status: 503 };
  test.each<[string, CallOutcome]>([
    ['an answer', outcome],
    ['a refusal', failed],
  ])('hands out nothing of %s; it and the trail say that it was made', async (_what, given) => {
    isOpen = false;
    sandboxSends([{ frame: 'result', outcome: given }]);

    const result = await callTool(context, call('write'));

    expect(textOf(result)).toMatch(/^The call was made, but its answer is withheld/);
    expect(result.content).toHaveLength(1);
    expect(entries()[1]).toMatchObject({
      outcome: 'error',
      errorCode: 'answer_withheld',
      status: given.status,
      bytesOut: 0,
    });
  });

  test('and that never got an answer says no more than that it was begun, and the trail why', async () => {
    isOpen = false;
    const { status: _, ...rest } = failed;
    sandboxSends([{ frame: 'result', outcome: { ...rest, errorCode: 'upstream_timeout' } }]);

    const result = await callTool(context, call('write'));

    expect(textOf(result)).toMatch(/^The call was begun/);
    expect(entries()[1]).toMatchObject({ outcome: 'error', errorCode: 'upstream_timeout' });
  });

  test('is the same where nobody can tell whether it was', async () => {
    const blind = { ...context, isStillOpen: () => Promise.reject(fault('InternalServerError', 500)) };
    sandboxSends([{ frame: 'result', outcome }]);

    expect(textOf(await callTool(blind, call('read')))).toContain('answer_withheld');
  });

  test('was refused before it was sent, is told so as ever', async () => {
    isOpen = false;
    const plainArguments = { id: 'x' };

    expect(textOf(await callTool(context, call('read', { plainArguments })))).toContain('do not fit its schema');
  });
});

describe('the entry of a call that begins', () => {
  const begun = async (plainArguments: CallRequest['plainArguments'], from = context) => {
    sandboxSends([{ frame: 'result', outcome }]);
    await callTool(from, call('write', { plainArguments, arguments: plainArguments }));
    return entries()[0];
  };

  test('holds the redacted arguments and their digest', async () => {
    const entry = await begun({ id: 1, note: 'to ann.lee@example.com' });

    expect(entry).toMatchObject({ kind: 'call-started', arguments: expect.stringMatching(/^\{"id":1,"note":"to /) });
    expect(entry?.['arguments']).not.toContain('@example.com');
    expect(entry?.['argumentsDigest']).toBe(sha256(entry?.['arguments'] as string));
  });

  test.each([
    ['of long arguments', 70_000, []],
    ['of arguments that many patterns would be looked for in', 9_000, [{ name: 'x', pattern: 'x' }]],
  ])('says only how long they are, %s', async (_what, length, customPatterns) => {
    const own = { ...context, bundle: { ...bundle, governance: { ...bundle.governance, customPatterns } } };

    const entry = await begun({ id: 1, note: 'a'.repeat(length) }, own);

    expect(JSON.parse(entry?.['arguments'] as string).tooLong).toBeGreaterThan(length);
    expect(entry?.['argumentsDigest']).toBeUndefined();
  });
});

describe('a call of a group', () => {
  const grouped = listingOf(groupedBundleOf(tools, 'pets'), BUNDLE_ID, { listChanged: false });
  const through = (name: string, args: object) => {
    const plainArguments = args as CallRequest['plainArguments'];
    return callTool(context, call(name, { plainArguments, arguments: plainArguments }, grouped));
  };

  test("is its tool's own: its name, its class, its arguments, entered before it may change anything", async () => {
    sandboxSends([{ frame: 'result', outcome }]);

    const result = await through('pets_change', { action: 'remove', arguments: { id: 1 } });

    expect(result.content).toEqual(outcome.content);
    expect(sent()).toMatchObject([{ tool: 'remove', arguments: { id: 1 } }]);
    expect(entries()).toMatchObject([
      { kind: 'call-started', tool: 'remove', class: 'destructive' },
      { kind: 'call', tool: 'remove', class: 'destructive', outcome: 'ok' },
    ]);
    expect(entries()[0]?.['callId']).toBe(entries()[1]?.['callId']);
  });

  test.each([
    [{ id: 'x', other: 1 }, '- /id: must be integer, not string'],
    [[1], '- /arguments: must be an object, not array'],
  ])('with the arguments %j is told what is wrong, and how the action is called', async (args, fault) => {
    const result = await through('pets_read', { action: 'read', arguments: args });

    expect(textOf(result)).toContain(fault);
    expect(textOf(result)).toContain('read(id: int, note?: string)');
    expect(textOf(result)).toContain('"describe"');
    expect(entries()).toMatchObject([{ kind: 'call', tool: 'read', outcome: 'error', errorCode: 'argument_invalid' }]);
    expect(sent()).toEqual([]);
  });
});
