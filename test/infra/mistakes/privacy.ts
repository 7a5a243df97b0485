/** Mistakes about what is promised of people's data and of what strangers learn. */
import type { Draft, Mistake, Node } from './draft.ts';

const client = (draft: Draft) => draft.of('LoginPoolDashboard');
const rulesOf = (draft: Draft) => draft.of('DataBundles', 'LifecycleConfiguration')['Rules'] as Node[];
const securityHeaders = (draft: Draft, name: string) =>
  draft.of('EdgePageHeaders', 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig', name);

export const PRIVACY: readonly Mistake[] = [
  {
    mistake: 'the access log of the API has the query',
    caughtBy: 'the log of the API has no query, no header and no address',
    make: (draft) => {
      const settings = draft.of('HttpApiStage', 'AccessLogSettings');
      settings['Format'] = String(settings['Format']).replace('}', ',"query":"$context.requestOverride.querystring"}');
    },
  },
  {
    mistake: 'the API has no access log',
    caughtBy: 'the log of the API has no query, no header and no address',
    make: (draft) => {
      delete draft.of('HttpApiStage')['AccessLogSettings'];
    },
  },
  {
    mistake: 'the state machine logs what it works on',
    caughtBy: 'state machines log errors, and of those no data',
    make: (draft) => {
      draft.of('PipelineDeployment', 'LoggingConfiguration')['IncludeExecutionData'] = true;
    },
  },
  {
    mistake: 'CloudFront logs requests',
    caughtBy: 'nothing else writes requests down',
    make: (draft) => {
      draft.of('EdgeDistribution', 'DistributionConfig')['Logging'] = { Bucket: 'logs.s3.amazonaws.com' };
    },
  },
  {
    mistake: 'the forwarder of traces gets every line',
    caughtBy: 'lines of a log go to the forwarder of traces alone, and only those of spans',
    config: { traces: 'xray' },
    make: (draft) => {
      draft.of('TracesSpans')['FilterPattern'] = '';
    },
  },
  {
    mistake: 'held answers never expire',
    caughtBy: 'what a call leaves in the bucket of bundles goes by itself',
    make: (draft) => {
      const rules = rulesOf(draft);
      draft.of('DataBundles', 'LifecycleConfiguration')['Rules'] = rules.filter(({ Id }) => Id !== 'held');
    },
  },
  {
    mistake: 'versions of answers on their way stay',
    caughtBy: 'what a call leaves in the bucket of bundles goes by itself',
    make: (draft) => {
      for (const rule of rulesOf(draft)) if (rule['Id'] === 'sessions') delete rule['NoncurrentVersionExpiration'];
    },
  },
  {
    mistake: 'another site may ask the API from a browser',
    caughtBy: 'no other site reads answers of the API, of functions or of buckets in a browser',
    make: (draft) => {
      draft.of('HttpApi')['CorsConfiguration'] = { AllowOrigins: ['https://app.example.com'] };
    },
  },
  {
    mistake: 'addresses of pages are told to other sites',
    caughtBy: 'browsers come back by HTTPS alone, name no page to others, and take a file for what it says',
    make: (draft) => {
      securityHeaders(draft, 'ReferrerPolicy')['ReferrerPolicy'] = 'unsafe-url';
    },
  },
  {
    mistake: 'the login tells which people there are',
    caughtBy: 'the login does not tell which people there are, and ends sessions when it is told to',
    make: (draft) => {
      client(draft)['PreventUserExistenceErrors'] = 'LEGACY';
    },
  },
  {
    mistake: 'refresh tokens cannot be revoked',
    caughtBy: 'the login does not tell which people there are, and ends sessions when it is told to',
    make: (draft) => {
      client(draft)['EnableTokenRevocation'] = false;
    },
  },
  {
    mistake: 'text messages are a second factor',
    caughtBy: 'a second factor is an app, and passwords have letters, digits and signs',
    make: (draft) => {
      draft.of('LoginPool')['EnabledMfas'] = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'];
    },
  },
  {
    mistake: 'the trail lets statements of PartiQL change entries',
    caughtBy: 'the trail refuses each way to change an entry',
    make: (draft) => {
      const statement = draft.of('DataAudit', 'Replicas', 0, 'ResourcePolicy', 'PolicyDocument', 'Statement', 0);
      statement['Action'] = (statement['Action'] as string[]).filter((each) => each !== 'dynamodb:PartiQLUpdate');
    },
  },
  {
    mistake: 'the distribution asks the bucket of pages without a signature',
    caughtBy: 'the bucket of pages is read by the distribution alone',
    make: (draft) => {
      delete draft.originOfPages()['OriginAccessControlId'];
    },
  },
  {
    mistake: 'the queue of failures takes messages without TLS',
    caughtBy: 'queues and buckets refuse what comes without TLS',
    make: (draft) => {
      delete draft.resources[draft.id('FailuresQueuePolicy')];
    },
  },
];
