/** The variables of functions: those that the code reads, with what they say, and no more than Lambda takes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRIES, type Entry } from '../../../lib/bundles.ts';
import { ensureBundled } from '../../../local/lib/bundled.ts';
import type { Resource } from '../../support/synth.ts';
import { at, functionsOf, list, nameOf, type Property, target, unlike, variablesOf } from './property.ts';

/** Lambda, quotas: the size of all environment variables of a function. */
const MAX_ENVIRONMENT_BYTES = 4_096;
/** An ARN of a function, a key or a state machine, which is the longest that a reference becomes. */
const LONGEST_REFERENCE = 140;

/** Set by Lambda itself, or only in layouts of several regions, or only where events are on. */
const NOT_BY_US = new Set(['AWS_REGION', 'TABLE_GATES', 'EDGE_REGIONS', 'TABLE_EVENTS']);

/** `SandboxCalls` → `sandbox/handler`; every other name is the entry's in capitals, behind that of its construct. */
const ENTRY_OF: Readonly<Record<string, Entry>> = {
  SandboxCalls: 'sandbox/handler',
  SandboxSpecReader: 'spec-reader/handler',
  ManagementApi: 'management/handler',
  ManagementPrepare: 'management/prepare',
  AuthorizationServer: 'authorization/handler',
  DataPlaneRpc: 'mcp-rpc/handler',
  DataPlaneStream: 'mcp-stream/handler',
  AuditArchiverArchive: 'audit-archiver/handler',
  TracesForwarder: 'trace-forwarder/handler',
  EventsPublish: 'events/publish',
  EventsDeliver: 'events/deliver',
  EventsExpiry: 'events/expiry',
  LoginOwnGroups: 'login-groups/handler',
  EntrancePages: 'pages/handler',
};

function entryOf(name: string): Entry | undefined {
  const phase = name
    .replace(/^Pipeline/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();
  return ENTRY_OF[name] ?? ENTRIES.find((entry) => entry === `pipeline/${phase}`);
}

const bundles = await ensureBundled();
const readBy = new Map<Entry, ReadonlySet<string>>();

/** The variables that a function can't do without: those which its bundle, without what is never called, asks for by name. */
function variablesReadBy(entry: Entry): ReadonlySet<string> {
  let found = readBy.get(entry);
  if (!found) {
    const files = globSync(join(bundles, entry, '*.mjs'));
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    found = new Set([...code.matchAll(/requireEnvironment\("([A-Z_]+)"\)/g)].map(([, name]) => String(name)));
    readBy.set(entry, found);
  }
  return found;
}

/**
 * The longest names that CloudFormation makes: the stack's name of 64 characters, the logical id and a suffix, or the service's own
 * limit.
 */
const LONGEST_NAME: Readonly<Record<string, number>> = { TABLE: 110, BUCKET: 63, FUNCTION: 64 };

/** Of what CloudFormation knows itself: `ap-southeast-1`, `aws-us-gov`, `amazonaws.com.cn`. */
const LONGEST_PSEUDO: Readonly<Record<string, number>> = {
  'AWS::Region': 14,
  'AWS::AccountId': 12,
  'AWS::Partition': 10,
  'AWS::URLSuffix': 16,
};

/** Of these a function has one: by either it knows requests of the entrance. */
const INSTEAD = [['ORIGIN_SECRET', 'VPC_ENDPOINTS']];
/** The secret of the distribution, whose reference is resolved to its text: two values of 48 characters as JSON. */
const ORIGIN_SECRET_BYTES = JSON.stringify({ previous: 'x'.repeat(48), current: 'x'.repeat(48) }).length;

/** Bytes that the value of a variable has once its references are resolved, at the most. */
function longest(variable: string, value: unknown): number {
  if (variable === 'ORIGIN_SECRET') return ORIGIN_SECRET_BYTES;
  if (typeof value === 'string') return Buffer.byteLength(value);
  const parts = at(value, 'Fn::Join', 1);
  if (Array.isArray(parts)) return parts.reduce((sum: number, part) => sum + longest(variable, part), 0);
  // a1b2c3d4e5f6g7-ats.iot.ap-southeast-1.amazonaws.com
  if (at(value, 'Fn::GetAtt', 1) === 'endpointAddress') return 64;
  const named = at(value, 'Ref');
  if (named === undefined) return LONGEST_REFERENCE;
  return LONGEST_PSEUDO[String(named)] ?? LONGEST_NAME[variable.replace(/_.*/, '')] ?? LONGEST_REFERENCE;
}

const environmentBytes = (fn: Resource): number =>
  Object.entries(variablesOf(fn)).reduce((sum, [name, value]) => sum + name.length + longest(name, value), 0);

/** Which resource a variable must point to. */
const POINTS_TO: Readonly<Record<string, string>> = {
  TABLE_SERVERS: 'DataServers',
  TABLE_TOOLS: 'DataTools',
  TABLE_TOKENS: 'DataTokens',
  TABLE_DEPLOYMENTS: 'DataDeployments',
  TABLE_AUDIT: 'DataAudit',
  TABLE_SETTINGS: 'DataSettings',
  TABLE_SESSIONS: 'DataSessions',
  TABLE_SIGN_INS: 'DataSignIns',
  TABLE_UPSTREAM_TOKENS: 'DataUpstreamTokens',
  BUCKET_BUNDLES: 'DataBundles',
  BUCKET_SPECS: 'DataSpecs',
  BUCKET_AUDIT: 'DataAuditArchive',
  KEY_CREDENTIALS: 'KeysCredentials',
  KEY_SIGNING: 'KeysSigning',
  KEY_PLACEHOLDERS: 'KeysPlaceholders',
  KEY_TOKENS: 'KeysTokenHash',
  KEY_AUDIT: 'AuditArchiverKey',
  FUNCTION_SANDBOX: 'SandboxCalls',
  FUNCTION_SPEC_READER: 'SandboxSpecReader',
  FUNCTION_RESEAL: 'PipelineReseal',
  FUNCTION_PREPARE: 'ManagementPrepare',
  STATE_MACHINE: 'PipelineDeployment',
  USER_POOL: 'LoginPool',
  USER_POOL_CLIENT: 'LoginPoolDashboard',
  LOGIN_ISSUER: 'LoginPool',
  LOGIN_DOMAIN: 'LoginPoolDomain',
  EDGE_URL: 'EdgeDistribution',
  ORIGIN_SECRET: 'DataPlaneOriginSecret',
  IOT_ENDPOINT: 'PushEndpoint',
  SANDBOX_ROLE: 'SandboxCallsRole',
  TABLE_EVENTS: 'EventsTable',
  EVENT_BUS: 'EventsBus',
  STATE_MACHINE_DELIVERIES: 'EventsDeliveries',
};

/** The resource that a value is put together with, beside what CloudFormation knows itself. */
const firstOf = (value: unknown): string | undefined =>
  list(at(value, 'Fn::Join', 1))
    .map(target)
    .find((id) => id !== undefined && !id.startsWith('AWS::'));

export const ENVIRONMENT: readonly Property[] = [
  {
    name: 'functions have every variable that their code reads',
    why: 'The first request that needs it ends with environment_missing.',
    faults: (resources) =>
      [...functionsOf(resources)].flatMap(([name, fn]) => {
        const entry = entryOf(name);
        if (!entry) return [`${name}: no entry of lib/bundles.ts is known for it`];
        const given = variablesOf(fn);
        const others = INSTEAD.find((names) => names.some((each) => each in given)) ?? [];
        return [...variablesReadBy(entry)]
          .filter((variable) => !(variable in given) && !NOT_BY_US.has(variable) && !others.includes(variable))
          .map((variable) => `${name}: ${variable}`);
      }),
  },
  {
    name: 'a variable has one value, whichever function has it',
    why: 'Functions would speak of different addresses, or accept different secrets.',
    faults: (resources) => {
      const values = new Map<string, Set<string>>();
      for (const [, fn] of functionsOf(resources))
        for (const [name, value] of Object.entries(variablesOf(fn)))
          values.set(name, (values.get(name) ?? new Set()).add(JSON.stringify(value)));
      return [...values].filter(([name, all]) => name !== 'STREAM_LIFE_MS' && all.size > 1).map(([name]) => name);
    },
  },
  {
    name: 'variables point to what their names say',
    why: 'A function would read or write another table, or encrypt under another key.',
    faults: (resources) =>
      [...functionsOf(resources)].flatMap(([name, fn]) =>
        Object.entries(variablesOf(fn)).flatMap(([variable, value]) => {
          const wanted = POINTS_TO[variable];
          if (wanted === undefined) return [];
          // An address of the owner's own is a text.
          if (variable === 'EDGE_URL' && typeof value === 'string') return [];
          return unlike(`${name} ${variable}`, nameOf(target(value) ?? firstOf(value) ?? ''), wanted);
        }),
      ),
  },
  {
    name: 'an environment fits into 4 KB',
    why: 'Lambda refuses the function, and the deployment fails.',
    faults: (resources) =>
      [...functionsOf(resources)]
        .map(([name, fn]) => [name, environmentBytes(fn)] as const)
        .filter(([, bytes]) => bytes > MAX_ENVIRONMENT_BYTES)
        .map(([name, bytes]) => `${name}: ${bytes} bytes`),
  },
];
