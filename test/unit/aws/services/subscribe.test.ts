import { createHash, createHmac } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { presignedUrl, subscribe } from '../../../../aws/services/subscribe.ts';
import { startBroker } from '../../../support/broker.ts';

const HOST = 'abc123-ats.iot.eu-central-1.amazonaws.com';
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

beforeEach(() => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_SESSION_TOKEN: 'token/with+signs=',
    IOT_ENDPOINT: HOST,
  });
});

/** Signature Version 4 for a query, written down from its documentation and nothing else. */
function signatureOf(url: URL): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const date = url.searchParams.get('X-Amz-Date') as string;
  const scope = `${date.slice(0, 8)}/eu-central-1/iotdevicegateway/aws4_request`;
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !/^X-Amz-(Signature|Security-Token)=/.test(pair))
    .sort()
    .join('&');
  const canonical = ['GET', '/mqtt', query, `host:${HOST}`, '', 'host', hash('')].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  return hmac(key, text).toString('hex');
}

describe('the address of AWS IoT', () => {
  test('is signed for its host alone, with the session token last and outside of the signature', async () => {
    const text = presignedUrl(HOST);
    const url = new URL(text);

    expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(`wss://${HOST}/mqtt`);
    expect(url.searchParams.get('X-Amz-Credential')).toMatch(
      /^AKIDEXAMPLE\/\d{8}\/eu-central-1\/iotdevicegateway\/aws4_request$/,
    );
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    expect(url.searchParams.get('X-Amz-Signature')).toBe(signatureOf(url));
    expect(text.endsWith(`&X-Amz-Security-Token=${encodeURIComponent('token/with+signs=')}`)).toBe(true);
  });
});

describe('a subscription', () => {
  const listener = { message: () => {}, lost: () => {} };

  test('that a connection takes no more is made on a new one, and the first stays', async () => {
    const broker = await startBroker(3);
    process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'] = broker.url;

    const first = await subscribe(['a/1', 'a/2'], listener);
    const heard: string[] = [];
    const hears = (topic: string) => heard.push(topic);
    const second = await subscribe(['b/1', 'b/2'], { message: hears, lost: () => {} });
    const connections = broker.connections;
    await broker.publish('b/2', 'x');
    while (heard.length === 0) await new Promise((done) => setImmediate(done));

    expect([connections, heard]).toEqual([2, ['b/2']]);
    first.close();
    second.close();
    await broker.stop();
  });

  test('that is refused on a new connection is refused', async () => {
    const broker = await startBroker(1);
    process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'] = broker.url;

    await expect(subscribe(['a/1', 'a/2'], listener)).rejects.toThrow('The broker refused a subscription.');
    await broker.stop();
  });

  test('that is never answered is given up, and what its connection carries stays', async () => {
    const broker = await startBroker(1, true);
    process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'] = broker.url;
    const lost = jest.fn();
    const first = await subscribe(['a/1'], { message: () => {}, lost });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

    const second = subscribe(['b/1'], listener);
    const outcome = expect(second).rejects.toThrow('The broker did not answer a subscription within 5 s.');
    await new Promise((done) => setImmediate(done));
    jest.advanceTimersByTime(5_000);
    await outcome;

    expect(lost).not.toHaveBeenCalled();
    jest.useRealTimers();
    first.close();
    await broker.stop();
  });
});
