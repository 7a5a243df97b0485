/** What words are about, as the table of API descriptions tells it, and a search that asks it. */
import { describe, expect, test } from '@jest/globals';
import { ToolIndex } from '../../../../core/search/toolIndex.ts';
import { agreementOf, topicOf } from '../../../../core/search/topics.ts';
import { TOPIC_TABLE } from '../../../../core/search/topicTable.ts';
import { stemOf } from '../../../../core/search/words.ts';
import { bundleTool } from '../../../support/bundles.ts';
import { defined } from '../../../support/defined.ts';

const topic = (...words: string[]) => defined(topicOf(words.map((word) => [stemOf(word), 1])));

describe('the topic of words', () => {
  test.each([
    ['song', 'album', 'invoice'],
    ['weather', 'forecast', 'refund'],
    ['invoice', 'refund', 'container'],
  ])('of %s is nearer to %s than to %s', (word, near, far) => {
    expect(agreementOf(topic(word), topic(near))).toBeGreaterThan(agreementOf(topic(word), topic(far)) + 0.2);
  });

  test('is a direction, whatever the number of words', () => {
    expect(agreementOf(topic('song'), topic('song'))).toBeCloseTo(1);
    expect(agreementOf(topic('song', 'album', 'artist'), topic('song', 'album', 'artist'))).toBeCloseTo(1);
  });

  test('leans to the word that counts more', () => {
    const leaning = (songs: number, invoices: number) =>
      agreementOf(
        defined(
          topicOf([
            ['song', songs],
            ['invoic', invoices],
          ]),
        ),
        topic('song'),
      );

    expect(leaning(5, 1)).toBeGreaterThan(leaning(1, 5));
  });

  test.each([[[]], [['xyzzy']], [['請求書', 'facture']]])('is none for %j', (words) => {
    expect(topicOf(words.map((word) => [word, 1]))).toBeUndefined();
  });
});

test('the table has each word once, in order, and nothing but records', () => {
  const records = [...TOPIC_TABLE.matchAll(/(\d)([a-z]*)[A-Z]\S{16}/g)];
  let word = '';
  const words = records.map(([, shared, rest = '']) => {
    word = word.slice(0, Number(shared)) + rest;
    return word;
  });

  expect(words.length).toBeGreaterThan(3_000);
  expect(words).toEqual([...new Set(words)].toSorted());
  expect(records.map(([record]) => record).join('')).toBe(TOPIC_TABLE.replaceAll('\n', ''));
  expect(TOPIC_TABLE.length).toBeLessThan(80_000);
});

describe('a word in another sense', () => {
  const apiOf = (nouns: string, description: string) =>
    new ToolIndex(
      nouns.split(' ').flatMap((noun) =>
        ['list', 'get', 'create', 'update'].map((verb) =>
          bundleTool(`${verb}_${noun}`, {
            title: `${verb} ${noun}`,
            description,
            program: { verb: 'GET', path: `/${noun}/${verb}`, parameters: [] },
          }),
        ),
      ),
    );
  const hosting = apiOf('zone record domain nameserver certificate site deploy transfer', 'Of hosting');
  const bank = apiOf('account payment balance statement beneficiary card transfer', 'Of a bank');

  test.each(['transfer money', 'Transfer the salary to our employee'])('makes %s nothing', (query) => {
    expect(hosting.find(query, 5).tools).toEqual([]);
    expect(bank.find(query, 5).tools).not.toEqual([]);
  });

  test('is no matter where every word is known', () => {
    expect(hosting.find('list transfers', 5).tools).not.toEqual([]);
  });
});
