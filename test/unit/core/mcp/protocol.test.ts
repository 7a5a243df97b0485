import { expect, test } from '@jest/globals';
import { describe as describeMessage, requestId } from '../../../../core/mcp/protocol.ts';

const FACE = '\u{1F600}';

test('keeps what a client calls itself and its method whole characters, cut or not', () => {
  const clientInfo = { name: `${'a'.repeat(99)}${FACE}`, version: '1' };
  const message = { jsonrpc: '2.0', id: 1, method: 'x\ud800', params: { clientInfo } };

  const { client, method } = describeMessage(message, {});

  expect([client?.isWellFormed(), method.isWellFormed()]).toEqual([true, true]);
});

test.each([
  ['a request', { id: 1, method: 'ping' }, 1],
  ['a notification', { method: 'ping' }, undefined],
  ['an answer of the client', { id: 1, result: {} }, undefined],
  ['a request with an id that is none', { id: {}, method: 'ping' }, undefined],
])('knows the id of %s', (_what, message, id) => {
  expect(describeMessage(message, {}).id).toBe(id);
});

test('reads the id of a refused request from its body, and nothing from what is no single short request', () => {
  const long = JSON.stringify({ id: 1, method: 'tools/call', params: { text: 'a'.repeat(70_000) } });

  expect(requestId('{"jsonrpc":"2.0","id":"a7","method":"tools/call","params":{}}')).toBe('a7');
  expect(['', '[', '[{"id":1,"method":"ping"}]', '{"id":1,"result":{}}', 'null', long].map(requestId)).toEqual(
    Array(6).fill(undefined),
  );
});

test.each([
  [
    'a hello with the version that has none',
    { method: 'initialize', params: { protocolVersion: '2026-07-28' } },
    {},
    '2025-11-25',
  ],
  ['a hello', { method: 'initialize', params: { protocolVersion: '2025-06-18' } }, {}, '2025-06-18'],
  [
    'a request that carries its version',
    { method: 'tools/list' },
    { 'mcp-protocol-version': '2026-07-28' },
    '2026-07-28',
  ],
  ['a request without a version', { method: 'tools/list' }, {}, '2025-03-26'],
  ['a version of nobody', { method: 'tools/list' }, { 'mcp-protocol-version': '1999-01-01' }, 'unknown'],
])('tells the version of %s', (_what, message, headers, era) => {
  expect(describeMessage(message, headers).era).toBe(era);
});
