/**
 * The settings of a deployment with their defaults, read from the CDK context (`context` in cdk.json, or for example
 * `-c auditRetentionDays=90`). No setting may weaken the egress guard; a test checks the synthesized template.
 */
import { z } from 'zod';
import { LIMITS } from '../core/lib/limits.ts';
import { ROLE_ARN } from '../core/model/credentialKinds/limits.ts';
import { STORED_SECRET_ARN } from '../core/request/credential/references.ts';
import { MIN_CONCURRENCY, sharesOf } from './concurrency.ts';
import { backupSettings, checkBackup } from './config/backup.ts';
import { checkEntrance } from './config/entrance.ts';
import { host, httpsUrl, idsOf, isToken, type Refuse, referable, secretVersion } from './config/fields.ts';
import { checkProvider, providerSettings } from './config/identityProvider.ts';
import { mailSettings } from './config/mail.ts';
import { checkMonitoring, monitoringSettings } from './config/monitoring.ts';
import { checkNetwork, networkSettings } from './config/network.ts';
import { checkRegions, regionSettings } from './config/regions.ts';

/** Characters of all upstream roles together. A function's environment has 4 KB. */
const MAX_ROLES_LENGTH = 1_000;
/** As JSON, for the same reason. */
const MAX_SECRETS_LENGTH = 1_500;

const isHttpsOrigin = (text: string): boolean =>
  URL.canParse(text) && text.startsWith('https://') && new URL(text).origin === text;

/** Each setting by itself; {@link deploymentConfig} checks what belongs together. */
export const settings = z.strictObject({
  /** Name of the stack, with which names of its resources begin. */
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .default('Portcullis'),
  /** True to keep tables, buckets and keys when the stack is deleted. */
  retainData: z.boolean().default(true),
  /** True to have CloudFormation refuse to delete the stacks, until somebody with that right switches it off there. */
  terminationProtection: z.boolean().default(false),
  /**
   * Whose key encrypts tables, buckets, logs, the distribution's secret, the queue of failures and the variables of functions: keys of AWS
   * (`aws`), or one that the stack makes in the account (`own`, $1 a month; not with `regions`). Upstream credentials have a key of their own in
   * either case.
   */
  dataKey: z.enum(['aws', 'own']).default('aws'),
  /** For how many days CloudWatch keeps the functions' logs. */
  logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  /** Retention of the audit archive (S3 Object Lock). */
  auditRetentionDays: z.int().min(1).max(3_650).default(365),
  /** Mode of S3 Object Lock. With `compliance` nobody can shorten the retention, not even the root user. */
  auditLock: z.enum(['governance', 'compliance']).default('governance'),
  /**
   * Maximum duration of one event stream. Each open stream is a running function, which costs money. The upper limit is the
   * longest run time of a function, 900 s. Unset: 870 s for HTTP+SSE sessions, which end soon after their client has gone, 300 s for
   * streams that cannot ask whether it is there.
   */
  streamLifeSeconds: z
    .int()
    .min(30)
    .max(LIMITS.stream.maxLifeMs / 1_000)
    .optional(),
  /**
   * The account's quota of concurrent Lambda executions (10 in a new account). If set, shares of them are reserved
   * (lib/concurrency.ts).
   */
  lambdaConcurrency: z.int().min(MIN_CONCURRENCY).max(1_000_000).optional(),
  /**
   * Environments of mcp-rpc that are always warm, in each region; 512 MB each are some $4.40 a month. Unset: none, and the first calls after a pause wait for
   * a start.
   */
  provisionedConcurrency: z.int().min(1).max(10_000).optional(),
  /**
   * Whether a deployment sends a tenth of MCP requests to new versions of their functions for five minutes, and goes back to the old ones when these
   * fail (CodeDeploy).
   */
  canary: z.boolean().default(false),
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
   * need: Cursor, Gemini CLI, mcp-remote (design/sign-in.md).
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
   * Identity providers whose assertions (ID-JAG) let a client act for a person without a consent page: enterprise-managed authorization
   * (design/sign-in.md). The person's user name in the pool is `usernamePrefix` followed by the subject at the provider, as Cognito names
   * federated users. With an empty prefix the provider can vouch for every user of the pool.
   */
  identityProviders: z
    .array(z.strictObject({ issuer: httpsUrl, jwksUri: httpsUrl, usernamePrefix: z.string().max(100) }))
    .max(5)
    .default([]),
  /** Further origins from which browsers may call the MCP endpoints. Limited by the 4 KB of a function's environment. */
  allowedOrigins: z.array(z.url().max(100)).max(20).default([]),
  /**
   * The owner's domain names for the distribution; the first is used in URLs. CloudFront takes certificates of us-east-1 alone.
   */
  domainNames: z.array(host).max(10).default([]),
  /**
   * Certificate of `domainNames`, in us-east-1; with `entrance=private` in the region of the stack. Unset, it is created if the home region is
   * us-east-1 and `hostedZone` is given for its validation.
   */
  certificateArn: referable(
    /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    'is no ARN of a certificate in ACM',
  ).optional(),
  /** Route 53 zone in which records for the names are created. Without it the owner points them to the distribution. */
  hostedZone: z
    .strictObject({ id: referable(/^Z[A-Z0-9]{4,31}$/, 'is no id of a hosted zone'), name: host })
    .optional(),
  /**
   * How requests come in. Through a distribution, with function URLs without IAM for MCP clients (`cloudfront`), or with a REST API of API Gateway,
   * for accounts in which such function URLs are forbidden (`rest`, $3.50 per million requests). Or from the owner's network alone, by a private
   * REST API under the one name in `domainNames` (`private`, with `entranceEndpoints`). Each has limits of its own (design/infrastructure.md).
   */
  entrance: z.enum(['cloudfront', 'rest', 'private']).default('cloudfront'),
  /** With `entrance=private`: the VPC endpoints of execute-api that lead in. */
  entranceEndpoints: idsOf('vpce', 10),
  ...networkSettings,
  /**
   * ARNs of the roles that the sandbox may assume to sign requests to APIs (AWS Signature 4), with an external ID that names server and
   * host. Without any, the sandbox has no right to assume a role.
   */
  upstreamRoles: z
    .array(referable(ROLE_ARN, 'is no ARN of a role such as arn:aws:iam::123456789012:role/orders'))
    .max(10)
    .refine((arns) => arns.join(',').length <= MAX_ROLES_LENGTH, `has more than ${MAX_ROLES_LENGTH} characters`)
    .refine((arns) => new Set(arns).size === arns.length, 'names a role twice')
    .default([]),
  /**
   * Secrets of Secrets Manager and parameters of Systems Manager, by ARN, that credentials may name, each with the origins of the APIs (and of their
   * token endpoints) that it may be sent to: `{"arn:aws:secretsmanager:…": ["https://api.example.com"]}`. Where none is named, the sandbox has no right to read one.
   */
  upstreamSecrets: z
    .record(
      z.string(),
      z.array(z.string().refine(isHttpsOrigin, 'is no origin such as https://api.example.com')).min(1).max(5),
    )
    .refine(
      (secrets) => Object.keys(secrets).every((arn) => STORED_SECRET_ARN.test(arn)),
      'names what is no ARN of a secret in Secrets Manager, or of a parameter of Systems Manager',
    )
    .refine(
      (secrets) => JSON.stringify(secrets).length <= MAX_SECRETS_LENGTH,
      `has more than ${MAX_SECRETS_LENGTH} characters`,
    )
    .default({}),
  ...providerSettings,
  /**
   * Whether admins invite people, change their roles and remove them in the dashboard and the API. Without, the management API has no right
   * to, and the dashboard shows commands for the user pool.
   */
  invitations: z.boolean().default(true),
  /**
   * The mail of an invitation in place of ours; in its body (HTML) {username} stands for the address and {####} for the temporary
   * password.
   */
  invitationMail: z
    .strictObject({
      subject: z.string().min(1).max(140),
      body: z
        .string()
        .max(20_000)
        .refine((text) => text.includes('{username}') && text.includes('{####}'), 'lacks {username} or {####}'),
    })
    .optional(),
  ...mailSettings,
  /** Whether people must set up a second factor at their first sign-in; not for people of another identity provider. */
  mfa: z.enum(['optional', 'required']).default('optional'),
  /** After how many hours people have to sign in again; MCP clients of people of an identity provider as well. */
  sessionHours: z.int().min(1).max(8_760).default(12),
  ...monitoringSettings,
  ...backupSettings,
  /**
   * Whether AWS WAF stands in front of the distribution, with managed rules and a limit of requests by address: $9 a month and $0.60 per
   * million requests. Its web ACL must be in us-east-1: it is created if the home region is that; otherwise give `webAclArn`.
   */
  waf: z.boolean().default(false),
  /** ARN of a web ACL of the owner's, in place of the one that `waf` creates. */
  webAclArn: referable(
    /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
    'is no ARN of a web ACL for CloudFront, in us-east-1',
  ).optional(),
  /**
   * Requests of one address in five minutes beyond which `waf` refuses them. Clients behind one gateway, and hosted ones, share an
   * address.
   */
  wafRequestsPer5Minutes: z.int().min(100).max(2_000_000_000).default(10_000),
  /** Whether events are put on an event bus, and webhooks can be set up (design/events.md). */
  events: z.boolean().default(false),
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
  originSecretVersion: secretVersion.optional(),
  ...regionSettings,
});

/** What a home region other than us-east-1 cannot have, and how it can have it. */
const US_EAST_1 = 'name it first in regions, or deploy one stack there (AWS_REGION=us-east-1)';

/**
 * Checks the settings and adds defaults; issues name the setting and what to do. `shellRegion` is where the one stack will be, if that is
 * known: what belongs to CloudFront can be made in us-east-1 alone.
 */
export const checkedFor = (shellRegion?: string) =>
  settings.superRefine((config, context) => {
    const isInUsEast1 = (config.regions[0] ?? shellRegion) === 'us-east-1';
    const { domainNames, certificateArn, hostedZone, waf, webAclArn } = config;
    const refuse: Refuse = (path, message) => context.addIssue({ code: 'custom', path: [...path], message });
    checkEntrance(config, refuse);
    if (config.entrance !== 'private' && domainNames.length > 0 && !certificateArn && !(hostedZone && isInUsEast1)) {
      refuse(
        ['certificateArn'],
        `is missing: CloudFront takes certificates of us-east-1 alone. Request one there for domainNames, or say hostedZone with us-east-1 as the home region: ${US_EAST_1}`,
      );
    }
    if (domainNames.length === 0 && (certificateArn || hostedZone)) {
      refuse(['domainNames'], 'is empty, and certificateArn and hostedZone are for its names');
    }
    for (const name of hostedZone && !isToken(hostedZone.name) ? domainNames : []) {
      if (name !== hostedZone?.name && !name.endsWith(`.${hostedZone?.name}`)) {
        refuse(['hostedZone', 'name'], `does not hold ${name}`);
      }
    }
    const { rpc } = sharesOf(config);
    if (rpc !== undefined && (config.provisionedConcurrency ?? 0) > rpc) {
      refuse(
        ['provisionedConcurrency'],
        `is more than the ${rpc} executions that lambdaConcurrency reserves for mcp-rpc: take fewer, or raise lambdaConcurrency`,
      );
    }
    checkRegions(config, refuse);
    checkNetwork(config, refuse);
    checkProvider(config, refuse);
    checkMonitoring(config, refuse);
    checkBackup(config, refuse);
    if (waf && webAclArn) refuse(['webAclArn'], 'takes the place of the web ACL that waf creates; leave waf out');
    if (waf && !isInUsEast1) {
      refuse(
        ['waf'],
        `needs us-east-1 as the home region, where CloudFront takes web ACLs from: ${US_EAST_1}; or create a web ACL there and give webAclArn`,
      );
    }
  });

/** {@link checkedFor} where the region of the one stack is not known. */
export const deploymentConfig = checkedFor();

/** A checked configuration. */
export type DeploymentConfig = z.infer<typeof deploymentConfig>;

/** What a setting is, without its default. */
function kindOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? kindOf(schema.unwrap()) : schema;
}

const isText = (schema: z.core.$ZodType): boolean => schema instanceof z.ZodEnum || schema._zod.def.type === 'string';

/**
 * Reads the settings from the CDK context, in which values from the command line are text. `shellRegion` is the region of the shell, in
 * which the one stack will be.
 * @throws Error that names each invalid setting
 */
export function readConfig(context: Record<string, unknown>, shellRegion?: string): DeploymentConfig {
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
    if (typeof value === 'string') given[key] = readText(key as keyof typeof settings.shape, value);
  }
  const { data, error } = checkedFor(shellRegion).safeParse(given);
  if (error) throw new Error(`The configuration is not right:\n${z.prettifyError(error)}`);
  return data;
}

/** Text as it is where the setting is a text, with commas or as JSON where it is a list of texts, and as JSON for all others. */
function readText(key: keyof typeof settings.shape, text: string): unknown {
  const kind = kindOf(settings.shape[key]);
  if (isText(kind)) return text;
  const isListOfTexts = kind instanceof z.ZodArray && isText(kind.element);
  if (isListOfTexts && !text.startsWith('[')) return text.split(',').map((name) => name.trim());
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The configuration is not right:\n✖ is no JSON\n  → at ${key}`);
  }
}

/** The regions other than home. */
export const edgesOf = ({ regions }: Pick<DeploymentConfig, 'regions'>): readonly string[] => regions.slice(1);

/** The regions to which clients are sent, home first. */
export const servingRegions = ({
  regions,
  leavingRegion,
}: Pick<DeploymentConfig, 'regions' | 'leavingRegion'>): readonly string[] =>
  regions.filter((each) => each !== leavingRegion);

/** True when the deployment is for several regions, or can get further ones later. */
export const isRegional = ({ regions }: Pick<DeploymentConfig, 'regions'>): boolean => regions.length > 0;

/** The names of the stacks of a deployment for several regions. */
export const stackNames = ({ stackName }: Pick<DeploymentConfig, 'stackName'>) => ({
  home: `${stackName}-Home`,
  front: `${stackName}-Front`,
  edge: (region: string) => `${stackName}-Edge-${region}`,
});
