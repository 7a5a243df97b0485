/**
 * The settings of a deployment with their defaults, read from the CDK context (`context` in cdk.json, or for example
 * `-c auditRetentionDays=90`). Long, because it is one table of settings. No setting may weaken the egress guard; a test checks the synthesized template.
 */
import { z } from 'zod';
import { ANSWER_READER } from '../core/api/access.ts';
import { METRIC_LEVELS } from '../core/audit/measures.ts';
import { LIMITS } from '../core/limits.ts';
import { ROLE_ARN } from '../core/request/credential/limits.ts';
import { refusalOfPrivateName } from '../core/url/privateNames.ts';
import { refusalOfRange } from '../core/url/publicAddress.ts';
import { MIN_CONCURRENCY } from './concurrency.ts';

/** Quotas of CloudFront: each region needs two of 25 origins and two of 25 behaviours. */
const MAX_REGIONS = 8;
/** Bucket names consist of the stack's name, the account and the region, and have at most 63 characters. */
const MAX_STACK_NAME_LENGTH = 24;
/** Characters of all upstream roles together. A function's environment has 4 KB. */
const MAX_ROLES_LENGTH = 1_000;
/** Characters of all private hosts together, for the same reason. */
const MAX_PRIVATE_HOSTS_LENGTH = 300;
/** Characters of `groupRoles` as JSON, for the same reason. */
const MAX_GROUP_ROLES_LENGTH = 300;

const region = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'is not the name of an AWS region, such as eu-west-1')
  .refine((name) => !/^(cn|us-gov|us-iso|eusc)/.test(name), 'is in a partition without global tables across to others');

const host = z
  .string()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'is no host name such as mcp.example.com',
  );

/** A list whose items are checked by a function that says what is wrong with one. */
const listOf = (fault: (text: string) => string | undefined, most: number) =>
  z
    .array(
      z.string().superRefine((text, context) => {
        const message = fault(text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    )
    .max(most)
    .refine((items) => new Set(items).size === items.length, 'names something twice')
    .default([]);

/** Ids of resources of EC2. */
const idsOf = (prefix: string, most: number) =>
  listOf(
    (text) => (new RegExp(`^${prefix}-[0-9a-f]{8,17}$`).test(text) ? undefined : `is no id such as ${prefix}-0a1b2c3d`),
    most,
  );

/** Cognito API, CreateIdentityProvider. The name begins user names, before an underscore. */
const providerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{2,31}$/, 'is no name of letters, digits and hyphens, 3 to 32 characters long')
  .refine(
    (name) => !/^(cognito|google|facebook|loginwithamazon|signinwithapple)$/i.test(name),
    'is a name that Cognito keeps for itself',
  );

const secretVersion = z
  .string()
  .regex(/^[\w-]{32,64}$/, 'is no version id of Secrets Manager')
  .optional();

const httpsUrl = z.url({ protocol: /^https$/ }).max(300);

const settings = z.strictObject({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .default('Portcullis'),
  /** True to keep tables, buckets and keys when the stack is deleted. */
  retainData: z.boolean().default(true),
  logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  /** Retention of the audit archive (S3 Object Lock). */
  auditRetentionDays: z.int().min(1).max(3_650).default(365),
  /** Mode of S3 Object Lock. With `compliance` nobody can shorten the retention, not even the root user. */
  auditLock: z.enum(['governance', 'compliance']).default('governance'),
  /**
   * Maximum duration of one event stream. Each open stream is a running function, which costs money. The upper limit is the
   * longest run time of a function, 900 s.
   */
  streamLifeSeconds: z
    .int()
    .min(30)
    .max(LIMITS.stream.maxLifeMs / 1_000)
    .default(LIMITS.stream.lifeMs / 1_000),
  /**
   * The account's quota of concurrent Lambda executions (10 in a new account). If set, shares of them are reserved
   * (lib/concurrency.ts).
   */
  lambdaConcurrency: z.int().min(MIN_CONCURRENCY).max(1_000_000).optional(),
  /** How many event streams a connection token may have open at the same time; each is a running function. */
  streamsPerToken: z.int().min(1).max(500).default(LIMITS.stream.perToken),
  /**
   * Whether clients of the 2026 protocol version may hold `subscriptions/listen`, which announces changed tools. Each such stream is
   * a running mcp-rpc, $17.28 a month (figures: design/push.md). Without it they list again after the `ttlMs` of a list, a minute.
   */
  changeStreams: z.boolean().default(false),
  /**
   * Whether clients of the 2025 protocol versions get the separate GET stream that announces changed tools. Most clients
   * keep it open as long as they run, which is one running function each (figures: design/push.md). Without it they get no
   * announcements. The stream of an HTTP+SSE session always has them.
   */
  standaloneStreams: z.boolean().default(false),
  /**
   * Whether MCP clients may use dynamic client registration (RFC 7591), which clients without a client id metadata document
   * need (Cursor, Gemini CLI, mcp-remote; design/sign-in.md).
   */
  clientRegistration: z.boolean().default(true),
  /** Lifetime of the access tokens of sign-ins. A person removed from the user pool or a group of the pool loses access within this time
   * (for groups of an identity provider: design/sign-in.md). */
  accessTokenSeconds: z
    .int()
    .min(5)
    .max(3_600)
    .default(LIMITS.signIn.accessMs / 1_000),
  /**
   * Identity providers whose assertions (ID-JAG) let a client act for a person without a consent page (enterprise-managed authorization,
   * design/sign-in.md). The person's user name in the pool is `usernamePrefix` followed by the subject at the provider, as Cognito names
   * federated users. With an empty prefix the provider can vouch for every user of the pool.
   */
  identityProviders: z
    .array(z.strictObject({ issuer: httpsUrl, jwksUri: httpsUrl, usernamePrefix: z.string().max(100) }))
    .max(5)
    .default([]),
  /** Further origins from which browsers may call the MCP endpoints. Limited by the 4 KB of a function's environment. */
  allowedOrigins: z.array(z.url().max(100)).max(20).default([]),
  /**
   * The owner's domain names for the distribution; the first is used in URLs. Their certificate must be in us-east-1: give
   * `certificateArn`, or it is created if the home region is us-east-1 and `hostedZone` is given for its validation.
   */
  domainNames: z.array(host).max(10).default([]),
  certificateArn: z
    .string()
    .regex(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'is no certificate of us-east-1, where CloudFront looks for it',
    )
    .optional(),
  /** Route 53 zone in which records for the names are created. Without it the owner points them to the distribution. */
  hostedZone: z
    .strictObject({ id: z.string().regex(/^Z[A-Z0-9]{4,31}$/, 'is no id of a hosted zone'), name: host })
    .optional(),
  /**
   * Source addresses of calls to APIs: changing ones of AWS (`internet`), or Elastic IPs of a NAT gateway in each of
   * `egressZones` availability zones (`static`), $36.50 a month each and $0.045 per gigabyte. Or those of the owner's own network (`vpc`),
   * with `vpc`, `subnets` and `securityGroups`.
   */
  egress: z.enum(['internet', 'static', 'vpc']).default('internet'),
  /** Id of the VPC; needed for `vpcEndpoints` only. */
  vpc: z
    .string()
    .regex(/^vpc-[0-9a-f]{8,17}$/, 'is no id such as vpc-0a1b2c3d')
    .optional(),
  /** Subnets of the two functions that make requests, best in two availability zones. */
  subnets: idsOf('subnet', 16),
  /** Security groups of these functions. They decide what the functions may reach in the network, and need no ingress rule. */
  securityGroups: idsOf('sg', 5),
  /** Endpoints of AWS services to make in that VPC, because nothing there leads to these services yet. */
  vpcEndpoints: z
    .array(z.enum(['s3', 'kms', 'sts']))
    .max(3)
    .default([]),
  /** Route tables of the subnets, for the endpoint of S3. */
  routeTables: idsOf('rtb', 16),
  /** Names of hosts in the owner's network that servers may use. No other private host can be reached. */
  privateHosts: listOf(refusalOfPrivateName, 20).refine(
    (names) => names.join(',').length <= MAX_PRIVATE_HOSTS_LENGTH,
    `has more than ${MAX_PRIVATE_HOSTS_LENGTH} characters`,
  ),
  /** CIDR blocks in which all addresses of these hosts must lie. */
  privateRanges: listOf(refusalOfRange, 10),
  egressZones: z.int().min(1).max(3).default(2),
  /**
   * ARNs of the roles that the sandbox may assume to sign requests to APIs (AWS Signature 4), with an external ID that names server and host. Without
   * any, the sandbox has no right to assume a role.
   */
  upstreamRoles: z
    .array(z.string().regex(ROLE_ARN, 'is no ARN of a role such as arn:aws:iam::123456789012:role/orders'))
    .max(10)
    .refine((arns) => arns.join(',').length <= MAX_ROLES_LENGTH, `has more than ${MAX_ROLES_LENGTH} characters`)
    .refine((arns) => new Set(arns).size === arns.length, 'names a role twice')
    .default([]),
  /**
   * The owner's identity provider for people, by OpenID Connect: issuer, client, ARN of the secret in Secrets Manager whose whole text is the
   * client secret, scopes, and the claim with the names of people's groups. `name` shows on the login and begins user names.
   */
  oidc: z
    .strictObject({
      name: providerName.default('Company'),
      issuer: httpsUrl.refine(
        (url) => !url.endsWith('/') || new URL(url).pathname !== '/',
        'ends in a slash; leave it out',
      ),
      clientId: z.string().min(1).max(200),
      clientSecret: z
        .string()
        .regex(
          /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,300}$/,
          'is no ARN of a secret in Secrets Manager',
        ),
      /** Version id of the secret. CloudFormation reads a secret again only if the template has changed: name a new version here. */
      clientSecretVersion: z
        .string()
        .regex(/^[\w-]{32,64}$/, 'is no version id of Secrets Manager')
        .optional(),
      scopes: z
        .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'is no scope'))
        .max(10)
        .default(['openid', 'email', 'profile']),
      groupsClaim: z.string().min(1).max(200).default('groups'),
    })
    .refine(({ scopes }) => scopes.includes('openid'), { path: ['scopes'], message: 'lacks openid' })
    .optional(),
  /** The same by SAML 2.0: address of the provider's metadata, and the names of its attributes. */
  saml: z
    .strictObject({
      // Not that of oidc: Cognito cannot change the type of a provider, so another type needs another name.
      name: providerName.default('CompanySaml'),
      metadataUrl: httpsUrl,
      emailAttribute: z
        .string()
        .min(1)
        .max(200)
        .default('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'),
      nameAttribute: z.string().min(1).max(200).default('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'),
      groupsAttribute: z.string().min(1).max(200).default('http://schemas.xmlsoap.org/claims/Group'),
    })
    .optional(),
  /** Which roles and rights the provider's groups give: `{"Engineering": ["editor"], "Platform": ["admin", "answer-reader"]}`. */
  groupRoles: z
    .record(z.string(), z.array(z.enum(['viewer', 'editor', 'admin', ANSWER_READER])).min(1))
    .refine(
      (roles) => Object.keys(roles).every((name) => /^[^,[\]"\\]{1,128}$/.test(name)),
      'has a group with a comma, a bracket, a quotation mark or a backslash in its name, or a name that is too long',
    )
    .refine(
      (roles) => JSON.stringify(roles).length <= MAX_GROUP_ROLES_LENGTH,
      `has more than ${MAX_GROUP_ROLES_LENGTH} characters`,
    )
    .default({}),
  /** Whether people may also sign in with a password of the user pool. Without, only through the provider, and people of the pool have no groups. */
  passwords: z.boolean().default(true),
  /** Whether people must set up a second factor at their first sign-in; not for people of another identity provider. */
  mfa: z.enum(['optional', 'required']).default('optional'),
  /** After how many hours people have to sign in again; MCP clients of people of an identity provider as well. */
  sessionHours: z.int().min(1).max(8_760).default(12),
  /**
   * Metrics of calls: none, for the whole stack, by server, or by tool and class of callers, each with those before it. CloudWatch charges
   * for each combination that occurs (design/monitoring.md).
   */
  metrics: z.enum(['none', ...METRIC_LEVELS]).default('none'),
  /** Whether alarms, and a dashboard of CloudWatch, are made for each stack. */
  alarms: z.boolean().default(false),
  /**
   * US dollars; above 80 % and 100 % of them in a month, and when 100 % is foreseen, `alarmTopic` is notified. Of all costs of the account.
   */
  monthlyBudget: z.number().min(1).max(10_000_000).optional(),
  /**
   * Whether AWS WAF stands in front of the distribution, with managed rules and a limit of requests by address: $9 a month and $0.60 per
   * million requests. Its web ACL must be in us-east-1: it is created if the home region is that; otherwise give `webAclArn`.
   */
  waf: z.boolean().default(false),
  /** ARN of a web ACL of the owner's, in place of the one that `waf` creates. */
  webAclArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
      'is no ARN of a web ACL for CloudFront, in us-east-1',
    )
    .optional(),
  /** Requests of one address in five minutes beyond which `waf` refuses them. Clients behind one gateway, and hosted ones, share an address. */
  wafRequestsPer5Minutes: z.int().min(100).max(2_000_000_000).default(10_000),
  /** ARN of the SNS topic that alarms and the budget notify. */
  alarmTopic: z
    .string()
    .regex(/^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'is no ARN of an SNS topic')
    .optional(),
  /** Whether events are put on an event bus, and webhooks can be set up (design/events.md). */
  events: z.boolean().default(false),
  /** Where traces of calls go: nowhere, to X-Ray, or to an OTLP/HTTP endpoint (design/monitoring.md). */
  traces: z.enum(['none', 'xray', 'otlp']).default('none'),
  /** The whole URL that traces are sent to, such as https://otlp.example.com/v1/traces. */
  otlpEndpoint: httpsUrl.max(500).optional(),
  /** ARN of a secret of Secrets Manager with the headers that the endpoint wants, as JSON: {"authorization": "Bearer …"}. */
  otlpSecret: z
    .string()
    .regex(/^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,512}$/, 'is no ARN of a secret')
    .optional(),
  /** Version id of that secret. A secret is read again only if the template has changed, so give the id of replaced headers here. */
  otlpSecretVersion: secretVersion,
  /** Share of calls that are traced, 0 to 1, where the client has not decided it. */
  traceSampling: z.number().min(0).max(1).default(0.05),
  /** Tags for all resources. */
  tags: z
    .record(z.string().regex(/^(?!aws:)[\w.:/=+@ -]{1,128}$/, 'is no key of a tag'), z.string().max(256))
    .default({}),
  /** ARN of the permissions boundary of all roles. */
  permissionsBoundary: z
    .string()
    .regex(/^arn:aws:iam::\d{12}:policy\/[\w+=,.@/-]+$/, 'is no ARN of a policy')
    .optional(),
  /**
   * Version id of the distribution's secret, from `put-secret-value`. CloudFormation reads a secret again only if the
   * template has changed, so give the id of a rotated secret here (design/infrastructure.md).
   */
  originSecretVersion: secretVersion,
  /**
   * The home region, then further regions that serve MCP clients (design/regions.md). Empty: one stack in the region of the
   * shell. Decide at the first deployment, because keys cannot become multi-region keys later; with only the home region
   * listed, others can be added later.
   */
  regions: z
    .array(region)
    .max(MAX_REGIONS, `has more than ${MAX_REGIONS} regions`)
    .refine((list) => new Set(list).size === list.length, 'names a region twice')
    .default([]),
  /** Region by country (ISO 3166-1 alpha-2), to replace the default of `lib/edge/countries.ts`. */
  countries: z.record(z.string().regex(/^[A-Z]{2}$/, 'is no country code such as DE'), region).default({}),
});

/** Checks the settings and adds defaults; issues name the setting and what to do. */
export const deploymentConfig = settings.superRefine((config, context) => {
  const { stackName, regions, countries } = config;
  const { domainNames, certificateArn, hostedZone, alarms, alarmTopic, monthlyBudget, waf, webAclArn } = config;
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (regions.length > 0 && stackName.length > MAX_STACK_NAME_LENGTH) {
    refuse(['stackName'], `has more than ${MAX_STACK_NAME_LENGTH} characters, which is too long together with regions`);
  }
  if (domainNames.length > 0 && !certificateArn && !(hostedZone && regions[0] === 'us-east-1')) {
    refuse(
      ['certificateArn'],
      'is missing: CloudFront takes certificates of us-east-1 alone. Request one there for domainNames, or say hostedZone and name us-east-1 first in regions',
    );
  }
  if (domainNames.length === 0 && (certificateArn || hostedZone)) {
    refuse(['domainNames'], 'is empty, and certificateArn and hostedZone are for its names');
  }
  for (const name of hostedZone ? domainNames : []) {
    if (name !== hostedZone?.name && !name.endsWith(`.${hostedZone?.name}`)) {
      refuse(['hostedZone', 'name'], `does not hold ${name}`);
    }
  }
  if ((config.traces === 'otlp') !== (config.otlpEndpoint !== undefined)) {
    refuse(
      ['otlpEndpoint'],
      config.traces === 'otlp' ? 'is missing: say where traces go' : 'goes only with traces=otlp',
    );
  }
  if (config.otlpSecret && config.traces !== 'otlp') refuse(['otlpSecret'], 'goes only with traces=otlp');
  if (config.otlpSecretVersion && !config.otlpSecret) refuse(['otlpSecretVersion'], 'goes only with otlpSecret');
  checkNetwork(config, refuse);
  checkProvider(config, refuse);
  if (alarmTopic && !alarms && monthlyBudget === undefined) {
    refuse(['alarmTopic'], 'has nothing to notify of while alarms is false and there is no monthlyBudget');
  }
  if (monthlyBudget !== undefined && !alarmTopic) refuse(['monthlyBudget'], 'needs alarmTopic, which it notifies');
  if (waf && webAclArn) refuse(['webAclArn'], 'takes the place of the web ACL that waf creates; leave waf out');
  if (waf && regions[0] !== 'us-east-1') {
    refuse(
      ['waf'],
      'needs us-east-1 as the home region, where CloudFront takes web ACLs from: name it first in regions, or create a web ACL there and give webAclArn',
    );
  }
  for (const [country, name] of Object.entries(countries)) {
    if (!regions.includes(name)) refuse(['countries', country], `names ${name}, which is not in regions`);
  }
});

/** The settings of the owner's identity provider belong together. */
function checkProvider(
  { oidc, saml, groupRoles, passwords }: z.infer<typeof settings>,
  refuse: (path: string[], message: string) => void,
): void {
  if (oidc && saml) refuse(['saml'], 'cannot go with oidc; name one provider');
  const hasOne = oidc !== undefined || saml !== undefined;
  if (!hasOne && Object.keys(groupRoles).length > 0) refuse(['groupRoles'], 'goes with oidc or saml only');
  if (!hasOne && !passwords) refuse(['passwords'], 'is false, and without oidc or saml nobody could sign in');
  // Somebody has to be able to manage the installation.
  if (hasOne && !passwords && !Object.values(groupRoles).some((roles) => roles.includes('admin'))) {
    refuse(['groupRoles'], 'makes nobody an admin, and passwords is false');
  }
}

/** The settings of the owner's own network belong together. */
function checkNetwork(config: z.infer<typeof settings>, refuse: (path: string[], message: string) => void): void {
  const { egress, vpc, subnets, securityGroups, vpcEndpoints, routeTables, privateHosts, privateRanges, regions } =
    config;
  if (egress !== 'vpc') {
    const given = Object.entries({
      vpc,
      subnets,
      securityGroups,
      vpcEndpoints,
      routeTables,
      privateHosts,
      privateRanges,
    });
    for (const [name, value] of given) {
      if (value !== undefined && value.length > 0) refuse([name], 'goes with egress=vpc only');
    }
    return;
  }
  if (subnets.length === 0) refuse(['subnets'], 'is missing, and egress is vpc');
  if (securityGroups.length === 0) refuse(['securityGroups'], 'is missing, and egress is vpc');
  if (vpcEndpoints.length > 0 && vpc === undefined)
    refuse(['vpc'], 'is missing, and vpcEndpoints are to be made in it');
  if (vpcEndpoints.includes('s3') !== routeTables.length > 0) {
    refuse(['routeTables'], 'and the endpoint of s3 in vpcEndpoints go together');
  }
  if (privateHosts.length > 0 !== privateRanges.length > 0) {
    refuse(
      ['privateRanges'],
      'and privateHosts go together: names without addresses, or addresses without names, allow nothing',
    );
  }
  if (regions.length > 1) refuse(['egress'], 'can be vpc in one region only, because subnets belong to a region');
}

/** A checked configuration. */
export type DeploymentConfig = z.infer<typeof deploymentConfig>;

/** Settings with text values; all others are parsed as JSON when given on the command line. */
const TEXT_SETTINGS: ReadonlySet<string> = new Set([
  'stackName',
  'auditLock',
  'originSecretVersion',
  'certificateArn',
  'egress',
  'vpc',
  'mfa',
  'permissionsBoundary',
  'metrics',
  'alarmTopic',
  'traces',
  'otlpEndpoint',
  'otlpSecret',
  'otlpSecretVersion',
  'webAclArn',
]);

/** Lists that may be given with commas. */
const LIST_SETTINGS: ReadonlySet<string> = new Set([
  'regions',
  'domainNames',
  'upstreamRoles',
  'subnets',
  'securityGroups',
  'vpcEndpoints',
  'routeTables',
  'privateHosts',
  'privateRanges',
]);

/**
 * Reads the settings from the CDK context, in which values from the command line are text.
 * @throws Error that names each invalid setting
 */
export function readConfig(context: Record<string, unknown>): DeploymentConfig {
  const known = Object.keys(settings.shape);
  // CDK's own keys contain a colon, a slash or a dash; another unknown key is a misspelled setting.
  const unknown = Object.keys(context).find((key) => /^\w+$/.test(key) && !known.includes(key));
  if (unknown !== undefined) {
    throw new Error(
      `The configuration is not right:\n✖ is no setting; there are ${known.join(', ')}\n  → at ${unknown}`,
    );
  }
  const given = Object.fromEntries(Object.entries(context).filter(([key]) => known.includes(key)));
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string' && !TEXT_SETTINGS.has(key)) given[key] = readText(key, value);
  }
  const { data, error } = deploymentConfig.safeParse(given);
  if (error) throw new Error(`The configuration is not right:\n${z.prettifyError(error)}`);
  return data;
}

function readText(key: string, text: string): unknown {
  if (LIST_SETTINGS.has(key) && !text.startsWith('[')) return text.split(',').map((name) => name.trim());
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The configuration is not right:\n✖ is no JSON\n  → at ${key}`);
  }
}

/** The regions other than home. */
export const edgesOf = ({ regions }: Pick<DeploymentConfig, 'regions'>): readonly string[] => regions.slice(1);

/** True when the deployment is for several regions, or can get further ones later. */
export const isRegional = ({ regions }: Pick<DeploymentConfig, 'regions'>): boolean => regions.length > 0;
