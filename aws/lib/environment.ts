/** Names of the environment variables that lib/ sets on functions. A missing one is an error of the deployment and is reported as such. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** Every environment variable that handler code reads. */
export type EnvironmentName =
  /** Set by Lambda itself. */
  | 'AWS_REGION'
  | 'TABLE_SERVERS'
  | 'TABLE_TOOLS'
  | 'TABLE_TOKENS'
  | 'TABLE_DEPLOYMENTS'
  | 'TABLE_AUDIT'
  | 'TABLE_SETTINGS'
  | 'TABLE_SESSIONS'
  | 'TABLE_SIGN_INS'
  | 'TABLE_UPSTREAM_TOKENS'
  /** Only in regions other than home. */
  | 'TABLE_GATES'
  | 'HOME_UPSTREAM_TOKENS'
  /** Only at home, when there are other regions (aws/regions/edges.ts). */
  | 'EDGE_REGIONS'
  | 'BUCKET_BUNDLES'
  | 'BUCKET_SPECS'
  | 'BUCKET_AUDIT'
  | 'KEY_CREDENTIALS'
  | 'KEY_PLACEHOLDERS'
  | 'KEY_SIGNING'
  | 'KEY_TOKENS'
  | 'KEY_AUDIT'
  | 'FUNCTION_SANDBOX'
  | 'FUNCTION_SPEC_READER'
  | 'FUNCTION_RESEAL'
  | 'FUNCTION_PREPARE'
  /** Only of the provider of declared servers. */
  | 'FUNCTION_MANAGEMENT'
  | 'STATE_MACHINE'
  | 'EDGE_URL'
  /** Only with fixed egress addresses: the addresses from which APIs are called. */
  | 'EGRESS_ADDRESSES'
  /** Only if the deployment names hosts of the owner's network (`privateHosts`): their names and blocks. */
  | 'PRIVATE_HOSTS'
  | 'PRIVATE_RANGES'
  /** Only if the deployment allows roles (`upstreamRoles`): their ARNs, for the sandbox, and that of the sandbox's own role. */
  | 'UPSTREAM_ROLES'
  /** Only if the deployment allows secrets (`upstreamSecrets`): as JSON, by ARN the origins that each may be sent to. */
  | 'UPSTREAM_SECRETS'
  | 'SANDBOX_ROLE'
  | 'ORIGIN_SECRET'
  /** In place of ORIGIN_SECRET with `entrance=private`. */
  | 'VPC_ENDPOINTS'
  | 'PAGE_HEADERS'
  | 'IOT_ENDPOINT'
  | 'USER_POOL'
  | 'USER_POOL_CLIENT'
  | 'LOGIN_ISSUER'
  | 'LOGIN_DOMAIN'
  /** Only with an identity provider of the owner: which of its groups give roles, as JSON. */
  | 'GROUP_ROLES'
  | 'PROVIDER_NAME'
  | 'GROUPS_CLAIM'
  | 'PASSWORDS'
  | 'SESSION_HOURS'
  | 'ALLOWED_ORIGINS'
  | 'CHANGE_STREAMS'
  | 'STANDALONE_STREAMS'
  | 'STREAM_LIFE_MS'
  | 'STREAMS_PER_TOKEN'
  | 'CLIENT_REGISTRATION'
  | 'ACCESS_TOKEN_SECONDS'
  | 'IDENTITY_PROVIDERS'
  /** Only where metrics are on: how finely they are divided, and the stack's name. */
  | 'METRICS'
  | 'METRICS_SERVICE'
  /** Only where events are on (`events`). */
  | 'TABLE_EVENTS'
  | 'EVENT_BUS'
  | 'STATE_MACHINE_DELIVERIES'
  /** Only where traces are on: the share of calls that are sampled; for the forwarder the stack's name and where they go, if not to X-Ray. */
  | 'TRACES'
  | 'TRACES_SERVICE'
  | 'OTLP_ENDPOINT'
  | 'OTLP_HEADERS';

/** Throws PortcullisError `environment_missing`, which names the variable. */
export function requireEnvironment(name: EnvironmentName): string {
  const value = process.env[name];
  if (!value) throw new PortcullisError('environment_missing', `The environment variable ${name} is not set.`);
  return value;
}
