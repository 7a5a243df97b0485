import { describe, expect, test } from '@jest/globals';
import { openedServer, refusalReason } from '../../../../../core/auth/tokens/check.ts';
import type { ServerRow } from '../../../../../core/model/server.ts';
import type { TokenRow } from '../../../../../core/model/token.ts';
import { serverGate, tokenGate } from '../../../../../core/regions/gates.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const token = { tokenHash: 'h', tokenId: 'tok_1', serverId: 'srv_1' } as TokenRow;
const server = { serverId: 'srv_1', status: 'live', bundle: { id: 'b', mac: 'm', version: 1, tools: 1 } } as ServerRow;

describe('a token', () => {
  test('opens its live server', () => {
    expect(openedServer({ token, server, gates: [] }, NOW)).toBe(server);
  });

  test('opens it until the moment of its expiry', () => {
    const expiring = { ...token, expiresAt: '2026-11-21T12:00:00.001Z' };

    expect(openedServer({ token: expiring, server, gates: [] }, NOW)).toBe(server);
    expect(openedServer({ token: expiring, server, gates: [] }, NOW + 1)).toBeUndefined();
  });

  test.each([
    ['an unknown token', undefined, server],
    ['a revoked token', { ...token, revokedAt: '2026-11-21T11:59:59.999Z' }, server],
    ['an unknown server', token, undefined],
    ['another server', token, { ...server, serverId: 'srv_2' }],
    ['a server that is offline', token, { ...server, status: 'offline' as const }],
    ['a server that is being deleted', token, { ...server, status: 'deleting' as const }],
    ['a server that never went live', token, { ...server, status: 'deploying' as const, bundle: undefined }],
    ['a live server without a bundle', token, { ...server, bundle: undefined }],
  ])('does not open %s', (_what, row, target) => {
    expect(openedServer({ token: row, server: target, gates: [] }, NOW)).toBeUndefined();
  });

  test('does not open what a gate of the region has shut, whatever the rows still say', () => {
    const gate = (name: string, isShut: boolean) => ({ gate: name, isShut, at: '2026-11-21T11:59:59.999Z' });
    const opened = (...gates: ReturnType<typeof gate>[]) => openedServer({ token, server, gates }, NOW);

    expect(opened(gate(serverGate('srv_1'), false))).toBe(server);
    expect(opened(gate(tokenGate('h'), true))).toBeUndefined();
    expect(opened(gate(tokenGate('h'), true), gate(serverGate('srv_1'), false))).toBeUndefined();
    expect(opened(gate(serverGate('srv_1'), true))).toBeUndefined();
  });
});

describe('why a token that is known was refused', () => {
  const expired = { ...token, expiresAt: '2026-11-21T12:00:00.000Z' };
  const shut = { gate: tokenGate('h'), isShut: true, at: '2026-11-21T11:59:59.999Z' };
  test.each([
    ['revoked', { token: { ...expired, revokedAt: 'then' }, server, gates: [] }, 'token_revoked'],
    ['revoked, as a gate of the region knows first', { token, server, gates: [shut] }, 'token_revoked'],
    ['expired', { token: expired, server, gates: [] }, 'token_expired'],
    [
      'its server is offline',
      { token, server: { ...server, status: 'offline' as const }, gates: [] },
      'server_not_live',
    ],
    ['its server is gone', { token, server: undefined, gates: [] }, 'server_not_live'],
    ['nobody knows it', { token: undefined, server, gates: [] }, undefined],
    ["another server's", { token, server: { ...server, serverId: 'srv_2' }, gates: [] }, undefined],
  ])('%s', (_what, reading, because) => {
    expect(refusalReason(reading, NOW)).toBe(because);
  });
});
