/** Everything that a stack has stored, as texts: tables, objects, histories of executions, logs, for a search of what must not be there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Files below a folder a character a byte, unpacked where they are gzip; local.json holds the access token of the login, by contract. */
export const storedTexts = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'local.json')
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');
    });

/** The texts that hold one of these secrets, as it is, percent-encoded or in base64. */
export const holding = (texts: readonly string[], secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].flatMap((spelled) =>
      texts.filter((text) => text.includes(spelled)),
    ),
  );
