import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { invokeSpecReader } from '../../../aws/invoke.ts';

const request = { mode: 'preview', source: { url: 'https://api.example.com/openapi.json' } } as const;
let silent: Server;
beforeAll(async () => {
  silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    FUNCTION_SPEC_READER: 'spec-reader',
  });
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

test('a description that takes longer than the caller may wait is told of with the way out', async () => {
  await expect(invokeSpecReader(request, 100)).rejects.toMatchObject({
    code: 'spec_timeout',
    message: expect.stringContaining('longer than 0.1 s. Deploy without a preview'),
  });
});
