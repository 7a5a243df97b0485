/**
 * Recall and precision of redaction on the labelled set (test/datasets/redaction), by type, and of other libraries on
 * the same set. The holdout and blind parts are only scored; nobody tunes for them. With folders of recorded answers
 * (support/recordedAnswers.ts), `npm run bench -- redaction <folder> …`, those are scored instead and nothing is stored.
 * `npm run bench -- redaction unseen <folder> …` leaves each API out in turn (names/unseenApis.ts).
 */
import { compileGovernance } from '../core/governance/index.ts';
import type { JsonValue } from '../core/lib/json/value.ts';
import type { LeafReason } from '../core/model/governance/explanation.ts';
import type { RedactionMode } from '../core/model/governance/modes.ts';
import { type Labelled, PARTS, type Part, structuredSet, textSet } from '../test/datasets/redaction/index.ts';
import {
  type Place,
  type Redactor,
  type StructuredScore,
  scoreStructured,
  scoreText,
  type TextScore,
} from '../test/datasets/redaction/score.ts';
import { scoreUnseen } from './names/unseenApis.ts';
import {
  governed,
  isXml,
  type Outcome,
  outcomesOf,
  type RecordedAnswer,
  readRecordedSet,
} from './support/recordedAnswers.ts';
import { saveResult, table } from './support/report.ts';
import { loadRivals } from './support/rivals.ts';

const percent = (value: number, digits = 1): string => `${(value * 100).toFixed(digits)} %`;

/** The targets of both held-out parts, with the values reached. */
function targets(leaves: StructuredScore, text: TextScore): string[][] {
  const row = (name: string, value: number, limit: number, { atMost = false } = {}): string[] => [
    name,
    `${atMost ? '≤' : '≥'} ${percent(limit)}`,
    percent(value, 2),
    (atMost ? value <= limit : value >= limit) ? 'reached' : 'missed',
  ];
  const recall = (type: string, limit: number): string[] => {
    const name = `${type} in text`;
    const of = text.byType[type];
    return of ? row(name, of.found / of.total, limit) : [name, `≥ ${percent(limit)}`, '–', 'none in this part'];
  };
  return [
    row('recall on leaves', leaves.recall, 0.97),
    row('precision on leaves', leaves.precision, 0.98),
    row('over-redaction of survivors', leaves.overRedaction, 0.001, { atMost: true }),
    ...['email', 'card', 'ssn', 'iban', 'ip'].map((type) => recall(type, 0.99)),
    recall('phone', 0.85),
    row('ordinary words lost', text.lost / text.words, 0.001, { atMost: true }),
  ];
}

/** What each part may be used for (bench/redaction.md). */
const USE: Readonly<Record<Part, string>> = {
  tuning: 'used for tuning',
  broad: 'used for tuning after the first score of each round',
  fresh: 'used for tuning after the first score of each set',
  trades: 'used for tuning',
  holdout: 'scored only',
  blind: 'scored only',
  associations: 'scored only',
};

export async function run(): Promise<void> {
  const [first, ...rest] = process.argv.slice(3);
  if (first === 'unseen') return scoreUnseen(rest);
  const folders = first === undefined ? [] : [first, ...rest];
  await (folders.length > 0 ? scoreRecorded(folders) : scoreParts());
}

async function scoreParts(): Promise<void> {
  const governor = compileGovernance();
  const strict = compileGovernance({ mode: 'strict' });
  const redactors: [string, Redactor][] = [
    ['portcullis', (value) => governor.redact(value)],
    ['portcullis, strict', (value) => strict.redact(value)],
  ];
  for (const rival of await loadRivals()) redactors.push([rival.name, (value) => rival.redactJson(value)]);

  const results: Record<string, unknown> = {};
  for (const part of PARTS) {
    const structured = structuredSet(part);
    const text = textSet(part);
    const rows: string[][] = [];
    console.log(`## ${part}: ${USE[part]}\n`);
    for (const [name, redact] of redactors) {
      const leaves = scoreStructured(structured, redact);
      const words = scoreText(text, redact);
      const f1 = (2 * leaves.precision * leaves.recall) / (leaves.precision + leaves.recall);
      rows.push([
        name,
        percent(leaves.recall),
        percent(leaves.precision),
        percent(f1),
        `${leaves.destroyed} of ${leaves.survivors} (${percent(leaves.overRedaction, 2)})`,
        percent(words.lost / words.words, 2),
      ]);
      if (name !== 'portcullis') continue;
      const byType = Object.entries(leaves.byType).map(([type, { total, found }]) => [
        type,
        `${found}/${total}`,
        percent(found / total),
      ]);
      console.log(table([`${part}: leaves by type`, 'found', 'recall'], byType));
      const traps = Object.entries(leaves.byTrap).filter(([, { destroyed }]) => destroyed > 0);
      if (traps.length > 0)
        console.log(
          table(
            ['survivors by kind', 'destroyed'],
            traps.map(([kind, { total, destroyed }]) => [kind, `${destroyed}/${total}`]),
          ),
        );
      console.log(
        table(
          [`${part}: text by type`, 'found', 'recall'],
          Object.entries(words.byType).map(([type, { total, found }]) => [
            type,
            `${found}/${total}`,
            percent(found / total),
          ]),
        ),
      );
      console.log(table([`${part}: target`, 'wanted', 'reached', ''], targets(leaves, words)));
      printReasons(part, structured, leaves);
      const { misses: _misses, wrongs: _wrongs, missed: _missed, destroyedAt: _destroyed, ...kept } = leaves;
      results[part] = {
        ...kept,
        trapKinds: Object.keys(leaves.byTrap).length,
        text: { texts: words.texts, words: words.words, lost: words.lost, byType: words.byType },
      };
    }
    console.log(
      table(
        [
          `${part}: ${structured.length} answers, ${text.length} texts`,
          'recall',
          'precision',
          'F1',
          'over-redacted',
          'words lost in text',
        ],
        rows,
      ),
    );
    results[`${part}Compared`] = rows;
  }
  saveResult('redaction', results);
}

/**
 * Which rule decided what was missed and what was destroyed: each value, of parts that are only scored the numbers alone, so that nobody tunes
 * for a value.
 */
function printReasons(part: Part, set: readonly Labelled[], { missed, destroyedAt }: StructuredScore): void {
  const governor = compileGovernance({ truncation: false, maxBytes: 16_000_000 });
  const known = new Map<number, ReadonlyMap<string, LeafReason>>();
  const reasonAt = ({ answer, pointer }: Place): LeafReason | undefined => {
    let reasons = known.get(answer);
    if (reasons === undefined) {
      const body = Buffer.from(JSON.stringify(set[answer]?.document));
      const { explanation } = governor.governBytes(body, 'application/json', { explain: true });
      reasons = new Map((explanation?.leaves ?? []).map((leaf) => [leaf.pointer, leaf]));
      known.set(answer, reasons);
    }
    return reasons.get(pointer);
  };
  for (const [what, places] of [
    ['missed', missed],
    ['destroyed', destroyedAt],
  ] as const) {
    if (places.length === 0) continue;
    const byRule = Map.groupBy(places, (place) => reasonAt(place)?.rule ?? 'a name of a member that was redacted');
    const rows = [...byRule]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([rule, each]) => [rule, String(each.length)]);
    console.log(table([`${part}: ${what}, by the rule that decided`, 'values'], rows));
    if (USE[part] === 'scored only') continue;
    const each = places.map((place) => {
      const { rule = '', sum } = reasonAt(place) ?? {};
      const leaf = set[place.answer]?.leaves.find(({ pointer }) => pointer === place.pointer);
      const weighed = sum ? ` (${sum.reached} of ${sum.needed})` : '';
      return [`${set[place.answer]?.name}${place.pointer}`, JSON.stringify(leaf?.value), `${rule}${weighed}`];
    });
    console.log(table([`${part}: ${what}`, 'value', 'rule'], each));
  }
}

/** Scores recorded answers with the path of their operation, as a tool has it. */
async function scoreRecorded(folders: readonly string[]): Promise<void> {
  const governIn = (mode: RedactionMode) => {
    const governor = compileGovernance({ mode, truncation: false, maxBytes: 4_000_000 });
    return (answer: RecordedAnswer): string => governed(governor, answer);
  };
  const rivals = await loadRivals();
  for (const folder of folders) {
    const set = readRecordedSet(folder);
    const own = outcomesOf(set, governIn('balanced'));
    const rows = [
      ['portcullis', ...scored(own)],
      ['portcullis, strict', ...scored(outcomesOf(set, governIn('strict')))],
    ];
    for (const rival of rivals) {
      const redact = (answer: RecordedAnswer): string | undefined =>
        isXml(answer) ? undefined : JSON.stringify(rival.redactJson(JSON.parse(answer.text) as JsonValue));
      rows.push([rival.name, ...scored(outcomesOf(set, redact))]);
    }
    console.log(`## ${set.name}: ${set.answers.length} answers of ${new Set(own.map(({ api }) => api)).size} APIs\n`);
    console.log(table(['', 'recall', 'precision', 'destroyed'], rows));
    const personal = own.filter(({ kind }) => kind !== undefined);
    console.log(
      table(
        ['personal, by kind', 'found', 'marked as'],
        byGroup(personal, ({ kind }) => kind ?? ''),
      ),
    );
    console.log(
      table(
        ['personal, by where it stands', 'found', 'marked as'],
        byGroup(personal, ({ form }) => form),
      ),
    );
    const destroyed = own.filter(({ kind, isRedacted }) => kind === undefined && isRedacted);
    console.log(
      table(
        ['destroyed, by where it stood', 'leaves', 'marked as'],
        byGroup(destroyed, ({ form }) => form),
      ),
    );
  }
}

/** Recall, precision and the share of other leaves that were destroyed. */
function scored(outcomes: readonly Outcome[]): string[] {
  const personal = outcomes.filter(({ kind }) => kind !== undefined);
  const found = personal.filter(({ isRedacted }) => isRedacted).length;
  const others = outcomes.length - personal.length;
  const destroyed = outcomes.filter(({ kind, isRedacted }) => kind === undefined && isRedacted).length;
  return [
    `${found} of ${personal.length} (${percent(found / personal.length)})`,
    percent(found / (found + destroyed)),
    `${destroyed} of ${others} (${percent(destroyed / others, 2)})`,
  ];
}

/** By group: how many were redacted, and the types of their markers. */
function byGroup(outcomes: readonly Outcome[], groupOf: (outcome: Outcome) => string): string[][] {
  const groups = Map.groupBy(outcomes, groupOf);
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([group, members]) => {
      const redacted = members.filter(({ isRedacted }) => isRedacted);
      const markers = [...Map.groupBy(redacted, ({ marker }) => marker ?? 'no marker')]
        .sort(([, one], [, other]) => other.length - one.length)
        .map(([marker, { length }]) => `${marker} ${length}`);
      return [group, `${redacted.length} of ${members.length}`, markers.join(', ')];
    });
}
