/** What each function must be given: time, variables that its code reads, and nothing that Lambda would refuse. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_NODE_OPTIONS } from '../../../core/sandbox/flags.ts';
import { ENTRIES, type Entry } from '../../../lib/bundles.ts';
import { ensureBundled } from '../../../local/lib/bundled.ts';
import type { Resource } from '../../support/synth.ts';
import {
  at,
  functionsOf,
  list,
  nameOf,
  ofType,
  type Property,
  type Resources,
  target,
  unlike,
  variablesOf,
} from './property.ts';

/** Lambda, quotas: the size of all environment variables of a function. */
const MAX_ENVIRONMENT_BYTES = 4_096;
/** Lambda, quotas: the longest a function may run. */
const MAX_SECONDS = 900;
/** API Gateway, quotas: the longest that an HTTP API waits for an integration. */
const MAX_INTEGRATION_SECONDS = 30;
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

/** The secret of the distribution, whose reference is resolved to its text: two values of 48 characters as JSON. */
/** Of these a function has one: by either it knows requests of the entrance. */
const INSTEAD = [['ORIGIN_SECRET', 'VPC_ENDPOINTS']];
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

const secondsOf = (resources: Resources, name: string) =>
  Number(at(functionsOf(resources).get(name)?.Properties, 'Timeout'));

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
  IOT_ENDPOINT: 'PushEndpoint',
  SANDBOX_ROLE: 'SandboxCallsRole',
  TABLE_EVENTS: 'EventsTable',
  EVENT_BUS: 'EventsBus',
  STATE_MACHINE_DELIVERIES: 'EventsDeliveries',
};

export const FUNCTIONS: readonly Property[] = [
  {
    name: 'services write their logs below /aws/vendedlogs/',
    why: 'The one resource policy of CloudWatch Logs in a region is full in old accounts, and the stack could not be created.',
    faults: (resources) => {
      const machines = ofType(resources, 'AWS::StepFunctions::StateMachine').map(([, each]) =>
        at(each.Properties, 'LoggingConfiguration', 'Destinations', 0, 'CloudWatchLogsLogGroup', 'LogGroupArn'),
      );
      const stages = ofType(resources, 'AWS::ApiGatewayV2::Stage').map(([, each]) =>
        at(each.Properties, 'AccessLogSettings', 'DestinationArn'),
      );
      return [...machines, ...stages]
        .map((arn) => target(arn) ?? '')
        .filter((id) => !String(at(resources[id]?.Properties, 'LogGroupName')).startsWith('/aws/vendedlogs/'));
    },
  },
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
          return unlike(`${name} ${variable}`, nameOf(target(value) ?? ''), wanted);
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
  {
    name: 'a stream ends before its function does',
    why: 'Lambda would cut it in the middle of a message, and the client never hear why.',
    faults: (resources) =>
      ['DataPlaneRpc', 'DataPlaneStream'].flatMap((name) => {
        const variables = variablesOf(functionsOf(resources).get(name) as Resource);
        // Where change streams are off, mcp-rpc holds none.
        if (name === 'DataPlaneRpc' && variables['CHANGE_STREAMS'] !== 'true') return [];
        const life = Number(variables['STREAM_LIFE_MS']) / 1_000;
        const seconds = secondsOf(resources, name);
        return seconds > life && seconds <= MAX_SECONDS ? [] : [`${name}: ${seconds} s for streams of ${life} s`];
      }),
  },
  {
    name: 'who waits for a function waits longer than it may run',
    why: 'The one who waits gives up while the other goes on, and does the work twice.',
    faults: (resources) =>
      [
        ['DataPlaneRpc', 'SandboxCalls'],
        ['PipelineParseSpec', 'SandboxSpecReader'],
        ['ManagementPrepare', 'SandboxSpecReader'],
        ['PipelineDistribute', 'SandboxCalls'],
      ]
        .filter(
          ([caller, called]) => !(secondsOf(resources, caller as string) > secondsOf(resources, called as string)),
        )
        .map(([caller, called]) => `${caller} waits for ${called}`),
  },
  {
    name: 'the management API ends before API Gateway gives up',
    why: 'The client gets 503 without a word while the write goes on.',
    faults: (resources) => {
      const seconds = secondsOf(resources, 'ManagementApi');
      return seconds < MAX_INTEGRATION_SECONDS ? [] : [`ManagementApi: ${seconds} s`];
    },
  },
  {
    name: 'the sandbox, and it alone, has an environment for each server',
    why: "One server's credential and answers would lie in the memory of the next.",
    faults: (resources) =>
      unlike(
        'TenancyConfig',
        [...functionsOf(resources)]
          .filter(([, { Properties }]) => at(Properties, 'TenancyConfig', 'TenantIsolationMode') === 'PER_TENANT')
          .map(([name]) => name),
        ['SandboxCalls'],
      ),
  },
  {
    name: 'the sandbox starts locked down',
    why: 'Its lock-down can take away code generation only where Node was started without it.',
    faults: (resources) =>
      unlike(
        'SandboxCalls',
        variablesOf(functionsOf(resources).get('SandboxCalls') as Resource)['NODE_OPTIONS'],
        SANDBOX_NODE_OPTIONS,
      ),
  },
  {
    name: 'nobody but CloudFront has an address for a function',
    why: 'A function URL is open to the internet.',
    faults: (resources) =>
      unlike(
        'Function URLs',
        ofType(resources, 'AWS::Lambda::Url')
          .map(([, { Properties }]) => nameOf(target(at(Properties, 'TargetFunctionArn')) ?? ''))
          .sort(),
        // With entrance=rest none has.
        ofType(resources, 'AWS::ApiGateway::RestApi').length > 0 ? [] : ['DataPlaneRpc', 'DataPlaneStream'],
      ),
  },
  {
    name: 'function URLs have both permissions',
    why: 'Since October 2025 a URL answers 403 without lambda:InvokeFunction beside lambda:InvokeFunctionUrl.',
    faults: (resources) => {
      const granted = ofType(resources, 'AWS::Lambda::Permission').map(
        ([, { Properties }]) => `${at(Properties, 'Action')} ${target(at(Properties, 'FunctionName'))}`,
      );
      return ofType(resources, 'AWS::Lambda::Url').flatMap(([, { Properties }]) =>
        ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction']
          .map((action) => `${action} ${target(at(Properties, 'TargetFunctionArn'))}`)
          .filter((line) => !granted.includes(line)),
      );
    },
  },
  {
    name: 'what functions log is deleted after the days that the owner set',
    why: 'A log group that Lambda makes by itself keeps everything for ever.',
    faults: (resources) => [
      ...[...functionsOf(resources)]
        .filter(([, { Properties }]) => target(at(Properties, 'LoggingConfig', 'LogGroup')) === undefined)
        .map(([name]) => `${name}: no log group`),
      ...ofType(resources, 'AWS::Logs::LogGroup')
        .filter(([, { Properties }]) => at(Properties, 'RetentionInDays') === undefined)
        .map(([id]) => id),
    ],
  },
  {
    name: 'the address for push messages is the one that signs with certificates of Amazon',
    why: 'iot:Data answers with a certificate that no runtime trusts any more.',
    faults: (resources) =>
      ofType(resources, 'Custom::AWS')
        .filter(([, { Properties }]) => JSON.stringify(at(Properties, 'Create') ?? '').includes('describeEndpoint'))
        .filter(([, { Properties }]) =>
          [at(Properties, 'Create'), at(Properties, 'Update')].some(
            (call) => !JSON.stringify(call ?? '').includes('iot:Data-ATS'),
          ),
        )
        .map(([id]) => id),
  },
  {
    name: 'the archiver reads the stream of the trail from its beginning, for 20 hours',
    why: 'Entries would be missing from the archive: with fewer tries, or with those that wait behind one that can never be archived.',
    faults: (resources) => {
      const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(([id]) =>
        id.startsWith('AuditArchiver'),
      );
      if (mappings.length === 0) return ['no mapping'];
      return list(mappings.map(([, { Properties }]) => Properties)).flatMap((properties) => [
        ...unlike('source', at(properties, 'EventSourceArn', 'Fn::GetAtt', 1), 'StreamArn'),
        ...unlike('source', nameOf(target(at(properties, 'EventSourceArn')) ?? ''), 'DataAudit'),
        ...unlike('start', at(properties, 'StartingPosition'), 'TRIM_HORIZON'),
        ...unlike('tries', at(properties, 'MaximumRetryAttempts'), undefined),
        ...unlike('age', at(properties, 'MaximumRecordAgeInSeconds'), 72_000),
      ]);
    },
  },
];
