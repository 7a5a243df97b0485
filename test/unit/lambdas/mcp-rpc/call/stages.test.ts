/** The stages of a call: their order, which calls have which, and that design/mcp.md shows them as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../../core/errorCatalog/index.ts';
import { annotationsOf } from '../../../../../core/model/annotations.ts';
import { failure } from '../../../../../lambdas/mcp-rpc/call/finished.ts';
import { type RunningCall, runStages, type Stage } from '../../../../../lambdas/mcp-rpc/call/stage.ts';
import { STAGES } from '../../../../../lambdas/mcp-rpc/call/stages.ts';
import { bundleOf, bundleTool } from '../../../../support/bundles.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../design/mcp.md'), 'utf8');
const place = (name: string) => STAGES.findIndex((stage) => stage.name === name);

/** A call of a tool, as far as stages look at it to know whether it has them. */
function callOf({ verb = 'GET', breaker = {}, ...options }: Partial<Record<'verb', 'GET' | 'POST'>> & Options = {}) {
  const tool = bundleTool('it', { annotations: annotationsOf({ verb }), cacheHint: options.cacheHint ?? 'none' });
  const bundle = bundleOf([tool]);
  const server = { serverId: bundle.serverId, ...(options.server ?? {}) };
  return {
    context: {
      bundle: { ...bundle, governance: { ...bundle.governance, holdAnswers: options.holdAnswers ?? false } },
      server,
      token: { tokenId: 'tok_1' },
      readingTool: options.holdAnswers ? 'read_more' : undefined,
      ...breaker,
    },
    chosen: { tool },
  } as unknown as RunningCall;
}
interface Options {
  readonly server?: object;
  readonly breaker?: object;
  readonly cacheHint?: 'none' | 'immutable';
  readonly holdAnswers?: boolean;
}
const namesOf = (call: RunningCall) =>
  STAGES.filter(({ isUsed }) => isUsed === undefined || isUsed(call)).map(({ name }) => name);

test('a plain call of a server without options has four stages', () => {
  expect(namesOf(callOf())).toEqual(['record', 'arguments', 'recheck', 'sandbox']);
});

test.each([
  ['a call that may change something is recorded before it is made', { verb: 'POST' as const }, ['start']],
  ['a breaker with nothing to count', { server: { breaker: { failurePercent: 50 } } }, ['breaker']],
  ['same calls are counted', { server: { breaker: { sameCalls: 3 } } }, ['breaker', 'repetition']],
  [
    'a breaker that has seen failures lets one call try',
    { server: { breaker: {} }, breaker: { breaker: { openedAt: 1 } } },
    ['breaker', 'probe'],
  ],
  ['limits', { server: { limits: { server: { callsPerDay: 1 } } } }, ['limits']],
  ['held answers', { holdAnswers: true }, ['hold']],
  ['a long call', { breaker: { long: { taskId: 't' } } }, ['task']],
  ['immutable answers', { holdAnswers: true, cacheHint: 'immutable' as const }, ['form', 'hold', 'reuse']],
  [
    'an account for each token shares nothing',
    { cacheHint: 'immutable' as const, server: { credentials: 'per-token' } },
    ['form'],
  ],
])('%s', (_, options, more) => {
  const names = namesOf(callOf(options));

  expect(names.filter((name) => !['record', 'arguments', 'recheck', 'sandbox'].includes(name))).toEqual(more);
});

test.each([
  ['a call is counted before its arguments are looked at', 'limits', 'arguments'],
  ['arguments are checked before anything is recorded as begun', 'arguments', 'start'],
  ['only a call that is about to be made tries for the breaker', 'arguments', 'probe'],
  ['a call that changes something is recorded before the sandbox has it', 'start', 'sandbox'],
  ['a task begins when nobody refuses the call or is asked any more', 'probe', 'task'],
  ['a call that is refused a task is not recorded as begun', 'task', 'start'],
  ['the token is read again behind everything that takes time', 'recheck', 'hold'],
  ['a held answer is sent only where the token is read again', 'recheck', 'reuse'],
  ['the outcome is recorded as it is after the last check', 'record', 'recheck'],
  ['what a limit refuses has no entry of its own', 'limits', 'record'],
])('%s', (_, first, then) => {
  expect(place(first)).toBeGreaterThanOrEqual(0);
  expect(place(first)).toBeLessThan(place(then));
});

test('the codes of the stages are those of the catalogue', () => {
  const known = CATALOGUE.flatMap(({ codes }) => codes.map(({ code }) => code));
  const codes = STAGES.flatMap(({ refuses }) => refuses);

  const unknown = codes.filter((code) =>
    code.endsWith('…') ? !known.some((each) => each.startsWith(code.slice(0, -1))) : !known.includes(code),
  );

  expect(codes.length).toBeGreaterThan(15);
  expect(unknown).toEqual([]);
});

test('design/mcp.md shows the stages as they are', () => {
  const rows = STAGES.map(
    ({ name, does, when = 'every call', refuses, spans = [] }) =>
      `| ${name} | ${does} | ${when} | ${refuses.map((code) => `\`${code}\``).join(', ')} | ${spans.join(', ')} |`,
  );

  expect(page).toContain(rows.join('\n'));
});

describe('running', () => {
  const seen: string[] = [];
  const stage = (name: string, more: Partial<Stage> = {}): Stage => ({
    name,
    does: '',
    refuses: [],
    async run(_, next) {
      seen.push(name);
      const finished = await next();
      seen.push(`after ${name}`);
      return finished;
    },
    ...more,
  });
  const last = stage('last', { run: async () => failure('internal', 'Made.') });

  test('what came of a call passes the stages in reverse, and unused ones not at all', async () => {
    const stages = [stage('a'), stage('unused', { isUsed: () => false }), stage('b'), last];

    const { entry } = await runStages(stages, {} as RunningCall);

    expect(entry.errorCode).toBe('internal');
    expect(seen.splice(0)).toEqual(['a', 'b', 'after b', 'after a']);
  });

  test('a stage that ends the call keeps the ones behind it from running', async () => {
    const stages = [stage('a'), stage('b', { run: async () => failure('rate_limited', 'No.') }), stage('c'), last];

    const { entry } = await runStages(stages, {} as RunningCall);

    expect(entry.errorCode).toBe('rate_limited');
    expect(seen.splice(0)).toEqual(['a', 'after a']);
  });
});
