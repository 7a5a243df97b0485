/**
 * Redaction of a JSON document as text: reads it once into a tape, walks the tape by the plans of its objects and copies all
 * that stays. No value is made of what nobody asks about, so it costs little more than parsing.
 * It judges nothing itself (plan.ts, leaves.ts); tables, renamed keys and whatever else is rare are cut out, walked as a tree
 * and put back. The result is that of the tree, character for character.
 */
import type { JsonValue } from '../../json/value.ts';
import type { FieldKind } from '../catalog/index.ts';
import { decideField, isDecidedByPlan, type ObjectContext } from '../context/decision.ts';
import { entityTypeOf } from '../context/entityType.ts';
import type { KindOfItem } from '../context/fieldKind.ts';
import { labelOf } from '../context/labelledValue.ts';
import { EntityType, type Planner } from '../context/objectPlan.ts';
import type { Scope } from '../context/scope.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Trail } from '../tally.ts';
import { traitsIn } from '../value/facts/traits.ts';
import { isLongNumber, type Redactor } from '../value/redactor.ts';
import type { Written } from '../walker.ts';
import { endOfToken, hasRows, isTableOrCard } from './containers.ts';
import { unwrapNumbers, wrapNumbers } from './exactNumbers.ts';
import { findExactNumbers } from './numberText.ts';
import { Output } from './output.ts';
import { Shapes } from './shapes.ts';
import { compact, Source } from './source.ts';
import {
  createReader,
  ESCAPED,
  MAY_HOLD_DATA,
  REWRITTEN,
  SHAPE_SHIFT,
  TAG_MASK,
  Tag,
  WIDE_STRING,
  WIDTH,
} from './tape.ts';
import type { Selectors, TreeWalker } from './treeWalker.ts';

export interface ByteWalkerContext {
  readonly selectors: Selectors;
  readonly infoOf: (key: string) => KeyInfo;
  readonly planner: Planner;
  readonly trail: Trail;
  readonly redactor: Redactor;
  readonly visit: TreeWalker['visit'];
}

export interface ByteWalker {
  /**
   * The redacted document without white space between tokens, or undefined when it is not one for this reader; with
   * `unique`, also when an object has a member twice. Nothing is counted then.
   */
  rewrite(source: Source, unique: boolean): Written | undefined;
}

const NOTHING = new Source(Buffer.alloc(0), true);

export function createByteWalker({
  selectors,
  infoOf,
  planner,
  trail,
  redactor,
  visit,
}: ByteWalkerContext): ByteWalker {
  const { allow, always } = selectors;
  const selective = !allow.empty || !always.empty;
  const read = createReader();
  const { planOfKeys } = planner;
  // Imported bindings are looked up at every use; these are used at every token.
  const { literal: LITERAL, string: STRING, number: NUMBER, object: OBJECT, array: ARRAY } = Tag;
  const MASK = TAG_MASK;
  // State of one document.
  let tokens: Int32Array = new Int32Array(0);
  let shapes = new Shapes();
  let shifts: Int32Array = tokens;
  let source = NOTHING;
  let out: Output;
  /** The field that is being decided. */
  const member = {
    isList: false,
    /** Its token when it is a string, or -1. */
    at: -1,
    value: () => (member.at < 0 ? undefined : stringAt(member.at)),
  };

  function rewrite(given: Source, unique: boolean): Written | undefined {
    source = given;
    let tape = read(source);
    if (tape === 'white space') {
      source = compact(source);
      tape = read(source);
    }
    if (typeof tape === 'string' || (unique && tape.hasDuplicate)) return undefined;
    ({ tokens, shapes, shifts } = tape);
    out = new Output(source);
    value(0, undefined, undefined, planner.root);
    const result = out.finish();
    out.release();
    source = NOTHING;
    return result;
  }

  /** Rewrites the value at `at`; returns the position behind it. */
  function value(
    at: number,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    kindOfItem?: KindOfItem,
  ): number {
    const head = tokens[at]!;
    switch (head & MASK) {
      case STRING:
        string(at, head, kindOfItem === undefined ? kind : kindOfItem(stringAt(at)), info);
        return at + 3;
      case NUMBER:
        if (kind !== undefined || isLongNumber(tokens[at + 2]! - tokens[at + 1]!)) number(at, kind, info);
        return at + 3;
      case OBJECT:
        return object(at, kind, info, scope);
      case ARRAY:
        return array(at, kind, info, scope, kindOfItem);
      default:
        return at + 1;
    }
  }

  function string(at: number, head: number, kind: FieldKind | undefined, info: KeyInfo | undefined): void {
    if (kind === undefined && (head & (MAY_HOLD_DATA | REWRITTEN)) === 0 && !redactor.thorough) return;
    const plain = stringAt(at);
    const start = tokens[at + 1]!;
    const end = tokens[at + 2]!;
    const traits =
      kind === undefined || (head & (ESCAPED | WIDE_STRING)) !== 0 ? undefined : traitsIn(source.bytes, start, end);
    const next = redactor.string(plain, kind, info, traits);
    if (next === plain && (head & REWRITTEN) === 0) return;
    // A marker has nothing to escape.
    if (kind !== undefined && next === redactor.marker(kind)) out.replace(start, end, next);
    else out.replace(start - 1, end + 1, JSON.stringify(next));
  }

  function number(at: number, kind: FieldKind | undefined, info: KeyInfo | undefined): void {
    const digits = source.slice(tokens[at + 1]!, tokens[at + 2]!);
    const next = redactor.number(digits, digits, kind, info);
    if (next !== digits) out.replace(tokens[at + 1]!, tokens[at + 2]!, JSON.stringify(next));
  }

  function stringAt(at: number): string {
    const head = tokens[at]!;
    const start = tokens[at + 1]!;
    const end = tokens[at + 2]!;
    if ((head & (ESCAPED | WIDE_STRING)) === 0) return source.slice(start, end);
    const quote = (head & ESCAPED) === 0 ? 0 : 1;
    const shift = head >> SHAPE_SHIFT;
    const text =
      (head & WIDE_STRING) === 0
        ? source.slice(start - quote, end + quote)
        : source.characters(start - quote, end + quote, shifts[shift]!, shifts[shift + 1]!);
    return quote === 0 ? text : (JSON.parse(text) as string);
  }

  function array(
    at: number,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    kindOfItem?: KindOfItem,
  ): number {
    const end = tokens[at + 3]!;
    if (isTableOrCard(tokens, at + 4, end)) return walkAsTree(at, kind, info, scope, kindOfItem);
    const name = enter();
    let index = 0;
    for (let next = at + 4; next < end; index++) {
      trail.leaf = index;
      next = value(next, kind, info, scope, kindOfItem);
    }
    leave(name);
    return end;
  }

  function object(at: number, kind: FieldKind | undefined, info: KeyInfo | undefined, scope: Scope): number {
    const shape = shapes.at(tokens[at]! >> SHAPE_SHIFT);
    if (shape.isIrregular) return walkAsTree(at, kind, info, scope);
    const plan = shape.planAt(scope, planOfKeys);
    if (plan.mayBeTable && hasRows(tokens, at + 4, plan.infos)) return walkAsTree(at, kind, info, scope);
    const entityType =
      plan.typeKeys.length + plan.personKeys.length > 0 || plan.partyKey >= 0
        ? entityTypeOf(plan, (index) => memberAt(at + 4, index, false))
        : EntityType.none;
    const variant = plan.variant(entityType);
    const { fields, keysToCheck } = variant;
    let context: ObjectContext | undefined;
    for (const plannedField of keysToCheck) {
      plannedField.spans ??= redactor.keySpans(
        plannedField.key,
        scope.role === 'person' || scope.parent?.kind === 'nationalId',
      );
      if (plannedField.spans.length > 0) return walkAsTree(at, kind, info, scope);
    }
    const name = enter();
    let next = at + 4;
    for (let index = 0; index < fields.length; index++) {
      const plannedField = fields[index]!;
      const head = tokens[next]!;
      const tag = head & MASK;
      trail.leaf = plannedField.key;
      if (selective) {
        const exception = exceptionOf(plannedField.key);
        if (exception !== undefined) {
          next =
            exception === 'always'
              ? walkAsTree(next, undefined, plannedField.info, { ...plannedField.childScope, forced: true })
              : unchanged(next);
          continue;
        }
      }
      if (tag === LITERAL) next++;
      else if (tag === OBJECT) next = object(next, undefined, plannedField.info, plannedField.childScope);
      else if (isDecidedByPlan(plannedField, plan))
        next = value(next, plannedField.kind, plannedField.info, plannedField.childScope);
      else {
        context ??= {
          scope,
          variant,
          label: () => labelOf(plan, (index) => memberAt(at + 4, index, true), infoOf),
        };
        member.isList = tag === ARRAY;
        member.at = tag === STRING ? next : -1;
        const { kind, info, kindOfItem } = decideField(plannedField, plan, context, member);
        next = value(next, kind, info, plannedField.childScope, kindOfItem);
      }
    }
    leave(name);
    return next;
  }

  function exceptionOf(key: string): 'exempt' | 'always' | undefined {
    trail.path.push(key);
    const exempt = !allow.empty && allow.matches(trail.path);
    const forced = !exempt && !always.empty && always.matches(trail.path);
    trail.path.pop();
    return exempt ? 'exempt' : forced ? 'always' : undefined;
  }

  /** A member's value when it is a string, and when it is a container and wanted. */
  function memberAt(first: number, index: number, containers: boolean): JsonValue | undefined {
    let at = first;
    for (let passed = 0; passed < index; passed++) at = endOfToken(tokens, at);
    const tag = tokens[at]! & MASK;
    if (tag === STRING) return stringAt(at);
    return containers && tag >= OBJECT
      ? (JSON.parse(source.text(tokens[at + 1]!, tokens[at + 2]!)) as JsonValue)
      : undefined;
  }

  /** Walks the value at `at` as a tree and writes it anew. */
  function walkAsTree(
    at: number,
    kind: FieldKind | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    kindOfItem?: KindOfItem,
  ): number {
    const tag = tokens[at]! & MASK;
    if (tag === LITERAL) return at + 1;
    const quote = tag === STRING ? 1 : 0;
    const start = tokens[at + 1]! - quote;
    const end = tokens[at + 2]! + quote;
    const slice = source.bytes.subarray(start, end);
    const wrapped = wrapNumbers(slice, findExactNumbers(slice) ?? []);
    const parsed = JSON.parse(wrapped.text) as JsonValue;
    const walked = visit(parsed, kind, info, scope, { owned: true, sentinel: wrapped.sentinel, kindOfItem });
    out.replace(start, end, JSON.stringify(unwrapNumbers(walked, wrapped.sentinel)));
    return endOfToken(tokens, at);
  }

  /** Leaves the value at `at` as it is, in the form in which everything is written. */
  function unchanged(at: number): number {
    const end = endOfToken(tokens, at);
    for (let token = at; token < end; token += WIDTH[tokens[token]! & MASK]!) {
      if ((tokens[token]! & MASK) === STRING && (tokens[token]! & REWRITTEN) !== 0)
        out.replace(tokens[token + 1]! - 1, tokens[token + 2]! + 1, JSON.stringify(stringAt(token)));
    }
    return end;
  }

  function enter(): string | number | undefined {
    const name = trail.leaf;
    if (name !== undefined) trail.path.push(name);
    return name;
  }

  function leave(name: string | number | undefined): void {
    if (name !== undefined) trail.path.pop();
    trail.leaf = name;
  }

  return { rewrite };
}
