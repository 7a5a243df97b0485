/** Endpoints and credentials, from the variables that Lambda sets and the SDKs use. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** Names of services as in the SDKs' environment variables and as the local stack names its twins. */
export type Service =
  | 'dynamodb'
  | 'kms'
  | 's3'
  | 'lambda'
  | 'sts'
  | 'iot_data_plane'
  | 'xray'
  | 'eventbridge'
  | 'cognito_identity_provider'
  | 'secretsmanager'
  | 'ssm';

/** Names of services in host names and signatures. */
export const SIGNED_AS = {
  dynamodb: 'dynamodb',
  kms: 'kms',
  s3: 's3',
  lambda: 'lambda',
  sts: 'sts',
  iot_data_plane: 'iotdata',
  xray: 'xray',
  eventbridge: 'events',
  cognito_identity_provider: 'cognito-idp',
  secretsmanager: 'secretsmanager',
  ssm: 'ssm',
} as const satisfies Record<Service, string>;

interface Endpoint {
  readonly origin: string;
  readonly host: string;
  /** Put before the path of every request; '' at AWS. */
  readonly prefix: string;
  readonly region: string;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const endpoints = new Map<string, Endpoint>();

/**
 * `AWS_ENDPOINT_URL_<SERVICE>` when it is set, the region's endpoint otherwise.
 * @param other another region, whose override is `AWS_ENDPOINT_URL_<SERVICE>_<REGION>`
 * @param own the host of the account's own endpoint, without an override
 */
export function endpointOf(service: Service, other?: string, own?: () => string): Endpoint {
  const region = other ?? requireVariable('AWS_REGION');
  const name = other === undefined ? service : `${service}_${other.replaceAll('-', '_')}`;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url =
    process.env[`AWS_ENDPOINT_URL_${name.toUpperCase()}`] ??
    `https://${own?.() ?? `${SIGNED_AS[service]}.${region}.${suffix}`}`;
  const key = `${region} ${url}`;
  let endpoint = endpoints.get(key);
  if (!endpoint) {
    const { origin, host, pathname } = new URL(url);
    endpoint = { origin, host, prefix: pathname.replace(/\/$/, ''), region };
    endpoints.set(key, endpoint);
  }
  return endpoint;
}

let cached: Credentials | undefined;

/** Read once: the keys of an execution environment never change. Throws PortcullisError. */
export function credentials(): Credentials {
  if (!cached) {
    const sessionToken = process.env['AWS_SESSION_TOKEN'];
    cached = {
      accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
      secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
      ...(sessionToken ? { sessionToken } : {}),
    };
  }
  return cached;
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new PortcullisError('environment_missing', `The environment variable ${name} is not set.`);
  return value;
}
