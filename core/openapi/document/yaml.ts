/**
 * Parses YAML as API descriptions use it: the core schema of YAML 1.2 (no dates, no on/off/yes/no booleans) plus the
 * merge key `<<`, which real documents have. Of duplicate keys the last one counts; unknown tags are ignored. Aliases
 * make shared and even cyclic values: `checkAliases` refuses cycles and documents that would expand beyond the limit.
 */
import { CORE_SCHEMA, load, Type } from 'js-yaml';
import type { JsonValue } from '../../json/value.ts';
import { ImportRefused } from '../errors.ts';

const kinds = ['scalar', 'sequence', 'mapping'] as const;
const plain = (prefix: string) =>
  kinds.map((kind) => new Type(prefix, { kind, multi: true, construct: (data: unknown) => data ?? '' }));
const merge = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (data: unknown) => data === '<<' });
const SCHEMA = CORE_SCHEMA.extend({ implicit: [merge], explicit: [...plain('!'), ...plain('tag:')] });

/** Values that a document may have after its aliases are expanded. */
const MAX_NODES = 20_000_000;

/**
 * Parses YAML.
 * @throws YAMLException of js-yaml when the text is not YAML
 * @throws ImportRefused `spec_too_large` when its aliases expand beyond the limit, `spec_invalid` when they form a cycle
 */
export function parseYaml(text: string): JsonValue {
  const value = load(text, { schema: SCHEMA, json: true }) as JsonValue;
  if (mayHaveAnchors(text)) checkAliases(value);
  return value;
}

/** What may come before an anchor on its line: nothing, an indicator or a tag. */
const BEFORE_ANCHOR = /(?:^|[:,?[{-]|(?:^|\s)!\S*)\s*$/;
/** Characters of the line before an `&` or `*` that are matched. */
const MAX_LOOKBEHIND = 200;

/**
 * True when an `&` stands where YAML allows an anchor: at the start of a line, or after an indicator or a tag. A text
 * without anchors has no aliases.
 */
export const mayHaveAnchors = (text: string): boolean => mayHaveNode('&', text);

/** True when a `*` stands where YAML allows an alias. */
export const mayHaveAliases = (text: string): boolean => mayHaveNode('*', text);

function mayHaveNode(indicator: '&' | '*', text: string): boolean {
  for (let at = text.indexOf(indicator); at >= 0; at = text.indexOf(indicator, at + 1)) {
    if (!/[\s:,?[{-]/.test(text[at - 1] ?? ' ') || !/\S/.test(text[at + 1] ?? ' ')) continue;
    const near = text.slice(Math.max(0, at - MAX_LOOKBEHIND), at);
    if (BEFORE_ANCHOR.test(near.slice(near.lastIndexOf('\n') + 1))) return true;
  }
  return false;
}

/** The size of a value while it is being computed. */
const IN_PROGRESS = -1;

function checkAliases(root: JsonValue): void {
  const sizes = new Map<object, number>();
  const sizeOf = (value: object): number => {
    const known = sizes.get(value);
    if (known === IN_PROGRESS)
      throw new ImportRefused('spec_invalid', 'The YAML holds an alias that contains itself. Write that part out.');
    if (known !== undefined) return known;
    sizes.set(value, IN_PROGRESS);
    let size = 1;
    for (const item of Object.values(value)) size += typeof item === 'object' && item !== null ? sizeOf(item) : 1;
    sizes.set(value, size);
    return size;
  };
  const nodes = typeof root === 'object' && root !== null ? sizeOf(root) : 1;
  if (nodes > MAX_NODES) {
    throw new ImportRefused(
      'spec_too_large',
      `The YAML's aliases expand to more than ${MAX_NODES} values. Write the shared parts as $ref instead.`,
      { context: { limit: MAX_NODES } },
    );
  }
}
