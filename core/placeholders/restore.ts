/**
 * Puts values back in the place of placeholders in the arguments of a call. Only a whole argument, only one whose own name says the same
 * kind, only in the body of the request, only in tools that the owner names. Everything else that is or holds a placeholder is a
 * refused call that names the argument: nothing damaged or foreign is ever sent on.
 */
import { escapeHtml } from '../entities.ts';
import { PortcullisError } from '../errors.ts';
import { isSourceNumber } from '../json/lossless.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { RequestProgram } from '../tools/model.ts';
import type { PlaceholderKind } from './kinds.ts';
import { holdsPlaceholder, type OpenFault, type Placeholders, wholePlaceholder } from './placeholder.ts';

/** Code `placeholder_refused`; the message names the argument and holds nothing of a value. */
export class PlaceholderRefused extends PortcullisError {
  override readonly name = 'PlaceholderRefused';
  constructor(pointer: string, message: string) {
    super('placeholder_refused', `Nothing was sent. ${pointer || 'The arguments'} ${message}`);
  }
}

/** Where values may be put back in the arguments of one tool. */
export interface RestoreRules {
  /** The owner lets this tool have values. */
  readonly isAllowed: boolean;
  readonly program: RequestProgram;
  /** The kind that an argument's name says. */
  readonly kindOf: (name: string) => PlaceholderKind | undefined;
  readonly open: Placeholders['open'];
}

/** Arguments with values in the place of placeholders, and what was put where. */
export interface Restored {
  readonly arguments: JsonObject;
  /** For the trail: where, and what kind; never a value. */
  readonly uses: ReadonlyArray<{ readonly pointer: string; readonly kind: PlaceholderKind }>;
  /** With the placeholder that stood for each: what an upstream echoes is taken back. */
  readonly values: ReadonlyArray<{ readonly value: string; readonly placeholder: string }>;
}

const FAULTS: Readonly<Record<OpenFault, string>> = {
  damaged: 'is no placeholder as it was given; copy it whole, letter by letter.',
  expired: 'is a placeholder that has expired; read the value again and use the new one.',
  foreign: 'is a placeholder that was not given to this connection for this kind of value; use it as it was given.',
};

/** Throws PlaceholderRefused. */
export function restored(args: JsonObject, rules: RestoreRules): Restored {
  const uses: Array<{ pointer: string; kind: PlaceholderKind }> = [];
  const values: Array<{ value: string; placeholder: string }> = [];

  const one = (text: string, pointer: string, names: readonly string[]): string => {
    const found = wholePlaceholder(text);
    if (!found) {
      if (!holdsPlaceholder(text)) return text;
      throw new PlaceholderRefused(pointer, 'has a placeholder among other words; it can only be a whole argument.');
    }
    if (!rules.isAllowed) throw new PlaceholderRefused(pointer, 'is a placeholder, which this tool does not take.');
    if (!goesIntoBody(names[0] as string, rules.program)) {
      throw new PlaceholderRefused(pointer, 'is a placeholder, which cannot stand in an address or a header.');
    }
    const kind = rules.kindOf(names.at(-1) as string);
    if (kind !== found.kind) {
      throw new PlaceholderRefused(
        pointer,
        `is a placeholder for the kind "${found.kind}", which this argument's name does not say.`,
      );
    }
    const opened = rules.open(found.kind, found.body);
    if ('fault' in opened) throw new PlaceholderRefused(pointer, FAULTS[opened.fault]);
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
      if (holdsPlaceholder(key)) throw new PlaceholderRefused(pointer, 'has a placeholder in the name of a member.');
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

/** A body of text is free text. */
function goesIntoBody(argument: string, { parameters, body }: RequestProgram): boolean {
  if (parameters.some((parameter) => parameter.argument === argument)) return false;
  return body !== undefined && body.kind !== 'text' && body.kind !== 'binary';
}

/** Shorter values are any word, and stay. */
const SHORTEST = 4;

/** Takes restored values back out of a text that an upstream has answered, in the forms in which services echo. */
export function withoutRestored(text: string, values: Restored['values']): string {
  let result = text;
  for (const { value, placeholder } of values) {
    if (value.length < SHORTEST) continue;
    const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), escapeHtml(value)];
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
