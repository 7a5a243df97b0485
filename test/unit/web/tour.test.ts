/** The walk of the accessibility test and the screenshots comes to every page. Addresses are read from the sources: routes.tsx needs a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

test('the walk of test/support/tour.ts opens the address of every page', () => {
  const pages = [...read('web/src/app/routes.tsx').matchAll(/path: '(\/[^']*)', element: <(?!Navigate)/g)];
  const opened = [...read('test/support/tour.ts').matchAll(/go\(page, ['`]([^'`#]+)/g)].map(([, path = '']) => path);

  const addresses = pages.map(([, path = '']) => path);
  const pattern = (path: string) =>
    new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/.+)?').replaceAll(/:\w+/g, '[^/]+')}$`);
  const missing = addresses.filter((path) => !opened.some((each) => pattern(path).test(each)));

  expect(addresses.length).toBeGreaterThan(7);
  expect(missing.map((path) => `add a step that opens ${path} to test/support/tour.ts`)).toEqual([]);
});
