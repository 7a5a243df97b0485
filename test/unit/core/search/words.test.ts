import { describe, expect, test } from '@jest/globals';
import { isPlural, phrasesOf, singularOf, valueWords, wordsOf } from '../../../../core/search/words.ts';

describe('the words of a text', () => {
  test.each([
    ['getUserById', 'get user id'],
    ['list_HTTPServers', 'list http server'],
    ['/repos/{owner}/pull-requests', 'repo owner pull request'],
    ['OAuth2Tokens v2', 'o auth2 token v2'],
    ['What is the team’s plan?', 'team plan'],
    ['Cafés', 'cafe'],
    ['', ''],
    ['the of and', ''],
  ])('%s are its stems', (text, expected) => {
    expect(wordsOf(text).join(' ')).toBe(expected);
  });

  test.each([
    ['空气质量指数', ['空气', '气质', '质量', '量指', '指数']],
    ['会議を検索', ['会議', '議を', 'を検', '検索']],
    ['雨', ['雨']],
    ['get天气', ['get', '天气']],
  ])('%s, where no spaces are written, are pairs', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  test('are not what no word can be', () => {
    expect(wordsOf(`a${'b'.repeat(50)} token`)).toEqual(['token']);
  });
});

describe('the phrases of a request', () => {
  test.each([
    ['the covers of an old book', [['covers'], ['old', 'book']]],
    ['Which shelves do we have in the cellar?', [['shelves'], ['cellar']]],
    ['sort parcels, then weigh them', [['sort', 'parcels'], ['weigh']]],
    ['book restaurant table', [['book', 'restaurant', 'table']]],
    ['what is it about', []],
  ])('%s ends at prepositions, auxiliary verbs and commas', (text, expected) => {
    expect(phrasesOf(text)).toEqual(expected);
  });
});

describe('the values in a request', () => {
  test.each([
    ['Who is the mother of Ada Lovelace?', ['ada', 'lovelace']],
    ['Delete it. Then tell Bob', ['bob']],
    ['the webhook with id 12345', ['12345']],
    ["rename it to 'old things', please", ['old', 'things']],
    ["the team's plan isn't ready", []],
    ['list users', []],
  ])('%s', (text, expected) => {
    expect([...valueWords(text)]).toEqual(expected);
  });

  test('take time in proportion to the text', () => {
    const text = `${'"'.repeat(500)}${'A'.repeat(500)}`;

    expect(valueWords(text).size).toBeLessThan(2);
  });
});

describe('the singular of a word', () => {
  test.each([
    ['users', 'user'],
    ['policies', 'policy'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['user', 'user'],
    ['used', 'used'],
    ['address', 'address'],
    ['status', 'status'],
    ['gas', 'gas'],
    ['空气', '空气'],
  ])('of %s is %s', (word, singular) => {
    expect(singularOf(word)).toBe(singular);
    expect(isPlural(word)).toBe(word !== singular);
  });
});
