/**
 * Replaces placeholders in the arguments of a call by their values. Only where a placeholder is a whole argument, the
 * argument's name has the same kind, the argument goes into the body of the request (or, where the owner allows it, into
 * a query parameter of that kind or one that searches), and the owner allows the tool. A call with any other placeholder is refused with an error that names the argument, so a damaged or foreign one is
 * never sent to the upstream.
 */
import { escapeHtml } from '../../lib/entities.ts';
import { PortcullisError } from '../../lib/errors.ts';
import { isSourceNumber } from '../../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import type { PlaceholderKind } from '../../model/governance/placeholderKinds.ts';
import type { RequestProgram } from '../../model/tool.ts';
import { holdsPlaceholder, type OpenFault, type Placeholders, wholePlaceholder } from './placeholder.ts';

/** Code `placeholder_refused`. The message names the argument and contains no value. */
const placeholderRefused = (pointer: string, message: string): PortcullisError =>
  new PortcullisError('placeholder_refused', `Nothing was sent. ${pointer || 'The arguments'} ${message}`);

/** Where values may be restored in the arguments of one tool. */
export interface RestoreRules {
  /** The owner allows this tool to receive values. */
  readonly isAllowed: boolean;
  /** The owner allows values in query parameters. */
  readonly allowsQuery: boolean;
  readonly program: RequestProgram;
  /** The kind that an argument's name has. */
  readonly kindOf: (name: string) => PlaceholderKind | undefined;
  readonly open: Placeholders['open'];
}

/** Arguments with restored values, and what was restored. */
export interface Restored {
  readonly arguments: JsonObject;
  /** For the audit log: pointers and kinds, never values. */
  readonly uses: ReadonlyArray<{ readonly pointer: string; readonly kind: PlaceholderKind }>;
  /** Values with their placeholders, to replace values that the upstream echoes. */
  readonly values: ReadonlyArray<{ readonly value: string; readonly placeholder: string }>;
}

const FAULTS: Readonly<Record<OpenFault, string>> = {
  damaged: 'is no placeholder as it was given; copy it whole, letter by letter.',
  expired: 'is a placeholder that has expired; read the value again and use the new one.',
  foreign: 'is a placeholder that was not given to this connection for this kind of value; use it as it was given.',
};

/**
 * Replaces the placeholders in the arguments.
 *
 * @throws `placeholder_refused`
 */
export function restored(args: JsonObject, rules: RestoreRules): Restored {
  const uses: Array<{ pointer: string; kind: PlaceholderKind }> = [];
  const values: Array<{ value: string; placeholder: string }> = [];

  const one = (text: string, pointer: string, names: readonly string[]): string => {
    const found = wholePlaceholder(text);
    if (!found) {
      if (!holdsPlaceholder(text)) return text;
      throw placeholderRefused(pointer, 'has a placeholder among other words; it can only be a whole argument.');
    }
    if (!rules.isAllowed) throw placeholderRefused(pointer, 'is a placeholder, which this tool does not take.');
    const place = placeOf(names[0] as string, rules.program);
    if (place === 'query' && !rules.allowsQuery) {
      throw placeholderRefused(pointer, 'is a placeholder, and the owner does not allow values in query parameters.');
    }
    if (place === undefined) {
      throw placeholderRefused(pointer, 'is a placeholder, which cannot stand in a path, a header or a cookie.');
    }
    const name = names.at(-1) as string;
    const kind = rules.kindOf(name);
    if (kind !== found.kind && !(place === 'query' && kind === undefined && SEARCH.test(name))) {
      throw placeholderRefused(
        pointer,
        `is a placeholder for the kind "${found.kind}", which this argument's name does not say.`,
      );
    }
    const opened = rules.open(found.kind, found.body);
    if ('fault' in opened) throw placeholderRefused(pointer, FAULTS[opened.fault]);
    uses.push({ pointer, kind: found.kind });
    values.push({ value: opened.value, placeholder: text.trim() });
    return opened.value;
  };

  const visit = (value: JsonValue, pointer: string, names: readonly string[]): JsonValue => {
    if (typeof value === 'string') return one(value, pointer, names);
    if (typeof value !== 'object' || value === null || isSourceNumber(value)) return value;
    if (Array.isArray(value)) return value.map((item, at) => visit(item, `${pointer}/${at}`, names));
    const copy: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (holdsPlaceholder(key)) throw placeholderRefused(pointer, 'has a placeholder in the name of a member.');
      Object.defineProperty(copy, key, {
        value: visit(child, at, [...names, key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return copy;
  };

  return { arguments: visit(args, '', []) as JsonObject, uses, values };
}

/** Where an argument goes, as far as values may stand there. A plain text body does not count, since it is free text. */
function placeOf(argument: string, { parameters, body }: RequestProgram): 'body' | 'query' | undefined {
  const parameter = parameters.find((one) => one.argument === argument);
  if (parameter) return parameter.in === 'query' ? 'query' : undefined;
  return body !== undefined && body.kind !== 'text' && body.kind !== 'binary' ? 'body' : undefined;
}

/** Names of query parameters by which an API is searched. */
const SEARCH = /^(?:q|query|search|searchterm|search_term|search_query|term|terms|keyword|keywords|filter|text|s)$/i;

/** A value as query strings write it: with `%20` for a space, or with `+`. */
function inAddresses(value: string): string[] {
  const encoded = encodeURIComponent(value);
  return [encoded, encoded.replaceAll('%20', '+')];
}

/** Shorter values may be any word and are not replaced. */
const MIN_LENGTH = 4;

/**
 * Replaces restored values in an upstream's answer by their placeholders, also in the encodings in which services echo
 * them.
 */
export function withoutRestored(text: string, values: Restored['values']): string {
  let result = text;
  for (const { value, placeholder } of values) {
    if (value.length < MIN_LENGTH) continue;
    const forms = [value, JSON.stringify(value).slice(1, -1), ...inAddresses(value), escapeHtml(value)];
    for (const form of new Set(forms)) {
      const pattern = new RegExp(
        `(?<![\\p{L}\\p{N}])${form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
        'giu',
      );
      result = result.replace(pattern, () => placeholder);
    }
  }
  return result;
}
