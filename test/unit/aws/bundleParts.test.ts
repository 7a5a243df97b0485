/** Large bundles in parts, before S3 and KMS of the test's own: what is sealed, what is read for what, and that no part can be another one. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { storeEverywhere } from '../../../aws/regions/bundles.ts';
import {
  bundleKey,
  loadBundle,
  loadHead,
  loadTool,
  loadTools,
  partsKey,
  proveParts,
  sealBundle,
} from '../../../aws/services/bundles.ts';
import { canonicalJson } from '../../../core/lib/json/canonical.ts';
import { chooseTool } from '../../../core/mcp/actions.ts';
import { type Listing, listingOf } from '../../../core/mcp/listing.ts';
import { wholeTools } from '../../../core/mcp/wholeTools.ts';
import { annotationsOf } from '../../../core/model/annotations.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { BUNDLE_ID, bundleTool, SERVER, searchedBundleOf } from '../../support/bundles.ts';
import { defined } from '../../support/defined.ts';
import { memoryKms, memoryS3 } from '../../support/memoryAws.ts';

Object.assign(process.env, { AWS_REGION: 'eu-central-1', BUCKET_BUNDLES: 'bundles', KEY_SIGNING: 'signing' });
const objects = memoryS3();
memoryKms();

const RESOURCES = ['invoice', 'customer', 'parcel', 'label', 'order', 'refund', 'ticket'];
const toolAt = (at: number): BundleTool => {
  const resource = `${RESOURCES[at % RESOURCES.length]}${Math.floor(at / RESOURCES.length)}`;
  const verb = at % 3 === 0 ? 'DELETE' : 'GET';
  return bundleTool(`${verb.toLowerCase()}_${resource}_${at}`, {
    title: `${verb} the ${resource}`,
    annotations: annotationsOf({ verb }),
    program: { verb, path: `/${resource}/{id}`, parameters: [{ in: 'path', name: 'id', argument: 'id' }] } as never,
  });
};
const large = (tools = 2_001, change: Partial<Bundle> = {}): Bundle => ({
  ...searchedBundleOf(Array.from({ length: tools }, (_, at) => toolAt(at)).sort((a, b) => (a.name < b.name ? -1 : 1))),
  ...change,
});

async function stored(bundle: Bundle) {
  const sealed = await sealBundle(bundle);
  await storeEverywhere(bundle.serverId, sealed);
  return sealed;
}
const named = (bundle: Bundle, name: string) => defined(bundle.tools.find((tool) => tool.name === name));
/** The bytes of a part in the store, to be altered. */
async function bytesOf(bundle: Bundle, ref: { id: string }, part: { at: number; bytes: number }) {
  const all = defined(objects.get(`bundles/${partsKey(bundle.serverId, ref.id)}`));
  return all.subarray(part.at, part.at + part.bytes);
}

beforeEach(() => objects.clear());

describe('a bundle', () => {
  test.each([
    ['2,001 tools that are found by search', large(), true],
    ['2,000 tools that are found by search', large(2_000), false],
    ['2,001 tools that are listed', large(2_001, { exposition: 'flat' }), false],
    [
      'a few tools with much text',
      searchedBundleOf([bundleTool('a', { schema: { description: 'x'.repeat(9e6) } })]),
      true,
    ],
  ])('of %s: in parts %#', async (_, bundle, isInParts) => {
    const sealed = await stored(bundle);

    expect([sealed.parts !== undefined, objects.size]).toEqual(isInParts ? [true, 2] : [false, 1]);
    expect((await loadHead(SERVER, sealed.ref)).format).toBe(2);
  });

  test('is the same, part by part, however often it is sealed', async () => {
    const [one, two] = [await sealBundle(large()), await sealBundle(large())];

    expect(two).toEqual(one);
  });

  test('gives every tool whole, and its outline without schemas', async () => {
    const bundle = large();
    const { ref } = await stored(bundle);

    const [listed, head] = [await loadBundle(SERVER, ref), await loadHead(SERVER, ref)];
    const whole: BundleTool[] = [];
    for await (const tools of loadTools(head, ref)) whole.push(...tools);

    expect(head.tools).toEqual([]);
    expect(listed.tools.map(({ name }) => name)).toEqual(bundle.tools.map(({ name }) => name));
    expect(JSON.stringify(listed.tools)).not.toContain('"integer"');
    expect(whole.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(bundle.tools);
    for (const tool of bundle.tools.slice(0, 50)) expect(await loadTool(head, ref, tool.name)).toEqual(tool);
    expect(await loadTool(head, ref, 'no_such_tool')).toBeUndefined();
  });

  test('has one other part of tools and one of outlines after an edit of one tool', async () => {
    const before = large();
    const name = defined(before.tools[700]).name;
    const edited = {
      ...before,
      tools: before.tools.map((tool) => (tool.name === name ? { ...tool, title: 'New' } : tool)),
    };
    const [was, is] = [await stored(before), await stored(edited)];

    const digests = async ({ ref }: typeof was) => {
      const parts = defined((await loadHead(SERVER, ref)).parts);
      return [parts.tools, parts.outlines].map((all) => all.map(({ digest }) => digest));
    };
    const [[tools = [], outlines = []], [now = [], outlinesNow = []]] = [await digests(was), await digests(is)];
    const others = (one: string[], two: string[]) => one.filter((digest) => !two.includes(digest)).length;

    expect([others(now, tools), others(outlinesNow, outlines)]).toEqual([1, 1]);
    expect(named(await loadBundle(SERVER, was.ref), name).title).not.toBe('New');
    expect(named(await loadBundle(SERVER, is.ref), name).title).toBe('New');
  });
});

describe('a part', () => {
  const refused = { code: 'bundle_unavailable' };

  test('of another version at its place is refused', async () => {
    const edited = (title: string) => {
      const bundle = large();
      return { ...bundle, tools: bundle.tools.map((tool) => ({ ...tool, title })) };
    };
    const [one, two] = [await stored(edited('One')), await stored(edited('Two'))];
    objects.set(`bundles/${partsKey(SERVER, one.ref.id)}`, Buffer.from(defined(two.parts)));
    const head = await loadHead(SERVER, one.ref);

    await expect(proveParts(head, one.ref)).rejects.toMatchObject(refused);
    await expect(loadTool(head, one.ref, toolAt(0).name)).rejects.toMatchObject(refused);
    expect(await proveParts(await loadHead(SERVER, two.ref), two.ref)).toBeUndefined();
  });

  test('of another server is refused', async () => {
    const own = await stored(large(2_001, { name: 'Mine' }));
    const others = await stored(
      large(2_001, {
        serverId: 'srv_Other',
        tools: large(2_001).tools.map((tool) => ({ ...tool, description: 'Theirs' })),
      }),
    );
    objects.set(`bundles/${partsKey(SERVER, own.ref.id)}`, Buffer.from(defined(others.parts)));

    await expect(loadHead('srv_Other', own.ref)).rejects.toMatchObject(refused);
    await expect(proveParts(await loadHead(SERVER, own.ref), own.ref)).rejects.toMatchObject(refused);
  });

  test('with one other byte is refused by a list, a call and the proof before a switch', async () => {
    const bundle = large(2_100, { name: 'Altered' });
    const { ref } = await stored(bundle);
    const head = await loadHead(SERVER, ref);
    const parts = defined(head.parts);
    for (const part of [...parts.outlines, ...parts.tools]) {
      const bytes = await bytesOf(bundle, ref, part);
      bytes[20] = (bytes[20] ?? 0) ^ 1;
    }

    await expect(proveParts(head, ref)).rejects.toMatchObject(refused);
    await expect(loadBundle(SERVER, ref)).rejects.toMatchObject(refused);
    await expect(loadTool(head, ref, toolAt(2_099).name)).rejects.toMatchObject(refused);
  });

  test('that is missing is refused', async () => {
    const { ref } = await stored(large(2_001, { name: 'Half' }));
    objects.delete(`bundles/${partsKey(SERVER, ref.id)}`);

    await expect(loadBundle(SERVER, ref)).rejects.toMatchObject(refused);
    expect(objects.has(`bundles/${bundleKey(SERVER, ref.id)}`)).toBe(true);
  });
});

describe('clients of a large server', () => {
  let kept: [string, Buffer][] = [];
  let whole: Listing;
  let inParts: Listing;
  let load: (name: string) => Promise<BundleTool | undefined>;
  const reads: string[] = [];

  beforeAll(async () => {
    // As a bundle is loaded that is not in parts.
    const bundle = JSON.parse(canonicalJson(large())) as Bundle;
    const { ref } = await stored(bundle);
    kept = [...objects];
    const loaded = await loadBundle(SERVER, ref);
    whole = listingOf(bundle, BUNDLE_ID, { listChanged: false });
    inParts = listingOf(loaded, ref.id, { listChanged: false });
    load = (name) => {
      reads.push(name);
      return loadTool(loaded, ref, name);
    };
    await inParts.search?.prepare();
    await whole.search?.prepare();
  });
  beforeEach(() => {
    reads.length = 0;
    for (const [key, bytes] of kept) objects.set(key, bytes);
  });

  const asked = async (name: string, args: object) => {
    const plain = args as never;
    const call = { id: 1, name, arguments: plain, plainArguments: plain, signal: new AbortController().signal };
    return [chooseTool(whole, call), chooseTool(inParts, call, await wholeTools(inParts, call, load))];
  };

  test.each([
    ['words', 'search', { query: 'delete parcel7' }],
    ['a name', 'search', { query: ` "${toolAt(9).name}"` }],
    ['words that nothing has', 'search', { query: 'zeppelin' }],
    ['no words', 'search', { query: '' }],
    ['a call that reads', 'call_read', { tool: toolAt(10).name, arguments: { id: 1 } }],
    ['a call that changes', 'call_change', { tool: toolAt(9).name, arguments: { id: 1 } }],
    ['a call of what changes by the one that reads', 'call_read', { tool: toolAt(9).name }],
    ['a call of what is not there', 'call_read', { tool: 'nothing' }],
    ['a call by the tool’s own name', toolAt(10).name, { id: 1 }],
  ])('are answered as by a bundle that is whole: %s', async (_, name, args) => {
    const [expected, given] = await asked(name, args);

    expect(given).toEqual(expected);
    expect(reads.length).toBeLessThanOrEqual(10);
  });

  test('see the same list and instructions', () => {
    expect([...inParts.pages]).toEqual([...whole.pages]);
    expect(inParts.instructions).toBe(whole.instructions);
  });
});
