/**
 * The CloudFront Functions under njs, the engine of their runtime, beside V8, which runs them on this machine. Debian's njs is 0.7.9; what
 * runtime 2.0 has beyond it, no function of ours uses, or it would fail here.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { edgeCode, mcpCode, mcpRegionsCode } from '../../lib/edge/code.ts';
import { describeWith } from './support/parts.ts';

const LOGINS = 'https://login.example';
const ISSUER = `${LOGINS}/pool`;
const FUNCTIONS: Readonly<Record<string, string>> = {
  mcp: mcpCode(),
  'mcp in several regions': mcpRegionsCode(),
  api: edgeCode('api.js').replace('{{LOGINS}}', LOGINS),
  pages: edgeCode('pages.js'),
  challenges: edgeCode('mcp-challenges.js'),
  'sign-in': edgeCode('sign-in.js'),
};

const tokenOf = (claims: unknown) => `Bearer e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const PATHS = [
  '/',
  '/mcp',
  '/mcp/',
  '/srv_0123456789Ab/mcp',
  '/srv_0123456789Ab/mcp/',
  '/srv_0123456789Ab/mcp/.well-known/oauth-protected-resource',
  '/oauth/register',
  '/pcl_secret/mcp',
  '/a/b/mcp',
  '/pcl_secret',
  '/.well-known/oauth-protected-resource',
  '/v1/servers',
  '/scim/v2/Users',
  '/scim/v2evil',
  '/v1/config',
  '/v1/account/consents/finish',
  '/v1/setup',
  '/v1/accounts',
  '/assets/index-1a2b.js',
  '/servers/new',
  '/register',
  '/%E4%F6/ü',
];
const HEADERS: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { authorization: 'Bearer pcl_x' },
  { authorization: `Bearer pca_${'x'.repeat(61)}` },
  { authorization: tokenOf({ iss: ISSUER, exp: 99_999_999_999 }) },
  { authorization: tokenOf({ iss: ISSUER, exp: 1 }) },
  { authorization: tokenOf({ iss: 'https://other.example', exp: 99_999_999_999 }) },
  { authorization: 'bearer e30.bm9uc2Vuc2U.e30' },
  { authorization: 'Basic Z29vZA==' },
  { origin: 'https://page.example' },
  { 'cloudfront-viewer-country': 'DE' },
  { 'cloudfront-viewer-country': 'ZZ', host: '[::1]:8787' },
];
const RESPONSES: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { 'x-refusal-status': '401', 'x-refusal-challenge': 'Bearer error="invalid_token"' },
  { 'x-refusal-status': '403', 'x-refusal-challenge': 'Bearer scope="a b"' },
  { 'x-refusal-status': '403' },
];

const valuesOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));

function eventsFor(name: string): object[] {
  if (name === 'challenges')
    return RESPONSES.map((headers) => ({
      context: { eventType: 'viewer-response' },
      response: { statusCode: 200, headers: valuesOf(headers), cookies: {} },
    }));
  return ['GET', 'POST', 'OPTIONS'].flatMap((method) =>
    PATHS.flatMap((uri) =>
      HEADERS.map((headers) => ({
        context: { eventType: 'viewer-request', requestId: 'id' },
        viewer: { ip: '192.0.2.1' },
        request: { method, uri, querystring: {}, headers: valuesOf({ host: 'mcp.example', ...headers }), cookies: {} },
      })),
    ),
  );
}

/** Code that runs a function on events and prints its results; `cloudfront` is what CloudFront would bring. */
const programOf = (code: string, events: readonly object[]): string => `
var selected = null;
var entries = { DE: 'eu-west-1', 'eu-west-1': 'eu-west-1' };
var cf = {
  selectRequestOriginById: (id) => { selected = id; },
  kvs: () => ({ get: (key) => (entries[key] ? Promise.resolve(entries[key]) : Promise.reject(new Error('none'))) }),
};
${code.replace(/^import cf from 'cloudfront';$/m, '')}
var events = ${JSON.stringify(events)};
var results = [];
function next(at) {
  if (at === events.length) return print(JSON.stringify(results));
  selected = null;
  return Promise.resolve(handler(events[at])).then((result) => {
    results.push([result, selected]);
    return next(at + 1);
  });
}
next(0);
`;

async function underV8(code: string, events: readonly object[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  runInContext(`"use strict";${programOf(code, events)}`, createContext({ Buffer, print: resolve }));
  return promise;
}

function underNjs(njs: string, code: string, events: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'njs-'));
  const file = join(folder, 'program.js');
  // It cuts what it prints at 2,048 bytes.
  const print =
    'var print = (text) => { for (var at = 0; at < text.length; at += 500) console.log(text.slice(at, at + 500)); };';
  writeFileSync(file, `${print}${programOf(code, events)}`);
  const { stdout, stderr } = spawnSync(njs, [file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  rmSync(folder, { recursive: true });
  if (stderr) throw new Error(stderr);
  return stdout.replaceAll('\n', '');
}

describeWith('njs', 'the CloudFront Functions', (njs) => {
  test.each(Object.keys(FUNCTIONS))('%s does the same under njs as under V8', async (name) => {
    const code = FUNCTIONS[name] as string;
    const events = eventsFor(name);

    const [theirs, ours] = [JSON.parse(underNjs(njs, code, events)), JSON.parse(await underV8(code, events))];

    expect(theirs).toHaveLength(events.length);
    expect(theirs).toEqual(ours);
  });
});
