/**
 * The schemas that references name, each converted once per import. Keeps what assembling a tool's schema needs to know of
 * each: its size, what it refers to, whether it is part of a circle, and how large it is when everything finite is written
 * in its place. Conversion itself is done by the converter.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import type { Target } from '../reading/place.ts';
import type { OpenWarning } from '../warnings.ts';
import { cutInPlaceCircles } from './circles.ts';
import { conjunction } from './merge.ts';

export const PROPERTY_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const REFERENCE = '#/$defs/';
/** Keywords whose members are schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** A converted schema with what was found on the way. */
export interface Piece {
  schema: JsonSchema;
  /** Characters of its JSON, about; see `finish` in assemble.ts for how exact that has to be. */
  bytes: number;
  /** Definitions it refers to, one entry for each reference. */
  references: Definition[];
  warnings: OpenWarning[];
}

export type Form = Omit<Piece, 'warnings'>;

export interface Definition extends Piece {
  readonly key: string;
  readonly target: Target;
  /** `base`: without the choice among its children, as an allOf of a child means it. */
  readonly mode: 'value' | 'base';
  state: 'pending' | 'converting' | 'done';
  /** As merging sees it: before odd property names were moved. */
  logical: JsonSchema;
  isRecursive: boolean;
  /** Bytes with every reference that is not recursive written out; Infinity-safe. */
  inlined: number;
  /** It or something it reaches has a warning. */
  isTainted: boolean;
  /** With everything finite written out, and with only small things written out; made when a tool needs them. */
  expanded?: Form;
  compact?: Form;
}

export const referenceTo = (definition: Definition): JsonSchema => ({ $ref: `${REFERENCE}${definition.key}` });

export class Definitions {
  /** By the raw schema: it is the same object however it is referred to. */
  private readonly values = new Map<JsonValue, Definition>();
  private readonly bases = new Map<JsonValue, Definition>();
  private readonly byKey = new Map<string, Definition>();
  /** Registered and not yet converted. */
  readonly queue: Definition[] = [];

  get(target: Target, mode: Definition['mode']): Definition {
    const places = mode === 'base' ? this.bases : this.values;
    const known = places.get(target.value);
    if (known) return known;
    const definition: Definition = {
      key: this.freeKey(target, mode),
      target,
      mode,
      state: 'pending',
      schema: {},
      logical: {},
      bytes: 0,
      references: [],
      warnings: [],
      isRecursive: false,
      inlined: 0,
      isTainted: false,
    };
    places.set(target.value, definition);
    this.byKey.set(definition.key, definition);
    this.queue.push(definition);
    return definition;
  }

  ofReference(reference: JsonValue | undefined): Definition | undefined {
    return typeof reference === 'string' && reference.startsWith(REFERENCE)
      ? this.byKey.get(reference.slice(REFERENCE.length))
      : undefined;
  }

  private freeKey({ pointer, source }: Target, mode: Definition['mode']): string {
    const last =
      pointer === '#' ? (source.url.split('/').at(-1) ?? '').replace(/\.\w+$/, '') : (pointer.split('/').at(-1) ?? '');
    const plain =
      last
        .replace(/~1/g, '_')
        .replace(/[^A-Za-z0-9_.-]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .slice(0, 56) || 'Schema';
    const name = mode === 'base' ? `${plain}Base` : plain;
    let key = name;
    for (let number = 2; this.byKey.has(key); number++) key = `${name}_${number}`;
    return key;
  }

  /** Measures a converted schema: its size and its references. Values (enum, const, default, examples) hold none. */
  measure(schema: JsonSchema): { bytes: number; references: Definition[]; hasOddKeys: boolean } {
    const references: Definition[] = [];
    let hasOddKeys = false;
    const visit = (value: JsonValue, isValue: boolean): number => {
      if (typeof value === 'string') return value.length + 2;
      if (typeof value === 'number') return 6;
      if (typeof value !== 'object' || value === null) return 4;
      let bytes = 2;
      if (Array.isArray(value)) {
        for (const item of value) bytes += 1 + visit(item, isValue);
        return bytes;
      }
      for (const key in value) {
        const item = value[key]!;
        bytes += key.length + 4;
        if (!isValue && key === '$ref') {
          const definition = this.ofReference(item);
          if (definition) references.push(definition);
        } else if (
          !isValue &&
          (key === 'properties' || key === 'patternProperties') &&
          typeof item === 'object' &&
          item !== null
        ) {
          bytes += 2;
          for (const name in item) {
            if (key === 'properties' && !PROPERTY_KEY.test(name)) hasOddKeys = true;
            bytes += name.length + 4 + visit((item as JsonObject)[name]!, false);
          }
          continue;
        }
        bytes += visit(item, isValue || key === 'enum' || key === 'const' || key === 'default' || key === 'examples');
      }
      return bytes;
    };
    const bytes = visit(schema, false);
    return { bytes, references, hasOddKeys };
  }

  /**
   * Finds the circles among freshly converted definitions (Tarjan, without recursion) and, from the leaves up, the sizes.
   * Definitions of earlier rounds are complete and never lead into new ones.
   */
  finish(fresh: readonly Definition[]): void {
    const index = new Map<Definition, number>();
    const low = new Map<Definition, number>();
    const isNew = new Set(fresh);
    const stack: Definition[] = [];
    const onStack = new Set<Definition>();
    for (const start of fresh) {
      if (index.has(start)) continue;
      const frames: Array<{ node: Definition; next: number }> = [];
      const enter = (node: Definition) => {
        index.set(node, index.size);
        low.set(node, index.size - 1);
        stack.push(node);
        onStack.add(node);
        frames.push({ node, next: 0 });
      };
      enter(start);
      while (frames.length > 0) {
        const frame = frames.at(-1)!;
        const child = frame.node.references[frame.next++];
        if (child !== undefined) {
          if (!isNew.has(child)) continue;
          if (!index.has(child)) enter(child);
          else if (onStack.has(child)) low.set(frame.node, Math.min(low.get(frame.node)!, index.get(child)!));
          continue;
        }
        frames.pop();
        const parent = frames.at(-1)?.node;
        if (parent) low.set(parent, Math.min(low.get(parent)!, low.get(frame.node)!));
        if (low.get(frame.node) !== index.get(frame.node)) continue;
        const circle: Definition[] = [];
        for (let node = stack.pop()!; ; node = stack.pop()!) {
          onStack.delete(node);
          circle.push(node);
          if (node === frame.node) break;
        }
        if (circle.length > 1 || frame.node.references.includes(frame.node)) {
          cutInPlaceCircles(circle, (reference) => this.ofReference(reference));
        }
        settle(circle);
      }
    }
  }

  /** The schema with references written out where `inline` says so. Shares everything that does not change. */
  expand(schema: JsonSchema, inline: (definition: Definition) => JsonSchema | undefined): JsonSchema {
    // Below `properties` and its like, keys are names: a property may well be called `default` or `$ref`.
    const visit = (value: JsonValue, isMap: boolean): JsonValue => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) {
        let copy: JsonValue[] | undefined;
        for (let at = 0; at < value.length; at++) {
          const item = visit(value[at]!, false);
          if (item !== value[at]) {
            copy ??= [...value];
            copy[at] = item;
          }
        }
        return copy ?? value;
      }
      let copy: JsonObject | undefined;
      for (const key in value) {
        if (!isMap && (key === 'enum' || key === 'const' || key === 'default' || key === 'examples')) continue;
        const inner = value[key]!;
        if (typeof inner !== 'object') continue;
        const item = visit(inner, !isMap && MAPS.has(key));
        if (item !== inner) {
          copy ??= { ...value };
          copy[key] = item;
        }
      }
      const result = copy ?? value;
      if (isMap) return result;
      const definition = this.ofReference(result['$ref']);
      const written = definition && inline(definition);
      if (!written) return result;
      const { $ref: _, ...siblings } = result;
      return Object.keys(siblings).length === 0 ? written : conjunction(written, siblings);
    };
    return visit(schema, false) as JsonSchema;
  }
}

function settle(circle: readonly Definition[]): void {
  const isRecursive = circle.length > 1 || circle[0]!.references.includes(circle[0]!);
  const isTainted = circle.some((one) => one.warnings.length > 0 || one.references.some((child) => child.isTainted));
  for (const one of circle) {
    one.isRecursive = isRecursive;
    one.isTainted = isTainted;
    let bytes = one.bytes;
    for (const child of one.references) bytes += circle.includes(child) || child.isRecursive ? 0 : child.inlined;
    one.inlined = Math.min(bytes, 1e9);
  }
}
