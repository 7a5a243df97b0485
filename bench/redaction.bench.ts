/**
 * Recall and precision of redaction on the labelled set (test/datasets/redaction), by type, and of other libraries on
 * the same set. The holdout and blind parts are only scored; nobody tunes for them.
 */
import { compileGovernance } from '../core/governance/index.ts';
import { PARTS, structuredSet, textSet } from '../test/datasets/redaction/index.ts';
import {
  type Redactor,
  type StructuredScore,
  scoreStructured,
  scoreText,
  type TextScore,
} from '../test/datasets/redaction/score.ts';
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

export async function run(): Promise<void> {
  const governor = compileGovernance();
  const redactors: [string, Redactor][] = [['portcullis', (value) => governor.redact(value)]];
  for (const rival of await loadRivals()) redactors.push([rival.name, (value) => rival.redactJson(value)]);

  const results: Record<string, unknown> = {};
  for (const part of PARTS) {
    const structured = structuredSet(part);
    const text = textSet(part);
    const rows: string[][] = [];
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
      const { misses: _misses, wrongs: _wrongs, ...kept } = leaves;
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
