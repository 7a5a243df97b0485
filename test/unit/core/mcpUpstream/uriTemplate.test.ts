import { describe, expect, test } from '@jest/globals';
import { isOfTemplate, templateOf } from '../../../../core/mcpUpstream/uriTemplate.ts';

const isOf = (text: string, uri: string): boolean | undefined => {
  const template = templateOf(text);
  return template && isOfTemplate(template, uri);
};

describe('a URI template', () => {
  test.each([
    ['a://x/{id}', 'a://x/17'],
    ['a://x/{id}', 'a://x/caf%C3%A9'],
    ['a://x/{id}', 'a://x/100%25'],
    ['a://{region}/{id}.json', 'a://eu/17.json'],
    ['a://{id}.md', 'a://x.md.md'],
    ['a://x{/id}', 'a://x/17'],
    ['file:///{+path}', 'file:///docs/a/b.md'],
    ['file:///{path*}', 'file:///docs/a/b.md'],
    ['a://x{#part}', 'a://x#one/two'],
    ['a://x{?q,page}', 'a://x?page=2'],
    ['a://x{?q,page}', 'a://x'],
    ['a://x/{id}{?q}', 'a://x/1?q=a%20b'],
    ['greeting://{name}/{name2}', 'greeting://a/b'],
  ])('%s gives %s', (text, uri) => {
    expect(isOf(text, uri)).toBe(true);
  });

  test.each([
    ['a://x/{id}', 'a://x/'],
    ['a://x/{id}', 'a://x/1/2'],
    ['a://x/{id}', 'a://x/1%2F2'],
    ['a://x/{id}', 'a://x/1%252F2'],
    ['a://x/{id}', 'a://x/..'],
    ['a://x/{id}', 'a://x/%2e%2E'],
    ['a://x/{id}', 'a://x/1?q=2'],
    ['a://x/{id}', 'a://x/1#2'],
    ['a://x/{id}', 'a://x/1 2'],
    ['a://x/{id}', 'a://x/%zz'],
    ['a://x/{id}.md', 'a://x/secret%00.md'],
    ['a://x/{id}', 'a://x/1%250a2'],
    ['file:///{+path}', 'file:///docs/a%00.md'],
    ['a://x/{id}', 'a://y/1'],
    ['a://x/{id}', 'b://a://x/1'],
    ['a://x/{id}', `a://x/${'1'.repeat(257)}`],
    ['a://x/{id}/end', 'a://x/1/other'],
    ['file:///docs/{+path}', 'file:///docs/a/../../etc/passwd'],
    ['file:///docs/{+path}', 'file:///docs/a/%2e%2e/b'],
    ['file:///docs/{+path}', 'file:///docs/a%5C..%5Cb'],
    ['file:///docs/{+path}', `file:///docs/${'a'.repeat(1_025)}`],
    ['a://x{?q}', 'a://x?other=1'],
    ['a://x{?q}', 'a://x?q=../..'],
  ])('%s does not give %s', (text, uri) => {
    expect(isOf(text, uri)).toBe(false);
  });

  test.each([
    'a://x',
    'a://{a}{b}',
    'a://{.x}',
    'a://{;x}',
    'a://{?q}/x',
    'a://{a,b}',
    'a://{x:3}',
    'a://{',
    'a://{}',
    '{+uri}',
  ])('%s is none that is matched', (text) => {
    expect(templateOf(text)).toBeUndefined();
  });

  test('is matched in time linear in the URI', () => {
    const began = performance.now();
    for (let round = 0; round < 100; round++) isOf('a://{+a}-{+b}-{+c}-{+d}/end', `a://${'-'.repeat(2_000)}`);

    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
