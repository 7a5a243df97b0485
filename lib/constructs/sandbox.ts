/**
 * The two functions that make requests to the internet. The sandbox runs tool calls, with an execution environment per
 * server (tenant isolation); it may read bundles and decrypt credentials. The spec reader fetches API descriptions; it may
 * write its output and decrypt secret document URLs, and reads no data.
 */
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { TenancyConfig } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { SANDBOX_NODE_OPTIONS } from '../../core/sandbox/flags.ts';
import { sharesOf } from '../concurrency.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import { type Egress, mayConnect } from './egress.ts';
import type { KeySet } from './keys.ts';
import { type Need, OwnerNetwork } from './owner-network.ts';
import { mayAssume, mayOpen, mayRead, mayReadSecrets, mayWrite } from './rights.ts';
import { StaticEgress } from './static-egress.ts';

/** The sandbox and the spec reader with their rights. */
export class Sandbox extends Construct {
  readonly calls: CodeFunction;
  readonly specReader: CodeFunction;
  /** Set when calls leave by a network of the owner's account. */
  readonly egress: Egress | undefined;

  constructor(scope: Construct, id: string, props: { config: DeploymentConfig; data: Data; keys: KeySet }) {
    super(scope, id);
    const { config, data, keys } = props;
    this.egress = egressOf(this, config);
    this.calls = callsFunction(this, { ...props, bundles: data.bundles, egress: this.egress });

    this.specReader = new CodeFunction(this, 'SpecReader', {
      entry: 'spec-reader/handler',
      description: 'Fetches and converts API descriptions',
      memory: 3_008,
      timeout: Duration.seconds(90),
      reserved: sharesOf(config).specReader,
      logRetentionDays: config.logRetentionDays,
      network: this.egress?.network,
      environment: {
        BUCKET_SPECS: data.specs.bucketName,
        KEY_CREDENTIALS: keys.credentials.keyArn,
        ...privateVariables(config),
      },
    });
    mayWrite(this.specReader, data.specs, 'staging');
    mayOpen(this.specReader, keys.credentials, ['descriptionOf']);
    if (!this.egress) return;
    mayConnect(this.specReader);
    if (this.egress instanceof OwnerNetwork) this.egress.makeEndpoints(this.needs(props));
  }

  /** What the functions need from AWS beside Lambda itself, which writes their logs without using their network. */
  private needs({ config, data, keys }: { config: DeploymentConfig; data: Data; keys: KeySet }): Need[] {
    const { calls, specReader } = this;
    const folder = (bucket: IBucket, name: string) => bucket.arnForObjects(`${name}/*`);
    const { credentials, signing, placeholders } = keys;
    return [
      {
        fn: calls,
        service: 's3',
        actions: ['s3:GetObject'],
        resources: [folder(data.bundles, 'bundles'), folder(data.bundles, 'cancelled')],
      },
      { fn: specReader, service: 's3', actions: ['s3:PutObject'], resources: [folder(data.specs, 'staging')] },
      { fn: calls, service: 'kms', actions: ['kms:Decrypt'], resources: [credentials.keyArn] },
      { fn: calls, service: 'kms', actions: ['kms:VerifyMac'], resources: [signing.keyArn] },
      { fn: calls, service: 'kms', actions: ['kms:GenerateMac'], resources: [placeholders.keyArn] },
      { fn: specReader, service: 'kms', actions: ['kms:Decrypt'], resources: [credentials.keyArn] },
      ...(config.upstreamRoles.length > 0
        ? [{ fn: calls, service: 'sts' as const, actions: ['sts:AssumeRole'], resources: config.upstreamRoles }]
        : []),
      ...(['secretsmanager', 'ssm'] as const).flatMap((service) => {
        const resources = secretsHere(this, config).filter((arn) => arn.startsWith(`arn:aws:${service}:`));
        const action = service === 'ssm' ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue';
        return resources.length > 0 ? [{ fn: calls, service, actions: [action], resources }] : [];
      }),
    ];
  }
}

/** The sandbox of a region other than home; the spec reader is only in the home region. */
export class EdgeSandbox extends Construct {
  readonly calls: CodeFunction;
  readonly egress: Egress | undefined;

  constructor(scope: Construct, id: string, props: Omit<SandboxProps, 'egress'>) {
    super(scope, id);
    this.egress = egressOf(this, props.config);
    this.calls = callsFunction(this, { ...props, egress: this.egress });
  }
}

interface SandboxProps {
  readonly config: DeploymentConfig;
  readonly bundles: IBucket;
  readonly keys: KeySet;
  readonly egress: Egress | undefined;
}

function egressOf(scope: Construct, config: DeploymentConfig): Egress | undefined {
  if (config.egress === 'internet') return undefined;
  return config.egress === 'static'
    ? new StaticEgress(scope, 'Egress', config)
    : new OwnerNetwork(scope, 'OwnerNetwork', config);
}

/** The hosts of the owner's network that servers may name, for the functions that connect to them or that check URLs. */
export const privateNames = ({ privateHosts }: DeploymentConfig): { PRIVATE_HOSTS?: string } =>
  privateHosts.length > 0 ? { PRIVATE_HOSTS: privateHosts.join(',') } : {};

const privateVariables = (config: DeploymentConfig): { PRIVATE_HOSTS?: string; PRIVATE_RANGES?: string } =>
  config.privateHosts.length > 0 ? { ...privateNames(config), PRIVATE_RANGES: config.privateRanges.join(',') } : {};

function callsFunction(scope: Construct, { config, bundles, keys, egress }: SandboxProps): CodeFunction {
  const calls = new CodeFunction(scope, 'Calls', {
    entry: 'sandbox/handler',
    description: 'Runs the tool calls of one server: decrypts, calls the upstream, governs',
    memory: 512,
    // The longest call, with what is done before and after it. Any other call ends by itself (LIMITS.callMs).
    timeout: Duration.seconds(870),
    logRetentionDays: config.logRetentionDays,
    logsFailuresOnly: true,
    tenancy: TenancyConfig.PER_TENANT,
    reserved: sharesOf(config).sandbox,
    network: egress?.network,
    environment: {
      BUCKET_BUNDLES: bundles.bucketName,
      KEY_CREDENTIALS: keys.credentials.keyArn,
      KEY_SIGNING: keys.signing.keyArn,
      KEY_PLACEHOLDERS: keys.placeholders.keyArn,
      ...privateVariables(config),
    },
  });
  // The flags of a local sandbox process, as far as Lambda supports them (core/sandbox/flags.ts).
  calls.addEnvironment('NODE_OPTIONS', SANDBOX_NODE_OPTIONS);
  mayRead(calls, bundles, 'bundles');
  mayRead(calls, bundles, 'cancelled');
  keys.signing.grantVerifyMac(calls);
  keys.placeholders.grantGenerateMac(calls);
  // Credentials of earlier versions have no origin until the management API binds them.
  mayOpen(calls, keys.credentials, ['serverId'], ['origin']);
  const { upstreamRoles } = config;
  if (upstreamRoles.length > 0) {
    calls.addEnvironment('UPSTREAM_ROLES', upstreamRoles.join(','));
    mayAssume(calls, upstreamRoles);
  }
  const secrets = secretsHere(calls, config);
  if (secrets.length > 0) {
    calls.addEnvironment('UPSTREAM_SECRETS', JSON.stringify(config.upstreamSecrets));
    mayReadSecrets(calls, secrets);
  }
  if (upstreamRoles.length + secrets.length > 0) {
    new CfnOutput(calls, 'SandboxRole', {
      value: roleOf(calls),
      description: 'The principal in the trust policies of upstreamRoles, and in those of keys of upstreamSecrets',
    });
  }
  if (egress) mayConnect(calls);
  return calls;
}

/** The secrets that credentials may name, or their replicas in this region. */
const secretsHere = (scope: Construct, { upstreamSecrets }: DeploymentConfig): string[] =>
  Object.keys(upstreamSecrets).map((arn) => arn.replace(/^((?:[^:]+:){3})[^:]+/, `$1${Stack.of(scope).region}`));

/** ARN of a function's role. */
export const roleOf = ({ role }: CodeFunction): string => {
  if (!role) throw new Error('The function has no role.');
  return role.roleArn;
};
