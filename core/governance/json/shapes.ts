/**
 * The shapes (lists of keys) of objects. Each key leads from one shape to the next, and the key that followed last time
 * is compared in place, so the few hundred names of an answer are decoded only once.
 */
import type { ObjectPlan, Variant } from '../context/objectPlan.ts';
import type { Scope } from '../context/scope.ts';
import type { Source } from './buffers.ts';

/** Limit, because objects with keys of their own (maps by id) would add shapes without end. */
const MAX_SHAPES = 20_000;
/** Maximum bytes of one key. Names of fields are shorter; what is longer is data that an upstream uses as a key. */
const MAX_KEY_BYTES = 256;
/** Maximum size of the keys of all shapes, in numbers of four bytes. */
const MAX_WORDS = 1 << 18;
/** Maximum number of keys of an object. */
const MAX_KEYS = 256;
/** Fields of all plans that shapes cache; a further plan clears these caches. A plan counts for some fields itself. */
const MAX_PLANNED_FIELDS = 100_000;
const FIELDS_OF_PLAN = 8;

/** The keys of an object in order: the last key, and the shape before it. */
export class Shape {
  // What is read for each key stands first and together, since shapes are often not in the processor's cache.
  /** Where the key is in `Shapes.words`: its first and its last four bytes, and which of the last ones belong to it. */
  readonly start: number;
  readonly last: number;
  readonly mask: number;
  /** The shapes that most recently followed this one. */
  latest: Shape | undefined;
  previous: Shape | undefined;
  /** Number of keys. */
  readonly size: number;
  /**
   * A parsed object would have its members in another order or number: a key is repeated, is an index (ECMA-262,
   * OrdinaryOwnPropertyKeys) or is `__proto__`.
   */
  readonly isIrregular: boolean;
  /** The scope that was last asked for, and its plan. */
  latestScope: Scope | undefined;
  latestPlan: ObjectPlan | undefined;
  /** The variant of that plan, where the keys alone decide on it. */
  latestVariant: Variant | undefined;
  readonly id: number;
  readonly parent: Shape | undefined;
  readonly key: string;
  readonly hasDuplicate: boolean;
  /** Bytes of the key in UTF-8. */
  readonly length: number;
  /** By how much the key has more bytes than UTF-16 units. */
  readonly shift: number;
  /** Shapes that followed this one, by slot of their key; a further one in a slot takes the place of the other. */
  followers: (Shape | undefined)[] | undefined;
  readonly #known = new Map<string, Shape>();
  /** By scope; filled by `Shapes`. */
  plans: Map<Scope, ObjectPlan> | undefined;
  #keys: readonly string[] | undefined;

  constructor(id: number, parent: Shape | undefined, key: string, start: number, length: number) {
    this.id = id;
    this.parent = parent;
    this.key = key;
    this.start = start;
    this.last = start + wordsOf(length) - 1;
    this.mask = (-1 >>> (8 * (3 - (length & 3)))) | 0;
    this.length = length;
    this.shift = length - key.length;
    this.size = parent === undefined ? 0 : parent.size + 1;
    this.hasDuplicate = parent !== undefined && (parent.hasDuplicate || parent.has(key));
    this.isIrregular =
      this.hasDuplicate ||
      (parent?.isIrregular ?? false) ||
      (parent !== undefined && (key === '__proto__' || /^\d+$/.test(key)));
  }

  /** Whether a key is among the shape's. */
  has(key: string): boolean {
    for (let shape: Shape = this; shape.parent; shape = shape.parent) if (shape.key === key) return true;
    return false;
  }

  /** All keys in order. */
  get keys(): readonly string[] {
    if (!this.#keys) {
      const keys: string[] = [];
      for (let shape: Shape = this; shape.parent; shape = shape.parent) keys.push(shape.key);
      this.#keys = keys.reverse();
    }
    return this.#keys;
  }

  /** The known shape that follows this one with `key`, if any. */
  known(key: string): Shape | undefined {
    return this.#known.get(key);
  }

  learn(key: string, shape: Shape): void {
    this.#known.set(key, shape);
  }
}

/** The shapes of all documents of one reader. */
export class Shapes {
  /** The shape without keys, from which all others start. */
  readonly empty = new Shape(0, undefined, '', 0, 0);
  /**
   * The keys of all shapes in UTF-8, each with the quote after it and four bytes a number (the first one lowest). One memory
   * for all is read faster than one for each.
   */
  words = new Int32Array(1 << 10);
  #used = 0;
  readonly #all: Shape[] = [this.empty];
  /** Shapes that have plans, and the number of fields in these. */
  #planned: Shape[] = [];
  #plannedFields = 0;

  /** The shape with this id. */
  at(id: number): Shape {
    return this.#all[id] ?? this.empty;
  }

  /** Whether there may be too little room for the shapes of another document. */
  get isFull(): boolean {
    return this.#all.length > MAX_SHAPES / 2 || this.#used > MAX_WORDS / 2;
  }

  /** The plan of objects of this shape in a scope; `make` creates a missing one. */
  planIn(shape: Shape, scope: Scope, make: (keys: readonly string[], scope: Scope) => ObjectPlan): ObjectPlan {
    if (shape.latestScope === scope && shape.latestPlan !== undefined) return shape.latestPlan;
    let plan = shape.plans?.get(scope);
    if (plan === undefined) {
      plan = make(shape.keys, scope);
      this.#keepPlan(shape, scope, plan);
    }
    shape.latestScope = scope;
    shape.latestPlan = plan;
    shape.latestVariant = plan.mayBeTable || plan.only?.hasKeysToCheck === true ? undefined : plan.only;
    return plan;
  }

  #keepPlan(shape: Shape, scope: Scope, plan: ObjectPlan): void {
    if (this.#plannedFields + shape.size + FIELDS_OF_PLAN > MAX_PLANNED_FIELDS) this.#forgetPlans();
    if (shape.plans === undefined) {
      shape.plans = new Map();
      this.#planned.push(shape);
    }
    shape.plans.set(scope, plan);
    this.#plannedFields += shape.size + FIELDS_OF_PLAN;
  }

  #forgetPlans(): void {
    for (const shape of this.#planned) {
      shape.plans = undefined;
      shape.latestScope = undefined;
      shape.latestPlan = undefined;
      shape.latestVariant = undefined;
    }
    this.#planned = [];
    this.#plannedFields = 0;
  }

  /** The shape that follows `shape` with `key`; undefined when the key is too long, or there are too many of them. */
  follow(shape: Shape, key: string): Shape | undefined {
    let next = shape.known(key);
    if (!next) {
      if (this.#all.length >= MAX_SHAPES || shape.size >= MAX_KEYS) return undefined;
      const length = Buffer.byteLength(key);
      if (length > MAX_KEY_BYTES || this.#used + wordsOf(length) > MAX_WORDS) return undefined;
      next = new Shape(this.#all.length, shape, key, this.#used, length);
      this.#keep(key, length);
      this.#all.push(next);
      shape.learn(key, next);
    }
    shape.previous = shape.latest;
    shape.latest = next;
    return next;
  }

  #keep(key: string, length: number): void {
    const count = wordsOf(length);
    while (this.#used + count > this.words.length) {
      const larger = new Int32Array(this.words.length * 2);
      larger.set(this.words);
      this.words = larger;
    }
    const bytes = Buffer.alloc(count * 4);
    bytes[bytes.write(key)] = QUOTE;
    for (let at = 0; at < count; at++) this.words[this.#used + at] = bytes.readInt32LE(at * 4);
    this.#used += count;
  }
}

const QUOTE = 0x22;

/** Numbers in `Shapes.words` for a key of this many bytes and its quote. */
const wordsOf = (length: number): number => (length >> 2) + 1;

/**
 * The shape whose key is at `index` of a document, followed by a quote, when it is one of those that most recently followed
 * `shape`.
 *
 * @param words the keys of all shapes
 */
export function expectedAt(
  shape: Shape,
  words: Int32Array,
  view: DataView,
  index: number,
  length: number,
): Shape | undefined {
  const { latest, previous } = shape;
  if (latest === undefined) return undefined;
  if (isKeyAt(latest, words, view, index, length)) return latest;
  if (previous === undefined || !isKeyAt(previous, words, view, index, length)) return undefined;
  shape.latest = previous;
  shape.previous = latest;
  return previous;
}

/** Slots of a shape for the shapes that follow it. */
const SLOTS = 32;
/** Slots of the shape without keys, with which all objects begin. */
const FIRST_SLOTS = 256;

/**
 * The shape that follows `shape` with the key between two positions; undefined as in `Shapes.follow`. The key is decoded
 * only where the shape of its slot has another one.
 */
export function shapeAt(
  shapes: Shapes,
  shape: Shape,
  { bytes, view }: Source,
  index: number,
  end: number,
): Shape | undefined {
  const slots = shape.size === 0 ? FIRST_SLOTS : SLOTS;
  const hash = (bytes[index] ?? 0) * 37 + (bytes[(index + end) >> 1] ?? 0) * 11 + (bytes[end - 1] ?? 0) * 5;
  const slot = (hash + end - index) & (slots - 1);
  const known = shape.followers?.[slot];
  if (known !== undefined && isKeyAt(known, shapes.words, view, index, bytes.length)) {
    shape.previous = shape.latest;
    shape.latest = known;
    return known;
  }
  const next = shapes.follow(shape, bytes.toString('utf8', index, end));
  // A shape that only one follows needs no slots: that one is found as the latest.
  if (next !== undefined && shape.previous !== undefined) {
    shape.followers ??= new Array<Shape | undefined>(slots).fill(undefined);
    shape.followers[slot] = next;
  }
  return next;
}

/**
 * Whether the key of a shape and a quote are at `index`. At least a colon, a value and a bracket follow a key, so that its
 * last four bytes are in the document too.
 *
 * @param length of the document
 */
function isKeyAt(
  { start, last, mask }: Shape,
  words: Int32Array,
  view: DataView,
  index: number,
  length: number,
): boolean {
  let at = index;
  if (at + ((last - start) << 2) + 4 > length) return false;
  for (let word = start; word < last; word = (word + 1) | 0) {
    if (view.getInt32(at, true) !== words[word]) return false;
    at = (at + 4) | 0;
  }
  return (view.getInt32(at, true) & mask) === words[last];
}
