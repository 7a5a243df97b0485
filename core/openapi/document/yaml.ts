/**
 * Parses YAML as API descriptions use it: the core schema of YAML 1.2 (section 10.3.2: no dates, no on/off/yes/no booleans,
 * no underscores in numbers) plus the merge key `<<`, which real documents have. Keys are spelled as in the source, and so
 * are numbers and booleans where a text is declared (sourceText.ts). Of repeated keys the last one counts, and the caller is
 * told of them; unknown tags are ignored. Aliases make shared and even cyclic values: `checkAliases` refuses cycles and
 * documents that would expand beyond the limit.
 */
import { CORE_SCHEMA, load, Type, YAMLException } from 'js-yaml';
import { PortcullisError } from '../../lib/errors.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import type { RepeatedKey } from './location.ts';
import { RepeatedYamlKeys } from './repeatedKeys.ts';
import { keepSourceText } from './sourceText.ts';

/** A scalar whose source text is kept, until the document is parsed. */
class SpelledScalar {
  readonly value: number | boolean;
  readonly text: string;

  constructor(value: number | boolean, text: string) {
    this.value = value;
    this.text = text;
  }

  // js-yaml makes '[object Object]' of keys that are plain objects.
  get [Symbol.toStringTag](): string {
    return 'Scalar';
  }

  /** js-yaml makes keys so. */
  toString(): string {
    return this.text;
  }
}

/** How many of them the current call of `load` has made; most documents have none. */
let spelled = 0;

function scalar(value: number | boolean, text: string): number | boolean | SpelledScalar {
  // Of fractions all are kept: in JSON `1.1` may have been `1.10`, so without a source text it is not known.
  if (String(value) === text && (typeof value === 'boolean' || Number.isInteger(value))) return value;
  spelled++;
  return new SpelledScalar(value, text);
}

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
/** Without `.inf` and `.nan`, which stay texts: JSON has no such numbers. */
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const NINE = 0x39;

/** Whether a plain scalar matches. Most are words, and no number begins with a letter. */
const isNumber = (pattern: RegExp) => (data: unknown) =>
  typeof data === 'string' && data.charCodeAt(0) <= NINE && pattern.test(data) && Number.isFinite(Number(data));

const kinds = ['scalar', 'sequence', 'mapping'] as const;
const plain = (prefix: string) =>
  kinds.map((kind) => new Type(prefix, { kind, multi: true, construct: (data: unknown) => data ?? '' }));
const merge = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (data: unknown) => data === '<<' });
const boolean = new Type('tag:yaml.org,2002:bool', {
  kind: 'scalar',
  resolve: (data: unknown) => typeof data === 'string' && BOOLEAN.test(data),
  construct: (text: string) => scalar(text.charCodeAt(0) < 0x60 ? text[0] === 'T' : text === 'true', text),
});
const number = (tag: string, pattern: RegExp) =>
  new Type(tag, {
    kind: 'scalar',
    resolve: isNumber(pattern),
    construct: (text: string) => scalar(Number(text), text),
  });
const SCHEMA = CORE_SCHEMA.extend({
  implicit: [boolean, number('tag:yaml.org,2002:int', INTEGER), number('tag:yaml.org,2002:float', FLOAT), merge],
  explicit: [...plain('!'), ...plain('tag:')],
});

/** Values that a document may have after its aliases are expanded. */
const MAX_NODES = 20_000_000;

/**
 * Parses YAML.
 * @param onRepeat called when a key is repeated
 * @throws YAMLException of js-yaml when the text is not YAML
 * @throws PortcullisError `spec_too_large` when its aliases expand beyond the limit, `spec_invalid` when they form a cycle
 */
export function parseYaml(text: string, onRepeat?: () => void): JsonValue {
  let value: JsonValue;
  spelled = 0;
  try {
    value = load(text, { schema: SCHEMA }) as JsonValue;
  } catch (error) {
    if (!isRepeat(error)) throw error;
    onRepeat?.();
    spelled = 0;
    value = load(text, { schema: SCHEMA, json: true }) as JsonValue;
  }
  const hasSpelled = spelled > 0;
  const hasAnchors = mayHaveAnchors(text);
  if (hasAnchors) checkAliases(value);
  return hasSpelled ? settled(value, hasAnchors) : value;
}

/** The repeated keys of a text that `parseYaml` has read. */
export function repeatedYamlKeys(text: string): RepeatedKey[] {
  const keys = new RepeatedYamlKeys();
  load(text, { schema: SCHEMA, json: true, listener: keys.listener });
  return keys.list();
}

const isRepeat = (error: unknown): boolean =>
  error instanceof YAMLException && error.reason === 'duplicated mapping key';

/** The value with numbers and booleans in place of spelled scalars, whose texts are kept by their holders. */
function settled(root: JsonValue, hasAnchors: boolean): JsonValue {
  const seen = hasAnchors ? new Set<object>() : undefined;
  const visit = (holder: object): void => {
    if (seen?.has(holder)) return;
    seen?.add(holder);
    const members = holder as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const value = members[key];
      if (value instanceof SpelledScalar) {
        members[key] = value.value;
        keepSourceText(holder, key, value.text);
      } else if (typeof value === 'object' && value !== null) visit(value);
    }
  };
  if ((root as unknown) instanceof SpelledScalar) return (root as unknown as SpelledScalar).value;
  if (typeof root === 'object' && root !== null) visit(root);
  return root;
}

/** What may come before an anchor on its line: nothing, an indicator or a tag. */
const BEFORE_ANCHOR = /(?:^|[:,?[{-]|(?:^|\s)!\S*)\s*$/;
/** Characters of the line before an `&` that are matched. */
const MAX_LOOKBEHIND = 200;

/**
 * True when an `&` stands where YAML allows an anchor: at the start of a line, or after an indicator or a tag. A text
 * without anchors has no aliases.
 */
function mayHaveAnchors(text: string): boolean {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
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
      throw new PortcullisError('spec_invalid', 'The YAML holds an alias that contains itself. Write that part out.');
    if (known !== undefined) return known;
    sizes.set(value, IN_PROGRESS);
    let size = 1;
    for (const item of Object.values(value)) size += typeof item === 'object' && item !== null ? sizeOf(item) : 1;
    sizes.set(value, size);
    return size;
  };
  const nodes = typeof root === 'object' && root !== null ? sizeOf(root) : 1;
  if (nodes > MAX_NODES) {
    throw new PortcullisError(
      'spec_too_large',
      `The YAML's aliases expand to more than ${MAX_NODES} values. Write the shared parts as $ref instead.`,
      { context: { limit: MAX_NODES } },
    );
  }
}
