/**
 * The rules of the floor, each defined once: what nothing in this installation may be set below. What is made from here: the schemas of the
 * management API (core/api/floor.ts), the check of what is given and the values in effect (floor.ts), the page, the flags of
 * `portcullis floor` and the help. A new rule is an entry here. Data and small comparisons only, without zod and Node, because the dashboard
 * reads it, too.
 */
import { isoNow } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { LIMIT_NAMES, LIMITED, type ServerLimits, stricterLimits } from '../limiting/limits.ts';
import type { AccessWay } from './accessRules.ts';
import { SINGLE_TYPES, type SingleAuthType } from './credentialKinds/index.ts';
import {
  areAllowedEndpoints,
  commonHosts,
  endAfterDays,
  isAllowedHost,
  isAllowedKind,
  type RuledAuth,
} from './floorValues.ts';
import { isExceptionMark, type ToolRedaction } from './governance/marked.ts';
import { MODES, type RedactionMode } from './governance/modes.ts';
import type { GovernanceSettings } from './governance/settings.ts';
import { type ChangeKind, SECOND_PERSON_RULES, type SecondPersonRule } from './secondPerson.ts';

/** The values of the rules that are set, by the rule's id. */
export interface FloorSettings {
  readonly redaction?: true;
  readonly redactionMode?: RedactionMode;
  readonly redactedKinds?: readonly string[];
  readonly redactedAlways?: true;
  readonly noExceptions?: true;
  readonly lockedTools?: true;
  readonly signIn?: true;
  readonly tokenDays?: number;
  readonly hosts?: readonly string[];
  readonly credentialKinds?: readonly SingleAuthType[];
  readonly limits?: ServerLimits;
  readonly answerDays?: (typeof LIMITS.answerDays)[number];
  readonly secondPerson?: readonly SecondPersonRule[];
}

/** Id of a rule. */
export type FloorRuleId = keyof FloorSettings;

/** The values that a rule may have. */
export type FloorValues =
  /** The rule holds or does not. */
  | { readonly type: 'switch' }
  | { readonly type: 'choice'; readonly names: readonly [string, ...string[]] }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'number'; readonly names: readonly [number, ...number[]] }
  | { readonly type: 'list'; readonly of: 'kinds' | 'hosts' | 'credentials' | 'changes'; readonly most: number }
  | { readonly type: 'limits' };

/** What a request or a stored row is made of: settings of governance, a tool's own, a server's, a token's, and what only a new token has. */
export type Bounded = 'governance' | 'tool' | 'server' | 'token' | 'newToken';

/** A setting that a rule bounds. */
export interface Bound {
  readonly of: Bounded;
  /** Its member; '' for the whole. */
  readonly field: string;
  /** Whether a value that is given is below the rule's. A value that is not given follows the floor, unless it `isNeeded`. */
  readonly isBelow: (given: unknown, rule: unknown) => boolean;
  readonly isNeeded?: true;
  /** The value in effect: the setting's own, or that of the rule where it is stricter. Of settings that are sealed as they are. */
  readonly hold?: (own: unknown, rule: unknown) => unknown;
}

/** A rule. */
export interface FloorRule {
  /** In lists of rules. */
  readonly label: string;
  /** What it does, and what becomes of what exists. */
  readonly help: string;
  readonly values: FloorValues;
  /** What a setting must be, after the words 'The floor of this installation': 'needs redaction'. */
  readonly needs: (value: never) => string;
  /** Of the values of two layers, of the installation and of a project, the one that holds where both do. */
  readonly stricter: (one: never, other: never) => unknown;
  /** Which kind of change a lower value is (secondPerson.ts); absent where it needs no second person. */
  readonly lower?: ChangeKind;
  readonly bounds: readonly Bound[];
}

interface Comparison<Given, Value> {
  readonly isBelow: (given: Given, rule: Value) => boolean;
  readonly hold?: (own: Given, rule: Value) => Given;
}

type Governance = GovernanceSettings;

const bound = (of: Bounded, field: string, comparison: object): Bound => ({ of, field, ...comparison }) as Bound;
const ofGovernance = <Field extends keyof Governance, Value>(
  field: Field,
  comparison: Comparison<Governance[Field], Value>,
): Bound => bound('governance', field, comparison);
const ofTool = <Field extends keyof ToolRedaction, Value>(
  field: Field,
  comparison: Comparison<NonNullable<ToolRedaction[Field]> | undefined, Value>,
): Bound => bound('tool', field, comparison);

const listed = (names: readonly string[]): string => names.join(', ');
/** `MODES` begins with the strictest. */
const isLooser = (mode: RedactionMode, than: RedactionMode): boolean => MODES.indexOf(mode) > MODES.indexOf(than);
const atLeast = (mode: RedactionMode): string => MODES.filter((each) => !isLooser(each, mode)).join(' or ');
const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;
const none = { isBelow: (given: readonly unknown[]) => !isEmpty(given), hold: () => [] };
/** Of a rule that holds or does not. */
const holds = () => true;
const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
const common = (one: readonly string[], other: readonly string[]) => one.filter((each) => other.includes(each));
const membersWhere = <Value>(given: Readonly<Record<string, Value>>, isKept: (name: string, value: Value) => boolean) =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => isKept(name, value)));

/** A place that a server calls, as requests and exported definitions name it. */
type GivenHost =
  | string
  | { readonly origin: string; readonly approved?: boolean; readonly private?: boolean; readonly auth?: RuledAuth };
interface GivenHeader {
  readonly sealed?: unknown;
}

const isRefusedHost = (host: GivenHost, allowed: readonly string[]): boolean => {
  if (typeof host === 'string') return !isAllowedHost(host, allowed);
  if (host.approved === false || host.private === false) return false;
  return !isAllowedHost(host.origin, allowed) || (host.auth !== undefined && !areAllowedEndpoints(host.auth, allowed));
};

const isOver = (given: ServerLimits, most: ServerLimits): boolean =>
  LIMITED.some((each) =>
    LIMIT_NAMES.some((name) => (given[each]?.[name] ?? 0) > (most[each]?.[name] ?? Number.POSITIVE_INFINITY)),
  );

const limitsText = (limits: ServerLimits): string =>
  listed(
    LIMITED.flatMap((each) => {
      const set = limits[each] ?? {};
      return LIMIT_NAMES.flatMap((name) => (set[name] === undefined ? [] : [`${each} ${name} ${set[name]}`]));
    }),
  );

/** The rules by id, in the order in which they are shown. */
export const FLOOR_RULES: { readonly [Id in FloorRuleId]-?: FloorRule } = {
  redaction: {
    label: 'Redaction is on',
    help: 'No server can switch redaction of personal data off.',
    values: { type: 'switch' },
    needs: () => 'needs redaction to be on',
    stricter: holds,
    lower: 'governance',
    bounds: [ofGovernance('pii', { isBelow: (on) => !on, hold: () => true })],
  },
  redactionMode: {
    label: 'Least mode of redaction',
    help: 'Servers, and tools with a mode of their own, redact in this mode or a stricter one: minimal, balanced, strict, closed.',
    values: { type: 'choice', names: MODES },
    needs: (least: RedactionMode) => `needs the mode ${atLeast(least)}`,
    stricter: stricterMode,
    lower: 'governance',
    bounds: [
      ofGovernance('mode', { isBelow: isLooser, hold: stricterMode }),
      ofTool('mode', {
        isBelow: (mode, least: RedactionMode) => mode !== undefined && isLooser(mode, least),
        hold: (mode, least) => mode && stricterMode(mode, least),
      }),
    ],
  },
  redactedKinds: {
    label: 'Kinds that are always redacted',
    help: 'These kinds of personal data are redacted whatever the mode is. No server can switch them off or only report them.',
    values: { type: 'list', of: 'kinds', most: 100 },
    needs: (kinds: readonly string[]) => `needs these kinds to be redacted: ${listed(kinds)}`,
    stricter: union,
    lower: 'governance',
    bounds: [
      ofGovernance('detectors', {
        isBelow: (given, kinds: readonly string[]) => kinds.some((kind) => given[kind] === false),
        hold: (own, kinds) => ({ ...own, ...Object.fromEntries(kinds.map((kind) => [kind, true])) }),
      }),
      ofGovernance('actions', {
        isBelow: (given, kinds: readonly string[]) => kinds.some((kind) => given[kind] === 'report'),
        hold: (own, kinds) => membersWhere(own, (kind, action) => action !== 'report' || !kinds.includes(kind)),
      }),
    ],
  },
  redactedAlways: {
    label: 'Nothing is only reported',
    help: 'No dry runs, and no kind that passes and is only counted (report), for servers and for single tools.',
    values: { type: 'switch' },
    needs: () => 'allows no dry run and no kind that is only reported',
    stricter: holds,
    lower: 'governance',
    bounds: [
      ofGovernance('dryRun', { isBelow: (on) => on, hold: () => false }),
      ofGovernance('actions', {
        isBelow: (given) => Object.values(given).includes('report'),
        hold: (own) => membersWhere(own, (_, action) => action !== 'report'),
      }),
      ofTool('dryRun', { isBelow: (on) => on === true, hold: () => undefined }),
    ],
  },
  noExceptions: {
    label: 'No exceptions from redaction',
    help: 'No fields, words and parts of values that stay (allowed fields, kept words, kept parts), and no marks of a tool’s fields that let values through: keep, organisation, place.',
    values: { type: 'switch' },
    needs: () => 'allows no exceptions from redaction',
    stricter: holds,
    lower: 'governance',
    bounds: [
      ofGovernance('allowFields', none),
      ofGovernance('keptWords', none),
      ofGovernance('keepParts', none),
      ofTool('about', {
        isBelow: (about) => about !== 'person',
        hold: (about) => (about === 'person' ? about : undefined),
      }),
      ofTool('fields', {
        isBelow: (marks = {}) => Object.values(marks).some(isExceptionMark),
        hold: (marks) => marks && membersWhere(marks, (_, mark) => !isExceptionMark(mark)),
      }),
    ],
  },
  lockedTools: {
    label: 'Tool lists are locked',
    help: 'A deployment that changes the tool list of any server waits until a person has approved exactly that list.',
    values: { type: 'switch' },
    needs: () => 'needs the tool list to be locked (signed)',
    stricter: holds,
    lower: 'toolList',
    bounds: [bound('server', 'signed', { isBelow: (signed: boolean) => !signed })],
  },
  signIn: {
    label: 'Sign-in instead of tokens',
    help: 'Clients are accepted after a person, or a registered client, has signed in. Connection tokens of all servers are refused at once, and none can be made.',
    values: { type: 'switch' },
    needs: () => 'accepts sign-ins only, and no connection tokens',
    stricter: holds,
    bounds: [
      bound('server', 'access', { isBelow: (access: AccessWay) => access !== 'sign-in' }),
      bound('newToken', '', { isBelow: () => true, isNeeded: true }),
    ],
  },
  tokenDays: {
    label: 'Longest life of connection tokens',
    help: 'In days from when a token was made. A token without an end, or with a later one, ends then; those that are older end at once.',
    values: { type: 'integer', min: 1, max: 3_650 },
    needs: (days: number) => `needs an end within ${days} ${days === 1 ? 'day' : 'days'}`,
    stricter: Math.min,
    lower: 'tokens',
    bounds: [
      bound('newToken', 'expiresAt', {
        isNeeded: true,
        isBelow: (end: string | undefined, days: number) =>
          end === undefined || Date.parse(end) > Date.parse(endAfterDays(isoNow(), days)),
      }),
    ],
  },
  hosts: {
    label: 'Hosts that may be called',
    help: 'Names of hosts, or *. and a domain for all names below it. Tools on another host are left out of what clients see, and a server whose base URL is elsewhere is not deployed. So are token endpoints.',
    values: { type: 'list', of: 'hosts', most: 100 },
    needs: (hosts: readonly string[]) => `allows these hosts: ${listed(hosts)}`,
    stricter: commonHosts,
    lower: 'hosts',
    bounds: [
      bound('server', 'baseUrl', {
        isBelow: (url: string, hosts: readonly string[]) => url !== '' && !isAllowedHost(url, hosts),
      }),
      ...['hosts', 'privateHosts'].map((field) =>
        bound('server', field, {
          isBelow: (given: readonly GivenHost[], hosts: readonly string[]) =>
            given.some((host) => isRefusedHost(host, hosts)),
        }),
      ),
      bound('server', 'auth', {
        isBelow: (auth: RuledAuth, hosts: readonly string[]) => !areAllowedEndpoints(auth, hosts),
      }),
    ],
  },
  credentialKinds: {
    label: 'Kinds of API credentials',
    help: 'Tools on a host with a credential of another kind are left out of what clients see. No credential is always allowed.',
    values: { type: 'list', of: 'credentials', most: SINGLE_TYPES.length },
    needs: (kinds: readonly string[]) => `allows these kinds of credentials: ${listed(kinds)}`,
    stricter: common,
    bounds: [
      bound('server', 'auth', {
        isBelow: (auth: RuledAuth, kinds: readonly string[]) => !isAllowedKind(auth, kinds),
      }),
      bound('server', 'hosts', {
        isBelow: (given: readonly GivenHost[], kinds: readonly string[]) =>
          given.some((host) => typeof host !== 'string' && host.auth !== undefined && !isAllowedKind(host.auth, kinds)),
      }),
      bound('server', 'headers', {
        isBelow: (given: readonly GivenHeader[], kinds: readonly string[]) =>
          !kinds.includes('header') && given.some(({ sealed }) => sealed !== undefined && sealed !== false),
      }),
    ],
  },
  limits: {
    label: 'Limits',
    help: 'The most that a server, a token or a person may be allowed. A lower limit of a server or token stays; one without a limit has this one.',
    values: { type: 'limits' },
    needs: (limits: ServerLimits) => `allows at most: ${limitsText(limits)}`,
    stricter: stricterLimits,
    bounds: [
      bound('server', 'limits', {
        isBelow: isOver,
        hold: (own: ServerLimits = {}, most: ServerLimits) => stricterLimits(own, most),
      }),
      bound('token', 'limits', {
        isBelow: (given: ServerLimits['token'] = {}, most: ServerLimits) => isOver({ token: given }, most),
      }),
    ],
  },
  answerDays: {
    label: 'Answers are kept at most',
    help: 'In days; 0 keeps none. Answers that are kept already stay until their own days are over.',
    values: { type: 'number', names: LIMITS.answerDays },
    needs: (days: number) =>
      days === 0 ? 'allows no answers to be kept' : `allows answers to be kept ${days} days at most`,
    stricter: Math.min,
    lower: 'governance',
    bounds: [
      ofGovernance('answerDays', {
        isBelow: (given, most: number) => given > most,
        hold: (own, most) => (own > most ? (most as typeof own) : own),
      }),
    ],
  },
  secondPerson: {
    label: 'Changes that need a second person',
    help: `These changes are made once a second person with the same rights has approved them: ${listed(SECOND_PERSON_RULES)}. A rule that is lower needs one as well, and so does a server that moves to another project or from it.`,
    values: { type: 'list', of: 'changes', most: SECOND_PERSON_RULES.length },
    needs: (kinds: readonly string[]) => `needs a second person for: ${listed(kinds)}`,
    stricter: union,
    lower: 'rules',
    // Nothing is below it: what needs a second person is asked for (lambdas/management/http/secondPerson.ts).
    bounds: [],
  },
};

/** The ids of the rules, in the order in which they are shown. */
export const FLOOR_RULE_IDS = Object.keys(FLOOR_RULES) as readonly FloorRuleId[];

function stricterMode(mode: RedactionMode, least: RedactionMode): RedactionMode {
  return isLooser(mode, least) ? least : mode;
}
