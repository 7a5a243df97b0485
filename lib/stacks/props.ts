/**
 * The properties of the construct, and the settings of a deployment that they stand for: one definition (lib/config.ts), of which most
 * properties are taken as they are. Where CDK has a construct for something, the property is that construct; what CDK does by other means
 * (tags, a permissions boundary) is no property. The package's types are made from this file and that definition (scripts/pack/types.ts).
 */
import { Names, Stack, Token } from 'aws-cdk-lib';
import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type IRole, Role } from 'aws-cdk-lib/aws-iam';
import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import { PortcullisError } from '../../core/lib/errors.ts';
import { checkedFor, type DeploymentConfig, type settings } from '../config.ts';
import { PortcullisNetwork } from './network.ts';

type Settings = z.input<typeof settings>;

/** Settings of how calls leave: the property `network`. */
const OF_NETWORK = [
  'egress',
  'egressZones',
  'vpc',
  'subnets',
  'securityGroups',
  'vpcEndpoints',
  'routeTables',
] as const satisfies ReadonlyArray<keyof Settings>;
/** Settings that properties of other types stand for. */
const REPLACED = [
  ...OF_NETWORK,
  'stackName',
  'certificateArn',
  'hostedZone',
  'upstreamRoles',
  'alarmTopic',
  'otlpSecret',
  'oidc',
] as const satisfies ReadonlyArray<keyof Settings>;
/** Settings for whole stacks: several regions, and what CDK does by other means. */
const OF_STACKS = [
  'terminationProtection',
  'regions',
  'leavingRegion',
  'countries',
  'tags',
  'permissionsBoundary',
] as const satisfies ReadonlyArray<keyof Settings>;
/** Settings that are no properties by themselves. */
export const NO_PROPERTIES = [...REPLACED, ...OF_STACKS] as const;

/** The settings that are properties as they are. In the package an interface is made of it. */
export type PortcullisSettings = Readonly<Omit<Settings, (typeof NO_PROPERTIES)[number]>>;

/** An identity provider by OpenID Connect. In the package an interface is made of it. */
export type PortcullisOidc = Readonly<Omit<NonNullable<Settings['oidc']>, 'clientSecret'>> & {
  readonly clientSecret: ISecret;
};

/** Properties of {@link Portcullis}; all have a default. */
export interface PortcullisProps extends PortcullisSettings {
  /**
   * Begins the names of what is named, such as the login's address; 24 letters, digits and hyphens at most. It must not change.
   * @default from the construct's path
   */
  readonly name?: string;
  /**
   * Certificate of `domainNames`, in us-east-1, where CloudFront looks for it; with `entrance: 'private'` in the region of the stack.
   * @default none; in a stack of us-east-1 one is made where `hostedZone` is given, elsewhere it is needed with `domainNames`
   */
  readonly certificate?: ICertificate;
  /**
   * Zone in which the records of `domainNames` are made.
   * @default none: you point the names to `distribution`
   */
  readonly hostedZone?: IHostedZone;
  /**
   * From which network calls to APIs leave.
   * @default PortcullisNetwork.internet()
   */
  readonly network?: PortcullisNetwork;
  /**
   * Roles that the sandbox may assume to sign requests to APIs (AWS Signature 4), with an external ID that names server and host.
   * @default none, and no right to assume a role
   */
  readonly upstreamRoles?: readonly IRole[];
  /**
   * Topic that alarms and the budget notify.
   * @default none
   */
  readonly alarmTopic?: ITopic;
  /**
   * Secret with the headers that the traces' endpoint wants, as JSON: {"authorization": "Bearer …"}.
   * @default none
   */
  readonly otlpSecret?: ISecret;
  /**
   * Your identity provider for people, by OpenID Connect; a user pool of yours is one. Its client secret is the whole text of the secret.
   * @default none: people have accounts in `userPool`
   */
  readonly oidc?: PortcullisOidc;
}

/**
 * In whose scope the parts are made, if not in the construct's. The stack of `npm run deploy` is older than the construct: with another path,
 * CDK would give its parts other names, and CloudFormation would replace some.
 */
const PLACE = Symbol('place');

/** Where the parts are made, and in which region that will be, if the stack does not say it but the shell does. */
interface Place {
  readonly scope: Construct;
  readonly region?: string | undefined;
}

/** The properties, with the parts made in `place`. */
export const madeIn = (place: Place, props: PortcullisProps): PortcullisProps =>
  Object.assign({}, props, { [PLACE]: place });

/** What {@link madeIn} has named. */
export const placeOf = (props: PortcullisProps & { readonly [PLACE]?: Place }): Place | undefined => props[PLACE];

/** Settings by the properties that stand for them, for messages. */
const PROPERTY: Readonly<Record<string, string>> = {
  stackName: 'name',
  certificateArn: 'certificate',
  ...Object.fromEntries(OF_NETWORK.map((setting) => [setting, 'network'])),
};

/** What takes the place of a setting that is no property. */
const WAY_OUT: Readonly<Record<string, string>> = {
  network: 'say network: PortcullisNetwork.inVpc(…), or another of its ways',
  stackName: 'say name',
  certificateArn: 'say certificate: Certificate.fromCertificateArn(…)',
  regions: 'several regions are several stacks: deploy the app of the package (dist/app.mjs) with -c regions=…',
  leavingRegion: 'it goes with regions, which the app of the package takes (dist/app.mjs)',
  countries: 'it goes with regions, which the app of the package takes (dist/app.mjs)',
  terminationProtection: 'say it for the stack: new Stack(app, id, { terminationProtection: true })',
  tags: 'say Tags.of(construct).add(…)',
  permissionsBoundary: 'say PermissionsBoundary.of(construct).apply(…)',
};

/** The settings that properties stand for. Throws PortcullisError `props_invalid`, which names each property, the rule and the way out. */
export function configOf(scope: Construct, props: PortcullisProps): DeploymentConfig {
  const { name, certificate, hostedZone, network, upstreamRoles, alarmTopic, otlpSecret, oidc, ...plain } = props;
  const refuse = (lines: readonly string[]): never => {
    throw new PortcullisError('props_invalid', [`${scope.node.path}: wrong properties`, ...lines].join('\n  '));
  };
  const unknown = Object.keys(plain).filter((key) => (NO_PROPERTIES as readonly string[]).includes(key));
  if (unknown.length > 0) refuse(unknown.map((key) => `${key}: is no property; ${WAY_OUT[key] ?? WAY_OUT['network']}`));
  const { region: ofStack } = Stack.of(scope);
  const region = Token.isUnresolved(ofStack) ? placeOf(props)?.region : ofStack;
  if (plain.domainNames?.length && !certificate && !(hostedZone && region === 'us-east-1'))
    refuse([
      plain.entrance === 'private'
        ? 'certificate: is missing, and the name of a private API needs one of its region'
        : 'certificate: is missing, and domainNames need one of us-east-1, where CloudFront looks for it; a stack with env.region us-east-1 makes it with hostedZone',
    ]);
  const isInVpc = network?.settings.egress === 'vpc';
  const inVpcOnly = (['privateHosts', 'privateRanges'] as const).filter((key) => !isInVpc && plain[key]?.length);
  if (inVpcOnly.length > 0)
    refuse(inVpcOnly.map((key) => `${key}: needs network: PortcullisNetwork.inVpc(…), or .ofIds(…)`));
  const { data, error } = checkedFor(region).safeParse({
    ...plain,
    stackName: name ?? Names.uniqueResourceName(scope, { maxLength: 24, separator: '-' }),
    ...(certificate && { certificateArn: certificate.certificateArn }),
    ...(hostedZone && { hostedZone: { id: hostedZone.hostedZoneId, name: hostedZone.zoneName } }),
    ...network?.settings,
    ...(upstreamRoles && { upstreamRoles: upstreamRoles.map(({ roleArn }) => roleArn) }),
    ...(alarmTopic && { alarmTopic: alarmTopic.topicArn }),
    ...(otlpSecret && { otlpSecret: otlpSecret.secretArn }),
    ...(oidc && { oidc: { ...oidc, clientSecret: oidc.clientSecret.secretArn } }),
  });
  if (data) return data;
  return refuse(
    error.issues.flatMap((issue) => {
      const path = issue.path.map(String);
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map(
          (key) => `${[...path, key].join('.')}: is no property; the types of the package name all`,
        );
      const [setting = '', ...rest] = path;
      return `${[PROPERTY[setting] ?? setting, ...rest].join('.')}: ${issue.message}`;
    }),
  );
}

/** The properties for settings that name resources by ARN and id; what is made in `scope` makes no resources. */
export function propsOf(scope: Construct, config: DeploymentConfig): PortcullisProps {
  const { stackName, certificateArn, hostedZone, upstreamRoles, alarmTopic, otlpSecret, oidc } = config;
  const plain: PortcullisSettings = Object.fromEntries(
    Object.entries(config).filter(([setting]) => !(NO_PROPERTIES as readonly string[]).includes(setting)),
  );
  const secret = (id: string, arn: string) => Secret.fromSecretAttributes(scope, id, { secretCompleteArn: arn });
  return {
    ...plain,
    name: stackName,
    ...(certificateArn && { certificate: Certificate.fromCertificateArn(scope, 'OwnCertificate', certificateArn) }),
    ...(hostedZone && {
      hostedZone: HostedZone.fromHostedZoneAttributes(scope, 'OwnZone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      }),
    }),
    network: networkOf(config),
    upstreamRoles: upstreamRoles.map((arn, at) => Role.fromRoleArn(scope, `OwnRole${at}`, arn, { mutable: false })),
    ...(alarmTopic && { alarmTopic: Topic.fromTopicArn(scope, 'OwnTopic', alarmTopic) }),
    ...(otlpSecret && { otlpSecret: secret('OwnOtlpSecret', otlpSecret) }),
    ...(oidc && { oidc: { ...oidc, clientSecret: secret('OwnClientSecret', oidc.clientSecret) } }),
  };
}

function networkOf(config: DeploymentConfig): PortcullisNetwork {
  if (config.egress === 'internet') return PortcullisNetwork.internet();
  if (config.egress === 'static') return PortcullisNetwork.staticAddresses(config.egressZones);
  return PortcullisNetwork.ofIds({ ...config, endpoints: config.vpcEndpoints });
}
