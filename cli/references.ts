/** Looks up the values of references in declarations, with the rights of whoever runs the command. No message has a value. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readParameter, readSecret } from '../aws/services/secretStores.ts';
import { nameOf, type Reference } from '../core/api/references.ts';
import { isSameJson } from '../core/lib/json/canonical.ts';
import type { Environment } from './stack.ts';

/** Bytes of a value. */
const MAX_BYTES = 64 * 1024;

/** Finds the values of references; each is read once. Files are relative to that of the declaration. */
export interface References {
  /** Reads the values; says of each that is missing which it is, and why. */
  readonly load: (path: string, references: readonly Reference[]) => Promise<readonly string[]>;
  /** Finds those of these references that were read. */
  readonly look: (path: string, references: readonly Reference[]) => (reference: Reference) => string | undefined;
}

/** Values from the environment, from files beside the declarations, and from AWS. */
export function referencesFrom(environment: Environment): References {
  const values = new Map<string, string>();
  const placeOf = (path: string, reference: Reference): string =>
    'file' in reference ? `file ${resolve(dirname(path), reference.file)}` : nameOf(reference);
  return {
    async load(path, references) {
      const faults: string[] = [];
      for (const reference of references) {
        const place = placeOf(path, reference);
        if (values.has(place)) continue;
        const found = await boundedValue(reference, path, environment);
        if ('fault' in found) faults.push(`${nameOf(reference)}: ${found.fault}`);
        else values.set(place, found.value.replace(/\r?\n$/, ''));
      }
      return faults;
    },
    look: (path, references) => (reference) =>
      references.some((one) => isSameJson(one, reference)) ? values.get(placeOf(path, reference)) : undefined,
  };
}

type Found = { readonly value: string } | { readonly fault: string };

async function boundedValue(reference: Reference, path: string, environment: Environment): Promise<Found> {
  const found = await lookup(reference, path, environment);
  if (!('value' in found)) return found;
  if (found.value === '') return { fault: 'is empty.' };
  return Buffer.byteLength(found.value) > MAX_BYTES ? { fault: `is larger than ${MAX_BYTES} bytes.` } : found;
}

async function lookup(reference: Reference, path: string, environment: Environment): Promise<Found> {
  if ('env' in reference) {
    const value = environment[reference.env];
    return value === undefined ? { fault: 'the variable is not set.' } : { value };
  }
  if ('file' in reference) return fileAt(resolve(dirname(path), reference.file));
  return 'ssm' in reference ? readParameter(reference.ssm) : secretOf(reference);
}

async function fileAt(path: string): Promise<Found> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return { fault: `is larger than ${MAX_BYTES} bytes.` };
    return { value: await readFile(path, 'utf8') };
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

/** The secret, or the member of it that is named. */
async function secretOf({ secretsManager, key }: Extract<Reference, { secretsManager: string }>): Promise<Found> {
  const found = await readSecret(secretsManager);
  if (!('value' in found) || key === undefined) return found;
  try {
    const value: unknown = JSON.parse(found.value)[key];
    if (typeof value === 'string') return { value };
    return { fault: 'the secret has no such member that is a text.' };
  } catch {
    // Without the reason of JSON.parse, which quotes the secret.
    return { fault: 'the secret is no JSON object; leave key out, or store one.' };
  }
}
