/**
 * What an owner may decide about a deployment, with defaults that suit most. Read from CDK context
 * (`context` in cdk.json, or `-c auditRetentionDays=90` one by one). Nothing in here can loosen
 * the egress guard, and nothing may: a test reads the synthesized template for it.
 */
import { z } from 'zod';
import { LIMITS } from '../core/limits.ts';
import { LEAST_CONCURRENCY } from './concurrency.ts';

/** More would need higher quotas of CloudFront: each region takes two origins and two behaviours of 25. */
const MAX_REGIONS = 8;
/** Names of buckets and functions carry the stack's name, the account and the region; a bucket's has 63 characters at most. */
const LONGEST_STACK_NAME = 24;

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

const settings = z.strictObject({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .default('Portcullis'),
  /** Keep tables, buckets and keys when the stack is deleted. */
  retainData: z.boolean().default(true),
  logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  /** Retention of the audit archive under S3 Object Lock. */
  auditRetentionDays: z.int().min(1).max(3_650).default(365),
  /** `compliance` cannot be shortened by anybody, not even by the root user, and blocks deletion of the stack. */
  auditLock: z.enum(['governance', 'compliance']).default('governance'),
  /**
   * Life of one event stream; each held stream is one running function, which costs money. Streaming answers of a function URL end
   * with their function, after 900 s at most, hence the upper bound.
   */
  streamLifeSeconds: z
    .int()
    .min(30)
    .max(LIMITS.stream.maxLifeMs / 1_000)
    .default(LIMITS.stream.lifeMs / 1_000),
  /**
   * How many Lambda executions the account may have at once (Service Quotas; 10 in a new one). Said, shares of them are reserved
   * (lib/concurrency.ts); unsaid, all functions share what there is.
   */
  lambdaConcurrency: z.int().min(LEAST_CONCURRENCY).max(1_000_000).optional(),
  /** Event streams that one connection token may hold at once; each is a running function. */
  streamsPerToken: z.int().min(1).max(500).default(LIMITS.stream.perToken),
  /** Whether tools/list_changed is offered over held streams (see design/push.md for its cost). */
  changeStreams: z.boolean().default(true),
  /**
   * Whether clients of the 2025 protocols get the stream beside their POSTs on which they hear of changed tools. Most clients ask for
   * it and hold it as long as they run, one running function each (design/push.md has the figures); without it they hear nothing.
   */
  standaloneStreams: z.boolean().default(false),
  /**
   * Whether MCP clients that people sign in with may register themselves, as those must that have no id of their own (Cursor, Gemini CLI,
   * mcp-remote; design/sign-in.md). Without it only clients whose id is an address can be used.
   */
  clientRegistration: z.boolean().default(true),
  /** Further origins from which a browser may call the MCP endpoints; together they must fit into a function's 4 KB of variables. */
  allowedOrigins: z.array(z.url().max(100)).max(20).default([]),
  /**
   * Names of the owner's own for the distribution; the first is the address of the product. CloudFront wants their certificate in us-east-1:
   * `certificateArn`, or one that is made where the home region is us-east-1 and `hostedZone` says where it is proven.
   */
  domainNames: z.array(host).max(10).default([]),
  certificateArn: z
    .string()
    .regex(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'is no certificate of us-east-1, where CloudFront looks for it',
    )
    .optional(),
  /** Zone of Route 53 in which the names get their records. Without it the owner's DNS points them to the distribution. */
  hostedZone: z
    .strictObject({ id: z.string().regex(/^Z[A-Z0-9]{4,31}$/, 'is no id of a hosted zone'), name: host })
    .optional(),
  /**
   * From where APIs are called: an address of AWS's choice that changes, or `static`: Elastic IPs behind a NAT gateway in each of
   * `egressZones` zones, $36.50 a month each and $0.045 a gigabyte.
   */
  egress: z.enum(['internet', 'static']).default('internet'),
  egressZones: z.int().min(1).max(3).default(2),
  /** Whether people must set a second factor up at their first sign-in. Not for people of another provider, which asks for its own. */
  mfa: z.enum(['optional', 'required']).default('optional'),
  /** After how many hours people have to sign in again. */
  sessionHours: z.int().min(1).max(8_760).default(12),
  /** Put on every resource that takes tags. */
  tags: z
    .record(z.string().regex(/^(?!aws:)[\w.:/=+@ -]{1,128}$/, 'is no key of a tag'), z.string().max(256))
    .default({}),
  /** ARN of a policy that bounds every role (IAM user guide, permissions boundaries). */
  permissionsBoundary: z
    .string()
    .regex(/^arn:aws:iam::\d{12}:policy\/[\w+=,.@/-]+$/, 'is no ARN of a policy')
    .optional(),
  /**
   * Version of the distribution's secret to deploy with, as `put-secret-value` names it. CloudFormation reads a secret again only
   * where a template has changed, so a rotated one is named here (design/infrastructure.md).
   */
  originSecretVersion: z
    .string()
    .regex(/^[\w-]{32,64}$/, 'is no version id of Secrets Manager')
    .optional(),
  /**
   * Home region first, then those that serve MCP clients beside it (design/regions.md). None: one region, that of the shell,
   * in one stack. To be decided at the first deployment, because keys cannot become multi-region keys later; naming one
   * region only leaves the way open.
   */
  regions: z
    .array(region)
    .max(MAX_REGIONS, `has more than ${MAX_REGIONS} regions`)
    .refine((list) => new Set(list).size === list.length, 'names a region twice')
    .default([]),
  /** Region by country (ISO 3166-1 alpha-2) where the nearest one by `lib/edge/countries.ts` is not the right one. */
  countries: z.record(z.string().regex(/^[A-Z]{2}$/, 'is no country code such as DE'), region).default({}),
});

/** Checks the CDK context and fills in defaults; issues name the setting and what to do. */
export const deploymentConfig = settings.superRefine((config, context) => {
  const { stackName, regions, countries, changeStreams, standaloneStreams, domainNames, certificateArn, hostedZone } =
    config;
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (standaloneStreams && !changeStreams) {
    refuse(['standaloneStreams'], 'has nothing to carry while changeStreams is false');
  }
  if (regions.length > 0 && stackName.length > LONGEST_STACK_NAME) {
    refuse(['stackName'], `has more than ${LONGEST_STACK_NAME} characters, which is too long together with regions`);
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
  for (const [country, name] of Object.entries(countries)) {
    if (!regions.includes(name)) refuse(['countries', country], `names ${name}, which is not in regions`);
  }
});

/** A checked configuration. */
export type DeploymentConfig = z.infer<typeof deploymentConfig>;

/** Context values that are text as they stand; all others are JSON when the command line gives them. */
const TEXTS: ReadonlySet<string> = new Set([
  'stackName',
  'auditLock',
  'originSecretVersion',
  'certificateArn',
  'egress',
  'mfa',
  'permissionsBoundary',
]);

/** Lists that people write with commas. */
const LISTS: ReadonlySet<string> = new Set(['regions', 'domainNames']);

/** Throws an Error that names each bad field. Context values given on the command line arrive as text. */
export function readConfig(context: Record<string, unknown>): DeploymentConfig {
  const known = Object.keys(settings.shape);
  // The tool's own context has names with a colon, a slash or a dash; a plain one is a misspelt setting.
  const strange = Object.keys(context).find((key) => /^\w+$/.test(key) && !known.includes(key));
  if (strange !== undefined) {
    throw new Error(
      `The configuration is not right:\n✖ is no setting; there are ${known.join(', ')}\n  → at ${strange}`,
    );
  }
  const given = Object.fromEntries(Object.entries(context).filter(([key]) => known.includes(key)));
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string' && !TEXTS.has(key)) given[key] = readText(key, value);
  }
  const { data, error } = deploymentConfig.safeParse(given);
  if (error) throw new Error(`The configuration is not right:\n${z.prettifyError(error)}`);
  return data;
}

function readText(key: string, text: string): unknown {
  if (LISTS.has(key) && !text.startsWith('[')) return text.split(',').map((name) => name.trim());
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The configuration is not right:\n✖ is no JSON\n  → at ${key}`);
  }
}

/** The regions beside home. */
export const edgesOf = ({ regions }: Pick<DeploymentConfig, 'regions'>): readonly string[] => regions.slice(1);

/** Whether names and keys are made so that other regions can have their part. */
export const isRegional = ({ regions }: Pick<DeploymentConfig, 'regions'>): boolean => regions.length > 0;
