/**
 * A property for each row of the table of numbers: the template has the number, the page has the sentence, and the sentence has the number.
 * A number of the template that is in no row is a fault too, so that a new one is promised or explained.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../../core/lib/limits.ts';
import { RETRY_SECONDS } from '../../../core/telemetry/events/webhooks.ts';
import type { DeploymentConfig } from '../../../lib/config.ts';
import { numbersOf } from '../../support/numbers.ts';
import { TABLE } from './numbers.table.ts';
import type { Property, Resources } from './property.ts';

const SECONDS = { ms: 0.001, second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
type Unit = keyof typeof SECONDS;

export interface Row {
  readonly at: RegExp;
  /** As in the table, without its unit and its bound. */
  readonly number: string;
  readonly bound: '' | '≤' | '≥';
  /** Of the number as the sentence says it, and as the template counts. */
  readonly unit?: Unit;
  readonly per: Unit;
  /** Of design/; undefined where none promises it. */
  readonly page?: string;
  readonly sentence: string;
}

const ROW = /^(≤|≥)? ?(\{\w+\}|any|[\d,]+)(?: (second|minute|hour|day)s?)?(?: in (ms|minute|day)s?)?$/;

function rowOf(line: string): Row {
  const [place = '', value = '', page, ...sentence] = line.split(' | ');
  const [, bound = '', number = value, unit, per = 'second'] = ROW.exec(value) ?? [];
  return {
    at: new RegExp(`^${place}$`),
    number,
    bound: bound as Row['bound'],
    ...(unit && { unit: unit as Unit }),
    per: per as Unit,
    ...(page !== '-' && page && { page }),
    sentence: sentence.join(' | '),
  };
}

export const ROWS: readonly Row[] = TABLE.split('\n').filter(Boolean).map(rowOf);

const share = ({ lambdaConcurrency: all = 0 }: DeploymentConfig, part: number, least: number) =>
  Math.max(least, Math.floor(all * part));
/** What is left for the three functions that clients use. */
const clients = (config: DeploymentConfig, part: number) => {
  const { lambdaConcurrency: all = 0 } = config;
  const others = share(config, 0.05, 20) + 3 * share(config, 0.05, 10) + Math.max(100, Math.ceil(all * 0.15));
  return Math.floor((all - others) * part);
};
const END = LIMITS.stream.endMs / 1_000;
const rpcLife = ({ streamLifeSeconds = 300 }: DeploymentConfig) => streamLifeSeconds;
const streamLife = ({ streamLifeSeconds, standaloneStreams }: DeploymentConfig) =>
  streamLifeSeconds ?? (standaloneStreams ? 300 : 870);

/** What the table has in braces and is no setting by itself. */
const VALUES: Readonly<Record<string, (config: DeploymentConfig) => number>> = {
  sessionMinutes: ({ sessionHours }) => sessionHours * 60,
  streamSeconds: (config) => streamLife(config) + END,
  rpcLifeMs: (config) => rpcLife(config) * 1_000,
  streamLifeMs: (config) => streamLife(config) * 1_000,
  management: (config) => share(config, 0.05, 20),
  authorization: (config) => share(config, 0.05, 10),
  specReader: (config) => 2 * share(config, 0.05, 10),
  rpc: (config) => clients(config, 0.4),
  stream: (config) => clients(config, 0.35),
  sandbox: (config) => clients(config, 0.25),
  // Each try, and three days in which AWS itself refuses.
  deliverySeconds: () => RETRY_SECONDS.reduce((sum, each) => sum + each, 3 * SECONDS.day),
};

const plain = (number: string): number => Number(number.replaceAll(',', ''));

/** What the template must have, in its unit; a text for schedules and headers. */
export function expectedOf({ number, unit, per }: Row, config: DeploymentConfig): number | string | undefined {
  const [, name = ''] = /^\{(\w+)\}$/.exec(number) ?? [];
  if (name) return VALUES[name]?.(config) ?? (config[name as keyof DeploymentConfig] as number);
  const count = plain(number);
  if (Number.isNaN(count)) return number;
  return unit === undefined ? count : Math.round((count * SECONDS[unit]) / SECONDS[per]);
}

const isRight = (found: number | string, { bound }: Row, expected: number | string | undefined): boolean => {
  if (bound === '≤') return Number(found) <= Number(expected);
  return bound === '≥' ? Number(found) >= Number(expected) : found === expected;
};

/** Numbers that pages write as words. */
const WORDS: Readonly<Record<number, string>> = {
  1: 'an?|one|daily',
  2: 'two',
  3: 'three',
  5: 'five',
  7: 'seven',
  0: 'zero|nothing',
};

/** Whether the sentence has the number, in digits or as a word, before its unit where it has one. */
export function says(sentence: string, { number, unit }: Row): boolean {
  const count = plain(number);
  if (Number.isNaN(count)) return true;
  const measured = unit === undefined ? '' : `[^.]*\\b(${unit}s?${unit === 'second' ? '|s' : ''})\\b`;
  return new RegExp(`(?<![\\d.,])\\b(${number}|${WORDS[count] ?? number})\\b(?!,?\\d)${measured}`, 'i').test(sentence);
}

const pages = new Map<string, string>();
function textOf(page: string): string {
  const file = join(import.meta.dirname, '../../../design', `${page}.md`);
  const text = pages.get(page) ?? readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
  pages.set(page, text);
  return text;
}

/** What is wrong with a row itself, whatever the template has. */
export const faultsOfRow = (row: Row): string[] =>
  row.page === undefined
    ? []
    : [
        ...(textOf(row.page).includes(row.sentence) ? [] : [`design/${row.page}.md does not say: ${row.sentence}`]),
        ...(says(row.sentence, row) ? [] : [`${row.sentence}: does not say ${row.number} ${row.unit ?? ''}`]),
      ];

/** Of its property. */
export const nameOfRow = ({ at, sentence, page }: Row): string =>
  `${at.source.slice(1, -1)}: ${sentence}${page === undefined ? '' : ` (design/${page}.md)`}`;

export const NUMBERS: readonly Property[] = [
  ...ROWS.filter(({ number }) => number !== 'any').map((row) => ({
    name: nameOfRow(row),
    why: 'The product would do other than it says.',
    faults: (resources: Resources, config: DeploymentConfig) => {
      const expected = expectedOf(row, config);
      return numbersOf(resources)
        .filter(({ place, value }) => row.at.test(place) && !isRight(value, row, expected))
        .map(({ place, value }) => `${place}: ${value} instead of ${row.bound}${expected}`);
    },
  })),
  {
    name: 'every number of the template is promised or explained',
    why: 'Nobody would notice that it changes.',
    faults: (resources) =>
      numbersOf(resources)
        .filter(({ place }) => !ROWS.some(({ at }) => at.test(place)))
        .map(({ place, value }) => `${place}: ${value} is in no row of numbers.table.ts`),
  },
];
