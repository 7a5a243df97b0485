/**
 * The arguments of a call, read as clients really send them: the forms of table.ts and no others. Arguments that are valid cost nothing here: a repair is tried only after validation has failed, it
 * changes only values that the schema cannot take as they are, and the result is validated like any other.
 */

import type { FieldFault } from '../../lib/errors.ts';
import { isPlainObject, parseLossless, sourceNumber } from '../../lib/json/lossless.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import { mayBeShown } from '../../lib/visible.ts';
import type { BundleTool } from '../../model/bundle.ts';
import { geminiName } from '../../tools/dialect/gemini.ts';
import { jsonOf } from './jsonText.ts';
import { BITS, SchemaTypes, typeBits } from './schemaTypes.ts';
import type { ArgumentRepair } from './table.ts';
import { argumentFaults, isValid } from './validate.ts';
import { ValidationBudget } from './validationBudget.ts';

/** Arguments for the request and for validation. */
export interface Arguments {
  /** With exact numbers (core/lib/json/lossless.ts). */
  readonly arguments: JsonObject;
  readonly plainArguments: JsonObject;
}

/** Arguments as they were read. */
export interface ReadArguments extends Arguments {
  /** What is still wrong with them. */
  readonly faults: readonly FieldFault[];
  readonly repairs: readonly ArgumentRepair[];
}

export interface Reading {
  /**
   * Whether null means "left out" for every optional member: of a server that lists all of them as required, to strict function calling. An
   * API that takes null would otherwise clear what the model did not mean.
   */
  readonly isStrict?: boolean;
}

/**
 * Validates arguments, and repairs them if they are not valid.
 * @param text the JSON of the exact arguments
 * @throws ArgumentTooComplex
 */
export function readArguments(
  tool: BundleTool,
  given: Arguments,
  text: string,
  { isStrict = false }: Reading = {},
): ReadArguments {
  const mayLeaveOut = isStrict && text.includes('null');
  if (!mayLeaveOut && isValid(tool, given.plainArguments)) return { ...given, faults: [], repairs: [] };
  const { repairs, ...read } = repaired(tool.inputSchema, given, text, isStrict);
  const faults =
    (repairs.length > 0 || mayLeaveOut) && isValid(tool, read.plainArguments)
      ? []
      : argumentFaults(tool, read.plainArguments, text.length);
  return { ...read, faults, repairs };
}

type Repaired = Omit<ReadArguments, 'faults'>;

function repaired(schema: JsonSchema, given: Arguments, text: string, isStrict: boolean): Repaired {
  const exact = parseLossless(text) as JsonObject;
  const work = new ValidationBudget();
  work.begin(LIMITS.argumentWork / 4);
  const repairs = new Repairer(schema, exact, work, isStrict).run(schema['properties']);
  if (repairs.length === 0) return { ...given, repairs };
  return { arguments: exact, plainArguments: JSON.parse(JSON.stringify(exact)) as JsonObject, repairs };
}

/** Repairs arguments in place. */
class Repairer {
  private readonly types: SchemaTypes;
  private readonly root: JsonObject;
  private readonly isStrict: boolean;
  private readonly made = new Set<ArgumentRepair>();
  private readonly path: string[] = [];
  /** The values from the root to the present one. */
  private readonly values: JsonValue[] = [];

  constructor(schema: JsonSchema, root: JsonObject, work: ValidationBudget, isStrict: boolean) {
    this.types = new SchemaTypes(schema, work);
    this.root = root;
    this.isStrict = isStrict;
  }

  run(properties: JsonValue | undefined): ArgumentRepair[] {
    if (isPlainObject(properties)) this.named(properties);
    this.visit(this.root);
    return [...this.made];
  }

  /** Gives arguments their own names that were listed under another one (core/tools/dialect/gemini.ts). */
  private named(properties: JsonObject): void {
    const listed = new Map(Object.keys(properties).map((name) => [geminiName(name), name]));
    for (const given of Object.keys(this.root)) {
      const name = listed.get(given);
      if (Object.hasOwn(properties, given) || name === undefined || Object.hasOwn(this.root, name)) continue;
      this.root[name] = this.root[given] as JsonValue;
      delete this.root[given];
      this.made.add('argument_name');
    }
  }

  private visit(holder: JsonObject | JsonValue[]): void {
    this.values.push(holder);
    const members = holder as JsonObject;
    for (const key of Object.keys(members)) {
      this.path.push(key);
      const value = members[key] as JsonValue;
      if (value === null) this.withoutNull(holder, key);
      else if (typeof value === 'string' && (MAY_BE_READ.test(value) || mayBeShown(value)))
        members[key] = this.readText(value);
      const read = members[key];
      if (Array.isArray(read) || isPlainObject(read)) this.visit(read);
      this.path.pop();
    }
    this.values.pop();
  }

  private withoutNull(holder: JsonObject | JsonValue[], key: string): void {
    if (Array.isArray(holder)) return;
    const types = this.typesAt(null);
    // Where nothing fits, the member itself is wrong.
    if (types === 0) return;
    if (types & BITS.null && !(this.isStrict && !this.types.isRequired(this.path, [...this.values, null]))) return;
    delete holder[key];
    this.made.add('null_absent');
  }

  /** The value that a text stands for where no text fits; the text itself otherwise. */
  private readText(text: string): JsonValue {
    const types = this.typesAt(text);
    if (types & BITS.string) return text;
    const { listedText } = this.types;
    if (listedText !== undefined) return this.as('shown_text', listedText);
    const isContainer = types & (BITS.object | BITS.array) && /^\s*[[{]/.test(text);
    if (isContainer) {
      const value = jsonOf(text, LIMITS.mcpRequestDepth - this.path.length);
      return value !== undefined && types & typeBits(value) ? this.as('json_text', value) : text;
    }
    if (types & BITS.integer && DIGITS.test(text)) {
      return this.as('number_text', sourceNumber(text.replace(/^(-?)0+(?=\d)/, '$1')));
    }
    if ((types & BITS.number) === BITS.number && NUMBER.test(text)) return this.as('number_text', sourceNumber(text));
    if (types & BITS.boolean && BOOLEAN.test(text)) return this.as('boolean_text', text === 'true');
    return text;
  }

  private typesAt(value: JsonValue): number {
    this.values.push(value);
    const types = this.types.at(this.path, this.values);
    this.values.pop();
    return types;
  }

  private as(repair: ArgumentRepair, value: JsonValue): JsonValue {
    this.made.add(repair);
    return value;
  }
}

const MAY_BE_READ = /^\s*(?:[[{]|-?\d|true$|false$)/;
const DIGITS = /^-?\d+$/;
/** A JSON number (RFC 8259 section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/;
