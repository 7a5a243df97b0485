/**
 * Traces of calls and lists: mcp-rpc logs the spans of one in one line, a subscription filter hands these lines to the forwarder, and that sends
 * them to X-Ray or the owner's OTLP endpoint. mcp-rpc itself gains no right and no connection.
 */
import { Duration, SecretValue } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, SubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import { LambdaDestination } from 'aws-cdk-lib/aws-logs-destinations';
import { Construct } from 'constructs';
import { SPANS_EVENT } from '../../core/telemetry/trace/spans.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';

/** The forwarder, and the subscription to the log of mcp-rpc. */
export class Traces extends Construct {
  constructor(scope: Construct, id: string, { config, rpc }: { config: DeploymentConfig; rpc: CodeFunction }) {
    super(scope, id);
    const { otlpEndpoint, otlpSecret, otlpSecretVersion } = config;
    const version = otlpSecretVersion ? { versionId: otlpSecretVersion } : {};
    const forwarder = new CodeFunction(this, 'Forwarder', {
      entry: 'trace-forwarder/handler',
      description: 'Sends traces of calls to X-Ray or an OTLP endpoint',
      memory: 256,
      timeout: Duration.seconds(60),
      logRetentionDays: config.logRetentionDays,
      environment: {
        TRACES_SERVICE: config.stackName,
        ...(otlpEndpoint !== undefined && { OTLP_ENDPOINT: otlpEndpoint }),
        // A dynamic reference, so the function needs no right on the secret.
        ...(otlpSecret !== undefined && {
          OTLP_HEADERS: SecretValue.secretsManager(otlpSecret, version).unsafeUnwrap(),
        }),
      },
    });
    if (config.traces === 'xray') {
      // X-Ray has no resources that a policy could name.
      forwarder.addToRolePolicy(
        new PolicyStatement({ effect: Effect.ALLOW, actions: ['xray:PutTraceSegments'], resources: ['*'] }),
      );
    }
    rpc.addEnvironment('TRACES', String(config.traceSampling));
    new SubscriptionFilter(this, 'Spans', {
      logGroup: rpc.logGroup,
      destination: new LambdaDestination(forwarder),
      filterPattern: FilterPattern.literal(`"${SPANS_EVENT}"`),
    });
  }
}

/** Where the owner wants traces. */
export function addTraces(scope: Construct, config: DeploymentConfig, rpc: CodeFunction): void {
  if (config.traces !== 'none') new Traces(scope, 'Traces', { config, rpc });
}
