/**
 * Reads names with brackets as Rack, PHP and qs do: `a[b]=1` is a member, `a[]=1` one more item, `a[0][b]=1` a member of an item, and
 * `a[][b]=1` a member of the last item, or of a new one when the last has that member.
 */
import { parseLossless } from '../../core/lib/json/lossless.ts';
import type { JsonSchema, JsonValue } from '../../core/lib/json/value.ts';
import { isListSchema, isObjectSchema, itemsOf, memberOf, typed } from './schemaReading.ts';

/** What the pairs of one name hold; `as` reads it as a schema wants it. */
export interface BracketNode {
  as(schema: JsonSchema): JsonValue;
}

class Node implements BracketNode {
  readonly texts: string[] = [];
  readonly members = new Map<string, Node>();

  at(step: string, isLast: boolean, next: string | undefined): Node {
    const last = this.members.size - 1;
    const isNewItem = isLast || last < 0 || next === undefined || this.members.get(String(last))?.members.has(next);
    const key = step === '' ? String(isNewItem ? last + 1 : last) : step;
    const node = this.members.get(key) ?? new Node();
    this.members.set(key, node);
    return node;
  }

  as(schema: JsonSchema): JsonValue {
    if (this.members.size > 0) {
      const keys = [...this.members.keys()];
      const isList = keys.every((key, index) => key === String(index)) && !isObjectSchema(schema);
      const entries = [...this.members].map(([key, node]): [string, JsonValue] => [
        key,
        node.as(isList ? itemsOf(schema) : memberOf(schema, key)),
      ]);
      return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
    }
    const [text = ''] = this.texts;
    if (this.texts.length > 1) return this.texts.map((one) => typed(one, itemsOf(schema)));
    if (!isListSchema(schema) && !isObjectSchema(schema)) return typed(text, schema);
    if (/^\s*[{[]/.test(text)) {
      try {
        return parseLossless(text);
      } catch {
        return text;
      }
    }
    const isList = isListSchema(schema) && !text.startsWith('data:');
    return isList ? text.split(',').map((one) => typed(one, itemsOf(schema))) : typed(text, schema);
  }
}

/** @param literals names that are not taken apart, because the description has them with their brackets */
export function bracketTree(
  pairs: ReadonlyArray<readonly [name: string, value: string]>,
  literals: ReadonlySet<string> = new Set(),
): Record<string, BracketNode> {
  const root = new Node();
  for (const [name, value] of pairs) {
    const parts = literals.has(name) ? null : /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
    const steps = parts ? [parts[1] ?? '', ...(parts[2] ?? '').slice(1, -1).split('][')] : [name];
    let node = root;
    steps.forEach((step, index) => {
      node = node.at(step, index === steps.length - 1, steps[index + 1]);
    });
    node.texts.push(value);
  }
  return Object.fromEntries(root.members);
}
