/** Data folders of earlier versions (test/datasets/earlier), each created by running that version. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type EarlierFolder = 'bareCredentials' | 'unboundCredentials';

interface Packed {
  readonly servers: Readonly<Record<'live' | 'header' | 'failed', { readonly id: string; readonly token: string }>>;
  /** Path below the data folder → bytes in base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes the folder to `path`; returns the servers in it. */
export function layOut(name: EarlierFolder, path: string): Packed['servers'] {
  const bytes = readFileSync(resolve(import.meta.dirname, `../datasets/earlier/${name}.json.gz`));
  const { servers, files } = JSON.parse(gunzipSync(bytes).toString()) as Packed;
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), Buffer.from(content, 'base64'));
  }
  return servers;
}
