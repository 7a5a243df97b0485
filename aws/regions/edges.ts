/**
 * The other regions, as the functions in the home region know them, and clients for them. With one region there are none. A region that
 * does not answer within seconds is given up, and the caller is told.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IoTDataPlaneClient } from '@aws-sdk/client-iot-data-plane';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PortcullisError } from '../../core/lib/errors.ts';

/** What home needs to reach another region. */
export interface EdgeRegion {
  readonly region: string;
  /** Name of its gates table. */
  readonly gates: string;
  /** Name of its bundles bucket. */
  readonly bundles: string;
  /** Host name of its IoT data endpoint. */
  readonly push: string;
  /** Name of its table of upstream tokens. */
  readonly upstreamTokens: string;
}

/** After this time a region counts as unreachable; it leaves room for two attempts of the SDK. */
const PATIENCE_MS = 5_000;
const FIELDS = ['region', 'gates', 'bundles', 'push', 'upstreamTokens'] as const;

let parsed: { readonly text: string; readonly edges: readonly EdgeRegion[] } = { text: '', edges: [] };

/** Parsed from EDGE_REGIONS, a JSON list. Throws PortcullisError `environment_missing` when it is invalid. */
export function edgeRegions(): readonly EdgeRegion[] {
  const text = process.env['EDGE_REGIONS'] ?? '';
  if (text !== parsed.text) parsed = { text, edges: text === '' ? [] : parse(text) };
  return parsed.edges;
}

/** Name of the region in which this function runs; `home` when it is not set. */
export const homeRegion = (): string => process.env['AWS_REGION'] ?? 'home';

function parse(text: string): EdgeRegion[] {
  try {
    const list = JSON.parse(text) as EdgeRegion[];
    if (list.every((edge) => FIELDS.every((field) => typeof edge[field] === 'string' && edge[field] !== '')))
      return list;
  } catch {
    // Reported below, with the expected form.
  }
  throw new PortcullisError(
    'environment_missing',
    `The environment variable EDGE_REGIONS is not a list of regions with ${FIELDS.join(', ')}.`,
  );
}

/** Aborts a request to another region after the time limit. */
export const inTime = (): { readonly abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(PATIENCE_MS) });

/**
 * Endpoint override of a service in a region, like the SDK's `AWS_ENDPOINT_URL_<SERVICE>` with the region appended:
 * `AWS_ENDPOINT_URL_DYNAMODB_EU_WEST_1`.
 */
export const regionalSettings = (service: string, region: string) => {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}_${region.toUpperCase().replaceAll('-', '_')}`];
  return { region, maxAttempts: 2, ...(endpoint && { endpoint }) };
};

function byRegion<Client>(make: (edge: EdgeRegion) => Client): (edge: EdgeRegion) => Client {
  const made = new Map<string, Client>();
  return (edge) => {
    const client = made.get(edge.region) ?? make(edge);
    made.set(edge.region, client);
    return client;
  };
}

/** DynamoDB in another region. */
export const documentsIn = /* @__PURE__ */ byRegion(({ region }) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(regionalSettings('DYNAMODB', region)), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

/** S3 in another region. */
export const s3In = /* @__PURE__ */ byRegion(
  ({ region }) => new S3Client({ ...regionalSettings('S3', region), forcePathStyle: true }),
);

/** IoT Core's data plane in another region, to publish there. */
export const iotDataIn = /* @__PURE__ */ byRegion(
  ({ region, push }) =>
    new IoTDataPlaneClient({ endpoint: `https://${push}`, ...regionalSettings('IOT_DATA_PLANE', region) }),
);
