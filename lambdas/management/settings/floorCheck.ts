/**
 * Refuses requests that set something below the floor, and enters the attempt in the trail of the installation. What is checked of which
 * request is a table, so that each way to the same route has it: a request of its own, a step of an apply. It is for who asks; what is in
 * effect is decided where bundles are made and where tokens are admitted.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import type { Person } from '../../../core/lib/person.ts';
import { BELOW_FLOOR, faultsBelow } from '../../../core/model/floor.ts';
import type { Bounded } from '../../../core/model/floorRules.ts';

/** Something that is given, and where. */
export interface Given {
  readonly of: Bounded;
  readonly value: unknown;
  /** JSON pointer. */
  readonly at: string;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** Of an entry. */
const NAMED = 20;

/** A server's settings. */
export const ofServer = (value: object, at = ''): Given[] => [
  { of: 'server', value, at },
  { of: 'governance', value: (value as Values)?.['governance'], at: `${at}/governance` },
];
/** What a tool's owner decides about redaction. */
export const ofTool = (value: unknown, at: string): Given => ({ of: 'tool', value, at });
/** The limits of a token. */
export const ofToken = (value: object): Given => ({ of: 'token', value, at: '' });
/** What only a new token is given. */
export const ofNewToken = (value: object): Given => ({ of: 'newToken', value, at: '' });

const newToken = (body: object) => [ofToken(body), ofNewToken(body)];
const redaction = (body: Values) => [ofTool(body?.['redaction'], '/redaction')];

/** By route, what its body sets. A definition is read by its handler, and a set-up link knows its token only when it is opened. */
const GIVEN: { readonly [Id in RouteId]?: (body: never) => Given[] } = {
  createServer: ofFirst,
  changeServer: (body: object) => ofServer(body),
  replaceCredentials: (auth: object) => [{ of: 'server', value: { auth }, at: '' }],
  importServer: (body: object) => ofServer(body),
  duplicateServer: (body: object) => ofServer(body),
  changeSettings: (body: object) => ofServer(body),
  createTool: redaction,
  replaceTool: redaction,
  changeTool: redaction,
  changeTools: ({ set }: { readonly set?: Values }) => [ofTool(set?.['redaction'], '/set/redaction')],
  createToken: newToken,
  createSetupLink: newToken,
  changeToken: (body: object) => [ofToken(body)],
};

/** The first token gets the end that the floor wants; one that is named and cannot be made is refused. */
function ofFirst(body: object & { readonly tokenLabel?: string | null }): Given[] {
  const first = { of: 'newToken' as const, value: { expiresAt: '1970-01-01T00:00:00Z' }, at: '/tokenLabel' };
  return [...ofServer(body), ...(typeof body.tokenLabel === 'string' ? [first] : [])];
}

interface Attempt {
  readonly route: RouteId;
  readonly actor: Person;
  readonly serverId?: string;
}

/** Throws InvalidInput `below_floor` for a request that sets something below the floor. */
export async function checkFloor(body: unknown, attempt: Attempt): Promise<void> {
  const given = GIVEN[attempt.route]?.(body as never) ?? [];
  if (given.length > 0) await refuseBelow(given, attempt);
}

/** Throws InvalidInput `below_floor`, with a fault for each field that is. */
export async function refuseBelow(given: readonly Given[], { route, actor, serverId }: Attempt): Promise<void> {
  const { floor } = await readSettings();
  if (!floor) return;
  const faults = given.flatMap(({ of, value, at }) => faultsBelow(of, value, floor.rules, at));
  if (faults.length === 0) return;
  const fields = [...new Set(faults.map(({ field }) => field))];
  // Pointers and rules alone: what was given may be a credential's or a person's.
  const detail = {
    route,
    ...(serverId !== undefined && serverId !== '' && { server: serverId }),
    fields: fields.slice(0, NAMED),
    rules: [...new Set(faults.map(({ rule }) => rule))],
    ...(fields.length > NAMED && { more: fields.length - NAMED }),
  };
  await recordManagementAction({ actor, action: 'floor.refused', detail });
  throw new InvalidInput(faults, BELOW_FLOOR);
}
