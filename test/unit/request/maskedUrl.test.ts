/** What of a URL people may see. */
import { describe, expect, test } from '@jest/globals';
import { holdsMask, maskedUrl } from '../../../core/url/mask.ts';

const URLS: readonly (readonly [url: string, shown: string])[] = [
  ['https://host/openapi.json', 'https://host/openapi.json'],
  ['https://host/openapi.json?api_key=s3cret&v=2', 'https://host/openapi.json?api_key=***&v=***'],
  ['https://host/openapi.json?s3cret', 'https://host/openapi.json?***'],
  ['https://host/openapi.json?a=&b', 'https://host/openapi.json?a=&***'],
  ['https://host/a?x=s3cret=2?&y=s3cret#/components', 'https://host/a?x=***&y=***#/components'],
  ['https://user:s3cret@host/a', 'https://***@host/a'],
  ['//user@host/a', '//***@host/a'],
  ['https://host/@scope/a', 'https://host/@scope/a'],
  ['other.yaml?sig=s3cret#/Pet', 'other.yaml?sig=***#/Pet'],
  ['#/components/schemas/Pet', '#/components/schemas/Pet'],
  ['', ''],
];

describe('a masked URL', () => {
  test.each(URLS)('%s is shown as %s', (url, shown) => {
    expect(maskedUrl(url)).toBe(shown);
    expect(maskedUrl(shown)).toBe(shown);
  });

  test('is known by its masks alone', () => {
    expect(holdsMask('https://host/a?key=***')).toBe(true);
    expect(holdsMask('https://host/a?key=***&v=')).toBe(true);
    expect(holdsMask('https://host/a?***')).toBe(true);
    expect(holdsMask('https://host/a?key=***x')).toBe(false);
    expect(holdsMask('https://host/a?key=***&v=2')).toBe(false);
    expect(holdsMask('https://host/***?v=')).toBe(false);
  });
});
