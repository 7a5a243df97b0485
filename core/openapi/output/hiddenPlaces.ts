/**
 * Warns of the texts and names of a document that have characters that nobody sees (core/lib/visible.ts), each with its place. All values
 * are looked at, but not what no tool is made of: responses, callbacks, webhooks and extensions.
 */
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import { SHOWN, visibleText } from '../../lib/visible.ts';
import { absolutePointer, escapePointer, type Target } from '../document/location.ts';
import { revealed } from '../document/references.ts';
import type { Context } from '../model/operation.ts';

/** Of one document; of more, it is only said that there are. */
const MAX_HIDDEN = 20;
/** Characters around the first of them. */
const AROUND = 60;

/** A place with such characters. */
interface HiddenPlace {
  /** JSON pointer with the label of its document. */
  readonly pointer: string;
  /** The text or name with them shown. */
  readonly shown: string;
}

/** Names the texts and names of the documents that have such characters. */
export function warnOfHiddenCharacters({ documents, warnings }: Context): void {
  for (const document of documents.hiding()) {
    const places = hiddenPlaces(document, MAX_HIDDEN + 1);
    for (const { pointer, shown } of places.slice(0, MAX_HIDDEN)) {
      const at = Math.max(0, shown.search(SHOWN) - AROUND);
      const text = shown.slice(at, at + 2 * AROUND).toWellFormed();
      warnings.add(
        'hidden_characters',
        `Here are characters that nobody sees, and that may hide words for a model: "${at > 0 ? '…' : ''}${text}${at + text.length < shown.length ? '…' : ''}". Models are shown them like this; from descriptions they are left out.`,
        pointer,
      );
    }
    if (places.length > MAX_HIDDEN) {
      const message = `More than ${MAX_HIDDEN} texts of the document have characters that nobody sees.`;
      warnings.add('hidden_characters', message, absolutePointer(document));
    }
  }
}

/** What no tool is made of, and is not parsed for it; a member of a value may have the same name. */
const ASIDE = new Set(['responses', 'callbacks', 'webhooks']);
const isAside = (name: string, parent: string | undefined): boolean =>
  (ASIDE.has(name) && parent !== 'properties') || (name.startsWith('x-') && !name.includes('mcp'));
/** Levels that are looked through. */
const MAX_DEPTH = 500;

/** The places in a document, at most as many as asked for. */
function hiddenPlaces({ value: root, source }: Target, most: number): HiddenPlace[] {
  const found: HiddenPlace[] = [];
  const seen = new Set<object>();
  const path: string[] = [];
  const look = (text: string): void => {
    const shown = visibleText(text);
    if (shown === text || found.length >= most) return;
    found.push({ pointer: `${source.label}${['#', ...path.map(escapePointer)].join('/')}`, shown });
  };
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value === 'string') look(value);
    if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH || seen.has(value)) return;
    seen.add(value);
    const isList = Array.isArray(value);
    const parent = path.at(-1);
    for (const name of Object.keys(value)) {
      if (!isList && isAside(name, parent)) continue;
      const inner = (value as JsonObject)[name] as JsonValue;
      path.push(name);
      if (!isList) look(name);
      if (typeof inner !== 'string' || source.mayHideIn?.(inner) !== false) visit(revealed(inner, source));
      path.pop();
      if (found.length >= most) return;
    }
  };
  visit(root);
  return found;
}
