/**
 * The YAML of recordings: the core schema, Ruby's `!binary` beside YAML's `!!binary`, and any other tag of a language (`!!python/unicode`)
 * as the plain value behind it, so that no object of a language is made.
 */
import { CORE_SCHEMA, Type } from 'js-yaml';

const binary = (tag: string) =>
  new Type(tag, { kind: 'scalar', construct: (data: unknown) => Buffer.from(String(data ?? ''), 'base64') });
const others = (['scalar', 'sequence', 'mapping'] as const).flatMap((kind) =>
  ['!', 'tag:'].map((prefix) => new Type(prefix, { kind, multi: true, construct: (data: unknown) => data })),
);

export const RECORDING_SCHEMA = CORE_SCHEMA.extend({
  implicit: [],
  explicit: [binary('!binary'), binary('tag:yaml.org,2002:binary'), ...others],
});
