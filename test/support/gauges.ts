/**
 * An API description with as many operations as are wanted, of about as many bytes: gauges at stations, half of them read and half removed. What
 * fills it stands where an import leaves it out (`answers`) or where every tool has it (`arguments`).
 */
import { gzipSync } from 'node:zlib';

export interface GaugesOptions {
  readonly baseUrl: string;
  readonly operations: number;
  /** The number of the first one; 0 when unset. */
  readonly from?: number;
  /** Of each operation, beside its few words. */
  readonly padding: { readonly answers: number; readonly arguments?: number };
  /** The number of one whose summary is another. */
  readonly changed?: number | undefined;
}

/** The name of an operation, and of the tool that an import makes of it. */
export const gaugeName = (at: number): string => `${at % 2 === 0 ? 'read' : 'remove'}Gauge${at}`;

/** Words instead of one letter, because a description is prose; the same for all operations, so that the whole can be uploaded. */
function filling(bytes: number): string {
  const words = ['level', 'harbour', 'tide', 'gauge', 'datum', 'metre', 'station', 'sensor'];
  let text = '';
  for (let n = 1; text.length < bytes; n = (n * 7 + 3) % 10_007) text += `${words[n % words.length]} ${n} `;
  return text.slice(0, bytes);
}

/** As `source.document` of the management API takes it. */
export function gaugesDocument({ baseUrl, operations, from = 0, padding, changed }: GaugesOptions): {
  readonly base64: string;
} {
  const prose = filling(padding.arguments ?? 0);
  const paths = Array.from({ length: operations }, (_, place) => {
    const at = from + place;
    const summary = `${at % 2 === 0 ? 'Read' : 'Remove'} gauge ${at}${at === changed ? ' of the harbour' : ''}`;
    const unit = {
      name: 'unit',
      in: 'query',
      ...(padding.arguments && { description: prose }),
      schema: { type: 'string', enum: ['metre', 'foot'] },
    };
    const operation = {
      operationId: gaugeName(at),
      tags: [`Station ${at % 40}`],
      summary,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }, unit],
      responses: { 200: { description: 'x'.repeat(padding.answers) } },
    };
    return [`/gauges${at}/{id}`, { [at % 2 === 0 ? 'get' : 'delete']: operation }] as const;
  });
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Gauges', version: '1' },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(paths),
  });
  return { base64: gzipSync(text).toString('base64') };
}
