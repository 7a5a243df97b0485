/**
 * A Lambda function of ours: Node 24 on arm64, one bundled ES module, a role that may write to its own log group and
 * nothing else, logs with a retention. Every further right is granted one by one where the function is wired.
 */
import { join } from 'node:path';
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime, type TenancyConfig } from 'aws-cdk-lib/aws-lambda';
import { Charset, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../../aws/environment.ts';

const root = join(import.meta.dirname, '..', '..');

export interface CodeFunctionProps {
  /** Entry below lambdas/, e.g. `mcp-rpc/handler.ts`. */
  readonly entry: string;
  readonly description: string;
  /** Megabytes; CPU grows with it (1,769 MB is one vCPU). */
  readonly memory: number;
  readonly timeout: Duration;
  readonly logRetentionDays: RetentionDays;
  readonly environment?: Partial<Record<EnvironmentName, string>>;
  readonly tenancy?: TenancyConfig;
}

export class CodeFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: CodeFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `${Stack.of(scope).stackName} ${props.description}`.slice(0, 200),
    });
    super(scope, id, {
      entry: join(root, 'lambdas', props.entry),
      handler: 'handler',
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: props.timeout,
      role,
      logGroup,
      environment: props.environment as Record<string, string>,
      tenancyConfig: props.tenancy,
      projectRoot: root,
      depsLockFilePath: join(root, 'package-lock.json'),
      awsSdkConnectionReuse: false,
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        // Names stay readable in stacks without being set at run time: keepNames defines one for every closure that is made.
        esbuildArgs: { '--minify-whitespace': true, '--minify-syntax': true },
        externalModules: [],
        banner:
          "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
        charset: Charset.UTF8,
      },
    });
    logGroup.grantWrite(role);
  }
}
