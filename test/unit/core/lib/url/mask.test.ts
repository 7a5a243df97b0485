/** What of a URL people may see. */
import { describe, expect, test } from '@jest/globals';
import { holdsMask, maskedUrl } from '../../../../../core/lib/url/mask.ts';

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
  [`https://host/docs/sk_live_${'a1B2'.repeat(6)}/openapi.json`, 'https://host/docs/***/openapi.json'],
  [`https://host/ghp_${'aB3'.repeat(12)}`, 'https://host/***'],
  ['https://host/share/cHJqOjg5NzQzMTI6YXBp.json?a=1', 'https://host/share/***?a=***'],
  ['https://host/d/5f0c6f2e-8d1b-4a57-9d0e-7b0f4f1f2a3c/openapi.yaml', 'https://host/d/***/openapi.yaml'],
  ['https://host/d/0123456789abcdef0123456789abcdef', 'https://host/d/***'],
  [`https://host/hooks/ghp%5F${'aB3'.repeat(12)}`, 'https://host/hooks/***'],
  ['https://host/2023-11-01-preview-version/openapi.json', 'https://host/2023-11-01-preview-version/openapi.json'],
  ['https://a-very-long-name-2024.host1.example.com/v1', 'https://a-very-long-name-2024.host1.example.com/v1'],
  [
    'https://host/AzureResourceManager/computeResourceProvider_v2.json',
    'https://host/AzureResourceManager/computeResourceProvider_v2.json',
  ],
  ['models/OrderLineItemWithPrices2024.yaml#/Pet', 'models/OrderLineItemWithPrices2024.yaml#/Pet'],
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
    expect(holdsMask('https://host/a?key=***&v=2')).toBe(true);
    expect(holdsMask('https://host/a?v=2&***#b')).toBe(true);
    expect(holdsMask('https://host/***?v=')).toBe(true);
    expect(holdsMask('https://host/***/openapi.json')).toBe(true);
    expect(holdsMask('https://host/a***/b?c=d***')).toBe(false);
  });
});
