/**
 * Refuses requests that set something below the floor, and enters the attempt in the trail of the installation. What is checked of which
 * request is a table, so that each way to the same route has it: a request of its own, a step of an apply. It is for who asks; what is in
 * effect is decided where bundles are made and where tokens are admitted.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { readServerPlace } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { type FieldFault, InvalidInput } from '../../../core/lib/errors.ts';
import type { Person } from '../../../core/lib/person.ts';
import { BELOW_FLOOR, faultsBelow, ownRulesOf } from '../../../core/model/floor.ts';
import type { Bounded } from '../../../core/model/floorRules.ts';
import { mayUse } from '../http/standing.ts';

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
  changeTools: ({ set, marks = {} }: { readonly set?: Values; readonly marks?: Readonly<Record<string, unknown>> }) => [
    ofTool(set?.['redaction'], '/set/redaction'),
    ...Object.entries(marks).map(([id, marked]) => ofTool(marked, `/marks/${id}`)),
  ],
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
  /** Where a new server is to be, if that is not `default`. */
  readonly project?: string;
}

/** Throws InvalidInput `below_floor` for a request that sets something below the floor. */
export async function checkFloor(body: unknown, attempt: Attempt): Promise<void> {
  const given = GIVEN[attempt.route]?.(body as never) ?? [];
  const named = (body as { readonly project?: string } | undefined)?.project;
  // Of a project that the caller may not see no rule is told; its handler says that there is none.
  const project = named !== undefined && mayUse({ project: named }) ? named : undefined;
  if (given.length > 0) await refuseBelow(given, { ...attempt, ...(project !== undefined && { project }) });
}

/** The project that a request is about; undefined for `default`. */
async function projectIn({ serverId, project }: Attempt): Promise<string | undefined> {
  if (project !== undefined || serverId === undefined || serverId === '') return project;
  return (await readServerPlace(serverId))?.project;
}

/** Throws InvalidInput `below_floor`, with a fault for each field that is. */
export async function refuseBelow(given: readonly Given[], attempt: Attempt): Promise<void> {
  const { route, actor, serverId } = attempt;
  const settings = await readSettings();
  const { floor } = settings;
  if (!floor) return;
  // A request that sets what concerns no server has no project.
  const own =
    route === 'changeSettings' || !floor.projects ? undefined : ownRulesOf(settings, await projectIn(attempt));
  const faults = given.flatMap(({ of, value, at }) => {
    const first = faultsBelow(of, value, floor.rules, at);
    const more = own ? faultsBelow(of, value, own, at, 'project') : [];
    const isTold = ({ field, rule }: FieldFault) => first.some((each) => each.field === field && each.rule === rule);
    return [...first, ...more.filter((each) => !isTold(each))];
  });
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
