/** What a description says of its API as a whole, and what of it a server tells. */
import { describe, expect, test } from '@jest/globals';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import { aboutText, serverInfoOf } from '../../../../../core/mcp/serverInfo.ts';
import { importDocument } from '../../../../../core/openapi/index.ts';
import { bundleAbout } from '../../../../../core/tools/bundle/about.ts';
import { BUNDLE_ID, bundleOf, bundleTool } from '../../../../support/bundles.ts';

const imported = async (root: object) =>
  (await importDocument(JSON.stringify({ openapi: '3.1.0', paths: {}, ...root }), { maxTools: 10 })).about;

describe('what a document says', () => {
  test('is its title, its first two sentences, its version, its documentation and its logo', async () => {
    const info = {
      title: 'Orders',
      version: 'v2.1-beta',
      description: 'Takes **orders**. Sends parcels, e.g. by mail! Costs nothing. And more.',
      contact: { url: 'https://orders.example.com/contact' },
      'x-logo': { url: 'https://orders.example.com/logo.png', altText: 'Orders' },
    };

    expect(await imported({ info, externalDocs: { url: 'https://docs.example.com/a?b=c#top' } })).toEqual({
      title: 'Orders',
      summary: 'Takes **orders**. Sends parcels, e.g.',
      version: 'v2.1-beta',
      website: 'https://docs.example.com/a?b=c',
      icon: 'https://orders.example.com/logo.png',
    });
  });

  test.each([
    ['nothing', {}, {}],
    ['the summary of 3.1', { info: { summary: 'Short.' } }, { summary: 'Short.' }],
    ['a version that is a number', { info: { version: 3 } }, { version: '3' }],
    ['a version that is a sentence', { info: { version: 'see the docs' } }, {}],
    ['text without a full stop', { info: { description: 'All of it' } }, { summary: 'All of it' }],
    [
      'Japanese',
      { info: { description: '注文を受ける。 発送する。 もう一つ。' } },
      { summary: '注文を受ける。 発送する。' },
    ],
    ['hidden characters', { info: { description: 'Or\u200bde\u{e0041}rs\u0007.' } }, { summary: 'Orders.' }],
    ['HTML', { info: { description: '<h1>Orders</h1> <script>x</script>' } }, { summary: 'Orders' }],
    ['members of another type', { info: { title: 7, description: ['a'], contact: 'x', 'x-logo': 'y' } }, {}],
    [
      'a contact alone',
      { info: { contact: { url: 'https://a.example.com/' } } },
      { website: 'https://a.example.com/' },
    ],
  ])('is read from %s', async (_what, root, expected) => {
    expect(await imported(root)).toEqual(expected);
  });

  test('is bounded, and cut at a word where one sentence is too long', async () => {
    const { summary = '', title = '' } = await imported({
      info: { title: 't'.repeat(5_000), description: `${'word '.repeat(50_000)}.` },
    });

    expect(summary.length).toBeLessThanOrEqual(300);
    expect(summary).toMatch(/word…$/);
    expect(title.length).toBeLessThanOrEqual(100);
  });

  test.each([
    'http://docs.example.com/',
    'https://user:secret@docs.example.com/',
    'https://127.0.0.1/',
    'https://router.local/',
    'javascript:alert(1)',
    '/docs',
    `https://docs.example.com/${'a'.repeat(300)}`,
    'https://docs.exam\u0440le.com/',
  ])('names no website %p', async (url) => {
    expect(await imported({ externalDocs: { url }, info: { 'x-logo': { url } } })).toEqual({});
  });

  test('is taken from the contact where the documentation has no usable address', async () => {
    const info = { contact: { url: 'https://example.com/' } };

    expect(await imported({ externalDocs: { url: 'http://docs.example.com' }, info })).toEqual({
      website: 'https://example.com/',
    });
  });
});

describe('what a server tells of it', () => {
  const API = 'https://api.example.com:8443/v1';
  const told = (about: object, more: object = {}) => bundleAbout({ name: 'Mine', about, ...more }, API);

  test('is the name and the address alone for a server made by hand', () => {
    expect(bundleAbout({ name: 'Mine' }, API)).toEqual({
      title: 'Mine',
      host: 'api.example.com:8443',
      website: 'https://api.example.com:8443/',
    });
  });

  test('has no address of the owner’s network', () => {
    const about = { website: 'https://docs.example.com/', icon: 'https://api.example.com/logo.png' };

    expect(told(about, { privateHosts: { 'https://api.example.com:8443': {} } })).toEqual({
      title: 'Mine',
      website: 'https://docs.example.com/',
    });
    expect(told({}, { privateHosts: { 'https://api.example.com:8443': {} } })).toEqual({ title: 'Mine' });
  });

  test.each([
    ['https://api.example.com/logo.png', 'image/png'],
    ['https://example.com/a/b.JPG', 'image/jpeg'],
    ['https://static.example.com/logo.webp', 'image/webp'],
  ])('has the icon %s of the same site', (src, mimeType) => {
    expect(told({ icon: src }).icon).toEqual({ src, mimeType });
  });

  test.each([
    'https://cdn.example.net/logo.png',
    'https://evilexample.com/logo.png',
    'https://api.example.com.evil.net/logo.png',
    'https://example.com/logo.png?client=7',
    'https://example.com/logo.svg',
    'https://example.com/logo',
  ])('has no icon %s, whose loading others could watch or which could run scripts', (icon) => {
    expect(told({ icon }).icon).toBeUndefined();
  });

  test('takes no public suffix for the site of an API', () => {
    const icon = 'https://other.co.uk/logo.png';

    expect(bundleAbout({ name: 'Mine', about: { icon } }, 'https://shop.co.uk/').icon).toBeUndefined();
    expect(bundleAbout({ name: 'Mine', about: { icon } }, 'https://api.uk/').icon).toBeUndefined();
  });

  test('is serverInfo for people, and a quotation for the model', () => {
    const about = told({
      title: 'Orders',
      summary: 'Takes “orders”.',
      version: '2.1',
      icon: 'https://example.com/logo.png',
    });
    const bundle = { ...bundleOf([bundleTool('a')]), name: 'Mine', about };

    expect(serverInfoOf(bundle, BUNDLE_ID)).toEqual({
      name: 'Mine',
      title: 'Mine',
      version: '2.1+aaaaaaaaaaaa',
      websiteUrl: 'https://api.example.com:8443/',
      icons: [{ src: 'https://example.com/logo.png', mimeType: 'image/png' }],
    });
    expect(aboutText(bundle)).toBe(
      'These tools call the API “Orders” at api.example.com:8443. Its description says: “Takes "orders".”',
    );
  });

  test('shows hidden characters of a name that was typed', () => {
    const bundle = { ...bundleOf([]), name: 'M\u200bine', about: { title: 'O\u{e0041}', host: 'a.example' } };

    const { serverInfo, instructions } = listingOf(bundle, BUNDLE_ID, { listChanged: false });

    expect(serverInfo.title).toBe('M<U+200B>ine');
    expect(instructions).toMatch(/^These tools call the API “O<U\+E0041>” at a\.example\.\n/);
  });

  test('is nothing for a bundle of an earlier version', () => {
    const bundle = bundleOf([bundleTool('a')]);

    expect(aboutText(bundle)).toBe('');
    expect(serverInfoOf(bundle, BUNDLE_ID)).toEqual({
      name: 'Test server',
      title: 'Test server',
      version: 'a'.repeat(12),
    });
  });
});
