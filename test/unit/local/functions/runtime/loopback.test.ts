/** Operations of AWS that handler code asks for, over the channel of a real environment, of services behind the real gateway. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Callers } from '../../../../../local/aws/caller.ts';
import { AwsError } from '../../../../../local/aws/errors.ts';
import { type Asker, Gateway } from '../../../../../local/aws/gateway.ts';
import { jsonService } from '../../../../../local/aws/json.ts';
import { type FunctionPool, invokeBuffered } from '../../../../../local/functions/pool.ts';
import { type Functions, startFunctions } from '../../../../support/environments.ts';

/** Asks as aws/direct does and returns all that was heard; bytes as Latin-1, text as it is. */
const SOURCE = `
  const way = () => globalThis[Symbol.for('portcullis.aws.host')];
  export const handler = async ({ leaves, stumbles, ...request }) => {
    const heard = [];
    const caller = new AbortController();
    if (leaves) setTimeout(() => caller.abort(new Error('left')), leaves);
    const onPiece = (piece) => {
      heard.push(Buffer.from(piece).toString('latin1'));
      if (stumbles) throw new Error('stumbled');
    };
    try {
      return { heard, ...(await way().perform(request, onPiece, caller.signal)) };
    } catch (error) {
      return { heard, error: error.message };
    }
  };`;

interface Told {
  readonly heard: readonly string[];
  readonly output?: unknown;
  readonly refusal?: object;
  readonly error?: string;
}

let gateway: Gateway;
let functions: Functions;
const pools: Record<string, FunctionPool> = {};
let accessKeyId: string;
let operate: (asker: Asker) => Promise<unknown>;

beforeAll(async () => {
  const callers = new Callers(() => ({ allows: () => true }));
  accessKeyId = callers.enroll('asking', 'Role')['AWS_ACCESS_KEY_ID'] as string;
  gateway = new Gateway(callers);
  gateway.add({
    name: 'RAW',
    serve: async () => {},
    refuse: () => {},
    operate: (_operation, _input, asker) => operate(asker),
  });
  gateway.add({ name: 'SOCKETS_ONLY', serve: async () => {}, refuse: () => {} });
  gateway.add(
    jsonService('JSON', {
      Echo: (input, { caller }) => ({ input, caller: caller.functionName }),
      Refuse: () => {
        throw new AwsError(400, 'ValidationException', 'not so');
      },
      Collide: () => {
        throw new AwsError(400, 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', 'is there');
      },
      Fail: () => {
        throw new RangeError('secret of the twin');
      },
    }),
  );
  functions = startFunctions();
  pools['thread'] = functions.make('thread', SOURCE, { twins: gateway.channel });
  pools['process'] = functions.make('process', SOURCE, { twins: gateway.channel, tenants: true });
});
afterAll(() => functions.close());

async function ask(kind: string, request: object): Promise<Told> {
  const event = { service: 'raw', operation: 'Any', input: {}, accessKeyId, ...request };
  const answer = await invokeBuffered(pools[kind] as FunctionPool, event, { tenantId: 'srv_1' });
  return JSON.parse(answer) as Told;
}
const json = (operation: string, more: object = {}) => ({ service: 'json', operation, ...more });

describe.each(['thread', 'process'])('from a %s', (kind) => {
  test('an operation reaches its service, with the caller known by the key', async () => {
    const told = await ask(kind, json('Echo', { input: { name: 'Zoë' } }));

    expect(told.output).toEqual({ input: { name: 'Zoë' }, caller: 'asking' });
  });

  test.each<[string, object, object]>([
    ['what the service refuses', json('Refuse'), { name: 'ValidationException', status: 400, message: 'not so' }],
    [
      'what it names with a namespace',
      json('Collide'),
      { name: 'ConditionalCheckFailedException', message: 'is there' },
    ],
    ['an operation that is not there', json('Nothing'), { name: 'UnknownOperationException' }],
    ['a service that is not there', { service: 'nothing' }, { name: 'UnknownOperationException' }],
    ['a service that only sockets reach', { service: 'sockets_only' }, { name: 'UnknownOperationException' }],
    ['an unknown key', json('Echo', { accessKeyId: 'x' }), { name: 'UnrecognizedClientException', status: 403 }],
  ])('is refused: %s', async (_what, request, refusal) => {
    expect(await ask(kind, request)).toMatchObject({ heard: [], refusal });
  });

  test('a fault of the twin says nothing of itself', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});

    const { refusal } = await ask(kind, json('Fail'));

    expect(logged).toHaveBeenCalledWith(expect.any(RangeError));
    logged.mockRestore();
    expect(refusal).toEqual({ name: 'InternalServerError', status: 500, message: 'The twin failed.' });
  });

  test('pieces come as they are, bytes and texts, before the end', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    operate = async ({ hear }) => {
      hear(bytes);
      hear('text');
      await new Promise((done) => setImmediate(done));
      hear(bytes);
      return { ended: true };
    };

    const { heard, output } = await ask(kind, {});

    const latin1 = Buffer.from(bytes).toString('latin1');
    expect(heard).toEqual([latin1, 'text', latin1]);
    expect(output).toEqual({ ended: true });
  });

  test('a service hears that its caller gave up, and nobody hears of it any more', async () => {
    const left = new Promise<void>((done) => {
      operate = async ({ hear, onLeave }) => {
        hear('first');
        await new Promise<void>((gone) => onLeave(gone));
        hear('second');
        done();
      };
    });

    const told = await ask(kind, { leaves: 300 });
    await left;

    expect(told).toEqual({ heard: ['first'], error: 'left' });
  });

  test('who cannot use a piece gives the rest up', async () => {
    const left = new Promise<void>((done) => {
      operate = ({ hear, onLeave }) => {
        onLeave(done);
        hear('first');
        return new Promise(() => {});
      };
    });

    const told = await ask(kind, { stumbles: true });
    await left;

    expect(told).toEqual({ heard: ['first'], error: 'stumbled' });
  });
});

test('a service hears that the environment of its caller has ended', async () => {
  const ending = functions.make('ending', SOURCE, { twins: gateway.channel });
  let left: Promise<void> | undefined;
  const begun = new Promise<void>((done) => {
    operate = ({ onLeave }) => {
      left = new Promise((gone) => onLeave(gone));
      done();
      return new Promise(() => {});
    };
  });
  const answer = invokeBuffered(ending, { service: 'raw', operation: 'Any', input: {}, accessKeyId });
  await begun;

  ending.close();

  await left;
  await expect(answer).rejects.toThrow();
});
