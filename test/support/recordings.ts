/**
 * Reads HTTP traffic recorded by vcrpy (one YAML file, a "cassette", per test: `interactions[].request`), the form that most Python
 * client libraries use. Responses are not read.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

export interface RecordedRequest {
  /** Path of the cassette below its folder and number of the interaction, e.g. `v1/monitors.yaml#2`. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  /** Lower case; several values of one header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a request without a body. */
  readonly body?: Uint8Array;
}

interface Cassette {
  readonly interactions?: ReadonlyArray<{
    readonly request: {
      readonly method: string;
      readonly uri: string;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      /** Text, or bytes where YAML says `!!binary`. */
      readonly body?: string | Uint8Array | null;
    };
  }>;
}

/** Every request of every `*.yaml` below a folder, ordered by path. Throws for invalid YAML. */
export function readRecordings(folder: string): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  for (const path of globSync('**/*.yaml', { cwd: folder }).sort()) {
    const cassette = load(readFileSync(join(folder, path), 'utf8')) as Cassette | undefined;
    for (const [index, { request }] of (cassette?.interactions ?? []).entries()) {
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(request.headers ?? {})) {
        headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
      }
      const { body } = request;
      requests.push({
        name: `${path}#${index}`,
        method: request.method.toUpperCase(),
        url: request.uri,
        headers,
        ...(body != null && body.length > 0 && { body: typeof body === 'string' ? Buffer.from(body) : body }),
      });
    }
  }
  return requests;
}
