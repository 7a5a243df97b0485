/**
 * What scim2-tester, which others wrote, says of SCIM on the local stack: it reads the schemas, makes users and groups with every attribute that they name,
 * and replaces, changes, filters and deletes them.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalStack, startStack } from '../support/stack.ts';
import { describeWith } from './support/parts.ts';

/** Checks that version 0.5.2 makes; fewer would mean that it has not understood the service. */
const MOST_CHECKS = 60;
const SETTINGS = [
  'saml={"metadataUrl":"https://idp.company.example/metadata"}',
  'groupRoles={"Platform team":["admin"],"Engineering":["editor"]}',
];

describeWith('scim', 'scim2-tester', (bin) => {
  let stack: LocalStack;
  let key: string;
  let paced: Server;
  beforeAll(async () => {
    stack = await startStack({ flags: SETTINGS.flatMap((setting) => ['--context', setting]) });
    const made = await stack.api<{ value: string }>('POST', '/v1/automation-keys', { label: 'Judge', role: 'scim' });
    key = made.value;
    paced = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1');
    await once(paced, 'listening');
  }, 180_000);
  afterAll(async () => {
    paced?.close();
    await stack?.stop();
  });

  /** The judge asks faster than the route's limit of 50 requests a second. */
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await sleep(25);
    const { method = 'GET', headers } = request;
    const { connection: _, host: __, 'content-length': ___, ...kept } = headers as Record<string, string>;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`${stack.apiUrl}${request.url}`, { method, headers: kept, ...body });
    const names = ['content-type', 'location', 'etag'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(names)).end(Buffer.from(await answer.arrayBuffer()));
  }

  const run = (...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((done) => {
      const env = { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${key}`, NO_COLOR: '1' };
      const options = { env, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(
        join(bin, 'scim2'),
        ['--url', `http://127.0.0.1:${(paced.address() as AddressInfo).port}/scim/v2`, ...args],
        options,
        (_e, out, err) => done({ code: child.exitCode ?? -1, out: `${out}${err}` }),
      );
    });

  test('finds no fault', async () => {
    const { code, out } = await run('test', '--verbose');

    // The code is 1 where it has found something.
    expect(out.split('\n').filter((line) => /^ *(?:ERROR|CRITICAL|SKIPPED)/.test(line))).toEqual([]);
    expect(out.match(/^ *SUCCESS/gm)?.length).toBeGreaterThan(MOST_CHECKS);
    expect(code).toBe(0);
  }, 260_000);
});
