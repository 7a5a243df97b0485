/**
 * A server as a resource of CloudFormation: a declaration, in the form of a declaration file, that a provider brings the server to with each
 * deployment that changes it. Secrets stand in it by reference alone, and the provider may read those and no others.
 */
import { createHash } from 'node:crypto';
import { ArnFormat, CustomResource, Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { declarationFile } from '../../core/api/declarations.ts';
import { isReference } from '../../core/api/references.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { CodeFunction } from '../constructs/code-function.ts';
import { mayInvoke } from '../constructs/rights.ts';
import type { Portcullis } from './portcullis.ts';

/** Properties of {@link PortcullisServer}. */
export interface PortcullisServerProps {
  /** The installation that has the server. */
  readonly portcullis: Portcullis;
  /**
   * What the server is, in the form of one server of a declaration file (`portcullis apply --schema`). Secrets are references:
   * `{ secretsManager: secret.secretArn }`, with `key` for a member of a JSON secret, or `{ ssm: parameter.parameterName }`. It has no `tokens`: whoever
   * deploys would read them in CloudFormation; make them with `portcullis token create`.
   */
  readonly declaration: Readonly<Record<string, unknown>>;
  /**
   * Path of the API description, which is deployed with the stack.
   * @default what `declaration.source` names by `url`
   */
  readonly description?: string;
  /**
   * What becomes of the server when the resource is removed. A deleted server takes its connection tokens and sign-ins with it, which nothing
   * brings back, so it stays, as CDK keeps tables and buckets.
   * @default RemovalPolicy.RETAIN
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** One server. It is declared in a group of its own, `cdk-…` from its path: one that is moved is another server. */
export class PortcullisServer extends Construct {
  /** Id of the server, such as srv_…, known at deployment. */
  readonly serverId: string;
  /** URL of its MCP endpoint, for clients that sign in. */
  readonly mcpUrl: string;

  /** Throws an error with the code `declaration_invalid`, which names each member that is wrong and the rule. */
  constructor(scope: Construct, id: string, props: PortcullisServerProps) {
    super(scope, id);
    const { portcullis, declaration, description, removalPolicy = RemovalPolicy.RETAIN } = props;
    refuseFaults(this, declaration);
    const provider = providerOf(Stack.of(this), portcullis);
    for (const reference of referencesIn(declaration)) mayLookUp(provider, reference);
    const document = description === undefined ? undefined : new Asset(this, 'Description', { path: description });
    if (document)
      provider.addToRolePolicy(
        new PolicyStatement({
          effect: Effect.ALLOW,
          actions: ['s3:GetObject'],
          resources: [document.bucket.arnForObjects(document.s3ObjectKey)],
        }),
      );
    const resource = new CustomResource(this, 'Resource', {
      serviceToken: provider.functionArn,
      resourceType: 'Custom::PortcullisServer',
      removalPolicy,
      serviceTimeout: TIMEOUT,
      properties: {
        Group: `cdk-${createHash('sha256').update(this.node.path).digest('hex').slice(0, 16)}`,
        Name: nameOf(id),
        Declaration: Stack.of(this).toJsonString(declaration),
        ...(document && { Bucket: document.s3BucketName, Key: document.s3ObjectKey }),
      },
    });
    // Everything behind the API has to be there, also at the first deployment.
    resource.node.addDependency(portcullis);
    this.serverId = resource.getAttString('Id');
    this.mcpUrl = portcullis.mcpUrl(this.serverId);
  }
}

/** The longest that Lambda runs. */
const TIMEOUT = Duration.minutes(15);
const PROVIDER = 'DeclaredServers';

/**
 * The provider of a stack's servers, made with the first of them. It may invoke the management function, and nothing else by itself. It is in
 * the stack of the servers, whose secrets it names: that of the installation must not depend on them.
 */
function providerOf(stack: Stack, portcullis: Portcullis): CodeFunction {
  const id = `${PROVIDER}-${portcullis.node.addr.slice(-8)}`;
  const existing = stack.node.tryFindChild(id);
  if (existing instanceof CodeFunction) return existing;
  const { api } = portcullis.parts.management;
  const provider = new CodeFunction(stack, id, {
    entry: 'declared-server/handler',
    description: 'Brings servers to what the stack declares',
    memory: 256,
    timeout: TIMEOUT,
    logRetentionDays: portcullis.parts.config.logRetentionDays,
    environment: { FUNCTION_MANAGEMENT: api.functionName },
  });
  mayInvoke(provider, api);
  return provider;
}

/** The construct's id as the name of a declared server: small letters, digits and dashes. */
const nameOf = (id: string): string =>
  id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64) || 'server';

type Found = { readonly secretsManager?: string; readonly ssm?: string; readonly env?: string; readonly file?: string };

function referencesIn(value: unknown): Found[] {
  if (isReference(value)) return [value as Found];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

function mayLookUp(provider: CodeFunction, { secretsManager, ssm }: Found): void {
  const [action, resource] =
    secretsManager === undefined
      ? ['ssm:GetParameter', parameterArn(provider, ssm ?? '')]
      : ['secretsmanager:GetSecretValue', secretArn(provider, secretsManager)];
  provider.addToRolePolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: [action], resources: [resource] }));
}

/** Of an ARN, also one that CDK resolves at deployment, or a name. Secrets Manager appends a dash and six characters to a name. */
function secretArn(scope: Construct, given: string): string {
  if (Token.isUnresolved(given) || /^arn:.*-[A-Za-z0-9]{6}$/.test(given)) return given;
  if (given.startsWith('arn:')) return `${given}-??????`;
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  return `${Stack.of(scope).formatArn({ service: 'secretsmanager', resource: 'secret', resourceName: given, arnFormat })}-??????`;
}

function parameterArn(scope: Construct, given: string): string {
  if (given.startsWith('arn:')) return given;
  return Stack.of(scope).formatArn({ service: 'ssm', resource: 'parameter', resourceName: given.replace(/^\//, '') });
}

/** Rules of a value that is given by reference alone (core/api/references.ts). */
const SECRET_RULES = new Set<unknown>(['secret_plain', 'reference']);

function refuseFaults(scope: Construct, declaration: PortcullisServerProps['declaration']): void {
  const lines = referencesIn(declaration).flatMap(({ env, file }) =>
    (env ?? file) === undefined
      ? []
      : [`${env ?? file}: is of the machine that deploys; say { secretsManager: … } or { ssm: … }`],
  );
  if ('tokens' in declaration)
    lines.push('tokens: would be readable in CloudFormation; make them with portcullis token create');
  const { error } = declarationFile.safeParse({
    kind: 'portcullis-servers',
    version: 1,
    servers: { declared: declaration },
  });
  for (const { path, message, ...issue } of error?.issues ?? []) {
    const [, , ...member] = path;
    const isSecret = issue.code === 'custom' && SECRET_RULES.has(issue.params?.['rule']);
    // Of a value that CDK resolves at deployment nothing is known now; the provider's request is checked then. A secret would be resolved
    // into the resource's properties.
    if (isSecret || !Token.isUnresolved(at(declaration, member)))
      lines.push(`${member.map(String).join('.')}: ${message}`);
  }
  if (lines.length > 0)
    throw new PortcullisError('declaration_invalid', [`${scope.node.path}: wrong declaration`, ...lines].join('\n  '));
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown> | undefined)?.[name], value);
