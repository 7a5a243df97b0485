/**
 * The regions beside home, as the home region's functions know them, and clients for them. With one region there are none, and
 * nothing here is ever called. A region that does not answer is given up after a few seconds: whoever waits is told.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IoTDataPlaneClient } from '@aws-sdk/client-iot-data-plane';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PortcullisError } from '../../core/errors.ts';

/** What home has to know of another region to reach it. */
export interface EdgeRegion {
  readonly region: string;
  /** Name of its table of gates. */
  readonly gates: string;
  /** Name of its bucket of bundles. */
  readonly bundles: string;
  /** Host name of its IoT data endpoint. */
  readonly push: string;
}

/** Until a region counts as not answering; two attempts of the SDK fit into it. */
const PATIENCE_MS = 5_000;
const FIELDS = ['region', 'gates', 'bundles', 'push'] as const;

let parsed: { readonly text: string; readonly edges: readonly EdgeRegion[] } = { text: '', edges: [] };

/** From EDGE_REGIONS, a JSON list. Throws PortcullisError `environment_missing` when it is not one. */
export function edgeRegions(): readonly EdgeRegion[] {
  const text = process.env['EDGE_REGIONS'] ?? '';
  if (text !== parsed.text) parsed = { text, edges: text === '' ? [] : parse(text) };
  return parsed.edges;
}

/** Name of the region in which this function runs; `home` where none is set. */
export const homeRegion = (): string => process.env['AWS_REGION'] ?? 'home';

function parse(text: string): EdgeRegion[] {
  try {
    const list = JSON.parse(text) as EdgeRegion[];
    if (list.every((edge) => FIELDS.every((field) => typeof edge[field] === 'string' && edge[field] !== '')))
      return list;
  } catch {
    // Told below, with what was expected.
  }
  throw new PortcullisError(
    'environment_missing',
    `The environment variable EDGE_REGIONS is no list of regions with ${FIELDS.join(', ')}.`,
  );
}

/** Ends a request to another region in time. */
export const inTime = (): { readonly abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(PATIENCE_MS) });

/** As the SDK's own `AWS_ENDPOINT_URL_<SERVICE>`, with the region behind: `AWS_ENDPOINT_URL_DYNAMODB_EU_WEST_1`. */
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
