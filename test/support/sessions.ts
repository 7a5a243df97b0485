/** Sessions of people with MCP clients, in the tables of the management stack. */
import { beginSession } from '../../aws/tables/signIns.ts';
import { isoNow, newTokenId } from '../../core/lib/ids.ts';

/** Begins a session as the authorization server does; resolves to its id. */
export async function beginTestSession(person: string, serverId: string): Promise<string> {
  const tokenId = newTokenId();
  const [createdAt, expiresAt] = [isoNow(), isoNow(Date.now() + 3_600_000)];
  const row = {
    tokenHash: `hash of ${tokenId}`,
    tokenId,
    serverId,
    label: 'Claude',
    hint: '',
    createdAt,
    createdBy: person,
    expiresAt,
    goneAt: Math.ceil(Date.parse(expiresAt) / 1_000),
    signIn: {
      person: { id: person, username: person },
      client: { id: 'https://client.example.com/id', name: 'Claude' },
      granted: 'all',
      access: [],
      refresh: [],
      turn: 0,
    },
  };
  await beginSession(row as unknown as Parameters<typeof beginSession>[0], { since: createdAt, beside: [] });
  return tokenId;
}
