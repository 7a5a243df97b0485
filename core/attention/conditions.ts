/**
 * What needs a person, as a table: each condition finds what it is about in the state of one server. The management API, the dashboard, the
 * command line and the daily digest take their items from here and from nowhere else. Pure. The texts name hosts, labels of tokens and
 * dates, as the pages for viewers do, and nothing that is secret.
 */
import { LIMITS } from '../lib/limits.ts';
import { type BreakerRow, isOpen, PAUSE_PREFIX, type Pause } from '../limiting/breaker.ts';
import { credentialEnds } from '../model/endings.ts';
import { isCredentialLost, lackingOrigins, type ServerRow } from '../model/server.ts';
import type { AttentionSeverity } from './severity.ts';

/** A credential that signs in (OAuth 2), and why it gets no access token. */
export interface SignInTrouble {
  /** Of the API. */
  readonly origin: string;
  /** Of the token endpoint. */
  readonly host: string;
  /** Nobody has consented yet, the credential was replaced since, consent has ended, or the endpoint refuses for another reason. */
  readonly kind: 'missing' | 'changed' | 'ended' | 'refused';
  /** What the error code means, for people. */
  readonly message?: string;
  readonly since?: string;
}

/** What is known of a server. */
export interface ServerState {
  readonly server: ServerRow;
  readonly signIns: readonly SignInTrouble[];
  /** Tokens that are neither revoked nor sessions. */
  readonly tokens: ReadonlyArray<{
    readonly label: string;
    readonly createdAt: string;
    readonly expiresAt?: string;
    readonly lastUsedAt?: string;
  }>;
  readonly breaker: BreakerRow | undefined;
  /** Calls that were refused on this day (UTC), by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** When the calls that wait for a person's approval were asked for; milliseconds since 1970, the oldest first. */
  readonly waitingCalls?: readonly number[];
  /** When a call of this version was first refused because the MCP server behind it has changed the tool; milliseconds since 1970. */
  readonly changedToolsAt?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Tabs of a server's page, and sections of its settings, below `/servers/{id}`. */
type Place = '' | '/approvals' | '/deployments' | '/tokens' | '/settings/sign-in' | '/settings/access';

/** One thing that a condition has found. */
interface Finding {
  /** What tells it from others of the same condition at the same server. */
  readonly subject?: string;
  readonly severity?: AttentionSeverity;
  readonly title: string;
  readonly text: string;
  /** ISO 8601; unset where nothing says when it began. */
  readonly since?: string;
  readonly place?: Place;
  readonly label?: string;
}

interface Condition {
  readonly severity: AttentionSeverity;
  /** Where a person can do something about it. */
  readonly place: Place;
  readonly label: string;
  /** What a button does at once, for editors. */
  readonly operation?: 'resumeCalls';
  readonly find: (state: ServerState) => readonly Finding[];
}

const DAY_MS = 86_400_000;
const SOON_MS = LIMITS.expirySoonDays * DAY_MS;
/** Refused calls of a day that are more than a client that has once been too fast. */
const MANY_REFUSED = 50;

const dayOf = (at: string): string => at.slice(0, 10);
const iso = (ms: number): string => new Date(ms).toISOString();
const hostOf = (origin: string): string => new URL(origin).host;
const ENDS = { client_certificate: 'The client certificate', client_secret: 'The client secret' } as const;

const TABLE = {
  credential_missing: {
    severity: 'critical',
    place: '/settings/sign-in',
    label: 'Enter the credential',
    find: ({ server }) => [
      ...(isCredentialLost(server)
        ? [
            {
              title: 'The credential has to be entered again',
              text: 'The stored one belongs to a failed import and cannot be used.',
              since: server.updatedAt,
            },
          ]
        : []),
      ...lackingOrigins(server).map((origin) => ({
        subject: origin,
        title: `No credential for ${hostOf(origin)}`,
        text: 'A copy does not include the original’s credential, so requests are sent without one. Enter it, or choose “None” if the API needs none.',
        since: server.lacks?.at ?? server.createdAt,
      })),
    ],
  },
  not_live: {
    severity: 'critical',
    place: '/deployments',
    label: 'See why',
    find: ({ server: { status, updatedAt } }) =>
      status === 'failed'
        ? [
            {
              title: 'The server is not live',
              text: 'Its deployment failed, so it does not answer clients.',
              since: updatedAt,
            },
          ]
        : [],
  },
  sign_in_failed: {
    severity: 'critical',
    place: '/settings/sign-in',
    label: 'Open the credential',
    find: ({ signIns }) =>
      signIns.map(({ origin, host, kind, message = '', since }) => ({
        subject: origin,
        ...SIGN_IN_TEXTS[kind](host, message),
        // Reconnecting is offered at the top of the overview.
        ...(kind !== 'refused' && { place: '' as const, label: kind === 'missing' ? 'Connect' : 'Reconnect' }),
        ...(since !== undefined && { since }),
      })),
  },
  calls_stopped: {
    severity: 'critical',
    place: '',
    label: 'Resume calls',
    operation: 'resumeCalls',
    find: ({ server, breaker, now }) => stoppedCalls(server, breaker, now),
  },
  credential_ending: {
    severity: 'warning',
    place: '/settings/sign-in',
    label: 'Replace the credential',
    find: ({ server, now }) =>
      credentialEnds(server).flatMap(({ what, origin, expiresAt }) => {
        const end = Date.parse(expiresAt);
        if (end - now > SOON_MS) return [];
        const isOver = end <= now;
        return [
          {
            subject: `${what} ${origin}`,
            ...(isOver && { severity: 'critical' as const }),
            title: `${ENDS[what]} for ${hostOf(origin)} ${isOver ? 'has expired' : 'expires soon'}`,
            text: isOver
              ? `It expired on ${dayOf(expiresAt)}. Enter a new one.`
              : `It expires on ${dayOf(expiresAt)}; then calls fail.`,
            since: iso(isOver ? end : end - SOON_MS),
          },
        ];
      }),
  },
  approval_waiting: {
    severity: 'warning',
    place: '/deployments',
    label: 'Review the changes',
    find: ({ server: { stopped, deploying } }) =>
      stopped?.code === 'surface_changed' && deploying === undefined
        ? [
            {
              title: 'A changed API waits for approval',
              text: 'Clients get the previous version until somebody approves the change.',
              since: stopped.at,
            },
          ]
        : [],
  },
  calls_waiting: {
    severity: 'warning',
    place: '/approvals',
    label: 'Decide',
    find: ({ waitingCalls = [] }) =>
      waitingCalls.length > 0
        ? [
            {
              title: `${waitingCalls.length === 1 ? 'A call waits' : `${waitingCalls.length} calls wait`} for approval`,
              text: 'A policy has a person approve them. Each waits for 24 hours.',
              since: iso(waitingCalls[0] ?? 0),
            },
          ]
        : [],
  },
  tools_changed: {
    severity: 'warning',
    place: '/deployments',
    label: 'Re-import',
    find: ({ changedToolsAt }) =>
      changedToolsAt !== undefined
        ? [
            {
              title: 'The MCP server has changed tools',
              text: 'Calls of the changed tools are refused (tool_changed). Re-import, read the changes and approve them, or switch these tools off.',
              since: iso(changedToolsAt),
            },
          ]
        : [],
  },
  deployment_failed: {
    severity: 'warning',
    place: '/deployments',
    label: 'See why',
    find: ({ server: { stopped, deploying } }) =>
      stopped !== undefined && stopped.code !== 'surface_changed' && deploying === undefined
        ? [
            {
              title: 'The last deployment failed',
              text: `Clients get the previous version (${stopped.code}).`,
              since: stopped.at,
            },
          ]
        : [],
  },
  change_not_live: {
    severity: 'warning',
    place: '',
    label: 'See why',
    find: ({ server: { bundle, unsealed, unsealable, updatedAt } }) =>
      bundle && unsealed !== undefined && unsealable
        ? [
            {
              title: 'The last changes are not live',
              text: `They are saved, but could not be published (${unsealable.code}). Clients get the previous version.`,
              since: updatedAt,
            },
          ]
        : [],
  },
  region_unconfirmed: {
    severity: 'warning',
    place: '',
    label: 'Open the server',
    find: ({ server: { unconfirmed, status, updatedAt } }) =>
      unconfirmed === undefined || (status !== 'live' && status !== 'offline')
        ? []
        : [
            {
              title: `Not every region knows that it is ${status}`,
              text: `Not confirmed by ${unconfirmed.join(', ')}. Use “Repeat in every region”.`,
              since: updatedAt,
            },
          ],
  },
  calls_refused: {
    severity: 'notice',
    place: '/settings/access',
    label: 'See the limits',
    find: ({ refused, now }) => {
      const calls = Object.values(refused).reduce((sum, one) => sum + one, 0);
      if (calls < MANY_REFUSED) return [];
      const [[most = ''] = []] = Object.entries(refused).sort(([, one], [, other]) => other - one);
      return [
        {
          title: `${calls.toLocaleString('en-US')} calls were refused today`,
          text: `Mostly ${most}. Raise the limit, or find the client that calls so often.`,
          since: iso(now - (now % DAY_MS)),
        },
      ];
    },
  },
  token_ending: {
    severity: 'notice',
    place: '/tokens',
    label: 'See the tokens',
    find: ({ tokens, now }) => endingTokens(tokens, now),
  },
} as const satisfies Readonly<Record<string, Condition>>;

/** Name of a condition. */
export type AttentionCondition = keyof typeof TABLE;
/** The conditions by name, the gravest first. */
export const CONDITIONS: Readonly<Record<AttentionCondition, Condition>> = TABLE;
/** All names. */
export const CONDITION_NAMES = Object.keys(TABLE) as readonly AttentionCondition[];

const SIGN_IN_TEXTS: Readonly<
  Record<SignInTrouble['kind'], (host: string, message: string) => Pick<Finding, 'title' | 'text'>>
> = {
  missing: (host) => ({
    title: 'Not connected yet',
    text: `Somebody has to sign in at ${host} once. Calls are refused until then.`,
  }),
  changed: (host) => ({
    title: 'It has to be connected again',
    text: `The credential was replaced, so the consent at ${host} has ended. Calls are refused.`,
  }),
  ended: (host) => ({
    title: `${host} no longer accepts the sign-in`,
    text: 'Consent was withdrawn there, or has run out. Calls are refused until somebody connects again.',
  }),
  refused: (host, message) => ({ title: `No access token from ${host}`, text: message }),
};

function stoppedCalls({ breaker, resumedAt: resumed }: ServerRow, row: BreakerRow | undefined, now: number): Finding[] {
  if (breaker === undefined) return [];
  const resumedAt = resumed === undefined ? 0 : Date.parse(resumed);
  const isForAll = isOpen(row, resumedAt) && row.soleToken === undefined;
  const isForOne = isOpen(row, resumedAt) && row.soleToken !== undefined;
  if (isForAll) {
    return [
      {
        title: 'The circuit breaker stops all calls',
        text: `The API ${row.reason === 'slow' ? 'answers too slowly' : 'fails'}. A call tests it from time to time.`,
        since: iso(row.openedAt),
      },
    ];
  }
  const paused = Object.entries(row ?? {}).flatMap(([name, value]) => {
    const pause = value as Pause;
    return name.startsWith(PAUSE_PREFIX) && pause.until > now && pause.at > resumedAt ? [pause.at] : [];
  });
  if (isForOne) paused.push(row.openedAt);
  if (paused.length === 0) return [];
  const clients = paused.length === 1 ? 'a client' : `${paused.length} clients`;
  return [
    {
      subject: 'clients',
      severity: 'warning',
      title: `The calls of ${clients} are stopped for a while`,
      text: 'They repeat or keep failing. Calls of other clients pass.',
      since: iso(Math.min(...paused)),
    },
  ];
}

/** Tokens that would be missed: a client has used them. One item for all of a server. */
function endingTokens(tokens: ServerState['tokens'], now: number): Finding[] {
  const ending = tokens
    .flatMap(({ label, createdAt, expiresAt = '', lastUsedAt }) => {
      const left = Date.parse(expiresAt) - now;
      return lastUsedAt !== undefined && left > 0 && left <= SOON_MS ? [{ label, createdAt, expiresAt }] : [];
    })
    .sort((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
  const [first] = ending;
  if (first === undefined) return [];
  return [
    {
      title: ending.length === 1 ? `The token “${first.label}” expires soon` : `${ending.length} tokens expire soon`,
      text: `${ending.length === 1 ? 'It expires' : 'The first one expires'} on ${dayOf(first.expiresAt)}; then its client is refused.`,
      since: iso(Math.max(Date.parse(first.createdAt), Date.parse(first.expiresAt) - SOON_MS)),
    },
  ];
}
