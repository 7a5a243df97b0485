/**
 * Redacts the names of members of objects, which may be data themselves: `people: {'Ann Lee': {…}}`, `{"ann@example.org": {…}}`. In the mode `closed` those
 * that may be data go whole (context/closedNames.ts).
 */
import type { Trail } from '../../model/governance/report.ts';
import { defineFindings, type Finding } from '../../model/governance/rule.ts';
import { type Span, spanOf } from '../../model/governance/span.ts';
import { plainMarker } from '../catalog/pseudonyms.ts';
import { isGivenName } from '../facts/givenName.ts';
import { looksLikePersonName } from '../facts/personName.ts';
import { CLOSED_RULES } from './closedRules.ts';
import { findSpans, NO_HINTS, replaceSpans, type TextHints, type TextRules } from './prose.ts';

/** What is found in the names of members. */
export const KEY_RULES = defineFindings({
  'key.person': [
    'name',
    'The name of a member is that of a person, where members are people.',
    "people: {'Ann Lee': {}}",
  ],
});

/** Hints where the names of members are people's ids. */
const PERSON_HINTS: TextHints = { identifier: false, topic: 'id' };
/** Maximum number of hits in one key. */
const MAX_KEY_HITS = 1_000;

/** The name of a member that may be data. */
interface NameToRead {
  readonly key: string;
  /** In the mode `closed`. */
  readonly isHeldBack: boolean;
  /** What is found; undefined before. */
  spans: readonly Span[] | undefined;
}

const readsAsPerson = (key: string): boolean => key.includes(' ') && looksLikePersonName(key);

/** Redacts names of members by one set of rules, and counts each hit at the trail's position. */
export class MemberNames {
  readonly #rules: TextRules;
  readonly #trail: Trail;

  constructor(rules: TextRules, trail: Trail) {
    this.#rules = rules;
    this.#trail = trail;
  }

  /**
   * Finds the personal data in the names of members (`spans`), and tells whether there is any. Where members are people (`people: {'Ann Lee':
   * {…}}`) the names are judged together: only beside one whose first word is a given name are those names that read like one, because captions
   * (`Full Name`) do as well.
   */
  read(fields: readonly NameToRead[], areOfPersons: boolean): boolean {
    const rules = this.#rules;
    const areCaptions =
      areOfPersons && !fields.some(({ key }) => readsAsPerson(key) && isGivenName(key.slice(0, key.indexOf(' '))));
    let isAnyPersonal = false;
    for (const field of fields) {
      const { key, isHeldBack } = field;
      field.spans ??=
        areCaptions && !isHeldBack
          ? findSpans(key, PERSON_HINTS, rules)
          : this.spans(key, { ofPersons: areOfPersons, isHeldBack });
      isAnyPersonal ||= field.spans.length > 0;
    }
    return isAnyPersonal;
  }

  /**
   * The personal data in the name of one member. Names and ids of people count only where members are people.
   *
   * @param options.isHeldBack the name may be data, so that all of it goes
   */
  spans(
    key: string,
    { ofPersons, isHeldBack = false }: { readonly ofPersons: boolean; readonly isHeldBack?: boolean },
  ): readonly Span[] {
    const rules = this.#rules;
    if (isHeldBack) return [spanOf(0, key.length, CLOSED_RULES['closed.name'])];
    if (!ofPersons) return findSpans(key, NO_HINTS, rules).filter((span) => span.type !== 'national-id');
    return rules.enabled('name') && readsAsPerson(key)
      ? [spanOf(0, key.length, KEY_RULES['key.person'])]
      : findSpans(key, PERSON_HINTS, rules);
  }

  /** The key with the spans replaced by markers, which are counted. */
  redact(key: string, spans: readonly Span[]): string {
    if (spans.length === 0) return key;
    const { tally, path } = this.#trail;
    let name = key;
    const hits: Finding[] = [];
    if (spans[0]?.type === 'name') tally.memory?.note('name', key);
    // As in a text, the rest may hold more.
    for (let found = spans; found.length > 0 && hits.length < MAX_KEY_HITS; ) {
      for (const { finding } of found) hits.push(finding);
      name = replaceSpans(name, found, this.#rules.markerFor ?? plainMarker);
      if (found.at(-1)?.type === 'withheld') break;
      found = this.spans(name, { ofPersons: false });
    }
    for (const finding of hits) tally.add(finding, path, name);
    return name;
  }
}
