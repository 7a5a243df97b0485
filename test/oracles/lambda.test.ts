/**
 * AWS's runtime client for Node beside the runtime of the local stack: the same handlers, the same invocations. Each handler runs twice,
 * so that the second invocation finds a frozen process. A difference is a fault of ours unless DIFFERENCES explains it.
 */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Environment, startEnvironment } from '../../local/functions/environment.ts';
import type { EnvironmentOptions, Place } from '../../local/functions/places/place.ts';
import type { Prelude } from '../../local/functions/runtime/protocol.ts';
import { type Happened, startLambda } from './lambda/environment.ts';
import { describeWith } from './support/parts.ts';

interface Outcome {
  readonly prelude?: Prelude;
  readonly body: string;
  /** The payload, the error, or that a stream has ended. */
  readonly end: unknown;
}

/** How an outcome is known to differ, and why that is no fault of ours. */
const DIFFERENCES: Readonly<Record<string, readonly [why: string, ours: Outcome]>> = {
  streamsObject: [
    'The client writes an object as JSON; a stream of ours takes text and bytes alone, so that nobody relies on it.',
    {
      body: '',
      end: {
        errorType: 'TypeError',
        message:
          'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object',
      },
    },
  ],
};

const HANDLERS: ReadonlyArray<readonly [name: string, limits?: { timeoutMs?: number; memoryMb?: number }]> = [
  ['echoes'],
  ['nothing'],
  ['isCircular'],
  ['throwsError'],
  ['throwsText'],
  ['throwsAtOnce'],
  ['returnsAtOnce'],
  ['context'],
  ['exits'],
  ['rejectsBeside'],
  ['throwsBeside'],
  ['loops', { timeoutMs: 500 }],
  ['sleeps', { timeoutMs: 500 }],
  ['fillsMemory', { timeoutMs: 30_000 }],
  ['streams'],
  ['streamsSlowly'],
  ['streamsMuch'],
  ['streamsWithoutHead'],
  ['streamsType'],
  ['streamsHeadAlone'],
  ['streamsHeadAndEmptyWrite'],
  ['streamsAtItsEnd'],
  ['streamsNothing'],
  ['streamsThrowsFirst'],
  ['streamsThrowsThen'],
  ['streamsReturns'],
  ['streamsWithoutEnd', { timeoutMs: 3_000 }],
  ['streamsObject'],
  ['streamsAndSleeps', { timeoutMs: 3_000 }],
];

function invoke(environment: Environment): Promise<Outcome> {
  let prelude: Prelude | undefined;
  let body = '';
  return new Promise((resolve) => {
    const ends = (end: unknown) => resolve({ ...(prelude && { prelude }), body, end });
    environment.invoke(
      { event: { a: 'ü 🙂', list: [1, null] } },
      {
        prelude: (given) => {
          prelude = given;
        },
        chunk: (data) => {
          body += Buffer.from(data as string).toString('latin1');
        },
        done: (payload) => ends(payload === undefined ? 'end of the stream' : JSON.parse(payload)),
        // Which signal or code ended a process is said in each place's own words.
        failed: (errorType, message) =>
          ends(errorType === 'Runtime.ExitError' ? { errorType } : { errorType, message }),
      },
      { requestId: '8476a536-e9f4-11e8-9739-2dfe598c3fcd', tenantId: 'srv_0123456789Ab' },
    );
  });
}

describeWith('lambdaClient', 'the runtime client', () => {
  test.each(HANDLERS)('and ours report the same of a handler that %s', async (handler, limits = {}) => {
    // Prepare
    const happened: Happened['what'][] = [];
    const optionsOf = (place: Place): EnvironmentOptions => ({
      start: {
        module: join(import.meta.dirname, 'lambda', 'handlers.mjs'),
        handler,
        functionName: 'Handlers',
        memoryMb: 128,
        timeoutMs: 5_000,
        ...limits,
      },
      variables: {},
      place,
      hearsLeaving: false,
      log: { write: () => {} },
    });
    const started: Environment[] = [];
    const twice = async (start: () => Environment) => {
      const outcomes: Outcome[] = [];
      for (let at = 0; at < 2; at++) {
        if (at === 0 || !started.at(-1)?.isFit) started.push(start());
        outcomes.push(await invoke(started.at(-1) as Environment));
      }
      return outcomes;
    };

    // Act
    const theirs = await twice(() => startLambda(optionsOf('thread'), ({ what }) => happened.push(what)));
    const [inThread, inProcess] = [
      await twice(() => startEnvironment(optionsOf('thread'))),
      await twice(() => startEnvironment(optionsOf('process'))),
    ];
    for (const each of started) each.close();

    // Assess
    const known = DIFFERENCES[handler]?.[1];
    const expected = known ? [known, known] : theirs;
    if (!happened.includes('ended')) expect(happened.filter((what) => what === 'frozen')).not.toEqual([]);
    expect({ inThread, inProcess }).toEqual({ inThread: expected, inProcess: expected });
  });
});
