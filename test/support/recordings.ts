/**
 * Reads HTTP traffic that tests of API clients recorded: the files of VCR (Ruby), vcrpy and go-vcr (YAML or JSON), Betamax, Polly.js and
 * other HAR, and nock. Of answers only the status is read. The format is told from the content, not from the file's name; any other
 * YAML or JSON in the folder is passed over. An address is left as it was recorded but for what no request builder writes: a default
 * port, upper case in scheme and host (RFC 3986, section 6.2), user information, and the fragment.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { interactionsOf } from './recordingFormats.ts';
import { RECORDING_SCHEMA } from './recordingYaml.ts';

export interface RecordedRequest {
  /** Path of the file below its folder and number of the request in it, e.g. `v1/monitors.yaml#2`. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  /** Lower case; several values of one header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a request without a body. */
  readonly body?: Uint8Array;
  /** The answer's status, if it was recorded. */
  readonly status?: number;
  /** Set where the recorder writes `a[0]=` in a query as `a[]=`, and orders its pairs. */
  readonly isQueryRewritten?: true;
}

export interface Recordings {
  /** Ordered by path. */
  readonly requests: readonly RecordedRequest[];
  /** Paths of files that are neither YAML nor JSON, though their name says so. */
  readonly unread: readonly string[];
}

/** Every recorded request of every `*.yaml`, `*.yml`, `*.json` and `*.har` below a folder. */
export function readRecordings(folder: string): Recordings {
  const requests: RecordedRequest[] = [];
  const unread: string[] = [];
  for (const path of globSync('**/*.{yaml,yml,json,har}', { cwd: folder }).sort()) {
    const text = readFileSync(join(folder, path), 'utf8');
    try {
      const document: unknown = /\.ya?ml$/.test(path) ? load(text, { schema: RECORDING_SCHEMA }) : JSON.parse(text);
      interactionsOf(document).forEach(({ method, url, body, ...request }, index) => {
        requests.push({
          name: `${path}#${index}`,
          method: method.toUpperCase(),
          url: addressOf(url),
          ...request,
          ...(body && body.length > 0 && { body }),
        });
      });
    } catch {
      unread.push(path);
    }
  }
  return { requests, unread };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

function addressOf(url: string): string {
  const parts = /^(https?):\/\/(?:[^/?#]*@)?([^/?#:]*)(?::(\d*))?([^#]*)/i.exec(url);
  if (!parts) return url;
  const [, scheme = '', host = '', port = '', rest = ''] = parts;
  const isDefault = port === '' || port === DEFAULT_PORTS[scheme.toLowerCase()];
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${isDefault ? '' : `:${port}`}${rest}`;
}
