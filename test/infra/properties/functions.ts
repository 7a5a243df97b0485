/** What each function must be given: time, addresses and logs; its variables are in environment.ts. */
import { SANDBOX_NODE_OPTIONS } from '../../../core/sandbox/flags.ts';
import type { Resource } from '../../support/synth.ts';
import {
  at,
  functionNameOf,
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

/** Lambda, quotas: the longest a function may run. */
const MAX_SECONDS = 900;
/** API Gateway, quotas: the longest that an HTTP API waits for an integration. */
const MAX_INTEGRATION_SECONDS = 30;
const secondsOf = (resources: Resources, name: string) =>
  Number(at(functionsOf(resources).get(name)?.Properties, 'Timeout'));

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
        ([, { Properties }]) =>
          `${at(Properties, 'Action')} ${functionNameOf(resources, at(Properties, 'FunctionName'))}`,
      );
      return ofType(resources, 'AWS::Lambda::Url').flatMap(([, { Properties }]) =>
        ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction']
          .map((action) => `${action} ${functionNameOf(resources, at(Properties, 'TargetFunctionArn'))}`)
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
