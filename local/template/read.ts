/**
 * Reads the output of `cdk synth`: the templates by region and the location of their assets, so that the templates that run locally are
 * those that are deployed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortcullisError } from '../../core/lib/errors.ts';
import { joined } from './joined.ts';
import type { StackTemplate } from './template.ts';

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
  'AWS::Lambda::Version',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  // Empties the buckets when the stack is deleted.
  'Custom::S3AutoDeleteObjects',
]);

const TWINNED = new Set([
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::KMS::ReplicaKey',
  'AWS::Lambda::Function',
  'AWS::Lambda::Url',
  // There is one version of everything here.
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::SQS::Queue',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::StepFunctions::StateMachine',
  'AWS::ApiGateway::Authorizer',
  'AWS::ApiGateway::BasePathMappingV2',
  'AWS::ApiGateway::DomainNameAccessAssociation',
  'AWS::ApiGateway::DomainNameV2',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::KeyValueStore',
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

interface Manifest {
  readonly artifacts: Readonly<
    Record<
      string,
      {
        readonly type: string;
        /** `aws://<account>/<region>`, with words for what is unknown. */
        readonly environment?: string;
        readonly properties?: { readonly templateFile?: string };
      }
    >
  >;
}

interface AssetManifest {
  readonly files: Record<
    string,
    {
      readonly source: { readonly path: string };
      readonly destinations: Record<string, { readonly objectKey: string }>;
    }
  >;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The templates by region, first the home region. Throws PortcullisError `template_unsupported` for a resource type without a twin. */
export function readTemplates(outdir: string): readonly [StackTemplate, ...StackTemplate[]] {
  const manifest = readJson<Manifest>(join(outdir, 'manifest.json'));
  const stacks = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  if (stacks.length === 0)
    throw new PortcullisError(
      'template_unsupported',
      `${outdir} contains no stack. Delete the folder and start again.`,
    );
  const regions = joined(
    stacks.map(([name, { environment = '', properties }]) => {
      const text = readFileSync(join(outdir, properties?.templateFile ?? ''), 'utf8');
      const region = /[a-z]+-[a-z-]+-\d$/.exec(environment)?.[0];
      return { name, text, ...(region && { region }) };
    }),
  );
  const unknown = regions
    .flatMap(({ resources }) => Object.values(resources))
    .filter(({ Type }) => !INERT.has(Type) && !TWINNED.has(Type));
  if (unknown.length > 0) {
    const types = [...new Set(unknown.map(({ Type }) => Type))].join(', ');
    throw new PortcullisError('template_unsupported', `The local stack has no twin of ${types}.`);
  }
  const byKey = new Map<string, string>();
  for (const [name] of stacks) {
    const { files } = readJson<AssetManifest>(join(outdir, `${name}.assets.json`));
    for (const { source, destinations } of Object.values(files)) {
      for (const { objectKey } of Object.values(destinations)) byKey.set(objectKey, join(outdir, source.path));
    }
  }
  const assetOf = (objectKey: string): string => {
    const path = byKey.get(objectKey);
    if (!path)
      throw new PortcullisError(
        'template_unsupported',
        `The template names an asset ${objectKey} that was not synthesized.`,
      );
    return path;
  };
  return regions.map((region) => ({ ...region, assetOf })) as [StackTemplate, ...StackTemplate[]];
}
