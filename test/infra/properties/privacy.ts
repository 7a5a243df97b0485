/** What is promised of people's data and of what strangers learn, and the setting that keeps the promise. */
import { statementsOf, targetOf } from '../../support/rights.ts';
import {
  at,
  behavioursOf,
  distributionOf,
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

/** What the log of the API has of a request: neither query, nor header, nor address. */
const LOGGED = new Set(
  ['requestTime', 'requestId', 'httpMethod', 'path', 'status', 'responseLatency', 'authorizer.claims.sub'].map(
    (name) => `$context.${name}`,
  ),
);

/** Every action of DynamoDB that changes or deletes an item that is there (Service Authorization Reference), but for PutItem, which writers have. */
const CHANGES = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete'].map(
  (each) => `dynamodb:${each}`,
);

const TYPES_WITH_CORS: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'CorsConfiguration',
  'AWS::S3::Bucket': 'CorsConfiguration',
  'AWS::Lambda::Url': 'Cors',
};

/** Where AWS would write requests down by itself, in addition to what our functions log. */
const OTHER_LOGS: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudFront::Distribution': ['DistributionConfig', 'Logging'],
  'AWS::S3::Bucket': ['LoggingConfiguration'],
};

const client = (resources: Resources) => ofType(resources, 'AWS::Cognito::UserPoolClient')[0]?.[1].Properties;
const pool = (resources: Resources) => ofType(resources, 'AWS::Cognito::UserPool')[0]?.[1].Properties;

/** Folders of the bucket of bundles in which a call leaves data of its own. */
function foldersOfCalls(resources: Resources): Set<string> {
  const roles = ofType(resources, 'AWS::IAM::Role').filter(([id]) => /^DataPlane/.test(id));
  const written = roles.flatMap(([id]) =>
    statementsOf(resources as Record<string, never>, id)
      .filter(({ Action }) => list(Action).includes('s3:PutObject'))
      .flatMap(({ Resource }) => list(Resource).map(targetOf)),
  );
  return new Set(written.map((each) => each.replace(/^DataBundles\/|\/\*$/g, '')));
}

const expires = (rule: unknown): boolean =>
  at(rule, 'Status') === 'Enabled' &&
  Number(at(rule, 'ExpirationInDays')) > 0 &&
  Number(at(rule, 'NoncurrentVersionExpiration', 'NoncurrentDays')) > 0;

/** Queues and buckets whose policies are to refuse what comes without TLS. */
const refusesPlain = (resources: Resources, policyType: string, id: string, member: string): boolean =>
  ofType(resources, policyType).some(
    ([, { Properties }]) =>
      list(at(Properties, member)).some((each) => target(each) === id) &&
      list(at(Properties, 'PolicyDocument', 'Statement')).some(
        (each) => at(each, 'Effect') === 'Deny' && at(each, 'Condition', 'Bool', 'aws:SecureTransport') === 'false',
      ),
  );

/** What the headers of pages lack, where a function sends them. */
const missingHeaders = (headers: string): string[] =>
  [
    'max-age=31536000; includeSubDomains',
    'nosniff',
    'DENY',
    'no-referrer',
    "default-src 'none'",
    "frame-ancestors 'none'",
  ].filter((each) => !headers.includes(each));

export const PRIVACY: readonly Property[] = [
  {
    name: 'the log of the API has no query, no header and no address',
    why: 'Queries hold search words and e-mail addresses, and logs are read by more people than the trail.',
    faults: (resources) =>
      ofType(resources, 'AWS::ApiGatewayV2::Stage').flatMap(([id, { Properties }]) => {
        const format = at(Properties, 'AccessLogSettings', 'Format');
        if (typeof format !== 'string' || at(Properties, 'AccessLogSettings', 'DestinationArn') === undefined)
          return [`${id}: no log, so nobody can tell who asked`];
        return [...format.matchAll(/\$[\w.]+/g)].map(([name]) => name).filter((name) => !LOGGED.has(name));
      }),
  },
  {
    name: 'state machines log errors, and of those no data',
    why: 'Inputs and outputs of each state would be in a log that everybody who operates may read.',
    faults: (resources) =>
      ofType(resources, 'AWS::StepFunctions::StateMachine').flatMap(([id, { Properties }]) => [
        ...unlike(id, at(Properties, 'LoggingConfiguration', 'IncludeExecutionData'), false),
        ...unlike(id, at(Properties, 'LoggingConfiguration', 'Level'), 'ERROR'),
        ...unlike(id, at(Properties, 'TracingConfiguration', 'Enabled'), false),
      ]),
  },
  {
    name: 'nothing else writes requests down',
    why: 'Paths may hold connection tokens.',
    faults: (resources) => [
      ...Object.entries(OTHER_LOGS).flatMap(([type, path]) =>
        ofType(resources, type)
          .filter(([, { Properties }]) => at(Properties, ...path) !== undefined)
          .map(([id]) => id),
      ),
      ...[...behavioursOf(resources)].filter(([, each]) => at(each, 'RealtimeLogConfigArn')).map(([path]) => path),
      ...Object.entries(resources)
        .filter(([, { Type }]) =>
          /^AWS::(WAFv2::LoggingConfiguration|Logs::Delivery|CloudFront::RealtimeLogConfig)/.test(Type),
        )
        .map(([id]) => id),
      ...ofType(resources, 'AWS::WAFv2::WebACL')
        .filter(([, { Properties }]) => JSON.stringify(Properties).includes('"SampledRequestsEnabled":true'))
        .map(([id]) => id),
    ],
  },
  {
    name: 'lines of a log go to the forwarder of traces alone, and only those of spans',
    why: 'Whoever subscribes to a log reads all of it.',
    faults: (resources) =>
      ofType(resources, 'AWS::Logs::SubscriptionFilter').flatMap(([id, { Properties }]) => [
        ...unlike(id, nameOf(target(at(Properties, 'DestinationArn')) ?? ''), 'TracesForwarder'),
        ...unlike(id, nameOf(target(at(Properties, 'LogGroupName')) ?? ''), 'DataPlaneRpcLogs'),
        ...unlike(id, at(Properties, 'FilterPattern'), '"call_spans"'),
      ]),
  },
  {
    name: 'what a call leaves in the bucket of bundles goes by itself',
    why: 'Held answers would lie there for ever, although nobody can be given them any more.',
    faults: (resources) => {
      const rules = ofType(resources, 'AWS::S3::Bucket')
        .filter(([id]) => nameOf(id) === 'DataBundles')
        .flatMap(([, { Properties }]) => list(at(Properties, 'LifecycleConfiguration', 'Rules')));
      const going = rules.filter(expires).map((rule) => String(at(rule, 'Prefix')).split('/')[0]);
      return [...foldersOfCalls(resources)].filter((folder) => !going.includes(folder));
    },
  },
  {
    name: 'no other site reads answers of the API, of functions or of buckets in a browser',
    why: 'A page of somebody else could use the login of who visits it.',
    faults: (resources) => [
      ...Object.entries(TYPES_WITH_CORS).flatMap(([type, member]) =>
        ofType(resources, type)
          .filter(([, { Properties }]) => at(Properties, member) !== undefined)
          .map(([id]) => id),
      ),
      ...ofType(resources, 'AWS::CloudFront::ResponseHeadersPolicy')
        .filter(([, { Properties }]) => at(Properties, 'ResponseHeadersPolicyConfig', 'CorsConfig') !== undefined)
        .map(([id]) => id),
    ],
  },
  {
    name: 'browsers come back by HTTPS alone, name no page to others, and take a file for what it says',
    why: 'The first request to a page could be read and changed on the way, and addresses of pages would be told to other sites.',
    faults: (resources) => {
      const pages = functionsOf(resources).get('EntrancePages');
      if (pages) return missingHeaders(JSON.stringify(variablesOf(pages)['PAGE_HEADERS'] ?? ''));
      const id = target(at(behavioursOf(resources).get('*'), 'ResponseHeadersPolicyId'));
      const headers = at(resources[id ?? '']?.Properties, 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig');
      const own = [
        'StrictTransportSecurity',
        'ContentTypeOptions',
        'FrameOptions',
        'ReferrerPolicy',
        'ContentSecurityPolicy',
      ];
      return [
        ...own.filter((name) => at(headers, name, 'Override') !== true),
        ...unlike('subdomains', at(headers, 'StrictTransportSecurity', 'IncludeSubdomains'), true),
        ...unlike('referrer', at(headers, 'ReferrerPolicy', 'ReferrerPolicy'), 'no-referrer'),
        ...unlike('frames', at(headers, 'FrameOptions', 'FrameOption'), 'DENY'),
      ];
    },
  },
  {
    name: 'the login does not tell which people there are, and ends sessions when it is told to',
    why: 'Strangers could try addresses, and a stolen refresh token could not be taken back.',
    faults: (resources) => [
      ...unlike('PreventUserExistenceErrors', at(client(resources), 'PreventUserExistenceErrors'), 'ENABLED'),
      ...unlike('EnableTokenRevocation', at(client(resources), 'EnableTokenRevocation'), true),
    ],
  },
  {
    name: 'a second factor is an app, and passwords have letters, digits and signs',
    why: 'Text messages are redirected by who talks to the telephone company, and need a role that sends them.',
    faults: (resources) => {
      const policy = at(pool(resources), 'Policies', 'PasswordPolicy');
      return [
        ...unlike('factors', at(pool(resources), 'EnabledMfas'), ['SOFTWARE_TOKEN_MFA']),
        ...unlike('SmsConfiguration', at(pool(resources), 'SmsConfiguration'), undefined),
        ...(['OPTIONAL', 'ON'].includes(String(at(pool(resources), 'MfaConfiguration'))) ? [] : ['MfaConfiguration']),
        ...['RequireLowercase', 'RequireUppercase', 'RequireNumbers', 'RequireSymbols'].filter(
          (each) => at(policy, each) !== true,
        ),
      ];
    },
  },
  {
    name: 'the trail refuses each way to change an entry',
    why: 'A statement of PartiQL changes an item as well as UpdateItem does.',
    faults: (resources) =>
      ofType(resources, 'AWS::DynamoDB::GlobalTable')
        .filter(([id]) => nameOf(id) === 'DataAudit')
        .flatMap(([, { Properties }]) => {
          const statements = list(at(Properties, 'Replicas')).flatMap((replica) =>
            list(at(replica, 'ResourcePolicy', 'PolicyDocument', 'Statement')),
          );
          const denied = statements
            .filter((each) => at(each, 'Effect') === 'Deny' && at(each, 'Principal', 'AWS') === '*')
            .flatMap((each) => list(at(each, 'Action')));
          return CHANGES.filter((action) => !denied.includes(action));
        }),
  },
  {
    name: 'the bucket of pages is read by the distribution alone',
    why: 'Without a signature of the distribution the bucket would have to be public, or no page would come.',
    faults: (resources) => {
      // Without a distribution the files are in a function.
      if (functionsOf(resources).has('EntrancePages')) return [];
      const origins = list(at(distributionOf(resources), 'Origins')).filter((each) => at(each, 'S3OriginConfig'));
      const [origin] = origins;
      const control = resources[target(at(origin, 'OriginAccessControlId')) ?? '']?.Properties;
      const policies = ofType(resources, 'AWS::S3::BucketPolicy').filter(
        ([, { Properties }]) => nameOf(target(at(Properties, 'Bucket')) ?? '') === 'EdgeSite',
      );
      const readers = policies
        .flatMap(([, { Properties }]) => list(at(Properties, 'PolicyDocument', 'Statement')))
        .filter((each) => at(each, 'Effect') === 'Allow')
        .map((each) => [
          at(each, 'Action'),
          at(each, 'Principal'),
          Object.keys((at(each, 'Condition') ?? {}) as object),
        ]);
      return [
        ...unlike('origins', origins.length, 1),
        ...unlike('signing', at(control, 'OriginAccessControlConfig', 'SigningBehavior'), 'always'),
        ...unlike('readers', readers, [['s3:GetObject', { Service: 'cloudfront.amazonaws.com' }, ['StringEquals']]]),
      ];
    },
  },
  {
    name: 'queues and buckets refuse what comes without TLS',
    why: 'Bundles, documents and ids of failures would travel in the clear.',
    faults: (resources) => [
      ...ofType(resources, 'AWS::SQS::Queue')
        .filter(([id]) => !refusesPlain(resources, 'AWS::SQS::QueuePolicy', id, 'Queues'))
        .map(([id]) => id),
      ...ofType(resources, 'AWS::S3::Bucket')
        .filter(([id]) => !refusesPlain(resources, 'AWS::S3::BucketPolicy', id, 'Bucket'))
        .map(([id]) => id),
    ],
  },
];
