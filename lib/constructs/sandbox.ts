/**
 * The two functions that make requests to the internet. The sandbox runs tool calls, with an execution environment per
 * server (tenant isolation); it may read bundles and decrypt credentials. The spec reader fetches API descriptions; it may
 * write its output and decrypt secret document URLs, and reads no data.
 */
import { CfnOutput, Duration } from 'aws-cdk-lib';
import { TenancyConfig } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { SANDBOX_NODE_OPTIONS } from '../../core/sandbox/flags.ts';
import { sharesOf } from '../concurrency.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import type { KeySet } from './keys.ts';
import { mayAssume, mayOpen, mayRead, mayWrite } from './rights.ts';
import { StaticEgress } from './static-egress.ts';

/** The sandbox and the spec reader with their rights. */
export class Sandbox extends Construct {
  readonly calls: CodeFunction;
  readonly specReader: CodeFunction;
  /** Set when the deployment has fixed source addresses. */
  readonly egress: StaticEgress | undefined;

  constructor(scope: Construct, id: string, props: { config: DeploymentConfig; data: Data; keys: KeySet }) {
    super(scope, id);
    const { config, data, keys } = props;
    this.egress = staticEgress(this, config);
    this.calls = callsFunction(this, { ...props, bundles: data.bundles, egress: this.egress });

    this.specReader = new CodeFunction(this, 'SpecReader', {
      entry: 'spec-reader/handler',
      description: 'Fetches and converts API descriptions',
      memory: 3_008,
      timeout: Duration.seconds(90),
      logRetentionDays: config.logRetentionDays,
      network: this.egress?.network,
      environment: { BUCKET_SPECS: data.specs.bucketName, KEY_CREDENTIALS: keys.credentials.keyArn },
    });
    mayWrite(this.specReader, data.specs, 'staging');
    mayOpen(this.specReader, keys.credentials, ['descriptionOf']);
    this.egress?.connect(this.specReader);
  }
}

/** The sandbox of a region other than home; the spec reader is only in the home region. */
export class EdgeSandbox extends Construct {
  readonly calls: CodeFunction;
  readonly egress: StaticEgress | undefined;

  constructor(scope: Construct, id: string, props: Omit<SandboxProps, 'egress'>) {
    super(scope, id);
    this.egress = staticEgress(this, props.config);
    this.calls = callsFunction(this, { ...props, egress: this.egress });
  }
}

interface SandboxProps {
  readonly config: DeploymentConfig;
  readonly bundles: IBucket;
  readonly keys: KeySet;
  readonly egress: StaticEgress | undefined;
}

const staticEgress = (scope: Construct, config: DeploymentConfig): StaticEgress | undefined =>
  config.egress === 'static' ? new StaticEgress(scope, 'Egress', config) : undefined;

function callsFunction(scope: Construct, { config, bundles, keys, egress }: SandboxProps): CodeFunction {
  const calls = new CodeFunction(scope, 'Calls', {
    entry: 'sandbox/handler',
    description: 'Runs the tool calls of one server: decrypts, calls the upstream, governs',
    memory: 512,
    timeout: Duration.seconds(60),
    logRetentionDays: config.logRetentionDays,
    tenancy: TenancyConfig.PER_TENANT,
    reserved: sharesOf(config).sandbox,
    network: egress?.network,
    environment: {
      BUCKET_BUNDLES: bundles.bucketName,
      KEY_CREDENTIALS: keys.credentials.keyArn,
      KEY_SIGNING: keys.signing.keyArn,
      KEY_PLACEHOLDERS: keys.placeholders.keyArn,
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
    new CfnOutput(calls, 'SandboxRole', {
      value: roleOf(calls),
      description: 'The principal in the trust policies of upstreamRoles',
    });
  }
  egress?.connect(calls);
  return calls;
}

/** ARN of a function's role. */
export const roleOf = ({ role }: CodeFunction): string => {
  if (!role) throw new Error('The function has no role.');
  return role.roleArn;
};
