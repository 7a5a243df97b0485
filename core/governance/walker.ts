/**
 * Makes what walks answers by one set of rules: parsed values as a tree, JSON documents on their bytes, single strings by their name. What is
 * known of a tool is compiled once, and is where a walk begins.
 */
import type { MarkedTool } from '../model/governance/marked.ts';
import { pointerOf, segmentsOf, Tally, Trail } from '../model/governance/report.ts';
import type { GovernanceSettings } from '../model/governance/settings.ts';
import type { MarkerFor, Span } from '../model/governance/span.ts';
import { plainMarker } from './catalog/pseudonyms.ts';
import { passingNames } from './context/closedNames.ts';
import type { FieldSelector } from './context/fieldSelector.ts';
import { compileMarks, hasSearched, keptFields, type MarkNode } from './context/marks.ts';
import { mayKeyHoldData, type NamesHeldBack } from './context/objectPlan.ts';
import { createPlanner } from './context/planCache.ts';
import { rootScope, type Scope } from './context/scope.ts';
import { NAME_FROM } from './context/unlistedNames.ts';
import { createKeyReader } from './fieldName/nameCache.ts';
import type { NameReading } from './fieldName/readName.ts';
import type { Walker } from './formats/walker.ts';
import { sourceOf } from './json/buffers.ts';
import { ByteWalker } from './json/byteWalker.ts';
import { type Selectors, TreeWalker } from './json/treeWalker.ts';
import { findOwnWords, keptWordsOf } from './ownWords.ts';
import type { CompiledPatterns } from './patterns.ts';
import { isEnabled } from './policy.ts';
import { MAX_WORK } from './text/detectors/detector.ts';
import type { ClosedRules } from './value/harmless.ts';
import { type KeptParts, keptPartsOf } from './value/keptParts.ts';
import type { ExtraFinder, TextRules } from './value/prose.ts';
import { Redactor } from './value/redactor.ts';

/** What is known about a tool, compiled. */
interface Known {
  readonly marks: MarkNode | undefined;
  readonly kept: FieldSelector;
}

const UNMARKED: Known = { marks: undefined, kept: keptFields(undefined) };
/** By tool, which the bundle holds. */
const knownTools = new WeakMap<MarkedTool, Known>();
const knownClosed = new WeakMap<MarkedTool, Known>();

/** What is known about a tool, compiled once. */
export function knownOf(tool: MarkedTool | undefined, isClosed: boolean): Known {
  if (tool?.described === undefined && tool?.redaction === undefined) return UNMARKED;
  const tools = isClosed ? knownClosed : knownTools;
  let known = tools.get(tool);
  if (known === undefined) {
    const marks = compileMarks(tool, { isClosed });
    known = { marks, kept: keptFields(marks) };
    tools.set(tool, known);
  }
  return known;
}

/** Finds the names of people in a text (sentences/names.ts). */
export type FindNames = (text: string) => Span[];

/** What is searched in texts besides the detectors. */
interface Finders {
  readonly patterns?: CompiledPatterns | undefined;
  readonly findNames?: FindNames | undefined;
}

/**
 * Returns the walker of each answer: one for all, or, with custom patterns, one of its own because their work limit is
 * per answer. Throws an Error when `prose` is on and its finder was not loaded.
 */
export function walkersOf(
  settings: GovernanceSettings,
  selectors: Selectors,
  markerFor: MarkerFor,
  { patterns, findNames }: Finders,
  closed?: ClosedRules,
): () => () => Walker {
  if (!settings.pii) return () => () => PASS_THROUGH;
  const known = new Map<string, boolean>();
  const enabled = (type: string): boolean => {
    const on = known.get(type) ?? isEnabled(type, settings.detectors, settings.mode);
    known.set(type, on);
    return on;
  };
  if (settings.prose && findNames === undefined) throw new Error('The finder of names in sentences is not loaded.');
  const nameFrom = enabled('name') ? NAME_FROM[settings.mode] : undefined;
  const rules: WalkRules = {
    enabled,
    markerFor,
    keptParts: keptPartsOf(settings.keepParts),
    nameFrom,
    ...(closed && { closed }),
    ...(settings.prose && enabled('name') && { findNames }),
    ...(settings.keptWords.length > 0 && { kept: keptWordsOf(settings.keptWords) }),
    ...selectors,
  };
  const { wordLists } = settings;
  const words = wordLists.length === 0 ? undefined : findOwnWords(wordLists);
  const custom = new Set([...settings.customPatterns, ...wordLists].map(({ name }) => name));
  if (patterns === undefined) {
    const shared = createWalker(words === undefined ? rules : { ...rules, extra: words, custom, hasOwnWords: true });
    return () => () => shared;
  }
  return () => {
    const find = patterns.forAnswer();
    const extra = words === undefined ? find : (text: string) => [...find(text), ...words(text)];
    let walker: Walker | undefined;
    return () => (walker ??= createWalker({ ...rules, extra, custom, hasOwnWords: words !== undefined }));
  };
}

/** Redacts nothing. */
const PASS_THROUGH: Walker = {
  of: () => PASS_THROUGH,
  walk: (value) => value,
  document: () => undefined,
  field: (_name, value) => value,
  find: () => [],
  pointer: (pointer) => pointer,
  names: (names) => names,
  isClosed: false,
  markerFor: plainMarker,
};

/** What is redacted, and the fields that the owner excepts or adds. */
export type WalkRules = TextRules &
  Selectors &
  Pick<NameReading, 'nameFrom'> & {
    readonly keptParts?: KeptParts;
    readonly closed?: ClosedRules;
    readonly hasOwnWords?: boolean;
    readonly findNames?: FindNames | undefined;
  };

/** The finder of a walker: the owner's, and names in sentences, each noted to be found elsewhere in the answer. */
function extraOf({ extra, findNames, kept }: WalkRules, note: (name: string) => void): ExtraFinder | undefined {
  if (findNames === undefined) return extra;
  return (text) => {
    const found = findNames(text);
    const names = kept === undefined || found.length === 0 ? found : kept.without(text, found);
    for (const { start, end } of names) note(text.slice(start, end));
    return extra === undefined ? names : [...extra(text), ...names];
  };
}

/**
 * Creates a walker, which redacts values by one set of rules: parsed values as a tree, JSON documents on their bytes,
 * single strings by their name. All of these share plans and the redactor. Two walks of one walker overlap only where a
 * string holds another document.
 */
export function createWalker(rules: WalkRules): Walker {
  const infoOf = createKeyReader(rules);
  const { closed } = rules;
  const holdsBack: NamesHeldBack = (keys, { marks }) =>
    passingNames(keys, infoOf).map((passes, index) => {
      const key = keys[index] ?? '';
      return !passes && marks?.children.has(key) !== true && closed?.released.has(key) !== true;
    });
  // A word of the owner may be any key.
  const mayHoldData = rules.hasOwnWords === true ? () => true : mayKeyHoldData;
  const planner = createPlanner(infoOf, closed && holdsBack, mayHoldData);
  const trail = new Trail();
  const work = { left: MAX_WORK };
  const extra = extraOf(rules, (name) => trail.tally.memory?.note('name', name));
  const redactor = new Redactor({
    rules: { ...rules, ...(extra && { extra }), work, stays: (rule) => trail.tally.trace?.stays(rule) },
    keptParts: rules.keptParts ?? keptPartsOf([]),
    infoOf,
    root: planner.root,
    trail,
    closed,
    // A change is recognized by identity, so the inner value must not be changed in place.
    walkInner: (value) => treeWalker.visit(value, undefined, undefined, planner.root, { owned: false, sentinel: -1 }),
  });
  const context = { selectors: rules, infoOf, planner, trail, redactor };
  const treeWalker = new TreeWalker(context);
  const byteWalker = new ByteWalker({ ...context, treeWalker });
  const begin = (tally: Tally, leaf: string | undefined, isSearched: boolean): void => {
    redactor.hasSearched = isSearched;
    // Each answer has its own tally.
    if (tally !== trail.tally) {
      work.left = MAX_WORK;
      redactor.begin();
    }
    trail.begin(tally, leaf);
  };

  /** By what is known about a tool. */
  const walkers = new WeakMap<MarkNode, Walker>();
  const of = (tool: MarkedTool | undefined): Walker => {
    const { marks } = knownOf(tool, closed !== undefined);
    if (marks === undefined) return plain;
    let known = walkers.get(marks);
    if (known === undefined) {
      known = walkerAt(rootScope(marks), hasSearched(marks));
      walkers.set(marks, known);
    }
    return known;
  };
  const walkerAt = (root: Scope, isSearched = false): Walker => ({
    of,
    markerFor: rules.markerFor ?? plainMarker,
    walk(value, tally, { owned = false, sentinel = -1 } = {}) {
      begin(tally, undefined, isSearched);
      return treeWalker.visit(value, undefined, undefined, root, { owned, sentinel });
    },
    document(bytes, tally, options) {
      // Its values are walked one by one.
      if (tally.trace !== undefined) return undefined;
      begin(tally, undefined, isSearched);
      return byteWalker.redact(sourceOf(bytes), { ...options, root });
    },
    find(text, tally) {
      begin(tally, undefined, isSearched);
      return redactor.spans(text);
    },
    isClosed: closed !== undefined,
    names(names, tally) {
      if (closed === undefined) return names;
      begin(tally, undefined, isSearched);
      const held = holdsBack(names, root);
      return names.map((name, index) =>
        redactor.names.redact(name, redactor.names.spans(name, { ofPersons: false, isHeldBack: held[index] === true })),
      );
    },
    pointer(pointer) {
      if (closed === undefined && !mayHoldData(pointer)) return pointer;
      trail.begin(new Tally(), undefined);
      // Digits alone may be an index or any id. A segment with a letter is judged like a key that names a person.
      const segments = segmentsOf(pointer).map((segment) => {
        const ofPersons = /^\p{L}|\p{L}$/u.test(segment);
        const isHeldBack = closed !== undefined && holdsBack([segment], root)[0] === true;
        return redactor.names.redact(segment, redactor.names.spans(segment, { ofPersons, isHeldBack }));
      });
      return pointerOf(segments);
    },
    field(name, value, tally) {
      begin(tally, name, isSearched);
      return redactor.named(name, value);
    },
  });
  const plain = walkerAt(planner.root);
  return plain;
}
