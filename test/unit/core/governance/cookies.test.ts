/** Cookies of a session are secrets wherever they stand: with them anybody may be whom they belong to. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';

const governor = compileGovernance({});
const governed = (value: object): string =>
  governor.governBytes(Buffer.from(JSON.stringify(value)), 'application/json').text;
const SESSION = '9b1d4e7f20c84aa1b7c6d5e4';

describe('are redacted', () => {
  test.each([
    ['in an archive of requests', { request: { cookies: [{ name: 'app_session', value: SESSION, path: '/' }] } }],
    ['as pairs', { event: { request: { cookies: [['sessionid', SESSION]] } } }],
    ['by name', { cookies: { 'connect.sid': SESSION, theme: 'dark' } }],
    ['as texts', { cookies: [`sid=${SESSION}`] }],
    ['in a line of a log', { log: `GET /a HTTP/1.1\r\nCookie: theme=dark; sid=${SESSION}\r\nHost: x\r\n\r\n` }],
    ['in an answer’s header', { raw: `Set-Cookie: PHPSESSID=${SESSION}; Path=/; HttpOnly` }],
    ['in a command', { curl: `curl -H 'Cookie: sid=${SESSION}' https://x.example` }],
  ])('%s', (_, value) => {
    const text = governed(value);

    expect(text).not.toContain(SESSION);
    expect(text).toContain('[REDACTED:secret]');
  });
});

test.each([
  [{ cookies: [{ id: 'cookie_000123', name: 'Chocolate chip', price: 3 }] }],
  [{ recipe: 'Cookie: add 2 eggs and bake' }],
  [{ cookies: { theme: 'dark', consent: 'granted' } }],
  [{ cookies: 'accepted', cookie_policy: 'https://x.example/cookies-2024' }],
  [{ raw: 'Set-Cookie: theme=dark; Path=/app-2024-old; HttpOnly' }],
])('what is none stays: %j', (value) => {
  expect(governed(value)).toBe(JSON.stringify(value));
});
