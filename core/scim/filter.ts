/**
 * Filters (RFC 7644, section 3.4.2.2): the whole grammar, and `emails[type eq "work"].value eq "…"`, which Microsoft Entra ID sends beside it. Bounded
 * in length and depth; what is compared is the resource as it is shown.
 */
import { isObject, type JsonValue } from '../lib/json/value.ts';
import { scimError } from './error.ts';
import { attributeNamed, attributeOf, type Schema, scalarText, withoutUrn } from './schema.ts';
import { type Token, tokensOf } from './tokens.ts';

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
type Operator = (typeof OPERATORS)[number];
type Value = string | number | boolean | null;

/** A filter. `within` compares members of a value of several; `next` is a comparison behind the bracket. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly value: Value }
  | { readonly kind: 'within'; readonly path: string; readonly of: Filter; readonly next?: Filter };

/** Brackets within brackets. */
const MAX_DEPTH = 20;
const CODE = 'scim_filter_invalid';

/** Throws PortcullisError `scim_filter_invalid`. */
export function parseFilter(text: string): Filter {
  const reader = new Reader(tokensOf(text, CODE));
  const filter = reader.either(0);
  reader.end();
  return filter;
}

/** Reads words. Used for the filters in paths, too. */
export class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Whether the next word is of this kind, or this one; then it is taken. */
  takes(wanted: string): boolean {
    const token = this.tokens[this.at];
    const isIt = token && (token.kind === 'word' ? token.text.toLowerCase() === wanted : token.kind === wanted);
    if (isIt) this.at++;
    return isIt === true;
  }

  /** The next name; undefined where something else stands. */
  word(): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') return undefined;
    this.at++;
    return token.text;
  }

  end(): void {
    if (this.at < this.tokens.length)
      throw scimError(CODE, 'Something stands behind its end, such as a bracket too many.');
  }

  either(depth: number): Filter {
    return this.joined('or', () => this.joined('and', () => this.one(depth)));
  }

  private joined(kind: 'and' | 'or', part: () => Filter): Filter {
    const of = [part()];
    while (this.takes(kind)) of.push(part());
    return of.length === 1 ? (of[0] as Filter) : { kind, of };
  }

  private one(depth: number): Filter {
    if (depth > MAX_DEPTH) throw scimError(CODE, `It is nested deeper than ${MAX_DEPTH} levels.`);
    if (this.takes('(')) return this.closed(depth, ')');
    if (this.takes('not')) {
      if (!this.takes('(')) throw scimError(CODE, 'A bracket has to follow "not".');
      return { kind: 'not', of: this.closed(depth, ')') };
    }
    const path = this.word();
    if (path === undefined) throw scimError(CODE, 'The name of an attribute is missing.');
    if (!this.takes('[')) return this.comparison(path);
    const of = this.closed(depth, ']');
    const behind = this.behind();
    return { kind: 'within', path, of, ...(behind !== undefined && { next: this.comparison(behind) }) };
  }

  /** The name behind a closed bracket, without its dot. */
  behind(): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return undefined;
    this.at++;
    return token.text.slice(1);
  }

  closed(depth: number, bracket: ')' | ']'): Filter {
    const filter = this.either(depth + 1);
    if (!this.takes(bracket)) throw scimError(CODE, `A closing ${bracket} is missing.`);
    return filter;
  }

  private comparison(path: string): Filter {
    if (this.takes('pr')) return { kind: 'present', path };
    const operator = OPERATORS.find((each) => this.takes(each));
    if (!operator) throw scimError(CODE, `Behind ${path} stands none of ${OPERATORS.join(', ')}, pr.`);
    const token = this.tokens[this.at++];
    if (token?.kind !== 'value') throw scimError(CODE, `${operator} has no value; texts stand in quotation marks.`);
    return { kind: 'compare', path, operator, value: token.value };
  }
}

/** Whether a resource, or an element of one of its attributes, meets the filter. */
export function meets(filter: Filter, resource: JsonValue | undefined, schema: Schema, within?: string): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((each) => meets(each, resource, schema, within));
    case 'or':
      return filter.of.some((each) => meets(each, resource, schema, within));
    case 'not':
      return !meets(filter.of, resource, schema, within);
    case 'within': {
      const name = withoutUrn(schema, filter.path);
      const { of, next } = filter;
      return listOf(valueAt(resource, name)).some(
        (each) => meets(of, each, schema, name) && (next === undefined || meets(next, each, schema, name)),
      );
    }
    case 'present':
      return listOf(compared(resource, withoutUrn(schema, filter.path))).some((each) => each !== '');
    case 'compare': {
      const path = withoutUrn(schema, filter.path);
      const isExact = isCaseExact(schema, within === undefined ? path : `${within}.${path}`);
      const values = listOf(compared(resource, path));
      if (filter.operator === 'ne') return !values.some((each) => holds('eq', each, filter.value, isExact));
      if (filter.value === null) return filter.operator === 'eq' && values.length === 0;
      return values.some((each) => holds(filter.operator, each, filter.value, isExact));
    }
  }
}

function isCaseExact(schema: Schema, path: string): boolean {
  const [first = '', second] = path.split('.');
  const attribute = attributeOf(schema, first);
  return (second === undefined ? attribute : attributeNamed(attribute?.subAttributes, second))?.caseExact === true;
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** A member by its name, whatever its case; behind a dot, of each element. */
function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  const dot = path.indexOf('.');
  const [name, rest] = dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
  if (Array.isArray(value)) return value.flatMap((each) => listOf(valueAt(each, path)));
  if (!isObject(value)) return undefined;
  const key = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  const found = key === undefined ? undefined : (value[key] as JsonValue);
  return rest === undefined ? found : valueAt(found, rest);
}

/** What is compared: of a complex value its `value` (RFC 7644, section 3.4.2.2). */
const compared = (resource: JsonValue | undefined, path: string): JsonValue[] =>
  listOf(valueAt(resource, path)).flatMap((each) => (isObject(each) ? listOf(each['value'] as JsonValue) : [each]));

function holds(operator: Operator, found: JsonValue, wanted: Value, isExact: boolean): boolean {
  if (typeof found === 'boolean') {
    return operator === 'eq' && (found === wanted || String(found) === scalarText(wanted).toLowerCase());
  }
  const fold = (text: JsonValue): string =>
    timeOf(text) ?? (isExact ? scalarText(text) : scalarText(text).toLowerCase());
  const [one, other] = [fold(found), fold(wanted)];
  switch (operator) {
    case 'eq':
      return one === other;
    case 'co':
      return one.includes(other);
    case 'sw':
      return one.startsWith(other);
    case 'ew':
      return one.endsWith(other);
    case 'gt':
      return one > other;
    case 'ge':
      return one >= other;
    case 'lt':
      return one < other;
    case 'le':
      return one <= other;
    case 'ne':
      return one !== other;
  }
}

/** A time as all times are written here, because the same one may be written with more or fewer digits. */
function timeOf(text: JsonValue): string | undefined {
  const ms =
    typeof text === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The value that the filter asks one attribute for; undefined where it asks for something else, or for more. */
export function askedValue(filter: Filter | undefined, schema: Schema, name: string): string | undefined {
  if (filter?.kind === 'and') {
    return filter.of.map((each) => askedValue(each, schema, name)).find((each) => each !== undefined);
  }
  if (filter?.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return undefined;
  return withoutUrn(schema, filter.path).toLowerCase() === name.toLowerCase() ? filter.value : undefined;
}

/** The members that a filter of only `eq` and `and` demands, for an element that is added by it. */
export function demanded(filter: Filter): Record<string, Value> {
  if (filter.kind === 'and') return Object.assign({}, ...filter.of.map(demanded));
  return filter.kind === 'compare' && filter.operator === 'eq' ? { [filter.path]: filter.value } : {};
}
