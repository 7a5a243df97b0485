/**
 * The settings of a server that have a default, each defined once. What is made from here: the members of the server's row, the schemas and
 * texts of the management API (core/api/serverSettings.ts), what a change stores and takes back, what an export and a copy take along, what
 * needs a new bundle, the labels of the audit trail, the flags of `portcullis server`, the help, and the controls of the dashboard. A new
 * setting is an entry here and the code that uses it. Data only, without zod and Node, because the dashboard reads it, too.
 */
import { LIMITS } from '../lib/limits.ts';
import type { BreakerSettings } from '../limiting/breaker.ts';
import type { ServerLimits } from '../limiting/limits.ts';
import { type ElicitationSettings, NO_ELICITATION } from './elicitation.ts';
import type { Policy } from './policies.ts';
import { PROFILE_NAMES } from './schemaProfile.ts';
import { LIST_STYLES } from './tool.ts';

/** The values that a setting may have. Those of an object have a schema of their own (core/api/serverSettings.ts). */
export type SettingValues =
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly names: readonly [string, ...string[]] }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'object' };

/** A setting of a server. */
export interface ServerSetting {
  readonly values: SettingValues;
  /** What an absent member means. A row never has it. */
  readonly default: unknown;
  /** For the description of the management API. */
  readonly says: string;
  /** In the audit trail; of an object that of each member, where they have one. */
  readonly label: string | Readonly<Record<string, string>>;
  /** Whether a bundle is made of it, so that a change needs another one. */
  readonly isSealed: boolean;
  /** Whether an export and a copy have it. */
  readonly isCopied: boolean;
  /** Whether it may be given when a server is made. */
  readonly isGivenFirst: boolean;
  /** Answers leave it out while it has its default. */
  readonly isShownOnlyIfSet?: true;
  /** Its flag of `portcullis server create` and `set`, and how `set` tells the value: 'lists are written as repeat'. */
  readonly flag?: { readonly name: string; readonly tells: string };
  /** For its (i) and the help page. */
  readonly help?: { readonly title: string; readonly text: string };
  /** Its control among those of the connection; of a choice, each name with a label. */
  readonly control?: {
    readonly label: string;
    readonly description?: string;
    readonly options?: Readonly<Record<string, string>>;
    /** Only servers of this kind of source have it. */
    readonly only?: 'mcp';
  };
}

const TABLE = {
  upstreamMs: {
    values: { type: 'integer', min: LIMITS.upstreamMs.min, max: LIMITS.upstreamMs.max },
    default: LIMITS.upstreamMs.default as number,
    says: 'Milliseconds that the upstream has for one exchange; 30,000 when unset',
    label: 'time limit of a request (ms)',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    help: {
      title: 'Time limit of a request',
      text: 'How long the API may take to answer. A longer call ends with upstream_timeout, and the model is told whether it may call again.',
    },
  },
  traceContext: {
    values: { type: 'boolean' },
    default: false,
    says: 'Pass trace context on: requests to the API have traceparent and tracestate (W3C). Off when unset',
    label: 'trace headers for the API',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    flag: { name: 'trace-context', tells: 'trace context is' },
    help: {
      title: 'Trace context',
      text: 'Sends the W3C headers traceparent and tracestate, so that the operator of the API can trace a call from the AI client. The API sees the trace id and what the client wrote into tracestate. Off by default.',
    },
    control: {
      label: 'Forward trace headers to the API',
      description: 'Sends W3C traceparent and tracestate.',
    },
  },
  listStyle: {
    values: { type: 'choice', names: ['auto', ...LIST_STYLES] },
    default: 'auto',
    says: 'How lists are written in queries and forms: a=1&a=2 (repeat), a[]=1 (brackets), a[0]=1 (indices), a=1,2 (comma); auto, when unset, as the description of the API says',
    label: 'lists in requests',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    flag: { name: 'lists', tells: 'lists are written as' },
    help: {
      title: 'Lists in requests',
      text: 'How lists are written in queries and forms: Rails reads ids[]=1, PHP also ids[0]=1, Spring and Django ids=1&ids=2. The import follows the API description. Change it if the API reads no list, or only one item. A tool can have its own setting.',
    },
    control: {
      label: 'Lists in requests',
      options: {
        auto: 'From the API description',
        repeat: 'ids=1&ids=2',
        brackets: 'ids[]=1&ids[]=2',
        indices: 'ids[0]=1&ids[1]=2',
        comma: 'ids=1,2',
      },
    },
  },
  schemaProfile: {
    values: { type: 'choice', names: PROFILE_NAMES },
    default: 'default',
    says: 'Dialect of JSON Schema in lists. `default` is what model vendors take, but for clients that are known by name to need another; any other is listed to every client',
    label: 'schema dialect',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    help: {
      title: 'Schema dialect',
      text: 'Model vendors accept different subsets of JSON Schema, and one schema that a vendor rejects fails the whole request. The first option works with all of them; clients that need another, such as n8n and 5ire, get theirs automatically. The other options simplify the schemas for every client. The server accepts the same arguments with each.',
    },
  },
  elicitation: {
    values: { type: 'object' },
    default: NO_ELICITATION,
    says: 'When the person behind a client is asked before a call. Never when unset',
    label: {
      confirm: 'confirmation of destructive calls',
      missing: 'asking for missing arguments',
      upstream: 'questions of the MCP server',
    },
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    help: {
      title: 'Ask the person',
      text: 'Clients of MCP 2026-07-28 can show a form to the person who uses them (elicitation). Before a destructive call it shows the tool and its arguments. Nothing is sent until the person agrees; the consent is valid once, for that call, for ten minutes. Destructive are DELETE tools and those that you mark; PUT and PATCH are not by default. Older clients cannot ask: “If the client supports it” makes their calls without asking, “Always” refuses them. Questions of an MCP server are passed on only if you allow it, and none that asks for a secret or opens a page.',
    },
  },
  policies: {
    values: { type: 'object' },
    default: [],
    says: 'Rules in Cedar about who may call which tool with which arguments. A server with a policy in force makes only calls that one permits. None when unset',
    label: 'policies',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    isShownOnlyIfSet: true,
    help: {
      title: 'Policies',
      text: 'Rules in Cedar, the language of Amazon Verified Permissions, decide for each call by who makes it, which tool it is and what its arguments are. With a policy in force only calls pass that a policy permits and none forbids. In the mode “With approval” a person can let single calls pass. In the mode “Shadow” nothing is refused, and the audit log says what would have been. Names of tools and arguments are checked when you save.',
    },
  },
  resourcesAndPrompts: {
    values: { type: 'boolean' },
    default: false,
    says: 'Of an MCP server: its resources, resource templates and prompts are read at the next import and, once approved, pass as its tools do. Off when unset',
    label: 'resources and prompts',
    isSealed: true,
    isCopied: true,
    isGivenFirst: true,
    isShownOnlyIfSet: true,
    flag: { name: 'resources-and-prompts', tells: 'resources and prompts pass:' },
    help: {
      title: 'Resources and prompts',
      text: 'MCP servers may have resources, which applications read, and prompts, which people choose. Off, neither is read or passed. On, the next import reads them and shows them for approval among the tools, where single ones can be switched off. What they return is governed, limited and recorded as answers of tools are. A changed description is approved before a client sees it. Subscriptions to resources are not passed.',
    },
    control: {
      label: 'Let resources and prompts of the MCP server pass',
      description: 'Read at the next import, and approved there.',
      only: 'mcp',
    },
  },
  registryEntry: {
    values: { type: 'boolean' },
    default: false,
    says: 'Describe the server to everybody at /.well-known/mcp/<id>/server.json, in the form of the MCP registry: its name, MCP URL, version, and whether a token or a sign-in is wanted. Off when unset',
    label: 'public server.json',
    isSealed: false,
    isCopied: true,
    isGivenFirst: false,
    isShownOnlyIfSet: true,
    flag: { name: 'registry-entry', tells: 'the public server.json is' },
    help: {
      title: 'Public server.json',
      text: 'Serves a description of the server at its address below /.well-known/mcp, in the form of the MCP registry, so that clients can be set up from it and a registry can list it. Everybody who knows the address can read it. It has the name, the MCP URL, the version, and whether a token or a sign-in is wanted; no tools, no address of the API and no token.',
    },
    control: {
      label: 'Describe the server publicly (server.json)',
      description: 'Name, MCP URL and how to sign in, for clients and registries. No token, no tools.',
    },
  },
  requireDpop: {
    values: { type: 'boolean' },
    default: false,
    says: 'Of clients that sign people in, or act for themselves: only those that bind their tokens to a key get in (DPoP, RFC 9449). Connection tokens are not concerned. Off when unset',
    label: 'tokens bound to a key',
    isSealed: false,
    isCopied: true,
    isGivenFirst: false,
    isShownOnlyIfSet: true,
    flag: { name: 'require-dpop', tells: 'tokens bound to a key (DPoP) are required:' },
    help: {
      title: 'Tokens bound to a key',
      text: 'Clients that offer DPoP (RFC 9449) prove a key of their own with each request, so that a stolen access token is of no use. On, clients that do not are refused when they sign somebody in, and so are their sessions of before. Few clients offer it yet. Connection tokens are bound to no key: to have none, let clients authenticate by sign-in only.',
    },
    control: {
      label: 'Require tokens that are bound to a key (DPoP)',
      description: 'For clients that sign people in. Clients without DPoP are refused.',
    },
  },
  credentials: {
    values: { type: 'choice', names: ['shared', 'per-token'] },
    default: 'shared',
    says: 'Where a person consents for the credential: one account at the API for all clients, or for each connection token, and each person who signs in, their own',
    label: 'accounts at the API',
    isSealed: false,
    isCopied: false,
    isGivenFirst: true,
    flag: { name: 'accounts', tells: 'accounts at the API are' },
  },
  limits: {
    values: { type: 'object' },
    default: {},
    says: 'How many calls, streams and bytes of answers; none when unset',
    label: {},
    isSealed: false,
    isCopied: true,
    isGivenFirst: false,
    help: {
      title: 'Limits',
      text: 'Limits calls per second, per day and at the same time, bytes of answers per day, and open event streams: for the server, for each token, for each person who signs in. A call beyond a limit does not reach the API. Empty fields limit nothing.',
    },
  },
  breaker: {
    values: { type: 'object' },
    default: {},
    says: 'When calls are stopped because the API fails or a client runs away',
    label: {
      failurePercent: 'circuit breaker: per cent of failures',
      slowMs: 'circuit breaker: slow answers (ms)',
      minCalls: 'circuit breaker: minimum calls',
      windowSeconds: 'circuit breaker: window (s)',
      pauseSeconds: 'circuit breaker: pause (s)',
      sameCalls: 'circuit breaker: repeated calls of a token',
      failuresInRow: 'circuit breaker: consecutive failures of a token',
    },
    isSealed: false,
    isCopied: true,
    isGivenFirst: false,
    isShownOnlyIfSet: true,
    help: {
      title: 'Circuit breaker',
      text: 'Pauses all calls while the API fails or is slow, and the calls of a client that repeats the same call or keeps failing. If only one client’s calls fail, only that client is paused. After the pause one call tests the API; if it works, calls resume. “Resume calls” on the overview resumes them at once. Empty fields check nothing.',
    },
  },
} as const satisfies Readonly<Record<string, ServerSetting>>;

/** The name of a setting, as in the row and in the management API. */
export type SettingName = keyof typeof TABLE;
/** The settings by name. */
export const SERVER_SETTINGS: Readonly<Record<SettingName, ServerSetting>> = TABLE;
/** All names, in the order of the table. */
export const SETTING_NAMES = Object.keys(TABLE) as readonly SettingName[];

/** The types of objects, which the table does not say. */
interface Objects {
  readonly elicitation: ElicitationSettings;
  readonly limits: ServerLimits;
  readonly policies: readonly Policy[];
  readonly breaker: BreakerSettings;
}

type ValueOf<Values, Name> = Values extends { readonly type: 'boolean' }
  ? boolean
  : Values extends { readonly type: 'integer' }
    ? number
    : Values extends { readonly type: 'choice'; readonly names: readonly (infer Choice)[] }
      ? Choice
      : Name extends keyof Objects
        ? Objects[Name]
        : never;

/** The value of a setting. */
export type SettingValue<Name extends SettingName> = ValueOf<(typeof TABLE)[Name]['values'], Name>;

/** A value other than the default, as far as types can tell. */
type Stored<Name extends SettingName> =
  SettingValue<Name> extends boolean | string
    ? Exclude<SettingValue<Name>, (typeof TABLE)[Name]['default']>
    : SettingValue<Name>;

/** The settings that differ from their defaults: members of a server's row. */
export type StoredSettings = { readonly [Name in SettingName]?: Stored<Name> };

/** Settings as a request or a file gives them: undefined is not given, null is the default. */
export type GivenSettings = { readonly [Name in SettingName]?: SettingValue<Name> | null | undefined };

type Where<Member extends 'isSealed' | 'isCopied' | 'isGivenFirst', Value extends boolean = true> = {
  [Name in SettingName]: (typeof TABLE)[Name][Member] extends Value ? Name : never;
}[SettingName];

/** Those that a bundle is made of. */
export type SealedSetting = Where<'isSealed'>;
/** Those that an export and a copy have. */
export type CopiedSetting = Where<'isCopied'>;
/** Those that may be given when a server is made. */
export type FirstSetting = Where<'isGivenFirst'>;

/** Those with a control among those of the connection. */
export type ControlledSetting = {
  [Name in SettingName]: (typeof TABLE)[Name] extends { readonly control: object } ? Name : never;
}[SettingName];
/** See {@link ControlledSetting}. */
export const CONTROLLED_SETTINGS = SETTING_NAMES.filter(
  (name): name is ControlledSetting => SERVER_SETTINGS[name].control !== undefined,
);

const namesWhere = <Name extends SettingName>(is: 'isSealed' | 'isCopied' | 'isGivenFirst'): readonly Name[] =>
  SETTING_NAMES.filter((name): name is Name => TABLE[name][is]);

/** See {@link SealedSetting}. */
export const SEALED_SETTINGS = namesWhere<SealedSetting>('isSealed');
/** See {@link CopiedSetting}. */
export const COPIED_SETTINGS = namesWhere<CopiedSetting>('isCopied');
/** See {@link FirstSetting}. */
export const FIRST_SETTINGS = namesWhere<FirstSetting>('isGivenFirst');

/** Values are plain, and objects flat where they can equal a default. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => (one as Record<string, unknown>)[name] === (other as Record<string, unknown>)[name]);
}

/** The row with other settings: what is not given stays, and what is given as its default, or null, is removed. */
export function withSettings<Row extends StoredSettings>(row: Row, given: GivenSettings): Row {
  const next: Record<string, unknown> = { ...row };
  for (const name of SETTING_NAMES) {
    const value = given[name];
    if (value === undefined) continue;
    if (value === null || isEqual(value, TABLE[name].default)) delete next[name];
    else next[name] = value;
  }
  return next as Row;
}

/** The named ones of the given settings, as a row stores them. */
export function storedSettings<Name extends SettingName>(
  given: object,
  names: readonly Name[],
): Pick<StoredSettings, Name> {
  const members = given as GivenSettings;
  return withSettings<StoredSettings>({}, Object.fromEntries(names.map((name) => [name, members[name]])));
}

/** Every setting with its value, which may be the default; but for those that are shown only if they are set. */
export function shownSettings(row: StoredSettings): ShownSettings {
  const shown = SETTING_NAMES.filter((name) => row[name] !== undefined || !SERVER_SETTINGS[name].isShownOnlyIfSet);
  return Object.fromEntries(
    shown.map((name) => [name, structuredClone(row[name] ?? TABLE[name].default)]),
  ) as unknown as ShownSettings;
}

type Mutable<Value> = Value extends object ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> } : Value;
/** The settings in an answer. */
export type ShownSettings = { [Name in Exclude<SettingName, 'breaker' | 'policies'>]: Mutable<SettingValue<Name>> } & {
  breaker?: Mutable<BreakerSettings>;
  policies?: Mutable<readonly Policy[]>;
};
