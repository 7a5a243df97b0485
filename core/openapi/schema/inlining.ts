/**
 * Measures converted schemas and inlines their references. Results are kept per schema, because tools share most of
 * their schemas (parameters, properties of one body, definitions).
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../lib/json/value.ts';
import { ConvertedSchema, type Definition } from '../model/convertedSchema.ts';
import type { Definitions } from './definitions.ts';
import { conjunction } from './merge.ts';
import { PROPERTY_KEY, withoutRefusedNames } from './propertyNames.ts';

/** Keywords whose value is an object of schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** True for keywords whose value is instance data, not a schema. */
export const isValueKey = (key: string): boolean =>
  key === 'enum' || key === 'const' || key === 'default' || key === 'examples';

/** The schema that replaces a reference; undefined keeps the reference. */
export type Inline = (definition: Definition) => JsonSchema | undefined;

/** The converted schemas of one import. */
export class ConvertedSchemas {
  private readonly definitions: Definitions;
  private readonly known = new Map<JsonSchema, ConvertedSchema>();
  private references: Definition[] = [];
  private slack = 0;
  private hasRefusedNames = false;
  /** Cache of property names that clients accept, because most occur in many schemas. */
  private readonly plainNames = new Set<string>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  /** The record of a schema, the same at each call. Not measured: its references may not be converted yet. */
  of(schema: JsonSchema): ConvertedSchema {
    let form = this.known.get(schema);
    if (!form) {
      form = new ConvertedSchema(schema);
      this.known.set(schema, form);
    }
    return form;
  }

  /** Sets size and references at the first call, and moves properties whose names clients refuse. */
  measure(form: ConvertedSchema): void {
    if (form.bytes > 0) return;
    form.bytes = this.bytesOf(form.schema);
    if (this.hasRefusedNames) {
      form.schema = withoutRefusedNames(form.schema);
      form.bytes = this.bytesOf(form.schema);
    }
    form.references = this.references;
    form.slack = this.slack;
  }

  /** A copy with the references inlined for which `inline` returns a schema. */
  rewritten(form: ConvertedSchema, inline: Inline): ConvertedSchema {
    const schema = this.expand(form.schema, inline) as JsonSchema;
    const bytes = this.bytesOf(schema);
    const rewritten = new ConvertedSchema(schema, bytes, this.references);
    rewritten.slack = this.slack;
    return rewritten;
  }

  private bytesOf(schema: JsonSchema): number {
    this.references = [];
    this.slack = 0;
    this.hasRefusedNames = false;
    return this.visit(schema);
  }

  private visit(value: JsonValue, isValue = false): number {
    if (typeof value === 'string') return value.length + 2;
    if (typeof value === 'number') {
      this.slack += 5;
      return 6;
    }
    if (typeof value !== 'object' || value === null) return 4;
    // A comma is counted for each member, and the last one has none.
    this.slack++;
    let bytes = 2;
    if (Array.isArray(value)) {
      for (const item of value) bytes += 1 + this.visit(item, isValue);
      return bytes;
    }
    for (const key of Object.keys(value)) {
      const item = value[key] ?? null;
      bytes += key.length + 4;
      if (typeof item === 'string') {
        bytes += item.length + 2;
        if (key !== '$ref' || isValue) continue;
        const definition = this.definitions.ofReference(item);
        if (definition) this.references.push(definition);
      } else if (!isValue && (key === 'properties' || key === 'patternProperties') && isNested(item)) {
        bytes += 2;
        this.slack++;
        bytes += this.visitMap(item as JsonObject, key === 'properties');
      } else bytes += this.visit(item, isValue || isValueKey(key));
    }
    return bytes;
  }

  private visitMap(schemas: JsonObject, areProperties: boolean): number {
    let bytes = 0;
    const names = Object.keys(schemas);
    // Reading members one by one is slow: V8 has to look up each key, because each such object has other keys.
    const values = Object.values(schemas);
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      if (areProperties && !this.plainNames.has(name)) {
        if (PROPERTY_KEY.test(name)) this.plainNames.add(name);
        else this.hasRefusedNames = true;
      }
      bytes += name.length + 4 + this.visit(values[at] ?? null);
    }
    return bytes;
  }

  /**
   * The value with references inlined; unchanged parts are the same objects.
   * @param isMap true for an object of schemas by name, in which `$ref` is an ordinary name
   */
  private expand(value: JsonValue, inline: Inline, isMap = false): JsonValue {
    if (!isNested(value)) return value;
    if (Array.isArray(value)) {
      let copy: JsonValue[] | undefined;
      for (let at = 0; at < value.length; at++) {
        const item = this.expand(value[at] ?? null, inline);
        if (item !== value[at]) {
          copy ??= [...value];
          copy[at] = item;
        }
      }
      return copy ?? value;
    }
    if (isMap) return this.expandMap(value, inline);
    let copy: JsonObject | undefined;
    const keys = Object.keys(value);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? '';
      const inner = value[key] ?? null;
      if (!isNested(inner) || isValueKey(key)) continue;
      const item = this.expand(inner, inline, MAPS.has(key));
      if (item === inner) continue;
      copy ??= { ...value };
      copy[key] = item;
    }
    const result = copy ?? value;
    const definition = this.definitions.ofReference(result['$ref']);
    const inlined = definition && inline(definition);
    if (!inlined) return result;
    if (result === definition.reference) return inlined;
    const { $ref: _, ...siblings } = result;
    return Object.keys(siblings).length === 0 ? inlined : conjunction(inlined, siblings);
  }

  private expandMap(schemas: JsonObject, inline: Inline): JsonObject {
    const names = Object.keys(schemas);
    const values = Object.values(schemas);
    let copy: JsonObject | undefined;
    for (let at = 0; at < names.length; at++) {
      const schema = this.expand(values[at] ?? null, inline);
      if (schema === values[at]) continue;
      copy ??= { ...schemas };
      copy[names[at] ?? ''] = schema;
    }
    return copy ?? schemas;
  }
}

/** True for an object or an array. */
export const isNested = (value: JsonValue): value is JsonObject | JsonValue[] =>
  typeof value === 'object' && value !== null;
