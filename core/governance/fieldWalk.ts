/**
 * Walks a recorded answer beside its governed forms and tells each value with its place. Names of members that are data stand as `*` in a path.
 */
import type { JsonValue } from '../lib/json/value.ts';
import { pathOfMark, stepsOf } from '../model/fieldPaths.ts';
import { MODES, type RedactionMode } from '../model/governance/modes.ts';
import { pointerOf } from '../model/governance/report.ts';
import type { Explainer, ToldReason } from './explain.ts';
import { isOpaqueId } from './facts/opaqueId.ts';

const MAX_DEPTH = 100;
/** Members of an object that is taken for a map whatever their names are. */
const MAX_NAMES = 200;
/** Characters of a path that is shown; no mark may be longer. */
const MAX_PATH = 200;

/** A value of each mode; undefined where its place in the governed answer is not known. */
type After = Readonly<Record<RedactionMode, JsonValue | undefined>>;

/** One value in all of its forms. */
export interface Seen {
  readonly before: JsonValue;
  /** By mode. */
  readonly after: After;
  readonly mode: RedactionMode;
  readonly isOn: boolean;
  readonly reason: ToldReason | undefined;
  /** Of `strict`. */
  readonly strictReason: ToldReason | undefined;
}

/** A field of a tool. */
export interface Place {
  readonly toolId: string;
  readonly path: string;
  readonly isMarkable: boolean;
  readonly mark: string | undefined;
}

/** Hears each value; without `seen` where it cannot be told what became of it. */
type Tell = (place: Place, seen: Seen | undefined) => void;

/** What is walked. */
interface WalkOf {
  readonly toolId: string;
  /** The owner's marks of the tool by path. */
  readonly marks: ReadonlyMap<string, string>;
  readonly mode: RedactionMode;
  readonly isOn: boolean;
  readonly own: Explainer;
  readonly strict: Explainer;
  readonly isMarkable: boolean;
}

/** Tells each value of an answer. */
export function walkFields(before: JsonValue, after: After, of: WalkOf, tell: Tell): void {
  new Walk(of).visit(before, after, tell);
}

class Walk {
  readonly #of: WalkOf;
  readonly #steps: string[] = [];
  /** Steps that stand for several names beside names that they do not stand for, or for a name that no path can have. */
  #closedSteps = 0;
  /** Places in the explained answers, whose names may be others. */
  readonly #at: (string | number)[] = [];
  readonly #atStrict: (string | number)[] = [];

  constructor(of: WalkOf) {
    this.#of = of;
  }

  visit(before: JsonValue, after: After, tell: Tell): void {
    if (typeof before !== 'object' || before === null) {
      const { mode, isOn, own, strict } = this.#of;
      if (MODES.some((each) => after[each] === undefined)) {
        tell(this.#place(), undefined);
        return;
      }
      const reason = own.reasonAt(pointerOf(this.#at));
      const strictReason = own === strict ? reason : strict.reasonAt(pointerOf(this.#atStrict));
      tell(this.#place(), { before, after, mode, isOn, reason, strictReason });
      return;
    }
    if (this.#at.length >= MAX_DEPTH) {
      for (let left = leavesIn(before); left > 0; left--) tell(this.#place(), undefined);
      return;
    }
    if (Array.isArray(before)) {
      before.forEach((item, index) => {
        this.#within(index, index, () => this.visit(item, memberOf(after, index), tell));
      });
      return;
    }
    this.#object(before, after, tell);
  }

  #object(before: { readonly [key: string]: JsonValue }, after: After, tell: Tell): void {
    const { mode } = this.#of;
    const keys = Object.keys(before);
    const names = Object.fromEntries(MODES.map((each) => [each, namesAfter(keys, after[each])])) as Record<
      RedactionMode,
      ReadonlyMap<string, string> | undefined
    >;
    const isMap = keys.length > MAX_NAMES;
    const isData = (key: string) =>
      isMap || key === '*' || isOpaqueId(key) || /^\d+$/.test(key) || names.strict?.get(key) !== key;
    const data = new Set(keys.filter(isData));
    const isOpen = data.size === keys.length;
    for (const key of keys) {
      const isOne = data.has(key);
      this.#steps.push(isOne ? '*' : key);
      if (key === '' || (isOne && !isOpen)) this.#closedSteps++;
      const next = Object.fromEntries(
        MODES.map((each) => [each, memberAt(after[each], names[each]?.get(key))]),
      ) as After;
      this.#within(names[mode]?.get(key) ?? key, names.strict?.get(key) ?? key, () =>
        this.visit(before[key] ?? null, next, tell),
      );
      if (key === '' || (isOne && !isOpen)) this.#closedSteps--;
      this.#steps.pop();
    }
  }

  #within(name: string | number, strictName: string | number, work: () => void): void {
    this.#at.push(name);
    this.#atStrict.push(strictName);
    work();
    this.#at.pop();
    this.#atStrict.pop();
  }

  #place(): Place {
    const { toolId, marks, isMarkable } = this.#of;
    const path = pathOf(this.#steps);
    const isNameable = isMarkable && this.#closedSteps === 0 && stepsOf(path) !== undefined;
    return { toolId, path, isMarkable: isNameable, mark: isNameable ? marks.get(path) : undefined };
  }
}

/** The path of steps, cut where no mark could be as long. */
function pathOf(steps: readonly string[]): string {
  const path = pathOfMark(steps);
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH)}…`;
}

/**
 * The names of an object's members in its governed form; undefined where they cannot be told. Redacted names keep their order, and none of them
 * is written like an index.
 */
function namesAfter(keys: readonly string[], after: JsonValue | undefined): ReadonlyMap<string, string> | undefined {
  if (typeof after !== 'object' || after === null || Array.isArray(after)) return undefined;
  const gone = keys.filter((key) => !Object.hasOwn(after, key));
  if (gone.length === 0) return new Map(keys.map((key) => [key, key]));
  const before = new Set(keys);
  const added = Object.keys(after).filter((key) => !before.has(key));
  if (added.length !== gone.length) return undefined;
  const renamed = new Map(gone.map((key, at) => [key, added[at] as string]));
  return new Map(keys.map((key) => [key, renamed.get(key) ?? key]));
}

const memberAt = (value: JsonValue | undefined, name: string | number | undefined): JsonValue | undefined =>
  typeof value === 'object' && value !== null && name !== undefined && Object.hasOwn(value, name)
    ? (value as { readonly [key: string]: JsonValue })[name]
    : undefined;

const memberOf = (after: After, index: number): After =>
  Object.fromEntries(MODES.map((mode) => [mode, memberAt(after[mode], index)])) as After;

function leavesIn(value: JsonValue): number {
  let count = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) count++;
    else for (const member of Object.values(next)) waiting.push(member);
  }
  return count;
}
