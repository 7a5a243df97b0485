/**
 * Makes core/governance/vocabulary/agentEndings.ts (`node bench/names/fitEndings.ts`, a few seconds): how much the ending of a word of a field's name
 * is one of words for people (`-eur`, `-trice`, `-meister`, `-wart`). Logistic regression over the endings of the words for people and for
 * everything else that the vocabulary has. Deterministic. No labelled answer is read, so what is measured with the table holds for APIs that it
 * has never seen.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endingsOf } from '../../core/governance/fieldName/agentEndings.ts';
import { COMMON_FIELD_NAMES } from '../../core/governance/vocabulary/commonFieldNames.ts';
import * as evidence from '../../core/governance/vocabulary/evidence.ts';
import * as modifiers from '../../core/governance/vocabulary/modifiers.ts';
import { ORGANISATIONS } from '../../core/governance/vocabulary/organisations.ts';
import * as roles from '../../core/governance/vocabulary/roles.ts';
import * as things from '../../core/governance/vocabulary/things.ts';
import { phraseSet } from '../../core/governance/vocabulary/words.ts';

const LEAST_WORDS = 3;
const LEAST_WEIGHT = 0.2;
const PENALTY = 0.02;
const ROUNDS = 3_000;
const RATE = 2;

const people = phraseSet(roles.PERSON_ROLES);
const others = new Set(
  [
    COMMON_FIELD_NAMES,
    roles.ORGANISATION_ROLES,
    roles.PLACE_ROLES,
    roles.NEUTRAL_CONTAINERS,
    things.THING_WORDS,
    things.NAMED_THINGS,
    ORGANISATIONS,
    evidence.ORGANISATION_EVIDENCE,
    evidence.THING_EVIDENCE,
    evidence.GOODS_EVIDENCE,
    evidence.PLACE_EVIDENCE,
    evidence.SPECIES_EVIDENCE,
    modifiers.IDENTIFIER_WORDS,
    modifiers.IDENTIFIER_QUALIFIERS,
    modifiers.TECHNICAL_ADDRESS,
  ]
    .flatMap((list) => [...phraseSet(list)])
    .filter((word) => !people.has(word) && word.length > 2 && !/\d/.test(word)),
);
const words = [
  ...[...people].map((word) => ({ word, isPerson: 1 })),
  ...[...others].map((word) => ({ word, isPerson: 0 })),
].flatMap(({ word, isPerson }) => [
  { endings: endingsOf(word), isPerson, weight: isPerson === 1 ? 1 : people.size / others.size },
]);
const times = new Map<string, number>();
for (const { endings } of words) for (const ending of endings) times.set(ending, (times.get(ending) ?? 0) + 1);

const weights = new Map([...times].filter(([, count]) => count >= LEAST_WORDS).map(([ending]) => [ending, 0]));
const total = words.reduce((sum, { weight }) => sum + weight, 0);
const speeds = new Map<string, number>();
for (let round = 0; round < ROUNDS; round++) {
  const gradient = new Map<string, number>();
  for (const { endings, isPerson, weight } of words) {
    const sum = endings.reduce((before, ending) => before + (weights.get(ending) ?? 0), 0);
    const error = ((1 / (1 + Math.exp(-sum)) - isPerson) * weight) / total;
    for (const ending of endings) if (weights.has(ending)) gradient.set(ending, (gradient.get(ending) ?? 0) + error);
  }
  for (const [ending, weight] of weights) {
    const step = (gradient.get(ending) ?? 0) + (PENALTY / total) * 10 * weight;
    const speed = 0.9 * (speeds.get(ending) ?? 0) - RATE * step;
    speeds.set(ending, speed);
    weights.set(ending, weight + speed);
  }
}
const kept = [...weights]
  .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([ending, weight]) => `${ending}${weight.toFixed(1)}`);
const lines: string[] = [];
let line = '';
for (const entry of kept) {
  if (line.length + entry.length > 148) {
    lines.push(line);
    line = '';
  }
  line += `${line === '' ? '' : ' '}${entry}`;
}
lines.push(line);
writeFileSync(
  resolve(import.meta.dirname, '../../core/governance/vocabulary/agentEndings.ts'),
  `/**\n * Endings of words for people and of other words in names of fields, each with its weight: above 0 a person's. Made by bench/names/fitEndings.ts, not to be\n * edited. Pure data.\n */\nexport const AGENT_ENDINGS = \`\n${lines.join('\n')}\n\`;\n`,
);
const score = (endings: readonly string[]) => endings.reduce((sum, ending) => sum + (weights.get(ending) ?? 0), 0);
console.log(
  `${kept.length} endings; right: ${words.filter(({ endings, isPerson }) => score(endings) > 0 === (isPerson === 1)).length} of ${words.length}`,
);
