/**
 * A body with several media types. The default one is chosen as in {@link defaultVariant}; an argument offers the others
 * only if they can carry more, mostly files. Those that carry the same data in another format are left out.
 */
import { isObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { bareType } from '../../lib/mediaType.ts';
import type { WireBody } from '../../model/tool.ts';
import { bodyArgumentsOf } from '../../request/bodyChoice.ts';
import { ArgumentNames } from '../arguments/argumentNames.ts';
import { arrayMember } from '../document/read.ts';
import type { BodyArguments } from '../model/bodyArguments.ts';
import type { Body, BodyVariant } from '../model/operation.ts';
import type { OpenWarning } from '../model/warnings.ts';
import type { Converter } from '../schema/converter.ts';
import { defaultVariant } from './mediaType.ts';
import { bodyArguments } from './requestBody.ts';

/** Name of the argument that chooses the media type: the header that it sets. */
const ARGUMENT = 'Content-Type';
/** Media types offered beside the default one. */
const MAX_OTHER_TYPES = 2;
/** Fields that the description of the argument names per media type. */
const MAX_FIELDS_NAMED = 8;

/**
 * The arguments of a body in its default media type and in those that can carry more.
 * @param warnings gets the warnings about the body's schemas
 */
export function bodyChoice(
  body: Body,
  converter: Converter,
  names: ArgumentNames,
  warnings: OpenWarning[],
): BodyArguments {
  const first = defaultVariant(body.variants);
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

/** True for a form or a file, unless it is urlencoded with the same schema as the default variant. */
function mayCarryMore(variant: BodyVariant, first: BodyVariant, { documents }: Converter): boolean {
  const type = bareType(variant.contentType);
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded';
  if (variant === first || variant.isMissing || (!isForm && type !== 'application/octet-stream')) return false;
  if (type !== 'application/x-www-form-urlencoded' || !variant.schema || !first.schema) return true;
  return documents.follow(variant.schema)?.value !== documents.follow(first.schema)?.value;
}

/** True when a variant has a file or an argument that the default one lacks. */
function carriesMore({ wire }: BodyArguments, preferred: BodyArguments): boolean {
  const own = bodyArgumentsOf(wire);
  if (wire.kind === 'binary') return preferred.wire.kind !== 'binary';
  if (wire.layout !== preferred.wire.layout) return filesOf(wire).length > 0;
  if (wire.layout === 'whole') return filesOf(wire).length > 0 && preferred.wire.kind !== 'multipart';
  const known = new Set(bodyArgumentsOf(preferred.wire));
  const files = preferred.wire.kind === 'multipart' ? new Set(filesOf(preferred.wire)) : new Set<string>();
  return own.some((name) => !known.has(name)) || filesOf(wire).some((name) => !files.has(name));
}

function filesOf(wire: WireBody): readonly string[] {
  if (wire.layout === 'whole') return wire.files ?? (wire.kind === 'binary' ? [wire.argument] : []);
  return wire.fields.filter(({ binary }) => binary).map(({ argument }) => argument);
}

function combined(preferred: BodyArguments, others: readonly BodyArguments[]): BodyArguments {
  const all = [preferred, ...others];
  const schemas = new Map<string, JsonSchema>();
  for (const { names, schemas: own } of all) {
    for (const [at, name] of names.entries()) {
      const schema = own[at];
      if (!schema) continue;
      const before = schemas.get(name);
      schemas.set(name, before ? unionOf(before, schema) : schema);
    }
  }
  let argument = ARGUMENT;
  while (schemas.has(argument)) argument += '__header';
  const types = all.map(({ wire }) => wire.contentType);
  schemas.set(argument, {
    type: 'string',
    enum: types,
    default: preferred.wire.contentType,
    description: purpose(preferred, others),
  });
  const common = (key: 'required' | 'requiredTogether') =>
    preferred[key].filter((name) => others.every((other) => other[key].includes(name)));
  return {
    wire: { ...preferred.wire, choice: { argument, bodies: others.map(({ wire }) => wire) } },
    names: [...schemas.keys()],
    schemas: [...schemas.values()],
    required: common('required'),
    requiredTogether: common('requiredTogether'),
    additional: all.map(({ additional }) => additional).reduce(widerAdditional),
  };
}

/** The description of the argument: for each other media type, the arguments that only it has or that it takes as files. */
function purpose({ wire: preferred }: BodyArguments, others: readonly BodyArguments[]): string {
  const known = new Set(bodyArgumentsOf(preferred));
  const purposes = others.map(({ wire }) => {
    const files = filesOf(wire);
    const own = wire.layout === 'whole' ? ['a file'] : bodyArgumentsOf(wire);
    const named = own.filter((name) => wire.layout === 'whole' || !known.has(name) || files.includes(name));
    const rest = named.length > MAX_FIELDS_NAMED ? ', …' : '';
    return `${wire.contentType} for ${named.slice(0, MAX_FIELDS_NAMED).join(', ')}${rest}`;
  });
  return `Media type of the body: ${purposes.join('; ')}.`;
}

/** One of the schemas when they are equal apart from texts, else a union of both. */
function unionOf(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (one === other || JSON.stringify(bare(one)) === JSON.stringify(bare(other))) return one;
  return { anyOf: [...branchesOf(one), ...branchesOf(other)] };
}

const branchesOf = (schema: JsonSchema): JsonValue[] =>
  Object.keys(schema).length === 1 && 'anyOf' in schema ? arrayMember(schema, 'anyOf') : [schema];

function bare(schema: JsonSchema): JsonSchema {
  const { description: _, title: _title, examples: _examples, ...rest } = schema;
  return rest;
}

function widerAdditional(one: JsonValue, other: JsonValue): JsonValue {
  if (one === false) return other;
  if (other === false || JSON.stringify(one) === JSON.stringify(other)) return one;
  return isObject(one) && isObject(other) ? { anyOf: [one, other] } : true;
}

/** The body, made required in all its media types. */
export function withRequired(wire: WireBody): WireBody {
  const { choice } = wire;
  return {
    ...wire,
    required: true,
    ...(choice && { choice: { ...choice, bodies: choice.bodies.map((one) => ({ ...one, required: true })) } }),
  };
}
