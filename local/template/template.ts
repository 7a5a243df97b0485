/**
 * Reads the output of `cdk synth`: the stack's template and the location of its assets. It knows CloudFormation's format and nothing of
 * the product, so that the template that runs locally is the one that is deployed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalStackError } from '../errors.ts';

/** A resource of the template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

/** A synthesized stack. */
export interface StackTemplate {
  readonly name: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /** Absolute path of the folder (or file) of the asset with the object key `<hash>.zip` or similar. */
  assetOf(objectKey: string): string;
}

/** Types without a twin, because nothing at run time uses them; every other unknown type is an error. */
const INERT = new Set([
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Backup::BackupVault',
  'AWS::CDK::Metadata',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
  'AWS::IAM::ManagedPolicy',
  'AWS::Logs::LogGroup',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::KMS::Alias',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::Cognito::UserPoolGroup',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Budgets::Budget',
  'AWS::WAFv2::WebACL',
  'AWS::CertificateManager::Certificate',
  'AWS::Route53::RecordSet',
  'AWS::EC2::EIP',
  'AWS::EC2::InternetGateway',
  'AWS::EC2::NatGateway',
  'AWS::EC2::Route',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::Subnet',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::EC2::VPC',
  'AWS::EC2::VPCEndpoint',
  'AWS::EC2::VPCGatewayAttachment',
]);

const TWINNED = new Set([
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::Lambda::Function',
  'AWS::Lambda::Url',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::SQS::Queue',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::StepFunctions::StateMachine',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolIdentityProvider',
  'AWS::SecretsManager::Secret',
  'Custom::AWS',
  'Custom::CDKBucketDeployment',
]);

interface AssetManifest {
  readonly files: Record<
    string,
    {
      readonly source: { readonly path: string };
      readonly destinations: Record<string, { readonly objectKey: string }>;
    }
  >;
}

/** Throws LocalStackError `template_unsupported` for a resource type without a twin. */
export function readTemplate(outdir: string): StackTemplate {
  const manifest = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string; properties?: { templateFile?: string } }>;
  };
  const [found] = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  if (!found)
    throw new LocalStackError(
      'template_unsupported',
      `${outdir} contains no stack. Delete the folder and start again.`,
    );
  const [name, { properties }] = found;
  const template = JSON.parse(readFileSync(join(outdir, properties?.templateFile ?? ''), 'utf8')) as {
    Resources: Record<string, Resource>;
    Outputs?: Record<string, { Value: unknown }>;
  };
  const unknown = Object.values(template.Resources).filter(({ Type }) => !INERT.has(Type) && !TWINNED.has(Type));
  if (unknown.length > 0) {
    const types = [...new Set(unknown.map(({ Type }) => Type))].join(', ');
    throw new LocalStackError('template_unsupported', `The local stack has no twin of ${types}.`);
  }
  const assets = JSON.parse(readFileSync(join(outdir, `${name}.assets.json`), 'utf8')) as AssetManifest;
  const byKey = new Map<string, string>();
  for (const { source, destinations } of Object.values(assets.files)) {
    for (const { objectKey } of Object.values(destinations)) byKey.set(objectKey, join(outdir, source.path));
  }
  return {
    name,
    resources: template.Resources,
    outputs: template.Outputs ?? {},
    assetOf(objectKey) {
      const path = byKey.get(objectKey);
      if (!path)
        throw new LocalStackError(
          'template_unsupported',
          `The template names an asset ${objectKey} that was not synthesized.`,
        );
      return path;
    },
  };
}

/** Logical id and properties of every resource of a type. */
export const ofType = (template: StackTemplate, type: string): Array<[string, Record<string, unknown>]> =>
  Object.entries(template.resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties ?? {}]);

/** Logical id of the role in a `RoleArn` or `Role`. Throws LocalStackError for a role that is not in the template. */
export function roleOf(reference: unknown): string {
  const id = (reference as { 'Fn::GetAtt'?: [string, string] } | undefined)?.['Fn::GetAtt']?.[0];
  if (!id)
    throw new LocalStackError('template_unsupported', 'The local stack runs things under roles of the stack only.');
  return id;
}
