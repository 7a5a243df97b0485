/** Physical names of the twins, and the resolver's values of Ref and GetAtt. */

import { PortcullisError } from '../../core/lib/errors.ts';
import { callOf } from '../template/awsCalls.ts';
import { ACCOUNT, type PhysicalNames, resolver } from '../template/resolve.ts';
import type { StackTemplate } from '../template/template.ts';
import { tableArn } from '../twins/dynamodb/tables.ts';
import { eventBusArn } from '../twins/event-bridge.ts';
import { queueArn, queueUrl } from '../twins/queues.ts';

/** Value where the template asks for the distribution's domain name. */
export const DISTRIBUTION = 'distribution.cloudfront.net';

/** Id of the dashboard's client at the login. */
export const CLIENT = 'portcullis-dashboard';

/** Addresses and ids that only the running host knows. */
export interface PhysicalContext {
  readonly edgeUrl: string;
  readonly issuer: string;
  /** host:port of the IoT endpoint of a region. */
  readonly iotHost: (region: string) => string;
  /** Of a key that is no replica. */
  readonly keyId: (logicalId: string) => string;
  /** By logical id at home, by its name elsewhere. */
  readonly secret: (id: string) => string;
  /** Output of a stack of another region. */
  readonly crossRegion: (region: string, name: string) => string;
}

/** ARN of a KMS key. */
export const keyArn = (id: string, region: string): string => `arn:aws:kms:${region}:${ACCOUNT}:key/${id}`;

/** ARN of a function. */
export const functionArn = (name: string, region: string): string =>
  `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}`;

const poolId = (region: string): string => `${region}_Local`;

/** ARN of the user pool. */
export const poolArn = (region: string): string =>
  `arn:aws:cognito-idp:${region}:${ACCOUNT}:userpool/${poolId(region)}`;

/** Domain name of a function URL. */
export const urlDomain = (functionId: string, region: string): string =>
  `${functionId.toLowerCase()}.lambda-url.${region}.on.aws`;

/** ARN of a state machine. */
export const stateMachineArn = (id: string, region: string): string =>
  `arn:aws:states:${region}:${ACCOUNT}:stateMachine:${id}`;

/** The values of Ref and GetAtt. Throws PortcullisError `template_unsupported` for a resource without a twin. */
export function physicalNames(template: StackTemplate, context: PhysicalContext): PhysicalNames {
  const { region } = template;
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${ACCOUNT}:${rest}`;
  const typeOf = (id: string): string => {
    const resource = template.resources[id];
    if (!resource)
      throw new PortcullisError('template_unsupported', `The template refers to ${id}, which it does not define.`);
    return resource.Type;
  };
  const targetOf = (urlId: string): string => {
    const target = template.resources[urlId]?.Properties?.['TargetFunctionArn'] as { 'Fn::GetAtt'?: [string] };
    return String(target['Fn::GetAtt']?.[0]);
  };

  const iotEndpoint = (id: string): string => {
    const { service, action, region: asked = region } = callOf(template, resolve, id);
    if (`${service} ${action}` !== 'Iot describeEndpoint')
      throw new PortcullisError('template_unsupported', `The local stack does not make the AWS call of ${id}.`);
    return context.iotHost(asked);
  };

  /** A name that the template gives, or the logical id. */
  const given = (id: string, property: string): string | undefined => {
    const name = template.resources[id]?.Properties?.[property];
    return name === undefined ? undefined : resolve<string>(name);
  };
  const tableName = (id: string) => given(id, 'TableName') ?? id;
  const bucketName = (id: string) => given(id, 'BucketName') ?? id.toLowerCase();
  const primaryKeyId = (id: string) => given(id, 'PrimaryKeyArn')?.split('/').at(-1) ?? '';
  const busName = (id: string): string => String(template.resources[id]?.Properties?.['Name']);
  const addressIds = Object.keys(template.resources).filter((id) => typeOf(id) === 'AWS::EC2::EIP');
  const aliases = Object.values(template.resources).flatMap(({ Type, Properties }) => {
    if (Type === 'AWS::ApiGateway::DomainNameV2') return [String(Properties?.['DomainName'])];
    if (Type !== 'AWS::CloudFront::Distribution') return [];
    return (Properties?.['DistributionConfig'] as { Aliases?: string[] } | undefined)?.Aliases ?? [];
  });
  const refs: Record<string, (id: string) => string> = {
    'AWS::DynamoDB::GlobalTable': tableName,
    'AWS::S3::Bucket': bucketName,
    'AWS::Events::EventBus': busName,
    'AWS::KMS::Key': context.keyId,
    'AWS::KMS::ReplicaKey': primaryKeyId,
    'AWS::StepFunctions::StateMachine': (id) => stateMachineArn(id, region),
    'AWS::SecretsManager::Secret': (id) => arn('secretsmanager', `secret:${id}`),
    // There is one version here, the function itself.
    'AWS::Lambda::Alias': (id) => functionArn(given(id, 'FunctionName') ?? id, region),
    'AWS::SQS::Queue': (id) => queueUrl(id, region),
    // An address reserved for documentation (RFC 5737); real requests leave from this machine's address.
    'AWS::EC2::EIP': (id) => `203.0.113.${addressIds.indexOf(id) + 1}`,
    'AWS::Cognito::UserPool': () => poolId(region),
    'AWS::Cognito::UserPoolClient': () => CLIENT,
    // Rewritten below.
    'AWS::Cognito::UserPoolDomain': () => 'login',
    'AWS::ApiGateway::Stage': (id) => given(id, 'StageName') ?? id,
    'Custom::AWS': iotEndpoint,
  };
  const attributes: Record<string, Record<string, (id: string) => string>> = {
    // In the policy of a role that nothing here takes.
    'AWS::Backup::BackupVault': { BackupVaultArn: (id) => arn('backup', `backup-vault:${id}`) },
    'AWS::DynamoDB::GlobalTable': {
      Arn: (id) => tableArn(tableName(id), region),
      StreamArn: (id) => `${tableArn(tableName(id), region)}/stream/local`,
    },
    'AWS::ApiGateway::DomainNameV2': { DomainNameArn: (id) => id },
    'AWS::ApiGateway::RestApi': { RootResourceId: (id) => `${id}/` },
    'AWS::S3::Bucket': {
      Arn: (id) => `arn:aws:s3:::${bucketName(id)}`,
      RegionalDomainName: (id) => `${bucketName(id)}.s3.${region}.amazonaws.com`,
    },
    'AWS::Events::EventBus': { Arn: (id) => eventBusArn(busName(id), region), Name: busName },
    'AWS::Events::Rule': { Arn: (id) => arn('events', `rule/${id}`) },
    'AWS::KMS::Key': { Arn: (id) => keyArn(context.keyId(id), region) },
    'AWS::KMS::ReplicaKey': { Arn: (id) => keyArn(primaryKeyId(id), region) },
    'AWS::Lambda::Function': { Arn: (id) => functionArn(id, region) },
    'AWS::Lambda::Url': { FunctionUrl: (id) => `https://${urlDomain(targetOf(id), region)}/` },
    'AWS::SQS::Queue': { Arn: (id) => queueArn(id, region), QueueName: (id) => id },
    'AWS::StepFunctions::StateMachine': { Arn: (id) => stateMachineArn(id, region), Name: (id) => id },
    'AWS::CloudFront::Distribution': { DomainName: () => DISTRIBUTION },
    'AWS::CloudFront::Function': { FunctionARN: (id) => id },
    'AWS::CloudFront::KeyValueStore': { Arn: (id) => id },
    'AWS::CloudFront::OriginAccessControl': { Id: (id) => id },
    'AWS::Cognito::UserPool': {
      Arn: () => poolArn(region),
      ProviderURL: () => context.issuer,
    },
    'AWS::IAM::Role': { Arn: (id) => `arn:aws:iam::${ACCOUNT}:role/${id}` },
    'AWS::Logs::LogGroup': { Arn: (id) => arn('logs', `log-group:${id}`) },
    'AWS::WAFv2::WebACL': { Arn: (id) => arn('wafv2', `global/webacl/${id}/local`) },
    'Custom::AWS': { endpointAddress: iotEndpoint },
  };
  // Addresses that AWS would have assigned, as they result from joins and splits.
  const rewrites: Array<readonly [RegExp, string]> = [
    ...[DISTRIBUTION, ...aliases].map(
      (name) => [new RegExp(`https://${name.replaceAll('.', '\\.')}(?![\\w.-])`, 'g'), context.edgeUrl] as const,
    ),
    [new RegExp(`https://cognito-idp\\.${region}\\.amazonaws\\.com(/${poolId(region)})?`, 'g'), context.issuer],
    [new RegExp(`https://[a-z0-9-]+\\.auth\\.${region}\\.amazoncognito\\.com`, 'g'), context.issuer],
  ];
  const names: PhysicalNames = {
    ref: (id) => (refs[typeOf(id)] ?? ((each: string) => each))(id),
    attribute(id, attribute) {
      const read = attributes[typeOf(id)]?.[attribute];
      if (!read)
        throw new PortcullisError('template_unsupported', `The local stack does not know ${typeOf(id)}.${attribute}.`);
      return read(id);
    },
    output: context.crossRegion,
    secret: (arn) => context.secret(arn.split(':').at(-1) as string),
    rewrite: (text) => rewrites.reduce((each, [pattern, value]) => each.replace(pattern, value), text),
  };
  const resolve = resolver(template, names);
  return names;
}
