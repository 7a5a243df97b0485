/**
 * Other redaction libraries for comparison. They are in `bench/rivals` with their own lock file and are not part of the
 * product; when they are missing, the comparison is left out.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonValue } from '../../core/lib/json/value.ts';

export interface Rival {
  readonly name: string;
  redactText(text: string): string;
  /** Redacts every string of a value; these libraries support text only. */
  redactJson(value: JsonValue): JsonValue;
}

const require = createRequire(join(import.meta.dirname, '..', 'rivals', 'package.json'));

export async function loadRivals(): Promise<Rival[]> {
  const rivals: Rival[] = [];
  for (const [name, load] of [
    ['redact-pii 3.4.0', loadRedactPii],
    ['@redactpii/node 1.0.17', loadRedactpii],
  ] as const) {
    try {
      const redactText = await load();
      rivals.push({ name, redactText, redactJson: (value) => mapStrings(value, redactText) });
    } catch (error) {
      if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return rivals;
}

async function loadRedactPii(): Promise<(text: string) => string> {
  const { SyncRedactor } = require('redact-pii') as { SyncRedactor: new () => { redact(text: string): string } };
  const redactor = new SyncRedactor();
  return (text) => redactor.redact(text);
}

async function loadRedactpii(): Promise<(text: string) => string> {
  const { Redactor } = require('@redactpii/node') as { Redactor: new () => { redact(text: string): string } };
  const redactor = new Redactor();
  return (text) => redactor.redact(text);
}

function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
