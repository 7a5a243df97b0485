/** Events and webhooks: ids that follow from what happened, signatures that others verify, and the schedule of attempts. */
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { expiryAhead, newEvent } from '../../../../../core/telemetry/events/events.ts';
import {
  newWebhookSecret,
  RETRY_SECONDS,
  retryAfter,
  webhookBody,
  webhookHeaders,
} from '../../../../../core/telemetry/events/webhooks.ts';

const event = newEvent('token.revoked.v1', { serverId: 'srv_1', tokenId: 'tok_1' }, ['tok_1']);

describe('a delivery', () => {
  test('is verified by the library of Standard Webhooks with either of two secrets, and with no other', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const body = webhookBody(event);

    const headers = Object.fromEntries(webhookHeaders(event, body, secrets, Date.now()));

    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual({
        type: 'token.revoked.v1',
        timestamp: event.at,
        data: { serverId: 'srv_1', tokenId: 'tok_1' },
      });
    }
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(String(secrets[0])).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(headers['webhook-id']).toBe(event.id);
  });

  test('gives the signature that the specification’s example has', () => {
    // Of the reference implementation's tests: secret, id, time, body, signature.
    const headers = webhookHeaders(
      { ...event, id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' },
      '{"test": 2432232314}',
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      1_614_265_330_000,
    );

    expect(Object.fromEntries(headers)['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('is tried ten times over three days, later where the receiver asks for it', () => {
    const waits = Array.from({ length: 10 }, (_, at) => retryAfter(at + 1, undefined));

    expect(waits).toEqual([...RETRY_SECONDS, undefined]);
    expect(RETRY_SECONDS.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(3 * 86_400 - 7_200);
    expect([retryAfter(1, 60), retryAfter(3, 60), retryAfter(1, 1e9)]).toEqual([60, 1_800, 86_400]);
  });
});

test('the same event has the same id, and another one another', () => {
  const again = newEvent(
    'token.revoked.v1',
    { serverId: 'srv_1', tokenId: 'tok_1' },
    ['tok_1'],
    '2030-01-01T00:00:00.000Z',
  );
  const other = newEvent('token.revoked.v1', { serverId: 'srv_1', tokenId: 'tok_2' }, ['tok_2']);

  expect(again.id).toBe(event.id);
  expect(event.id).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(other.id).not.toBe(event.id);
});

test.each([
  [15, undefined],
  [14, { threshold: 14, daysLeft: 14 }],
  [3.5, { threshold: 14, daysLeft: 3 }],
  [3, { threshold: 3, daysLeft: 3 }],
  [0.5, { threshold: 3, daysLeft: 0 }],
  [-1, undefined],
])('what ends in %s days is reported as %j', (days, ahead) => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  expect(expiryAhead(new Date(now + days * 86_400_000).toISOString(), now)).toEqual(ahead);
});
