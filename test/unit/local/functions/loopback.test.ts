/** Requests of handler code to the twins, over the channel of a real environment, to services behind the real gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Callers } from '../../../../local/aws/caller.ts';
import { AwsError } from '../../../../local/aws/errors.ts';
import { type AwsReply, type AwsRequest, Gateway } from '../../../../local/aws/gateway.ts';
import { jsonService } from '../../../../local/aws/json.ts';
import { type FunctionPool, invokeBuffered } from '../../../../local/functions/pool.ts';
import { type Functions, startFunctions } from '../../../support/environments.ts';

/** Sends one request as undici would be asked to, and returns all that its handler was told; bytes as Latin-1, text as it is. */
const SOURCE = `
  const dispatcher = () => globalThis[Symbol.for('portcullis.aws.dispatcher')];
  export const handler = ({ origin, path, headers, body, leaves }) => new Promise((resolve) => {
    const told = { pieces: 0, text: '' };
    dispatcher().dispatch({ origin, path, method: 'POST', headers, body }, {
      onRequestStart(controller) { if (leaves) setTimeout(() => controller.abort(new Error('left')), leaves); },
      onResponseStart(controller, status, headers) { Object.assign(told, { status, headers }); },
      onResponseData(controller, piece) { told.pieces++; told.text += piece.toString('latin1'); },
      onResponseEnd() { resolve({ ...told, ended: true }); },
      onResponseError(controller, error) { resolve({ ...told, error: error.message }); },
    });
  });`;

interface Told {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text: string;
  readonly pieces: number;
  readonly ended?: true;
  readonly error?: string;
}

let gateway: Gateway;
let functions: Functions;
const pools: Record<string, FunctionPool> = {};
let authorization: string;
let serve: (request: AwsRequest, response: AwsReply) => void | Promise<void>;

beforeAll(async () => {
  const callers = new Callers(() => ({ allows: () => true, someoneMay: () => true }));
  const key = callers.enroll('asking', 'Role')['AWS_ACCESS_KEY_ID'];
  authorization = `AWS4-HMAC-SHA256 Credential=${key}/20261121/us-east-1/dynamodb/aws4_request, Signature=x`;
  gateway = new Gateway(callers);
  await gateway.listen();
  gateway.add({ name: 'RAW', serve: async (request, response) => serve(request, response), refuse: () => {} });
  gateway.add(
    jsonService('JSON', {
      Echo: (input, { caller }) => ({ input, caller: caller.functionName }),
      Refuse: () => {
        throw new AwsError(400, 'ValidationException', 'not so');
      },
    }),
  );
  const twins = { origin: `http://${gateway.host}`, channel: gateway.channel };
  functions = startFunctions();
  pools['thread'] = functions.make('thread', SOURCE, { twins });
  pools['process'] = functions.make('process', SOURCE, { twins, tenants: true });
});
afterAll(async () => {
  functions.close();
  await gateway.close();
});
beforeEach(() => {
  serve = (_request, response) => void response.writeHead(200).end('ok');
});

const kinds = ['thread', 'process'];

async function ask(kind: string, request: object): Promise<Told> {
  const event = {
    origin: `http://${gateway.host}`,
    path: '/raw/',
    headers: { Authorization: authorization },
    ...request,
  };
  const answer = await invokeBuffered(pools[kind] as FunctionPool, event, { tenantId: 'srv_1' });
  return JSON.parse(answer) as Told;
}
const target = (name: string) => ({
  path: '/json/',
  headers: { Authorization: authorization, 'X-Amz-Target': `Json.${name}` },
});

describe.each(kinds)('from a %s', (kind) => {
  test('a request reaches its service, with the caller known by the key in its signature', async () => {
    const told = await ask(kind, { ...target('Echo'), body: '{"name":"Zoë"}' });

    expect(told).toMatchObject({ status: 200, ended: true });
    expect(told.text).toBe('{"input":{"name":"Zoë"},"caller":"asking"}');
    expect(told.headers?.['content-type']).toBe('application/x-amz-json-1.0');
  });

  test('a refusal is an answer, and nobody is refused', async () => {
    expect(await ask(kind, { ...target('Refuse'), body: '{}' })).toMatchObject({ status: 400, ended: true });
    const anonymous = await ask(kind, { ...target('Echo'), headers: {}, body: '{}' });
    expect(anonymous.text).toContain('MissingAuthenticationToken');
    expect(await ask(kind, { path: '/nothing/' })).toMatchObject({ status: 404 });
  });

  test('bytes come as they are, in as many pieces as there were steps', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    serve = async (_request, response) => {
      response.writeHead(200, { 'x-one': 1 });
      response.write(bytes);
      response.write('text');
      await new Promise((done) => setImmediate(done));
      response.end(bytes);
    };

    const told = await ask(kind, {});

    const all = Buffer.concat([bytes, Buffer.from('text'), bytes]).toString('latin1');
    expect(told).toEqual({ status: 200, headers: { 'x-one': '1' }, text: all, pieces: 2, ended: true });
  });

  test('a service hears that its caller gave up', async () => {
    const closed = new Promise<void>((done) => {
      serve = (_request, response) => {
        response.on('close', done);
        response.writeHead(200).write('first');
      };
    });

    const told = await ask(kind, { leaves: 300 });
    await closed;

    expect(told).toMatchObject({ text: 'first', error: 'left' });
  });

  test('an answer that breaks off is no answer', async () => {
    serve = async (_request, response) => {
      response.writeHead(200).write('first');
      await new Promise((done) => setImmediate(done));
      response.destroy();
    };

    const told = await ask(kind, {});

    expect(told.error).toBe('The answer broke off.');
    expect(told).not.toHaveProperty('ended');
  });

  test('there is no way to any other origin', async () => {
    const told = await ask(kind, { origin: 'http://127.0.0.1:1' });

    expect(told).toEqual({ pieces: 0, text: '', error: 'This function has no way to http://127.0.0.1:1.' });
  });
});

test('a service hears that the environment of its caller has ended', async () => {
  const ending = functions.make('ending', SOURCE, {
    twins: { origin: `http://${gateway.host}`, channel: gateway.channel },
  });
  const begun = new Promise<AwsReply>((done) => {
    serve = (_request, response) => done(response);
  });
  const event = { origin: `http://${gateway.host}`, path: '/raw/', headers: { Authorization: authorization } };
  const answer = invokeBuffered(ending, event);
  const response = await begun;
  const closed = new Promise<void>((done) => response.on('close', done));

  ending.close();

  await closed;
  await expect(answer).rejects.toThrow();
});
