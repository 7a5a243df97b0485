import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../../core/lib/limits.ts';
import { CACHE_META, listedTools } from '../../../../core/mcp/listedTools.ts';
import { listingOf } from '../../../../core/mcp/listing.ts';
import { EXPOSED } from '../../../../core/model/exposition.ts';
import { planGroups } from '../../../../core/tools/exposition.ts';
import { BUNDLE_ID, bundleOf, bundleTool, groupedBundleOf } from '../../../support/bundles.ts';
import { importValue, openapi } from '../../../support/descriptions.ts';

describe('a listing', () => {
  test('is made once for a bundle', () => {
    const bundle = bundleOf([bundleTool('a')]);

    expect(listingOf(bundle, BUNDLE_ID, { listChanged: true })).toBe(
      listingOf(bundle, BUNDLE_ID, { listChanged: true }),
    );
    expect(listingOf(bundle, BUNDLE_ID, { listChanged: true })).not.toBe(
      listingOf(bundle, BUNDLE_ID, { listChanged: false }),
    );
  });

  test('shows a tool as clients need it, and nothing of how it is called', () => {
    const { pages } = listingOf(bundleOf([bundleTool('a', { cacheHint: 'immutable', title: 'One' })]), BUNDLE_ID, {
      listChanged: false,
    });
    const [tool] = JSON.parse(`{${pages.get('')?.text}}`).tools;

    expect(Object.keys(tool).sort()).toEqual(['_meta', 'annotations', 'description', 'inputSchema', 'name', 'title']);
    expect(tool._meta).toEqual({ [CACHE_META]: 'immutable' });
    expect(tool.annotations).toEqual({ readOnlyHint: true, destructiveHint: false });
  });

  test('splits a large list into pages that follow each other and lose nothing', () => {
    const tools = Array.from({ length: 2_000 }, (_, at) => bundleTool(`tool_${String(at).padStart(4, '0')}`));
    const { pages } = listingOf(bundleOf(tools), BUNDLE_ID, { listChanged: false });

    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page = JSON.parse(`{${pages.get(cursor)?.text}}`) as { tools: { name: string }[]; nextCursor?: string };
      seen.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    }

    expect(pages.size).toBe(2);
    expect(seen).toEqual(tools.map(({ name }) => name));
  });

  test('keeps a page with huge schemas small, one tool at least', () => {
    const huge = { type: 'object', $comment: 'x'.repeat(1_500_000) };
    const { pages } = listingOf(
      bundleOf([bundleTool('a', { schema: huge }), bundleTool('b', { schema: huge })]),
      BUNDLE_ID,
      { listChanged: false },
    );

    expect([...pages.values()].map(({ tools }) => tools.length)).toEqual([1, 1]);
  });

  test('shows the groups of a grouped server, with the hint that holds for each, on pages as others', () => {
    const tools = [bundleTool('a', { cacheHint: 'immutable' }), bundleTool('b', { cacheHint: 'immutable' })];
    const bundle = groupedBundleOf(tools, 'pets');
    const many = Array.from({ length: 1_500 }, (_, at) => bundleTool(`t${at}`));
    const groups = many.map(({ name }) => ({ name: `g_${name}`, title: name, tools: [name] }));

    const [group] = JSON.parse(`{${listingOf(bundle, BUNDLE_ID, { listChanged: false }).pages.get('')?.text}}`).tools;
    const { pages } = listingOf({ ...bundleOf(many), exposition: 'grouped', groups }, BUNDLE_ID, {
      listChanged: false,
    });

    expect(group).toMatchObject({ name: 'pets_read', _meta: { [CACHE_META]: 'immutable' } });
    expect(Object.keys(group).sort()).toEqual(['_meta', 'annotations', 'description', 'inputSchema', 'name']);
    expect([...pages.values()].map(({ tools: own }) => own.length)).toEqual([1_000, 500]);
  });

  test('cuts an owner’s description that clients would refuse, and no emoji in half', () => {
    const long = '😀'.repeat(800);
    const { pages } = listingOf(bundleOf([bundleTool('a', { description: long })]), BUNDLE_ID, { listChanged: false });
    const [tool] = JSON.parse(`{${pages.get('')?.text}}`).tools;

    expect(tool.description.length).toBeLessThanOrEqual(LIMITS.listedText);
    expect(tool.description).toMatch(/^(?:😀)+.?…$/u);
  });

  test.each(EXPOSED)('has no description that a client would refuse: %s', async (exposition) => {
    const operation = (verb: string, at: number) => ({
      [verb]: {
        operationId: `${verb}Volume${at}`,
        summary: `借りる本 ${at} 🕮 ${'with its keepers and shelves '.repeat(at % 7)}`,
        description: at % 5 === 0 ? 'Leihfristen, Mahnungen und Vormerkungen. '.repeat(60) : 'Kurz.',
        tags: [at % 2 ? 'library' : 'library loans'],
        parameters: [{ in: 'query', name: 'shelf', schema: { type: 'string', description: 'Regal '.repeat(400) } }],
        responses: {},
      },
    });
    const paths = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `/volumes/v${at}`,
        { ...operation('get', at), ...operation('delete', at) },
      ]),
    );
    const imported = await importValue(openapi({ paths, tags: [{ name: 'library', description: 'x'.repeat(3_000) }] }));
    const tools = imported.tools.map((tool) => ({
      ...tool,
      cacheHint: 'none' as const,
      program: { verb: tool.verb, path: tool.path },
    }));
    const groups = planGroups(imported.tools);

    const list = listedTools({ exposition, governance: {}, tools, groups }, tools);

    const texts = JSON.stringify(list)
      .match(/(?<="description":)"(?:[^"\\]|\\.)*"/g)
      ?.map((text) => JSON.parse(text)) as string[] | undefined;
    expect(list.length).toBeGreaterThan(1);
    expect(texts?.length).toBeGreaterThanOrEqual(list.length);
    for (const text of texts ?? []) {
      expect(text.length).toBeLessThanOrEqual(LIMITS.listedText);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test('lists nothing for a server without tools', () => {
    expect(listingOf(bundleOf([]), BUNDLE_ID, { listChanged: false }).pages.get('')?.text).toBe('"tools":[]');
  });
});
