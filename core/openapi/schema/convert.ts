/**
 * Converts Schema Objects of every version to JSON Schema 2020-12. References become `#/$defs/…`, and each referenced
 * schema is converted once (definitions.ts; cycles.ts finds the recursive ones). readOnly properties are removed, because
 * arguments belong to requests. Keywords that a validator or client would refuse are repaired, or removed with a warning.
 * assemble.ts decides later which references are inlined.
 */

import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { maskedUrl } from '../../lib/url/mask.ts';
import type { Repair } from '../../model/repairs.ts';
import { absolutePointer, escapePointer, type Source, type Target } from '../document/location.ts';
import { arrayMember, stringMember } from '../document/read.ts';
import type { Documents } from '../document/references.ts';
import type { Definition } from '../model/convertedSchema.ts';
import type { ListStyles } from '../model/listStyles.ts';
import type { Context } from '../model/operation.ts';
import type { Repairs } from '../model/repairs.ts';
import { cleanText, MAX_PROPERTY_LENGTH } from '../model/text.ts';
import { withValueTexts } from '../model/valueTexts.ts';
import type { OpenWarning, Warnings } from '../model/warnings.ts';
import type { Converter } from './converter.ts';
import { settleCycles } from './cycles.ts';
import { Definitions } from './definitions.ts';
import { ConvertedSchemas } from './inlining.ts';
import { conjunction } from './merge.ts';
import { nullable } from './nullable.ts';
import { childrenOf, discriminatorOf } from './polymorphism.ts';
import { convertObject } from './schemaObject.ts';
import { unchangedSchema } from './unchanged.ts';

/** Levels of one schema, and schemas of one import. Schemas beyond these limits become `{}`. */
const MAX_DEPTH = 64;
const MAX_WORK = 4_000_000;
/** Nesting of allOf merges, and length of a chain of references. */
const MAX_MERGE_DEPTH = 40;
const MAX_ALIASES = 100;
/** Ancestors of a definition that are converted before it. */
const MAX_ANCESTORS = 300;
/** Properties that merging may copy in one import: in a long chain of parents, each copies those of all before it. */
const MAX_MERGED = 2_000_000;

/** Siblings of a reference that only describe it. */
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

/** The schema being converted and the path inside it. Each definition has a frame of its own. */
interface Frame {
  readonly location: Target;
  readonly warnings: OpenWarning[];
  readonly path: string[];
}

/** The part of the context that a conversion needs. */
type Reading = Pick<Context, 'documents' | 'warnings' | 'repairs' | 'lists'>;

/** Converts all schemas of one import. */
export class SchemaConverter implements Converter {
  readonly definitions = new Definitions();
  readonly forms = new ConvertedSchemas(this.definitions);
  readonly documents: Documents;
  readonly warnings: Warnings;
  readonly lists: ListStyles;
  private readonly repairs: Repairs;
  /** True for OpenAPI 3.0 and Swagger 2.0, which ignore the siblings of `$ref`; a description is used all the same. */
  private readonly ignoresSiblings: boolean;
  private frame: Frame;
  private readonly outer: Frame[] = [];
  private work = 0;
  private mergeDepth = 0;
  private merged = 0;

  constructor({ documents, warnings, repairs, lists }: Reading, ignoresSiblings: boolean) {
    this.documents = documents;
    this.warnings = warnings;
    this.lists = lists;
    this.repairs = repairs;
    this.ignoresSiblings = ignoresSiblings;
    this.frame = { location: { value: null, source: documents.root, pointer: '#' }, warnings: [], path: [] };
  }

  convert(location: Target, warnings: OpenWarning[]): JsonSchema {
    this.enter(location, warnings);
    const schema = this.leaf(location.value, 0) ?? this.schema(location.value, 0);
    this.leave();
    return schema;
  }

  convertOther(location: Target): JsonSchema {
    return this.convert(location, this.frame.warnings);
  }

  settle(): void {
    if (this.definitions.queue.length === 0) return;
    const fresh: Definition[] = [];
    for (let next = this.definitions.queue.pop(); next; next = this.definitions.queue.pop()) {
      this.complete(next);
      fresh.push(next);
    }
    for (const definition of fresh) this.forms.measure(definition);
    settleCycles(this.definitions, fresh);
  }

  flatten(schema: JsonSchema, warnings: OpenWarning[] = this.frame.warnings, depth = 0): JsonSchema {
    const definition = this.definitions.ofReference(schema['$ref']);
    if (!definition || depth > MAX_ALIASES) return schema;
    this.completeNow(definition);
    if (definition.state !== 'done') return schema;
    for (const warning of definition.warnings) if (!warnings.includes(warning)) warnings.push(warning);
    const target = this.flatten(definition.logical, warnings, depth + 1);
    if (schema === definition.reference) return target;
    const { $ref: _, ...siblings } = schema;
    return Object.keys(siblings).length === 0 ? target : conjunction(target, siblings);
  }

  private complete(definition: Definition): void {
    if (definition.state !== 'pending') return;
    definition.state = 'converting';
    this.enter(definition.target, definition.warnings);
    const { value } = definition.target;
    definition.logical = this.leaf(value, 0) ?? this.schema(value, 0, definition);
    definition.schema = definition.logical;
    this.leave();
    definition.state = 'done';
  }

  get source(): Source {
    return this.frame.location.source;
  }

  get path(): string[] {
    return this.frame.path;
  }

  private enter(location: Target, warnings: OpenWarning[]): void {
    this.outer.push(this.frame);
    const source = this.documents.scopeOf(location);
    this.frame = {
      location: source === location.source ? location : { value: location.value, source, pointer: location.pointer },
      warnings,
      path: [],
    };
  }

  private leave(): void {
    this.frame = this.outer.pop() ?? this.frame;
  }

  mayMerge({ properties }: JsonSchema): boolean {
    if (isObject(properties)) this.merged += Object.keys(properties).length;
    return this.merged <= MAX_MERGED;
  }

  warn(code: string, message: string, key?: string): void {
    this.note(this.warnings.add(code, message, this.pointerTo(key)));
  }

  repaired(repair: Repair, key: string): boolean {
    if (!this.repairs.isOn(repair)) return false;
    this.note(this.repairs.report(repair, this.pointerTo(key)));
    return true;
  }

  private pointerTo(key: string | undefined): string {
    const { location, path } = this.frame;
    const steps = (key === undefined ? path : [...path, key]).map((step) => `/${escapePointer(step)}`);
    return `${absolutePointer(location)}${steps.join('')}`;
  }

  private note(warning: OpenWarning): void {
    const { warnings } = this.frame;
    if (!warnings.includes(warning)) warnings.push(warning);
  }

  at(key: string, value: JsonValue, depth: number): JsonSchema {
    return this.leaf(value, depth) ?? this.below(key, value, depth);
  }

  leaf(value: JsonValue, depth: number): JsonSchema | undefined {
    return isObject(value) && depth < MAX_DEPTH ? unchangedSchema(value) : undefined;
  }

  below(key: string, value: JsonValue, depth: number): JsonSchema {
    this.frame.path.push(key);
    const schema = this.schema(value, depth + 1);
    this.frame.path.pop();
    return schema;
  }

  list(key: string, values: readonly JsonValue[], depth: number): JsonSchema[] {
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
    return convertObject(this, value, depth, self);
  }

  private reference(reference: string, raw: JsonObject, depth: number): JsonSchema {
    const found = this.documents.resolve(reference, this.frame.location.source);
    const target = found && this.documents.follow(found);
    if (!target) {
      this.warn(
        'reference_missing',
        `The reference ${maskedUrl(reference).slice(0, 200)} cannot be resolved (${this.documents.reasonFor(reference, this.frame.location.source)}); any value is accepted there.`,
      );
      return this.withTexts({}, raw);
    }
    if (!isObject(target.value)) return this.schema(target.value, depth + 1);
    const schema = this.withTexts(this.definition(target, 'value').reference, raw, target.value);
    if (this.ignoresSiblings || Object.keys(raw).every((key) => REFERENCE_TEXTS.has(key) || key.startsWith('x-')))
      return schema;
    const { $ref: _, $dynamicRef: __, ...siblings } = raw;
    const own = convertObject(this, siblings, depth + 1);
    return Object.keys(own).length === 0 ? schema : { ...own, ...schema };
  }

  definition(target: Target, mode: Definition['mode']): Definition {
    const isChoice =
      mode === 'base' && discriminatorOf(target.value) !== undefined && childrenOf(this.documents, target).length > 0;
    return this.definitions.get(target, isChoice ? 'base' : 'value');
  }

  /** @param target what is referred to, whose description is replaced */
  private withTexts(schema: JsonSchema, raw: JsonObject, target: JsonObject = {}): JsonSchema {
    const own = cleanText(raw['description'], MAX_PROPERTY_LENGTH);
    const out = own === '' ? schema : { ...schema, description: withValueTexts(own, target) };
    return raw['nullable'] === true || raw['x-nullable'] === true ? nullable(out) : out;
  }

  /** Converts a definition at once, because it is about to be merged into another schema. */
  private completeNow(definition: Definition): void {
    if (definition.state !== 'pending' || this.mergeDepth >= MAX_MERGE_DEPTH) return;
    this.mergeDepth++;
    // The farthest ancestor first, so that each is converted before its subtype merges it, without deep recursion.
    if (this.mergeDepth === 1 && arrayMember(definition.target.value, 'allOf').length > 0) {
      for (const ancestor of this.ancestors(definition)) this.complete(ancestor);
    }
    this.complete(definition);
    this.mergeDepth--;
  }

  /** The definitions that this one extends by allOf, directly or indirectly, the farthest first. */
  private ancestors(definition: Definition): Definition[] {
    const line = new Set([definition]);
    for (const { target } of line) {
      if (line.size > MAX_ANCESTORS || !isObject(target.value)) continue;
      for (const part of arrayMember(target.value, 'allOf')) {
        const reference = stringMember(part, '$ref');
        const found = reference === undefined ? undefined : this.documents.resolve(reference, target.source);
        const parent = found && this.documents.follow(found);
        if (parent && isObject(parent.value)) line.add(this.definition(parent, 'base'));
      }
    }
    line.delete(definition);
    return [...line].reverse();
  }
}
