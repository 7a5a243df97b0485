/**
 * The part of a trial's arguments that may be stored: no secrets and no files. Secrets are recognized by the schema (format `password`,
 * `writeOnly`), by the field's name, and by the patterns of credentials that the product redacts in answers.
 */

import { isCredentialName, withoutCredentials } from './credential-names.ts';
import { forgetArguments, storeArguments } from './kept-arguments.ts';
import { fieldOf, type Schema } from './schema-form.ts';
import { asObject } from './tools.ts';

type Json = Record<string, unknown>;

/** Maximum characters of a tool's arguments, and of one text in them: a longer one is a file. */
const SIZE = 16_000;
const TEXT = 4_000;
const DEPTH = 12;

export function keepArguments(tool: string, args: Json, schema: Schema): void {
  const kept = asObject(keptOf(args, schema, schema, 0));
  if (JSON.stringify(kept).length <= SIZE) storeArguments(tool, kept);
  else forgetArguments(tool);
}

/** Undefined for what is not stored. */
function keptOf(value: unknown, given: unknown, root: Schema, depth: number): unknown {
  const { kind, schema } = fieldOf(given, root);
  if (depth > DEPTH || kind === 'password' || kind === 'file' || schema['writeOnly'] === true) return undefined;
  if (typeof value === 'string') {
    return value.length <= TEXT && withoutCredentials(value) === value ? value : undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item) => keptOf(item, schema['items'], root, depth + 1)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const properties = asObject(schema['properties']);
  const members = Object.entries(value)
    .filter(([name]) => !isCredentialName(name))
    .map(([name, member]) => [name, keptOf(member, properties[name], root, depth + 1)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
