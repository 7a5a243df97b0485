/**
 * Redacts a JSON document without parsing it: reads it into a tape once, walks the tape by the plans of its objects and
 * copies what stays. No value is created unless a decision needs it, so it costs little more than parsing. Decides
 * nothing itself (context/decision.ts, value/redactor.ts). Tables, keys that hold data and other rare forms are parsed,
 * walked as a tree and written back. The result equals that of treeWalker.ts, character by character. Over 300 lines: one walk,
 * whose steps share its state.
 */
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import { type Column, columnOnce, type MOST_OF_COLUMN } from '../context/column.ts';
import { decideField, type ObjectContext, type RulingOfItem } from '../context/decision.ts';
import { entityTypeOf } from '../context/entityType.ts';
import { labelOf } from '../context/labelledValue.ts';
import type { FieldPlan, Variant } from '../context/objectPlan.ts';
import { listsPersons, type Scope } from '../context/scope.ts';
import type { FIELDS_WITH_BITS, Way } from '../context/way.ts';
import { isShortId } from '../facts/machineMade.ts';
import { mayHaveNameShape } from '../facts/nameShape.ts';
import { traitsIn } from '../facts/traits.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import type { Ruling } from '../fieldName/ruling.ts';
import type { Written } from '../formats/walker.ts';
import { scanBytes } from '../text/characters.ts';
import type { Signs } from '../text/signs.ts';
import { areWords } from '../value/harmless.ts';
import { isQuiet } from '../value/prose.ts';
import { isLongNumber } from '../value/redactor.ts';
import { Output, Source } from './buffers.ts';
import { findExactNumbers } from './bytes.ts';
import { endOfToken, hasRows, isTableOrCard } from './containers.ts';
import { unwrapNumbers, wrapNumbers } from './exactNumbers.ts';
import { type Shape, Shapes } from './shapes.ts';
import {
  ESCAPED,
  MAY_HOLD_DATA,
  REWRITTEN,
  SHAPE_SHIFT,
  type TAG_MASK,
  type Tag,
  TapeReader,
  WIDE_STRING,
  WIDTH,
} from './tape.ts';
import { exceptionOf, type TreeWalker, type TreeWalkerContext } from './treeWalker.ts';

// Copies, since access to an imported binding is slower. Numbers stand first: the bundler writes their values where they are used.
const LITERAL: typeof Tag.literal = 0;
const STRING: typeof Tag.string = 1;
const NUMBER: typeof Tag.number = 2;
const OBJECT: typeof Tag.object = 3;
const ARRAY: typeof Tag.array = 4;
const MASK: typeof TAG_MASK = 7;
const MAX_FIELDS: typeof FIELDS_WITH_BITS = 31;
const DECIDED: typeof Way.decided = 2;
const KEPT: typeof Way.kept = 4;
const FORCED: typeof Way.forced = 8;
const MOST: typeof MOST_OF_COLUMN = 64;

/** What the two walkers share, and the tree walker for rare forms. */
export interface ByteWalkerContext extends TreeWalkerContext {
  readonly treeWalker: TreeWalker;
}

const WIDTHS: readonly number[] = WIDTH;
const CLEAN = 'clean';
const NO_SOURCE = new Source(Buffer.alloc(0), true);

/** Redacts documents, one after the other. */
export class ByteWalker {
  private readonly context: ByteWalkerContext;
  /** The owner has excepted fields or fields that are always redacted. */
  private readonly isSelective: boolean;
  private readonly reader = new TapeReader();
  // State of the current document.
  private tokens: Int32Array = new Int32Array(0);
  private shapes = new Shapes();
  private shifts: Int32Array = this.tokens;
  private source = NO_SOURCE;
  /** The list whose record is next, or -1. */
  private records = -1;
  private readonly columns = new Map<number, Map<string, Column>>();
  private out = new Output(NO_SOURCE);
  /** The field that is being decided; `at` is its token when it is a string, otherwise -1. */
  private readonly member = {
    isList: false,
    at: -1,
    /** The token of the list that is being decided. */
    list: -1,
    value: (): string | undefined => (this.member.at < 0 ? undefined : this.stringAt(this.member.at)),
    items: () => this.textsOf(this.member.list),
    /** The list whose record has the field, the record, and the field. */
    records: -1,
    record: -1,
    key: '',
    column: (): Column | undefined => this.columnIn(this.member.records, this.member.record, this.member.key),
  };

  constructor(context: ByteWalkerContext) {
    this.context = context;
    this.out.release();
    this.isSelective = !context.selectors.allow.empty || !context.selectors.always.empty;
  }

  /**
   * The redacted document, at whose root a scope holds, without white space between tokens. Undefined, with nothing
   * counted, when the reader does not support the document or, with `unique`, when an object has a member twice.
   */
  redact(given: Source, { unique, root }: { readonly unique: boolean; readonly root: Scope }): Written | undefined {
    const read = this.reader.readCompact(given);
    if (read === undefined || (unique && read.tape.hasDuplicate)) return undefined;
    this.source = read.source;
    ({ tokens: this.tokens, shapes: this.shapes, shifts: this.shifts } = read.tape);
    this.columns.clear();
    this.records = -1;
    this.out = new Output(read.source);
    this.value(0, undefined, undefined, root);
    const result = this.out.finish();
    this.out.release();
    this.source = NO_SOURCE;
    return result;
  }

  /** Redacts the value at `at`; returns the position after it. */
  private value(
    at: number,
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    rulingOfItem?: RulingOfItem,
  ): number {
    const { tokens } = this;
    const head = tokens[at] ?? 0;
    switch (head & MASK) {
      case STRING:
        this.string(at, head, rulingOfItem === undefined ? ruling : rulingOfItem(this.stringAt(at)), info);
        return at + 3;
      case NUMBER:
        // In the mode `closed` the name alone may withhold a number.
        if (
          ruling?.kind !== undefined ||
          this.isLong(at) ||
          (info?.kind !== undefined && this.context.redactor.isClosed)
        )
          this.number(at, ruling, info);
        return at + 3;
      case OBJECT:
        return this.object(at, ruling, info, scope);
      case ARRAY:
        return this.array(at, ruling, info, scope, rulingOfItem);
      default:
        return at + 1;
    }
  }

  /**
   * The signs of the string at `at`, valid until others are read; CLEAN when it holds nothing, undefined when it has escapes
   * or is not ASCII.
   */
  private signsAt(at: number, isIdentifier: boolean): Readonly<Signs> | typeof CLEAN | undefined {
    const { tokens } = this;
    if (((tokens[at] ?? 0) & (ESCAPED | WIDE_STRING)) !== 0) return undefined;
    const { bytes } = this.source;
    const start = tokens[at + 1] ?? 0;
    const end = tokens[at + 2] ?? 0;
    if (isIdentifier && isShortId(bytes, start, end)) return CLEAN;
    const signs = scanBytes(bytes, start, end);
    return signs.mayDecode || !isQuiet(signs) ? signs : CLEAN;
  }

  /**
   * Redacts a string that its content alone decides.
   *
   * @param signs from `signsAt`
   */
  private plainString(at: number, info: KeyInfo | undefined, signs: Readonly<Signs> | undefined): void {
    const text = this.stringAt(at);
    const { redactor } = this.context;
    const next = signs === undefined ? redactor.string(text, undefined, info) : redactor.content(text, info, signs);
    if (next !== text || ((this.tokens[at] ?? 0) & REWRITTEN) !== 0) this.write(at, next);
  }

  private string(at: number, head: number, ruling: Ruling | undefined, info: KeyInfo | undefined): void {
    const { redactor } = this.context;
    const kind = ruling?.kind;
    if (kind === undefined && !redactor.readsAll) {
      const signs = this.isInert(at) ? CLEAN : this.signsAt(at, false);
      if (signs !== CLEAN) this.plainString(at, info, signs);
      return;
    }
    const start = this.tokens[at + 1] ?? 0;
    const end = this.tokens[at + 2] ?? 0;
    const isPlainAscii = (head & (ESCAPED | WIDE_STRING)) === 0;
    if (
      redactor.withholdsWords &&
      kind === undefined &&
      isPlainAscii &&
      (info === undefined || (info.listed === undefined && !info.identifier && !info.isSearched)) &&
      areWords(this.source.bytes, start, end)
    ) {
      this.out.replaceByMarker(start, end, redactor.withhold());
      return;
    }
    const plain = this.stringAt(at);
    const traits = kind === undefined || !isPlainAscii ? undefined : traitsIn(this.source.bytes, start, end);
    const next = redactor.string(plain, ruling, info, traits);
    if (next === plain && (head & REWRITTEN) === 0) return;
    if (next === redactor.lastMarker) this.out.replaceByMarker(start, end, next);
    else this.write(at, next);
  }

  /** Whether the value at `at` is a string or a number whose characters allow nothing personal. */
  private isInert(at: number): boolean {
    const head = this.tokens[at] ?? 0;
    return (head & MASK) === STRING
      ? (head & (MAY_HOLD_DATA | REWRITTEN)) === 0
      : (head & MASK) === NUMBER && !this.isLong(at);
  }

  /** Whether a field that may only hold a full name is plain: its value is a number, or a string that is not written like one. */
  private isPlainHere(isOpen: number, at: number): boolean {
    const head = this.tokens[at] ?? 0;
    if (isOpen === 0 || (head & MASK) > NUMBER) return false;
    if ((head & MASK) !== STRING) return true;
    if ((head & (ESCAPED | WIDE_STRING)) !== 0) return false;
    return !mayHaveNameShape(this.source.bytes, this.tokens[at + 1] ?? 0, this.tokens[at + 2] ?? 0);
  }

  /** Whether the number at `at` may be a payment card's. */
  private isLong(at: number): boolean {
    return isLongNumber((this.tokens[at + 2] ?? 0) - (this.tokens[at + 1] ?? 0));
  }

  private number(at: number, ruling: Ruling | undefined, info: KeyInfo | undefined): void {
    const start = this.tokens[at + 1] ?? 0;
    const end = this.tokens[at + 2] ?? 0;
    const digits = this.source.slice(start, end);
    const next = this.context.redactor.number(digits, digits, ruling, info);
    if (next !== digits) this.out.replace(start, end, JSON.stringify(next));
  }

  /** Writes another string in place of the one at `at`. */
  private write(at: number, text: string): void {
    this.out.replace((this.tokens[at + 1] ?? 0) - 1, (this.tokens[at + 2] ?? 0) + 1, JSON.stringify(text));
  }

  private stringAt(at: number): string {
    const { tokens, source, shifts } = this;
    const head = tokens[at] ?? 0;
    const start = tokens[at + 1] ?? 0;
    const end = tokens[at + 2] ?? 0;
    if ((head & (ESCAPED | WIDE_STRING)) === 0) return source.slice(start, end);
    const quote = (head & ESCAPED) === 0 ? 0 : 1;
    const shift = head >> SHAPE_SHIFT;
    const text =
      (head & WIDE_STRING) === 0
        ? source.slice(start - quote, end + quote)
        : source.characters(start - quote, end + quote, shifts[shift] ?? 0, shifts[shift + 1] ?? 0);
    return quote === 0 ? text : (JSON.parse(text) as string);
  }

  private array(
    at: number,
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    rulingOfItem?: RulingOfItem,
  ): number {
    const { tokens } = this;
    const { trail } = this.context;
    const end = tokens[at + 3] ?? 0;
    if (isTableOrCard(tokens, at + 4, end)) return this.walkAsTree(at, ruling, info, scope, { rulingOfItem });
    const name = trail.enter();
    let index = 0;
    for (let next = at + 4; next < end; index++) {
      trail.leaf = index;
      this.records = at;
      next = this.value(next, ruling, info, scope, rulingOfItem);
    }
    this.records = -1;
    trail.leave(name);
    return end;
  }

  private object(at: number, ruling: Ruling | undefined, info: KeyInfo | undefined, scope: Scope): number {
    const { tokens } = this;
    const { planner, redactor, selectors, trail, infoOf } = this.context;
    const { records } = this;
    this.records = -1;
    const first = at + 4;
    const shape = this.shapes.at((tokens[at] ?? 0) >> SHAPE_SHIFT);
    if (shape.size === 0) return first;
    if (shape.isIrregular) return this.walkAsTree(at, ruling, info, scope, { records });
    let variant = shape.latestScope === scope ? shape.latestVariant : undefined;
    if (variant === undefined) {
      variant = this.variantOf(first, shape, scope);
      if (variant === undefined) return this.walkAsTree(at, ruling, info, scope, { records });
    }
    let context: ObjectContext | undefined;
    const skipsPlain = !this.isSelective && !redactor.readsAll;
    const name = trail.enter();
    let next = first;
    const { fields } = variant;
    const plain = skipsPlain ? variant.plain : 0;
    const open = skipsPlain ? variant.open : 0;
    for (let index = 0; index < shape.size; index++) {
      const tag = (tokens[next] ?? 0) & MASK;
      const bit = index < MAX_FIELDS ? 1 << index : 0;
      const isPlain = (plain & bit) !== 0 || this.isPlainHere(open & bit, next);
      // Most values: their field says nothing, and their characters allow nothing personal.
      if (tag === LITERAL || (isPlain && this.isInert(next))) {
        next += tag === LITERAL ? 1 : 3;
        continue;
      }
      // The plan of a field is often not in the processor's cache, and most strings need none.
      if (tag === STRING && isPlain) {
        const signs = this.signsAt(next, (variant.identifiers & (1 << index)) !== 0);
        if (signs !== CLEAN) {
          const { key, info } = fields[index] as FieldPlan;
          trail.leaf = key;
          this.plainString(next, info, signs);
        }
        next += 3;
        continue;
      }
      const field = fields[index] as FieldPlan;
      const { way } = field;
      trail.leaf = field.key;
      const exception = this.isSelective ? exceptionOf(field.key, trail, selectors) : undefined;
      if ((way & KEPT) !== 0 || exception === 'allow') next = this.unchanged(next);
      else if (exception === 'always')
        next = this.walkAsTree(next, undefined, field.info, { ...field.childScope, forced: 'field' });
      else if ((way & FORCED) !== 0) next = this.walkAsTree(next, undefined, field.info, field.childScope);
      else if (tag === OBJECT) next = this.object(next, undefined, field.info, field.childScope);
      else if ((way & DECIDED) !== 0) next = this.value(next, field.ruling, field.info, field.childScope);
      else {
        context ??= {
          scope,
          siblings: variant.siblings,
          organisation: variant.organisation,
          label: () =>
            labelOf(
              this.shapes.planIn(shape, scope, planner.planOfKeys),
              (index) => this.memberAt(first, index, { containers: true }),
              infoOf,
            ),
        };
        this.member.isList = tag === ARRAY;
        this.member.at = tag === STRING ? next : -1;
        this.member.list = next;
        this.member.records = records;
        this.member.record = at;
        this.member.key = field.key;
        const decision = decideField(field, context, this.member);
        next = this.value(next, decision.ruling, decision.info, field.childScope, decision.rulingOfItem);
      }
    }
    trail.leave(name);
    return next;
  }

  /** The variant of the object at `first`; undefined when it is a table, or has a key that holds data. */
  private variantOf(first: number, shape: Shape, scope: Scope): Variant | undefined {
    const { planner, redactor } = this.context;
    const plan = this.shapes.planIn(shape, scope, planner.planOfKeys);
    if (plan.mayBeTable && hasRows(this.tokens, first, plan.infos)) return undefined;
    const variant =
      plan.only ?? plan.variant(entityTypeOf(plan, (index) => this.memberAt(first, index, { containers: false })));
    return variant.hasKeysToCheck && redactor.names.read(variant.keysToCheck, listsPersons(scope))
      ? undefined
      : variant;
  }

  /** The value of a member when it is a string; with `containers` also an object or an array. */
  private memberAt(first: number, index: number, { containers }: { containers: boolean }): JsonValue | undefined {
    const { tokens } = this;
    let at = first;
    for (let passed = 0; passed < index; passed++) at = endOfToken(tokens, at);
    const tag = (tokens[at] ?? 0) & MASK;
    if (tag === STRING) return this.stringAt(at);
    return containers && tag >= OBJECT
      ? (JSON.parse(this.source.text(tokens[at + 1] ?? 0, tokens[at + 2] ?? 0)) as JsonValue)
      : undefined;
  }

  /** Reads the first strings of the list at `at`. */
  private textsOf(at: number): () => string[] {
    return () => {
      const { tokens } = this;
      const end = tokens[at + 3] ?? 0;
      const texts: string[] = [];
      for (let next = at + 4, read = 0; next < end && read < MOST; next = endOfToken(tokens, next), read++)
        if (((tokens[next] ?? 0) & MASK) === STRING) texts.push(this.stringAt(next));
      return texts;
    };
  }

  /** What a field holds in the records of the list at `list`, from the record at `from` on; read once. */
  private columnIn(list: number, from: number, key: string): Column | undefined {
    if (list < 0) return undefined;
    return columnOnce(this.columns, list, key, () => {
      const { tokens } = this;
      const end = tokens[list + 3] ?? 0;
      const texts: string[] = [];
      for (let at = from, read = 0; at < end && read < MOST; at = endOfToken(tokens, at), read++) {
        const text = ((tokens[at] ?? 0) & MASK) === OBJECT ? this.textIn(at, key) : undefined;
        if (text !== undefined) texts.push(text);
      }
      return texts;
    });
  }

  /** What the object at `at` has in a field, where it is a text. */
  private textIn(at: number, key: string): string | undefined {
    const shape = this.shapes.at((this.tokens[at] ?? 0) >> SHAPE_SHIFT);
    if (shape.isIrregular) {
      const record = JSON.parse(this.source.text(this.tokens[at + 1] ?? 0, this.tokens[at + 2] ?? 0)) as JsonObject;
      const value = Object.hasOwn(record, key) ? record[key] : undefined;
      return typeof value === 'string' ? value : undefined;
    }
    const index = shape.keys.indexOf(key);
    const value = index < 0 ? undefined : this.memberAt(at + 4, index, { containers: false });
    return typeof value === 'string' ? value : undefined;
  }

  /** Parses the value at `at`, walks it as a tree and writes it. */
  private walkAsTree(
    at: number,
    ruling: Ruling | undefined,
    info: KeyInfo | undefined,
    scope: Scope,
    {
      rulingOfItem,
      records = -1,
    }: { readonly rulingOfItem?: RulingOfItem | undefined; readonly records?: number } = {},
  ): number {
    const { tokens } = this;
    const tag = (tokens[at] ?? 0) & MASK;
    if (tag === LITERAL) return at + 1;
    const quote = tag === STRING ? 1 : 0;
    const start = (tokens[at + 1] ?? 0) - quote;
    const end = (tokens[at + 2] ?? 0) + quote;
    const slice = this.source.bytes.subarray(start, end);
    const wrapped = wrapNumbers(slice, findExactNumbers(slice) ?? []);
    const options = {
      owned: true,
      sentinel: wrapped.sentinel,
      rulingOfItem,
      records: records < 0 ? undefined : (key: string) => this.columnIn(records, at, key),
    };
    const walked = this.context.treeWalker.visit(JSON.parse(wrapped.text) as JsonValue, ruling, info, scope, options);
    this.out.replace(start, end, JSON.stringify(unwrapNumbers(walked, wrapped.sentinel)));
    return endOfToken(tokens, at);
  }

  /** Copies the value at `at`, with escapes written as JavaScript writes them. */
  private unchanged(at: number): number {
    const { tokens } = this;
    const end = endOfToken(tokens, at);
    for (let token = at; token < end; token += WIDTHS[(tokens[token] ?? 0) & MASK] ?? 1) {
      const head = tokens[token] ?? 0;
      if ((head & MASK) === STRING && (head & REWRITTEN) !== 0) this.write(token, this.stringAt(token));
    }
    return end;
  }
}
