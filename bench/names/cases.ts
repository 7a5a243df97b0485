/**
 * The cases that the weights of unlisted names are fitted on (context/nameWeights.ts): text leaves of the labelled answers that are written like
 * a full name. A field whose name says something is taken a second time as if it said nothing, because a list has the names of the
 * fields that were read, and the weights are for those that nobody has read.
 */

import { compileSelectors } from '../../core/governance/context/fieldSelector.ts';
import { NAME_RULES, type NameCase } from '../../core/governance/context/nameRules.ts';
import { descend, rootScope, type Scope } from '../../core/governance/context/scope.ts';
import { nameCaseOf } from '../../core/governance/context/unlistedNames.ts';
import { combinedEvidence } from '../../core/governance/fieldName/evidence.ts';
import { type KeyInfo, readKey } from '../../core/governance/fieldName/readName.ts';
import { RedactedValues } from '../../core/governance/occurrences/redactedValues.ts';
import { isEnabled } from '../../core/governance/policy.ts';
import { createWalker } from '../../core/governance/walker.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import { Tally } from '../../core/model/governance/report.ts';
import { type Part, structuredSet } from '../../test/datasets/redaction/index.ts';

export interface Case {
  /** The answer that it is from; those of one API are left out together. */
  readonly api: string;
  readonly key: string;
  readonly value: string;
  readonly isName: boolean;
  /** Whether the field's name was hidden. */
  readonly isHidden: boolean;
  /** How often each rule holds, in the order of the rules. */
  readonly counts: readonly number[];
  readonly given: NameCase;
}

/** Redacts by all rules but these. */
const others = createWalker({
  enabled: (type) => isEnabled(type, {}),
  allow: compileSelectors([]),
  always: compileSelectors([]),
});
const HIDDEN: KeyInfo = readKey('xqzv', { nameFrom: 0 });
const known = new Map<string, KeyInfo>();
function infoOf(key: string): KeyInfo {
  const info = known.get(key) ?? readKey(key, { nameFrom: 0 });
  known.set(key, info);
  return info;
}

/** The cases of one part. Names that the rules before find by their field count as hidden only. */
export function casesOf(part: Part): Case[] {
  return structuredSet(part).flatMap(({ name, document, leaves }) => {
    const labels = new Map(leaves.map((leaf) => [leaf.pointer, leaf]));
    const found: Case[] = [];
    const after = others.walk(structuredClone(document) as JsonValue, new Tally(new RedactedValues()));
    const note = (
      value: string,
      next: JsonValue | undefined,
      at: string,
      field: { key: string; scope: Scope; siblings: number },
    ) => {
      const leaf = labels.get(at);
      if (leaf === undefined || leaf.parts || (leaf.personal !== undefined && leaf.personal !== 'name')) return;
      const isName = leaf.personal === 'name';
      const info = infoOf(field.key);
      const api = name.replace(/^.: /, '').split(/[ :]/)[0] ?? name;
      const add = (isHidden: boolean) => {
        const given = nameCaseOf(value, isHidden ? HIDDEN : info, field.scope, field.siblings);
        if (given === undefined) return;
        const counts = NAME_RULES.map((rule) => rule.count(given));
        found.push({ api, key: field.key, value, isName, isHidden, counts, given });
      };
      const isOpen = info.kind === undefined && info.nameFrom === 0;
      if (isOpen && (isName || next === value)) add(false);
      if (!isOpen && (isName || (next === value && info.kind === undefined))) add(true);
    };
    const visit = (
      value: JsonValue,
      next: JsonValue | undefined,
      at: string,
      field: { key: string; scope: Scope; siblings: number },
    ) => {
      if (typeof value === 'string') note(value, next, at, field);
      if (typeof value !== 'object' || value === null) return;
      const scope = field.key === '' ? field.scope : descend(field.scope, infoOf(field.key), field.siblings);
      const siblings = Array.isArray(value) ? field.siblings : combinedEvidence(Object.keys(value).map(infoOf));
      for (const [key, child] of Object.entries(value)) {
        const inner = Array.isArray(value) ? field : { key, scope, siblings };
        const path = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        visit(child as JsonValue, (next as Record<string, JsonValue> | undefined)?.[key], path, inner);
      }
    };
    visit(document, after, '', { key: '', scope: rootScope(), siblings: 0 });
    return found;
  });
}
