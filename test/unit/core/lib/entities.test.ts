/** Character references: which are read, and how texts are written with them. */
import { describe, expect, test } from '@jest/globals';
import { decodeEntities, encodeEntities, escapeHtml } from '../../../../core/lib/entities.ts';
import { cleanText } from '../../../../core/openapi/model/text.ts';

describe('character references', () => {
  test.each([
    ['names of the HTML standard', 'Jos&eacute; &amp; Zo&euml; &lt;3', 'José & Zoë <3'],
    ['numbers in both bases', '&#64;&#x40;&#X1F600;', '@@😀'],
    ['one level of what was escaped twice', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['nothing that has no semicolon, as in queries', '?a=1&copy=2&lt', '?a=1&copy=2&lt'],
    ['nothing that is no name', '&madeup; AT&T; &;', '&madeup; AT&T; &;'],
    ['no half of a surrogate pair', '&#xd83d;', '\ufffd'],
  ])('are decoded: %s', (_what, text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  test('are written for what ends a text or a value', () => {
    const text = `<a title="x's">&</a>`;

    expect(encodeEntities(text)).toBe("&lt;a title=&quot;x's&quot;&gt;&amp;&lt;/a&gt;");
    expect(escapeHtml(text)).toBe('&lt;a title=&quot;x&#39;s&quot;&gt;&amp;&lt;/a&gt;');
    expect(decodeEntities(escapeHtml(text))).toBe(text);
  });

  test('hide nothing in a description: neither characters nor tags', () => {
    expect(cleanText('pay&#8203;load&ZeroWidthSpace; &lt;b&gt;now&lt;/b&gt; caf&eacute;', 500)).toBe(
      'payload now café',
    );
  });
});
