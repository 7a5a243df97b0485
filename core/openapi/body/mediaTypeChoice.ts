/**
 * A body that may be sent as one of several media types. The usual one is chosen for the caller; others can be chosen
 * where they carry what it cannot, mostly files. Those that carry the same in another notation are left out: a model
 * gains nothing from them.
 */
import { isObject, type JsonSchema, type JsonValue } from '../../json/value.ts';
import { bodyArgumentsOf } from '../../request/bodyChoice.ts';
import { bareType } from '../../request/mediaType.ts';
import type { WireBody } from '../../tools/model.ts';
import { ArgumentNames } from '../arguments/argumentNames.ts';
import { arrayMember } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Body, BodyVariant } from '../model/operation.ts';
import type { OpenWarning } from '../model/warnings.ts';
import type { Converter } from '../schema/converter.ts';
import { chosen } from './mediaType.ts';
import { bodyArguments } from './requestBody.ts';

/** The argument that chooses is named like the header that it sets. */
const ARGUMENT = 'Content-Type';
/** Media types beside the usual one. */
const MAX_OTHER_TYPES = 2;
/** Fields that the choice's description names per media type. */
const MAX_FIELDS_NAMED = 8;

/**
 * The arguments of a body in all media types that matter.
 * @param warnings takes those on the body's schemas
 */
export function bodyChoice(
  body: Body,
  converter: Converter,
  names: ArgumentNames,
  warnings: OpenWarning[],
): BodyArguments {
  const first = chosen(body.variants);
  const others = body.variants.length === 1 ? [] : body.variants.filter((one) => mayCarryMore(one, first, converter));
  if (others.length === 0) return bodyArguments(body, first, converter, names, warnings);
  const made = bodyArguments(body, first, converter, new ArgumentNames(), warnings);
  const more: BodyArguments[] = [];
  for (const one of others) {
    const other = bodyArguments(body, one, converter, new ArgumentNames(), warnings);
    const isKnown = [made, ...more].some(({ wire }) => wire.contentType === other.wire.contentType);
    if (more.length < MAX_OTHER_TYPES && !isKnown && carriesMore(other, made)) more.push(other);
  }
  const all = more.length === 0 ? made : combined(made, more);
  names.take(all.names);
  return all;
}

/** True for a form or a file beside something else, unless both plainly have the same schema. */
function mayCarryMore(variant: BodyVariant, first: BodyVariant, { documents }: Converter): boolean {
  const type = bareType(variant.contentType);
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded';
  if (variant === first || variant.isMissing || (!isForm && type !== 'application/octet-stream')) return false;
  if (type !== 'application/x-www-form-urlencoded' || !variant.schema || !first.schema) return true;
  return documents.follow(variant.schema)?.value !== documents.follow(first.schema)?.value;
}

/** True when it has a file where the usual one has none, or an argument that the usual one lacks. */
function carriesMore({ wire }: BodyArguments, usual: BodyArguments): boolean {
  const own = bodyArgumentsOf(wire);
  if (wire.kind === 'binary') return usual.wire.kind !== 'binary';
  if (wire.layout !== usual.wire.layout) return filesOf(wire).length > 0;
  if (wire.layout === 'whole') return filesOf(wire).length > 0 && usual.wire.kind !== 'multipart';
  const known = new Set(bodyArgumentsOf(usual.wire));
  const files = usual.wire.kind === 'multipart' ? new Set(filesOf(usual.wire)) : new Set<string>();
  return own.some((name) => !known.has(name)) || filesOf(wire).some((name) => !files.has(name));
}

function filesOf(wire: WireBody): readonly string[] {
  if (wire.layout === 'whole') return wire.files ?? (wire.kind === 'binary' ? [wire.argument] : []);
  return wire.fields.filter(({ binary }) => binary).map(({ argument }) => argument);
}

function combined(usual: BodyArguments, others: readonly BodyArguments[]): BodyArguments {
  const all = [usual, ...others];
  const schemas = new Map<string, JsonSchema>();
  for (const { names, schemas: own } of all) {
    for (const [at, name] of names.entries()) {
      const schema = own[at];
      if (!schema) continue;
      const before = schemas.get(name);
      schemas.set(name, before ? either(before, schema) : schema);
    }
  }
  let argument = ARGUMENT;
  while (schemas.has(argument)) argument += '__header';
  const types = all.map(({ wire }) => wire.contentType);
  schemas.set(argument, {
    type: 'string',
    enum: types,
    default: usual.wire.contentType,
    description: purpose(usual, others),
  });
  const common = (key: 'required' | 'requiredTogether') =>
    usual[key].filter((name) => others.every((other) => other[key].includes(name)));
  return {
    wire: { ...usual.wire, choice: { argument, bodies: others.map(({ wire }) => wire) } },
    names: [...schemas.keys()],
    schemas: [...schemas.values()],
    required: common('required'),
    requiredTogether: common('requiredTogether'),
    additional: all.map(({ additional }) => additional).reduce(wider),
  };
}

/** What each other media type is for: the arguments that only it has or takes as files. */
function purpose({ wire: usual }: BodyArguments, others: readonly BodyArguments[]): string {
  const known = new Set(bodyArgumentsOf(usual));
  const purposes = others.map(({ wire }) => {
    const files = filesOf(wire);
    const own = wire.layout === 'whole' ? ['a file'] : bodyArgumentsOf(wire);
    const told = own.filter((name) => wire.layout === 'whole' || !known.has(name) || files.includes(name));
    const rest = told.length > MAX_FIELDS_NAMED ? ', …' : '';
    return `${wire.contentType} for ${told.slice(0, MAX_FIELDS_NAMED).join(', ')}${rest}`;
  });
  return `Media type of the body: ${purposes.join('; ')}.`;
}

/** One schema for both, or a choice between them. */
function either(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (one === other || JSON.stringify(bare(one)) === JSON.stringify(bare(other))) return one;
  return { anyOf: [...branchesOf(one), ...branchesOf(other)] };
}

const branchesOf = (schema: JsonSchema): JsonValue[] =>
  Object.keys(schema).length === 1 && 'anyOf' in schema ? arrayMember(schema, 'anyOf') : [schema];

function bare(schema: JsonSchema): JsonSchema {
  const { description: _, title: _title, examples: _examples, ...rest } = schema;
  return rest;
}

function wider(one: JsonValue, other: JsonValue): JsonValue {
  if (one === false) return other;
  if (other === false || JSON.stringify(one) === JSON.stringify(other)) return one;
  return isObject(one) && isObject(other) ? { anyOf: [one, other] } : true;
}

/** The same body, which must be sent. */
export function withRequired(wire: WireBody): WireBody {
  const { choice } = wire;
  return {
    ...wire,
    required: true,
    ...(choice && { choice: { ...choice, bodies: choice.bodies.map((one) => ({ ...one, required: true })) } }),
  };
}
