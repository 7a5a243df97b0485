/**
 * Schema Objects of every dialect → JSON Schema 2020-12. References become `#/$defs/…` and are converted once; `readOnly`
 * properties are left out, because arguments are requests; everything a validator or client could stumble over is repaired
 * or dropped with a warning. What a tool's schema inlines and what it keeps in `$defs` is decided later (assemble.ts).
 */
import type { JsonObject, JsonSchema, JsonValue } from '../../json.ts';
import type { Documents } from '../reading/documents.ts';
import { absolutePointer, escapePointer, type Source, type Target } from '../reading/place.ts';
import { arrayMember, isObject, stringMember } from '../reading/read.ts';
import { cleanText, PROPERTY_LENGTH, TITLE_LENGTH } from '../text.ts';
import type { OpenWarning, Warnings } from '../warnings.ts';
import { settleCircles } from './circles.ts';
import { type Definition, Definitions, referenceTo } from './definitions.ts';
import { Forms } from './forms.ts';
import { copyBounds, countOf, fits, isFitting, typesOf, withoutDoubles } from './keywords.ts';
import { conjunction } from './merge.ts';
import { nullable } from './nullable.ts';
import { usablePattern } from './pattern.ts';
import { isPlain } from './plain.ts';
import { childrenOf, discriminatorOf, rawProperty, tagged, valuesOf } from './polymorphism.ts';

/** Levels of one schema, and schemas of one import; beyond, the rest means any value. */
const MAX_DEPTH = 64;
const MAX_WORK = 4_000_000;
/** allOf parts that are merged inside of each other. */
const MAX_MERGE_DEPTH = 40;

const SUBSCHEMAS = new Set(['not', 'contains', 'propertyNames', 'if', 'then', 'else']);
const SUBSCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems']);
const COUNTS = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]);
/** A schema below one of these describes a value together with others. */
const PART_OF = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);
/** Siblings of a reference that only describe. */
const REFERENCE_TEXTS = new Set([
  '$ref',
  'description',
  'summary',
  'title',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'x-nullable',
  'example',
  'examples',
  'default',
]);

/** What is being converted: whose warnings, and where. Entered again for each definition. */
interface Frame {
  readonly place: Target;
  readonly warnings: OpenWarning[];
  readonly path: string[];
}

export class Converter {
  readonly definitions = new Definitions();
  readonly forms = new Forms(this.definitions);
  readonly documents: Documents;
  readonly warnings: Warnings;
  /** OpenAPI 3.0 and Swagger 2.0 ignore what stands beside `$ref`, but for texts. */
  private readonly ignoresSiblings: boolean;
  private frame: Frame;
  private readonly outer: Frame[] = [];
  private work = 0;
  private mergeDepth = 0;

  constructor(documents: Documents, warnings: Warnings, ignoresSiblings: boolean) {
    this.documents = documents;
    this.warnings = warnings;
    this.ignoresSiblings = ignoresSiblings;
    this.frame = { place: { value: null, source: documents.root, pointer: '#' }, warnings: [], path: [] };
  }

  /**
   * Converts the schema at a place. What it refers to is only noted: `settle` converts that, once for all the schemas of a
   * tool. Warnings on the schema itself are added to `warnings`.
   */
  convert(place: Target, warnings: OpenWarning[]): JsonSchema {
    this.enter(place, warnings);
    const schema = this.schema(place.value, 0);
    this.leave();
    return schema;
  }

  /** Converts what was referred to and has not been converted yet. */
  settle(): void {
    if (this.definitions.queue.length === 0) return;
    const fresh: Definition[] = [];
    for (let next = this.definitions.queue.pop(); next; next = this.definitions.queue.pop()) {
      this.complete(next);
      fresh.push(next);
    }
    for (const definition of fresh) this.forms.measure(definition);
    settleCircles(this.definitions, fresh);
  }

  /** Merges what a schema refers to into it, so that its properties can be seen; a reference into an open circle stays. */
  flatten(schema: JsonSchema, warnings: OpenWarning[] = this.frame.warnings, depth = 0): JsonSchema {
    const definition = this.definitions.ofReference(schema['$ref']);
    if (!definition || depth > 20) return schema;
    this.completeNow(definition);
    if (definition.state !== 'done') return schema;
    for (const warning of definition.warnings) if (!warnings.includes(warning)) warnings.push(warning);
    const { $ref: _, ...siblings } = schema;
    const target = this.flatten(definition.logical, warnings, depth + 1);
    return Object.keys(siblings).length === 0 ? target : conjunction(target, siblings);
  }

  private complete(definition: Definition): void {
    if (definition.state !== 'pending') return;
    definition.state = 'converting';
    this.enter(definition.target, definition.warnings);
    definition.logical = this.schema(definition.target.value, 0, definition);
    definition.schema = definition.logical;
    this.leave();
    definition.state = 'done';
  }

  private enter(place: Target, warnings: OpenWarning[]): void {
    this.outer.push(this.frame);
    this.frame = { place, warnings, path: [] };
  }

  private leave(): void {
    this.frame = this.outer.pop()!;
  }

  private warn(code: string, message: string, key?: string): void {
    const { place, path, warnings } = this.frame;
    const steps = (key === undefined ? path : [...path, key]).map((step) => `/${escapePointer(step)}`);
    const warning = this.warnings.add(code, message, `${absolutePointer(place)}${steps.join('')}`);
    if (!warnings.includes(warning)) warnings.push(warning);
  }

  private at(key: string, value: JsonValue, depth: number): JsonSchema {
    this.frame.path.push(key);
    const schema = this.schema(value, depth + 1);
    this.frame.path.pop();
    return schema;
  }

  private list(key: string, values: readonly JsonValue[], depth: number): JsonSchema[] {
    this.frame.path.push(key);
    const schemas = values.map((value, index) => this.at(String(index), value, depth));
    this.frame.path.pop();
    return schemas;
  }

  private schema(value: JsonValue, depth: number, self?: Definition): JsonSchema {
    if (!isObject(value)) {
      if (value === false) return { not: {} };
      if (value !== true && value !== null && value !== undefined)
        this.warn('schema_invalid', 'No schema stands here; any value is accepted.');
      return {};
    }
    if (depth > MAX_DEPTH || ++this.work > MAX_WORK) {
      this.warn(
        'schema_too_deep',
        'The schema is nested too deeply or is too large; from here on any value is accepted.',
      );
      return {};
    }
    const reference = value['$ref'] ?? value['$dynamicRef'];
    if (typeof reference === 'string') return this.reference(reference, value, depth);
    return isPlain(value) ? value : this.object(value, depth, self);
  }

  private reference(reference: string, raw: JsonObject, depth: number): JsonSchema {
    const found = this.documents.resolve(reference, this.frame.place.source);
    const target = found && this.documents.follow(found);
    if (!target) {
      this.warn(
        'reference_missing',
        `The reference ${reference.slice(0, 200)} cannot be resolved (${this.documents.reasonFor(reference, this.frame.place.source)}); any value is accepted there.`,
      );
      return this.withTexts({}, raw);
    }
    if (!isObject(target.value)) return this.schema(target.value, depth + 1);
    const schema = this.withTexts(referenceTo(this.definition(target, 'value')), raw);
    if (this.ignoresSiblings || Object.keys(raw).every((key) => REFERENCE_TEXTS.has(key) || key.startsWith('x-')))
      return schema;
    const { $ref: _, $dynamicRef: __, ...siblings } = raw;
    const own = this.object(siblings, depth + 1);
    return Object.keys(own).length === 0 ? schema : { ...own, ...schema };
  }

  /** `base` differs from `value` only where a schema is a choice among its children. */
  private definition(target: Target, mode: Definition['mode']): Definition {
    const isChoice =
      mode === 'base' && discriminatorOf(target.value) !== undefined && childrenOf(this.documents, target).length > 0;
    return this.definitions.get(target, isChoice ? 'base' : 'value');
  }

  private withTexts(schema: JsonSchema, raw: JsonObject): JsonSchema {
    const description = cleanText(raw['description'], PROPERTY_LENGTH);
    const out = description === '' ? schema : { ...schema, description };
    return raw['nullable'] === true || raw['x-nullable'] === true ? nullable(out) : out;
  }

  private object(raw: JsonObject, depth: number, self?: Definition): JsonSchema {
    const out: JsonSchema = {};
    const { types, format, isKnown } = typesOf(raw['type']);
    if (!isKnown)
      this.warn(
        'type_unknown',
        `The type ${JSON.stringify(raw['type'])?.slice(0, 80)} is unknown; any value is accepted.`,
        'type',
      );
    if (types.length > 0) out['type'] = types.length === 1 ? types[0]! : [...types];
    else if (raw['type'] === undefined) {
      if (isObject(raw['properties']) || isObject(raw['additionalProperties'])) out['type'] = 'object';
      else if (raw['items'] !== undefined) out['type'] = 'array';
    }
    let isBounded = false;
    for (const key in raw) {
      const value = raw[key]!;
      switch (key) {
        case 'title':
        case 'description': {
          const text = cleanText(value, key === 'title' ? TITLE_LENGTH : PROPERTY_LENGTH);
          if (text !== '') out[key] = text;
          break;
        }
        case 'properties':
          if (isObject(value)) this.properties(raw, value, out, depth);
          break;
        case 'items':
          this.items(value, out, depth);
          break;
        case 'enum':
          this.enumeration(value, out);
          break;
        case 'pattern':
          this.pattern(value, out);
          break;
        case 'additionalProperties':
          if (typeof value === 'boolean') out[key] = value;
          else if (isObject(value)) out[key] = Object.keys(value).length === 0 ? true : this.at(key, value, depth);
          break;
        case 'patternProperties':
          if (isObject(value)) out[key] = this.patternProperties(value, depth);
          break;
        case 'dependentRequired':
          if (
            isObject(value) &&
            Object.values(value).every(
              (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
            )
          )
            out[key] = value;
          break;
        case 'dependentSchemas':
          if (isObject(value)) {
            this.frame.path.push(key);
            out[key] = Object.fromEntries(Object.keys(value).map((name) => [name, this.at(name, value[name]!, depth)]));
            this.frame.path.pop();
          }
          break;
        case 'minimum':
        case 'maximum':
        case 'exclusiveMinimum':
        case 'exclusiveMaximum':
        case 'multipleOf':
          isBounded = true;
          break;
        case 'uniqueItems':
        case 'deprecated':
        case 'writeOnly':
          if (value === true) out[key] = true;
          break;
        case 'const':
          out[key] = value;
          break;
        case 'contentMediaType':
        case 'contentEncoding':
          if (typeof value === 'string') out[key] = value;
          break;
        default:
          if (COUNTS.has(key)) {
            const count = countOf(value);
            if (count !== undefined) out[key] = count;
            else if (value !== null) this.warn('keyword_invalid', `${key} must be a count; it is left out.`, key);
          } else if (SUBSCHEMAS.has(key)) {
            if (isObject(value) || typeof value === 'boolean') out[key] = this.at(key, value, depth);
          } else if (SUBSCHEMA_LISTS.has(key)) {
            if (Array.isArray(value) && value.length > 0) out[key] = this.list(key, value, depth);
          }
      }
    }
    if (isBounded) copyBounds(raw, out);
    if (format !== undefined || typeof raw['format'] === 'string')
      this.format(format ?? (raw['format'] as string), out);
    if (out['type'] === 'array' && !('items' in out) && !('prefixItems' in out)) out['items'] = {};
    this.required(raw, out);
    this.checkRequired(raw, out);
    let result = this.union(raw, out);
    if (Array.isArray(raw['allOf']) && raw['allOf'].length > 0) result = this.allOf(raw, raw['allOf'], result, depth);
    result = this.children(raw, result, self, depth);
    this.values(raw, result);
    return raw['nullable'] === true || raw['x-nullable'] === true ? nullable(result) : result;
  }

  private properties(raw: JsonObject, properties: JsonObject, out: JsonSchema, depth: number): void {
    const names = Object.keys(properties);
    const removed = names.filter((name) => this.isLeftOut(name, properties[name]!));
    // A copy of an object keeps its shape, which the engine reads and writes faster than one made property by property.
    const converted: JsonObject = removed.length === 0 ? { ...properties } : {};
    const required: string[] = [];
    this.frame.path.push('properties');
    for (const name of names) {
      if (removed.length > 0 && removed.includes(name)) continue;
      const value = properties[name]!;
      if (value === null) converted[name] = {};
      // Some write the type alone.
      else if (typeof value === 'string') converted[name] = this.at(name, { type: value }, depth);
      else {
        if (isObject(value) && (value['required'] === true || value['required'] === 'true')) required.push(name);
        converted[name] = this.at(name, value, depth);
      }
    }
    this.frame.path.pop();
    out['properties'] = converted;
    if (removed.length === 0 && required.length === 0) return;
    const kept = arrayMember(raw, 'required').filter((name) => !removed.includes(name as string));
    out['required'] = [...kept, ...required];
  }

  /** Properties that no request has, and the one name that would change an object instead of standing in it. */
  private isLeftOut(name: string, value: JsonValue): boolean {
    if (name !== '__proto__') return isObject(value) && this.isReadOnly(value, this.frame.place.source);
    this.frame.path.push('properties');
    this.warn('property_refused', 'A property named __proto__ is left out.', name);
    this.frame.path.pop();
    return true;
  }

  private required(raw: JsonObject, out: JsonSchema): void {
    const names = out['required'] ?? raw['required'];
    if (names === undefined) return;
    const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== '__proto__') : [];
    if (texts.length > 0) out['required'] = new Set(texts).size === texts.length ? texts : [...new Set(texts)];
    else delete out['required'];
  }

  /** Names that no property has are left out, unless another part of the same value may have them. */
  private checkRequired(raw: JsonObject, out: JsonSchema): void {
    const names = out['required'];
    const properties = out['properties'];
    if (!Array.isArray(names) || !isObject(properties) || raw['allOf'] || raw['anyOf'] || raw['oneOf']) return;
    const { path } = this.frame;
    if (PART_OF.has(path.at(-1) ?? '') || PART_OF.has(path.at(-2) ?? '')) return;
    const known = names.filter((name) => Object.hasOwn(properties, name as string));
    if (known.length === names.length || isObject(raw['patternProperties'])) return;
    const unknown = names.filter((name) => !known.includes(name));
    this.warn(
      'required_unknown',
      `${unknown.slice(0, 10).join(', ')} is required but no property; it is left out.`,
      'required',
    );
    if (known.length > 0) out['required'] = known;
    else delete out['required'];
  }

  /** readOnly on the property, on what it refers to, or on a part of its allOf. */
  private isReadOnly(raw: JsonObject, source: Source, hops = 0): boolean {
    if (raw['readOnly'] === true) return true;
    if (hops > 5) return false;
    const reference = stringMember(raw, '$ref');
    if (reference !== undefined) {
      const target = this.documents.resolve(reference, source);
      return target !== undefined && isObject(target.value) && this.isReadOnly(target.value, target.source, hops + 1);
    }
    const parts = raw['allOf'];
    return Array.isArray(parts) && parts.some((part) => isObject(part) && this.isReadOnly(part, source, hops + 1));
  }

  private items(value: JsonValue, out: JsonSchema, depth: number): void {
    if (Array.isArray(value)) {
      if (value.length > 0) out['prefixItems'] = this.list('items', value, depth);
      else out['items'] = {};
    } else if (typeof value === 'boolean') out['items'] = value ? {} : { not: {} };
    else if (typeof value === 'string') out['items'] = this.at('items', { type: value }, depth);
    else out['items'] = this.at('items', value, depth);
  }

  private enumeration(value: JsonValue, out: JsonSchema): void {
    const values = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    const unique = withoutDoubles(values);
    if (unique.length === 0) {
      this.warn('keyword_invalid', 'The list of values is empty; any value is accepted.', 'enum');
      return;
    }
    out['enum'] = unique;
    const type = out['type'];
    if (type === undefined || unique.every((item) => item === null || fits(item, { type }))) return;
    // Values that contradict the type: the values are what the API takes.
    this.warn('enum_contradicts_type', 'The listed values are not of the type; the values count.', 'enum');
    delete out['type'];
  }

  private pattern(value: JsonValue, out: JsonSchema): void {
    if (typeof value !== 'string' || value === '') return;
    const usable = usablePattern(value);
    if (usable !== undefined) out['pattern'] = usable;
    else {
      this.warn(
        'pattern_unusable',
        `The pattern ${value.slice(0, 100)} is no ECMAScript regular expression; it is told in the description instead.`,
        'pattern',
      );
      out['description'] = `${out['description'] ?? ''} Pattern: ${value.slice(0, 200)}`.trim();
    }
  }

  private patternProperties(value: JsonObject, depth: number): JsonObject {
    const out: JsonObject = {};
    this.frame.path.push('patternProperties');
    for (const key of Object.keys(value)) {
      const usable = usablePattern(key);
      if (usable !== undefined) out[usable] = this.at(key, value[key]!, depth);
      else
        this.warn(
          'pattern_unusable',
          `The pattern ${key.slice(0, 100)} is no ECMAScript regular expression; its properties are unchecked.`,
          key,
        );
    }
    this.frame.path.pop();
    return out;
  }

  private format(format: string, out: JsonSchema): void {
    if (format === '') return;
    if (format === 'binary' || (format === 'byte' && out['type'] !== 'array')) {
      if (out['type'] !== undefined && out['type'] !== 'string') return;
      out['type'] = 'string';
      out['contentEncoding'] ??= 'base64';
      if (format === 'binary') out['format'] = 'binary';
      out['description'] =
        `${out['description'] ?? ''} ${format === 'binary' ? 'File content as base64 text.' : 'Base64 text.'}`.trim();
      // Lengths and patterns speak of the bytes, not of their base64 text.
      for (const key of ['minLength', 'maxLength', 'pattern', 'enum']) if (format === 'binary') delete out[key];
      return;
    }
    out['format'] = format;
  }

  /** oneOf and anyOf: literal oneOf refuses valid input whose branches are open objects, so only a told choice keeps it. */
  private union(raw: JsonObject, out: JsonSchema): JsonSchema {
    if (out['oneOf'] === undefined && out['anyOf'] === undefined) return out;
    const discriminator = discriminatorOf(raw);
    for (const key of ['oneOf', 'anyOf'] as const) {
      const branches = out[key] as JsonSchema[] | undefined;
      const rawBranches = raw[key];
      // A oneOf that has just become the anyOf is no second union.
      if (!branches || !Array.isArray(rawBranches)) continue;
      const choices = discriminator
        ? branches.map((branch, index) => {
            const values = valuesOf(this.documents, this.frame.place.source, discriminator, rawBranches[index]!);
            return tagged(
              branch,
              discriminator.propertyName,
              values,
              rawProperty(this.documents, this.frame.place.source, rawBranches[index]!, discriminator.propertyName),
            );
          })
        : undefined;
      const isExclusive =
        choices?.every((choice) => choice.isTold) === true &&
        new Set(choices.flatMap((choice) => choice.values)).size ===
          choices.reduce((sum, choice) => sum + choice.values.length, 0);
      const schemas = choices?.map((choice) => choice.schema) ?? branches;
      const single = schemas.length === 1 ? schemas[0]! : undefined;
      if (key === 'anyOf' || isExclusive) out[key] = schemas;
      else {
        delete out[key];
        if (single && Object.keys(out).length === 0) return single;
        if (out['anyOf']) out['allOf'] = [{ anyOf: schemas }];
        else out['anyOf'] = schemas;
      }
    }
    return out;
  }

  private allOf(raw: JsonObject, parts: readonly JsonValue[], own: JsonSchema, depth: number): JsonSchema {
    const rest = Object.keys(own).filter(
      (key) =>
        key !== 'description' &&
        key !== 'title' &&
        key !== 'deprecated' &&
        !(key === 'type' && own['type'] === 'object'),
    );
    const useful = parts.filter((part) => !isObject(part) || Object.keys(part).length > 0);
    // The usual way to put a description beside a reference.
    if (useful.length === 1 && rest.length === 0) {
      const { type: _, ...texts } = own;
      this.frame.path.push('allOf');
      const only = this.at(String(parts.indexOf(useful[0]!)), useful[0]!, depth);
      this.frame.path.pop();
      return Object.keys(texts).length === 0 ? only : { ...only, ...texts };
    }
    let merged: JsonSchema = {};
    const circular: JsonSchema[] = [];
    const seen = new Set<JsonSchema>();
    this.frame.path.push('allOf');
    parts.forEach((part, index) => {
      const schema = this.flatten(this.part(part, String(index), depth));
      if (typeof schema['$ref'] === 'string') circular.push(schema);
      else if (!seen.has(schema)) merged = conjunction(merged, schema);
      seen.add(schema);
    });
    this.frame.path.pop();
    merged = conjunction(merged, own);
    if (circular.length > 0)
      merged = { ...merged, allOf: [...((merged['allOf'] as JsonSchema[] | undefined) ?? []), ...circular] };
    else if (isObject(merged['properties']) && Array.isArray(merged['required'])) {
      // A part may require what another part has as readOnly.
      const properties = merged['properties'];
      const kept = merged['required'].filter((name) => Object.hasOwn(properties, name as string));
      merged = { ...merged, required: kept };
      if (kept.length === 0) delete merged['required'];
    }
    if (merged['allOf'] !== undefined && (merged['allOf'] as JsonSchema[]).length === 0) delete merged['allOf'];
    void raw;
    return merged;
  }

  /** One part of an allOf; a parent stands for itself there, not for its children. */
  private part(value: JsonValue, key: string, depth: number): JsonSchema {
    const reference = stringMember(value, '$ref');
    if (reference === undefined || !isObject(value)) return this.at(key, value, depth);
    const found = this.documents.resolve(reference, this.frame.place.source);
    const target = found && this.documents.follow(found);
    if (!target || !isObject(target.value)) return this.at(key, value, depth);
    return referenceTo(this.definition(target, 'base'));
  }

  /** Converts a definition ahead of its turn, because its content is about to be merged into something. */
  private completeNow(definition: Definition): void {
    if (definition.state !== 'pending' || this.mergeDepth >= MAX_MERGE_DEPTH) return;
    this.mergeDepth++;
    this.complete(definition);
    this.mergeDepth--;
  }

  /** A parent with a discriminator stands for its children, when they are few; else the property names them. */
  private children(raw: JsonObject, out: JsonSchema, self: Definition | undefined, depth: number): JsonSchema {
    const discriminator = self && discriminatorOf(raw);
    if (!discriminator || !self || self.mode === 'base' || raw['oneOf'] || raw['anyOf']) return out;
    const children = childrenOf(this.documents, self.target);
    if (children.length === 0) return out;
    const name = discriminator.propertyName;
    const choices = children.map((child) => {
      const values = valuesOf(this.documents, self.target.source, discriminator, { $ref: child.pointer }, child);
      const schema = referenceTo(this.definition(child, 'base'));
      return tagged(schema, name, values, rawProperty(this.documents, child.source, child.value, name));
    });
    if (children.length <= 12 && choices.every((choice) => choice.isTold)) {
      const own = valuesOf(this.documents, self.target.source, discriminator, {}, self.target, true);
      const parent =
        own.length > 0 ? [tagged(referenceTo(this.definition(self.target, 'base')), name, own, undefined).schema] : [];
      const description = out['description'];
      return {
        ...(description !== undefined && { description }),
        anyOf: [...choices.map((choice) => choice.schema), ...parent],
      };
    }
    void depth;
    const properties = out['properties'];
    const known = isObject(properties) && isObject(properties[name]) ? properties[name] : undefined;
    if (!known || known['enum'] || known['$ref']) return out;
    const values = [...new Set(choices.flatMap((choice) => choice.values))];
    return { ...out, properties: { ...(properties as JsonObject), [name]: { ...known, enum: values } } };
  }

  /** Default and examples, as far as they are small and can be what the schema says. */
  private values(raw: JsonObject, out: JsonSchema): void {
    const byDefault = raw['default'];
    if (byDefault !== undefined && byDefault !== null) {
      if (isFitting(byDefault, out)) out['default'] = byDefault;
      else if (!fits(byDefault, out))
        this.warn('default_unfit', 'The default is no value of the schema; it is left out.', 'default');
    }
    const example = raw['example'] ?? raw['x-example'];
    const examples = raw['examples'];
    if (out['contentEncoding'] !== undefined || (example === undefined && !Array.isArray(examples))) return;
    const given = example === undefined ? (examples as JsonValue[]).slice(0, 3) : [example];
    const fitting = given.filter((one) => one !== null && isFitting(one, out));
    if (fitting.length > 0) out['examples'] = fitting;
  }
}
