/**
 * Redacts a parsed value. Does not change the input unless the walker owns it; unchanged parts are shared with the
 * input. Booleans and null are never redacted. Objects and arrays in a field with a kind are walked, not replaced.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import type { Trail } from '../../model/governance/report.ts';
import type { Rule } from '../../model/governance/rule.ts';
import type { Evidence, Place, Trace } from '../../model/governance/trace.ts';
import { markerOf } from '../catalog/marker.ts';
import { type Column, columnOnce, MOST_OF_COLUMN } from '../context/column.ts';
import { decideField, type ObjectContext, type RulingOfItem } from '../context/decision.ts';
import { EntityType, entityTypeOf } from '../context/entityType.ts';
import type { FieldSelector } from '../context/fieldSelector.ts';
import { labelOf } from '../context/labelledValue.ts';
import type { FieldPlan, ObjectPlan } from '../context/objectPlan.ts';
import type { Planner } from '../context/planCache.ts';
import { descend, listsPersons, type Scope } from '../context/scope.ts';
import {
  cardColumn,
  headerRow,
  isCalendarPerson,
  isColumnKey,
  pairNames,
  TABLE_RULES,
  tableColumns,
  wrappedTable,
} from '../context/tables.ts';
import { evidenceOf } from '../context/unlistedNames.ts';
import { isWeighed } from '../context/unnamedFields.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Ruling } from '../fieldName/ruling.ts';
import { LIMIT_RULES } from '../value/limitRules.ts';
import type { Redactor } from '../value/redactor.ts';
import { OWNER_RULES } from '../value/settingRules.ts';
import { TableWalker } from './tableWalker.ts';

/** Deeper values are replaced as a whole; real answers are not nested that deep. */
const MAX_DEPTH = 512;

type JsonObject = { [key: string]: JsonValue };

/** Fields that the owner named. */
export interface Selectors {
  /** Never redacted. */
  readonly allow: FieldSelector;
  /** Always redacted, whatever they hold. */
  readonly always: FieldSelector;
}

/** Whether the owner excepts a member of the object at `trail`, or has its value redacted whatever it is. */
export function exceptionOf(key: string, trail: Trail, { allow, always }: Selectors): 'allow' | 'always' | undefined {
  trail.path.push(key);
  const exception =
    !allow.empty && allow.matches(trail.path)
      ? 'allow'
      : !always.empty && always.matches(trail.path)
        ? 'always'
        : undefined;
  trail.path.pop();
  return exception;
}

/** What a walk needs. */
export interface TreeWalkerContext {
  readonly selectors: Selectors;
  readonly infoOf: (key: string) => KeyInfo;
  readonly planner: Planner;
  readonly trail: Trail;
  readonly redactor: Redactor;
}

/** Options for one value. */
export interface VisitOptions {
  /** The walk owns the value and may change it in place. */
  readonly owned: boolean;
  /** First character of strings that hold the text of a number (exactNumbers.ts), or -1. */
  readonly sentinel: number;
  /** Decides on each string of a list separately. */
  readonly rulingOfItem?: RulingOfItem | undefined;
  /** Where the value is a record of a list. */
  readonly records?: RecordsAround | undefined;
}

/** What a field holds in the records of the list around. */
export type RecordsAround = (key: string) => Column | undefined;

/** Redacts parsed values. A walk may start inside another one. */
export class TreeWalker {
  private readonly context: TreeWalkerContext;
  private readonly isSelective: boolean;
  private readonly tables: TableWalker;
  private depth = 0;
  private owned = false;
  private sentinel = -1;
  /** A value is being explained; what is inside of it is part of it. */
  private isTraced = false;
  /** Weighs a text in the current field, where somebody asks why. */
  private weighed: ((text: string) => Evidence | undefined) | undefined;
  /** The list whose record is next. */
  private records: RecordsAround | undefined;
  private readonly columns = new WeakMap<readonly JsonValue[], Map<string, Column>>();

  constructor(context: TreeWalkerContext) {
    this.context = context;
    this.isSelective = !context.selectors.allow.empty || !context.selectors.always.empty;
    this.tables = new TableWalker({
      trail: context.trail,
      root: context.planner.root,
      owns: () => this.owned,
      visit: (value, ruling, info, scope) => this.value(value, ruling, info, scope),
      skipName: (name, path) => this.skip(TABLE_RULES['table.header'], { path, leaf: 0 }, name),
      heading: context.planner.holdsBack === undefined ? undefined : (name) => this.heading(name),
    });
  }

  /** Redacts a value. `ruling` and `info` apply to strings and numbers, also inside arrays. */
  visit(
    value: JsonValue,
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    options: VisitOptions,
  ): JsonValue {
    const { depth, owned, sentinel, records } = this;
    // A document inside a string starts at depth 0.
    this.depth = 0;
    this.owned = options.owned;
    this.sentinel = options.sentinel;
    this.records = options.records;
    const result = this.value(value, ruling, info, scope, options.rulingOfItem);
    this.depth = depth;
    this.owned = owned;
    this.sentinel = sentinel;
    this.records = records;
    return result;
  }

  private value(
    value: JsonValue,
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    rulingOfItem?: RulingOfItem,
  ): JsonValue {
    const { redactor, trail } = this.context;
    if (trail.tally.trace !== undefined && !this.isTraced && (typeof value !== 'object' || value === null))
      return this.traced(trail.tally.trace, value, ruling, info, scope, rulingOfItem);
    if (typeof value === 'string') {
      if (scope.forced !== undefined) return redactor.forced(value, scope.forced);
      if (this.sentinel >= 0 && value.charCodeAt(0) === this.sentinel)
        return redactor.number(value, value.slice(1), ruling, info);
      return redactor.string(value, rulingOfItem === undefined ? ruling : rulingOfItem(value), info);
    }
    if (typeof value === 'number')
      return scope.forced !== undefined
        ? redactor.forced(value, scope.forced)
        : redactor.number(value, String(value), ruling, info);
    if (typeof value !== 'object' || value === null) return value;
    if (this.depth >= MAX_DEPTH) {
      trail.hit(LIMIT_RULES['limit.depth']);
      return markerOf('depth');
    }
    this.depth++;
    const name = trail.enter();
    const result = Array.isArray(value)
      ? this.array(value, ruling, info, scope, rulingOfItem)
      : this.object(value, scope);
    trail.leave(name);
    this.depth--;
    return result;
  }

  /** Redacts a value that is no container, and tells what the rules said of it. */
  private traced(
    trace: Trace,
    value: JsonValue,
    given: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    rulingOfItem?: RulingOfItem,
  ): JsonValue {
    const isText = typeof value === 'string' && (this.sentinel < 0 || value.charCodeAt(0) !== this.sentinel);
    const ruling = isText && rulingOfItem !== undefined ? rulingOfItem(value) : given;
    trace.begin(ruling, isText && isWeighed(ruling) ? this.weighed?.(value) : undefined);
    this.isTraced = true;
    const next = this.value(value, ruling, info, scope);
    this.isTraced = false;
    trace.end(this.context.trail, value, next);
    return next;
  }

  private array(
    array: JsonValue[],
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    rulingOfItem?: RulingOfItem,
  ): JsonValue[] {
    const { infoOf, planner, trail } = this.context;
    if (array.length > 1 && Array.isArray(array[0])) {
      const names = pairNames(array, infoOf);
      if (names) return this.tables.pairs(array, names, scope);
      const header = headerRow(array, infoOf);
      if (header) {
        this.skip(TABLE_RULES['table.header'], { path: trail.path, leaf: 0 }, array[0] ?? null);
        return this.tables.rows(array, header, scope, 1);
      }
    }
    const property = array.length >= 4 ? cardColumn(array) : undefined;
    const person = isCalendarPerson(array) ? descend(planner.root, infoOf('attendee')) : undefined;
    let copy: JsonValue[] | undefined;
    for (let index = 0; index < array.length; index++) {
      const value = array[index];
      if (value === undefined) continue;
      trail.leaf = index;
      if (typeof value === 'object') this.records = (key) => this.columnIn(array, index, key);
      const next =
        property !== undefined && index >= 3
          ? this.value(value, property, info, scope)
          : this.value(value, ruling, info, person !== undefined && index === 1 ? person : scope, rulingOfItem);
      if (next === value) continue;
      copy ??= this.owned ? array : array.slice();
      copy[index] = next;
    }
    this.records = undefined;
    return copy ?? array;
  }

  /** What a field holds in the records of a list, from the one at `from` on; read once, since records are replaced in place. */
  private columnIn(list: readonly JsonValue[], from: number, key: string): Column {
    return columnOnce(this.columns, list, key, () => {
      const values = list
        .slice(from, from + MOST_OF_COLUMN)
        .flatMap((record) =>
          typeof record === 'object' && record !== null && !Array.isArray(record) && Object.hasOwn(record, key)
            ? [record[key] as JsonValue]
            : [],
        );
      return this.textsOf(values)();
    });
  }

  private object(object: JsonObject, scope: Scope): JsonValue {
    const { planner } = this.context;
    const { records } = this;
    this.records = undefined;
    const plan = planner.planOf(object, scope);
    const names = this.newNames(plan, scope);
    if (names === undefined) return this.members(object, scope, plan, { records });
    // What a name says of its value counts, although it is not shown.
    if (planner.holdsBack !== undefined)
      return rename(this.members(object, scope, plan, { shown: names, records }) as JsonObject, plan.keys, names);
    // Read again by its new names, as a second redaction would do.
    const renamed = rename(object, plan.keys, names);
    const before = new Map(Object.keys(renamed).map((key, index) => [key, plan.keys[index] ?? key]));
    return this.members(renamed, scope, planner.planOf(renamed, scope), { before, records });
  }

  /** New names of members whose keys contain personal data. */
  private newNames(plan: ObjectPlan, scope: Scope): Map<string, string> | undefined {
    const { redactor } = this.context;
    const { keysToCheck } = plan.variant(EntityType.none);
    if (!redactor.names.read(keysToCheck, listsPersons(scope))) return undefined;
    const names = new Map<string, string>();
    for (const { key, spans = [] } of keysToCheck)
      if (spans.length > 0) names.set(key, redactor.names.redact(key, spans));
    return names;
  }

  /**
   * @param renamed.before the names of the members before they were redacted
   * @param renamed.shown the names that members will have
   */
  private members(
    object: JsonObject,
    scope: Scope,
    plan: ObjectPlan,
    {
      before,
      shown,
      records,
    }: {
      readonly before?: ReadonlyMap<string, string>;
      readonly shown?: ReadonlyMap<string, string>;
      readonly records: RecordsAround | undefined;
    },
  ): JsonValue {
    const { infoOf, planner, selectors, trail } = this.context;
    const member = (index: number): JsonValue | undefined => object[plan.keys[index] ?? ''];
    const variant = plan.only ?? plan.variant(entityTypeOf(plan, member));
    // Labels are read before anything is replaced.
    const label = plan.labels.length > 0 ? labelOf(plan, member, infoOf) : undefined;
    const { siblings, organisation } = variant;
    const context: ObjectContext = { scope, siblings, organisation, label: () => label };
    const table = plan.mayBeTable ? this.tableIn(object, plan) : undefined;
    let copy: JsonObject | undefined;
    for (const field of variant.fields) {
      const { key } = field;
      const value = object[key];
      if (value === undefined) continue;
      trail.leaf = shown?.get(key) ?? key;
      let { childScope } = field;
      if (field.isKept) {
        this.skip(OWNER_RULES['owner.keep'], trail, value);
        continue;
      }
      if (this.isSelective) {
        const exception = exceptionOf(before?.get(key) ?? key, trail, selectors);
        if (exception === 'allow') {
          this.skip(OWNER_RULES['owner.keep'], trail, value);
          continue;
        }
        if (exception === 'always') childScope = { ...childScope, forced: childScope.forced ?? 'field' };
      }
      const isHeading = table !== undefined && isColumnKey(field.info) && planner.holdsBack !== undefined;
      if (isHeading) this.skip(TABLE_RULES['table.header'], trail, value);
      const next =
        table?.key === key && Array.isArray(value)
          ? table.walk(value, childScope)
          : isHeading && Array.isArray(value) && value.every((name) => typeof name === 'string')
            ? value.map((name) => this.heading(name))
            : this.field(field, value, childScope, context, records);
      if (next === value) continue;
      copy ??= this.owned ? object : { ...object };
      put(copy, key, next);
    }
    return copy ?? object;
  }

  /** Tells that a value is not judged. */
  private skip(rule: Rule, place: Place, value: JsonValue): void {
    if (!this.isTraced) this.context.trail.tally.trace?.skip(rule, place, value);
  }

  /** The name of a column, alone: `closed` only. */
  private heading(name: JsonValue): JsonValue {
    const { planner, redactor } = this.context;
    if (typeof name !== 'string') return name;
    const isHeldBack = planner.holdsBack?.([name], planner.root)[0] === true;
    return redactor.names.redact(name, redactor.names.spans(name, { ofPersons: false, isHeldBack }));
  }

  private field(
    field: FieldPlan,
    value: JsonValue,
    childScope: Scope,
    context: ObjectContext,
    records: RecordsAround | undefined,
  ): JsonValue {
    const { info } = field;
    const isList = Array.isArray(value);
    if (typeof value === 'string' || typeof value === 'number' || isList) {
      if (field.isDecided) return this.value(value, field.ruling, info, childScope);
      const decision = decideField(field, context, {
        isList,
        value: () => value,
        items: () => this.textsOf(isList ? value : []),
        column: records && (() => records(field.key)),
      });
      if (this.context.trail.tally.trace !== undefined)
        this.weighed = (text) => evidenceOf(text, info, context.scope, context.siblings, decision.column);
      return this.value(value, decision.ruling, decision.info, childScope, decision.rulingOfItem);
    }
    if (typeof value === 'object' && value !== null) return this.value(value, undefined, info, childScope);
    return this.context.trail.tally.trace === undefined ? value : this.value(value, field.ruling, info, childScope);
  }

  /** Reads the first strings of a list as they are now, since members of a list may be replaced in place. */
  private textsOf(list: readonly JsonValue[]): () => string[] {
    const first = list.slice(0, MOST_OF_COLUMN);
    const { sentinel } = this;
    return () =>
      first.filter((item) => typeof item === 'string' && (sentinel < 0 || item.charCodeAt(0) !== sentinel)) as string[];
  }

  /** The member that holds the rows of a table, and how to walk its rows. */
  private tableIn(
    object: JsonObject,
    plan: ObjectPlan,
  ): { key: string; walk: (rows: JsonValue[], scope: Scope) => JsonValue } | undefined {
    const { infoOf, trail } = this.context;
    const inMember = (key: string, walk: () => JsonValue): JsonValue => {
      trail.path.push(key);
      const result = walk();
      trail.path.pop();
      return result;
    };
    const table = tableColumns(object, plan.keys, plan.infos, infoOf);
    if (table !== undefined)
      return {
        key: table.rows,
        walk: (rows, scope) => inMember(table.rows, () => this.tables.rows(rows, table.columns, scope, 0)),
      };
    const wrapped = wrappedTable(object, plan.keys, plan.infos, infoOf);
    if (wrapped === undefined) return undefined;
    return {
      key: wrapped.rows,
      walk: (rows, scope) =>
        inMember(wrapped.rows, () => rows.map((row, at) => this.tables.wrapped(row, wrapped, at, scope))),
    };
  }
}

/** The members under their new names, in the same order; equal names are numbered. */
function rename(object: JsonObject, keys: readonly string[], names: ReadonlyMap<string, string>): JsonObject {
  const copy: JsonObject = {};
  /** How often each name occurs, since thousands of keys may become the same marker. */
  const given = new Map<string, number>();
  for (const key of keys) {
    const wanted = names.get(key) ?? key;
    let name = wanted;
    let times = given.get(wanted) ?? 1;
    while (Object.hasOwn(copy, name)) name = `${wanted} (${++times})`;
    given.set(wanted, times);
    put(copy, name, object[key]);
  }
  return copy;
}

/** Defines a member, also one named `__proto__`. */
function put(object: { [key: string]: JsonValue | undefined }, key: string, value: JsonValue | undefined): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
