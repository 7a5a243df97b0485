/** Physical names of the twins, and the resolver's values of Ref and GetAtt. */
import { LocalStackError } from './errors.ts';
import { ACCOUNT, type PhysicalNames, REGION } from './template/resolve.ts';
import type { StackTemplate } from './template/template.ts';
import { tableArn } from './twins/dynamodb/tables.ts';
import { eventBusArn } from './twins/event-bridge.ts';
import { queueArn, queueUrl } from './twins/queues.ts';

/** Value where the template asks for the distribution's domain name. */
export const DISTRIBUTION = 'distribution.cloudfront.net';

/** Id of the user pool. */
export const POOL = `${REGION}_Local`;

/** Id of the dashboard's client at the login. */
export const CLIENT = 'portcullis-dashboard';

/** Addresses and ids that only the running host knows. */
export interface PhysicalContext {
  readonly edgeUrl: string;
  readonly issuer: string;
  /** host:port of the IoT endpoint. */
  readonly iotHost: string;
  readonly keyId: (logicalId: string) => string;
  readonly secret: (logicalId: string) => string;
}

/** ARN of a KMS key. */
export const keyArn = (id: string): string => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`;

/** ARN of a function. */
export const functionArn = (name: string): string => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;

/** ARN of the user pool. */
export const poolArn = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${POOL}`;

/** Name of a bucket. */
export const bucketName = (logicalId: string): string => logicalId.toLowerCase();

/** Domain name of a function URL. */
export const urlDomain = (functionId: string): string => `${functionId.toLowerCase()}.lambda-url.${REGION}.on.aws`;

/** ARN of a state machine. */
export const stateMachineArn = (id: string): string => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${id}`;
const secretArn = (id: string) => `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}`;
const logGroupArn = (id: string) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${id}`;

/** The values of Ref and GetAtt. Throws LocalStackError `template_unsupported` for a resource without a twin. */
export function physicalNames(template: StackTemplate, context: PhysicalContext): PhysicalNames {
  const typeOf = (id: string): string => {
    const resource = template.resources[id];
    if (!resource)
      throw new LocalStackError('template_unsupported', `The template refers to ${id}, which it does not define.`);
    return resource.Type;
  };
  const targetOf = (urlId: string): string => {
    const target = template.resources[urlId]?.Properties?.['TargetFunctionArn'] as { 'Fn::GetAtt'?: [string] };
    return String(target['Fn::GetAtt']?.[0]);
  };

  /** The one custom resource that the template calls at deployment. */
  const iotEndpoint = (id: string): string => {
    const create = String(template.resources[id]?.Properties?.['Create']);
    if (!/"service":"Iot","action":"describeEndpoint"/.test(create)) {
      throw new LocalStackError('template_unsupported', `The local stack does not make the AWS call of ${id}.`);
    }
    return context.iotHost;
  };

  const busName = (id: string): string => String(template.resources[id]?.Properties?.['Name']);
  const addressIds = Object.keys(template.resources).filter((id) => typeOf(id) === 'AWS::EC2::EIP');
  const aliases = Object.values(template.resources)
    .filter(({ Type }) => Type === 'AWS::CloudFront::Distribution')
    .flatMap(
      ({ Properties }) => (Properties?.['DistributionConfig'] as { Aliases?: string[] } | undefined)?.Aliases ?? [],
    );
  const refs: Record<string, (id: string) => string> = {
    'AWS::S3::Bucket': bucketName,
    'AWS::Events::EventBus': busName,
    'AWS::KMS::Key': context.keyId,
    'AWS::StepFunctions::StateMachine': stateMachineArn,
    'AWS::SecretsManager::Secret': secretArn,
    'AWS::SQS::Queue': queueUrl,
    // An address reserved for documentation (RFC 5737); real requests leave from this machine's address.
    'AWS::EC2::EIP': (id) => `203.0.113.${addressIds.indexOf(id) + 1}`,
    'AWS::Cognito::UserPool': () => POOL,
    'AWS::Cognito::UserPoolClient': () => CLIENT,
    // Rewritten below.
    'AWS::Cognito::UserPoolDomain': () => 'login',
    'Custom::AWS': iotEndpoint,
  };
  const attributes: Record<string, Record<string, (id: string) => string>> = {
    // In the policy of a role that nothing here takes.
    'AWS::Backup::BackupVault': { BackupVaultArn: (id) => `arn:aws:backup:${REGION}:${ACCOUNT}:backup-vault:${id}` },
    'AWS::DynamoDB::GlobalTable': { Arn: tableArn, StreamArn: (id) => `${tableArn(id)}/stream/local` },
    'AWS::S3::Bucket': {
      Arn: (id) => `arn:aws:s3:::${bucketName(id)}`,
      RegionalDomainName: (id) => `${bucketName(id)}.s3.${REGION}.amazonaws.com`,
    },
    'AWS::Events::EventBus': { Arn: (id) => eventBusArn(busName(id)), Name: busName },
    'AWS::Events::Rule': { Arn: (id) => `arn:aws:events:${REGION}:${ACCOUNT}:rule/${id}` },
    'AWS::KMS::Key': { Arn: (id) => keyArn(context.keyId(id)) },
    'AWS::Lambda::Function': { Arn: functionArn },
    'AWS::Lambda::Url': { FunctionUrl: (id) => `https://${urlDomain(targetOf(id))}/` },
    'AWS::SQS::Queue': { Arn: queueArn, QueueName: (id) => id },
    'AWS::StepFunctions::StateMachine': { Arn: stateMachineArn, Name: (id) => id },
    'AWS::CloudFront::Distribution': { DomainName: () => DISTRIBUTION },
    'AWS::CloudFront::Function': { FunctionARN: (id) => id },
    'AWS::CloudFront::OriginAccessControl': { Id: (id) => id },
    'AWS::Cognito::UserPool': {
      Arn: () => poolArn,
      ProviderURL: () => context.issuer,
    },
    'AWS::IAM::Role': { Arn: (id) => `arn:aws:iam::${ACCOUNT}:role/${id}` },
    'AWS::Logs::LogGroup': { Arn: logGroupArn },
    'AWS::WAFv2::WebACL': { Arn: (id) => `arn:aws:wafv2:${REGION}:${ACCOUNT}:global/webacl/${id}/local` },
    'Custom::AWS': { endpointAddress: iotEndpoint },
  };
  // Addresses that AWS would have assigned, as they result from joins and splits.
  const rewrites: Array<readonly [RegExp, string]> = [
    ...[DISTRIBUTION, ...aliases].map(
      (name) => [new RegExp(`https://${name.replaceAll('.', '\\.')}(?![\\w.-])`, 'g'), context.edgeUrl] as const,
    ),
    [new RegExp(`https://cognito-idp\\.${REGION}\\.amazonaws\\.com(/${POOL})?`, 'g'), context.issuer],
    [new RegExp(`https://[a-z0-9-]+\\.auth\\.${REGION}\\.amazoncognito\\.com`, 'g'), context.issuer],
  ];
  return {
    ref: (id) => (refs[typeOf(id)] ?? ((each: string) => each))(id),
    attribute(id, attribute) {
      const read = attributes[typeOf(id)]?.[attribute];
      if (!read)
        throw new LocalStackError('template_unsupported', `The local stack does not know ${typeOf(id)}.${attribute}.`);
      return read(id);
    },
    secret: (arn) => context.secret(arn.split(':').at(-1) as string),
    rewrite: (text) => rewrites.reduce((each, [pattern, value]) => each.replace(pattern, value), text),
  };
}
