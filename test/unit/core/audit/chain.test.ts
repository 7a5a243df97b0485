/** The chain of the audit archive: what was made is sound, and each way of tampering is named as the first broken link. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { manifestKey, packChanges, publicKeyKey } from '../../../../core/audit/chain.ts';
import { type Change, changeOf, entryDigest } from '../../../../core/audit/changes.ts';
import { compareTable, type TableEntry } from '../../../../core/audit/compare.ts';
import { type ReplayOptions, replay } from '../../../../core/audit/replay.ts';
import { canonicalJson, sha256 } from '../../../../core/lib/json/canonical.ts';
import { changed, MemoryArchive, newKey } from '../../../support/archives.ts';

/** Five manifests of two entries each: e10, e11, e20, … */
function fiveManifests(): MemoryArchive {
  const archive = new MemoryArchive();
  for (const at of [1, 2, 3, 4, 5]) archive.append([changed(`e${at}0`, { tool: 'list' }), changed(`e${at}1`)]);
  return archive;
}

const check = (archive: MemoryArchive, options: ReplayOptions = {}) =>
  replay(archive, { keys: archive.keys, ...options });
const faultsOf = async (archive: MemoryArchive, options: ReplayOptions = {}) =>
  (await check(archive, options)).faults.map(({ code, sequence }) => [code, sequence]);

describe('a sound archive', () => {
  test('has its lines in canonical JSON, and lists the digest of each entry', () => {
    const changes: Change[] = [
      changed('e10', { tool: 'a "quoted" name, é\u2028' }),
      {
        change: 'MODIFY',
        serverDay: 'srv"1',
        entryId: 'e\\11',
        entry: { b: [1, { d: null, c: true }], a: 1 },
        before: { b: 1, a: [] },
      },
      { change: 'REMOVE', serverDay: 'srv', entryId: 'e12', entry: null, before: null },
      { change: 'REMOVE', serverDay: 'srv', entryId: 'e13', entry: null },
    ];

    const { bytes, entries } = packChanges(changes, '2026-11-22');

    expect(gunzipSync(bytes).toString()).toBe(changes.map((change) => `${canonicalJson(change)}\n`).join(''));
    expect(entries.map((listed) => listed.sha256)).toEqual(changes.map(({ entry }) => entryDigest(entry)));
    expect(entries.map(({ change }) => change)).toEqual([undefined, 'MODIFY', 'REMOVE', 'REMOVE']);
  });

  test('is replayed whole, and ends where the next run can hold it to', async () => {
    const archive = fiveManifests();

    const { faults, manifests, lines, entries, spareObjects, head } = await check(archive);

    expect(faults).toEqual([]);
    expect({ manifests, lines, entries: entries.size, spareObjects }).toEqual({
      manifests: 5,
      lines: 10,
      entries: 10,
      spareObjects: 0,
    });
    expect(head).toEqual({
      sequence: 5,
      sha256: sha256(archive.files.get(manifestKey(5)) as Uint8Array),
      at: '2026-11-22T10:01:04.000Z',
    });
    expect(await faultsOf(archive, { head: { sequence: 3, sha256: sha256(archive.textOf(manifestKey(3))) } })).toEqual(
      [],
    );
  });

  test('may have an entry twice, by a delivery that was repeated, and objects that no manifest came to name', async () => {
    const archive = fiveManifests();
    archive.append([changed('e50', { tool: 'list' }), changed('e60')]);
    archive.files.set('entries/2026/11/22/spare.ndjson.gz', gzipSync('{}\n'));

    const { faults, lines, entries, spareObjects } = await check(archive);

    expect(faults).toEqual([]);
    expect([lines, entries.size, spareObjects]).toEqual([12, 11, 1]);
  });

  test('can be read in part, and says so by what it counts', async () => {
    const { faults, manifests, head } = await check(fiveManifests(), { from: 2, to: 4 });
    expect({ faults, manifests, head: head?.sequence }).toEqual({ faults: [], manifests: 3, head: 4 });
  });

  test('believes the keys in the archive only when it is given none', async () => {
    const archive = fiveManifests();
    expect((await replay(archive)).faults).toEqual([]);

    const stranger = newKey();
    expect(await faultsOf(archive, { keys: new Map([[stranger.fingerprint, stranger.publicKey]]) })).toEqual(
      [1, 2, 3, 4, 5].map((sequence) => ['key_unknown', sequence]),
    );
    archive.files.delete(publicKeyKey(archive.key.fingerprint));
    expect((await replay(archive)).faults[0]).toMatchObject({ code: 'key_unknown', sequence: 1 });
  });
});

const relined = (text: (lines: string) => string) => (archive: MemoryArchive, sequence: number) => {
  const key = archive.objectOf(sequence);
  archive.files.set(key, gzipSync(text(gunzipSync(archive.files.get(key) as Uint8Array).toString())));
};

describe('tampering is the first broken link', () => {
  const TAMPERINGS: Array<[string, string, (archive: MemoryArchive, sequence: number) => void]> = [
    ['a deleted manifest', 'manifest_missing', (archive, n) => archive.files.delete(manifestKey(n))],
    ['a manifest behind a delete marker', 'manifest_missing', (archive, n) => archive.hidden.add(manifestKey(n))],
    [
      'an edited time',
      'signature_wrong',
      (archive, n) => archive.edit(manifestKey(n), (text) => text.replace('10:01', '10:02')),
    ],
    [
      'an edited list of entries',
      'signature_wrong',
      (archive, n) => archive.edit(manifestKey(n), (text) => text.replace(`e${n}1`, `e${n}2`)),
    ],
    ['a manifest that is no JSON', 'manifest_unreadable', (archive, n) => archive.edit(manifestKey(n), () => '{"half')],
    [
      'a manifest with white space',
      'manifest_unreadable',
      (archive, n) => archive.edit(manifestKey(n), (text) => `${text}\n`),
    ],
    [
      'a manifest with one member twice',
      'manifest_unreadable',
      (archive, n) => archive.edit(manifestKey(n), (text) => text.replace('{"at"', '{"at":"","at"')),
    ],
    [
      'another manifest in its place',
      'manifest_misplaced',
      (archive, n) => archive.files.set(manifestKey(n), archive.files.get(manifestKey(n - 1)) as Uint8Array),
    ],
    ['a deleted object', 'object_missing', (archive, n) => archive.files.delete(archive.objectOf(n))],
    ['an edited entry', 'object_changed', relined((lines) => lines.replace('10:00:00', '10:00:01'))],
    [
      'another order of entries',
      'object_changed',
      relined((lines) => `${lines.split('\n').reverse().join('\n').trim()}\n`),
    ],
    [
      'a signature by somebody else',
      'key_unknown',
      (archive, n) => {
        const { previous } = JSON.parse(archive.textOf(manifestKey(n))) as { previous: string };
        archive.append([changed(`e${n}0`)], { as: newKey(), after: { sequence: n - 1, sha256: previous } });
      },
    ],
  ];

  test.each(TAMPERINGS)('%s: %s', async (_name, code, tamper) => {
    for (const sequence of [2, 3]) {
      const archive = fiveManifests();
      tamper(archive, sequence);
      const [first, ...others] = await faultsOf(archive);
      expect([first, others]).toEqual([[code, sequence], []]);
    }
  });

  test('a manifest that the key’s holder signed anew no longer carries the one behind it', async () => {
    const archive = fiveManifests();
    const { previous } = JSON.parse(archive.textOf(manifestKey(3))) as { previous: string };
    archive.append([changed('e30')], { after: { sequence: 2, sha256: previous } });

    expect(await faultsOf(archive)).toEqual([['chain_broken', 4]]);
  });

  test('a first manifest that does not begin the chain', async () => {
    const archive = new MemoryArchive();
    archive.append([changed('e10')], { after: { sequence: 0, sha256: 'f'.repeat(64) } });

    expect(await faultsOf(archive)).toEqual([['chain_broken', 1]]);
  });

  test('a head that was cut off, once somebody says where it was', async () => {
    const archive = fiveManifests();
    const head = { sequence: 5, sha256: sha256(archive.textOf(manifestKey(5))) };
    archive.files.delete(manifestKey(5));
    archive.files.delete(manifestKey(4));

    expect(await faultsOf(archive)).toEqual([]);
    expect(await faultsOf(archive, { head })).toEqual([['manifest_missing', 4]]);
    expect(await faultsOf(archive, { to: 5 })).toEqual([['manifest_missing', 4]]);
    archive.append([changed('x')], { after: { sequence: 3, sha256: sha256(archive.textOf(manifestKey(3))) } });
    archive.append([changed('y')]);
    expect(await faultsOf(archive, { head })).toEqual([['head_changed', 5]]);
  });

  test('entries behind the fault are read all the same', async () => {
    const archive = fiveManifests();
    archive.files.delete(manifestKey(2));
    archive.files.delete(archive.objectOf(4));

    const { faults, entries } = await check(archive);

    expect(faults.map(({ code, sequence }) => [code, sequence])).toEqual([
      ['manifest_missing', 2],
      ['object_missing', 4],
    ]);
    expect(entries.size).toBe(6);
  });

  test('a file that is no manifest among them, and an object behind a delete marker that no manifest names', async () => {
    const archive = fiveManifests();
    archive.files.set('manifests/notes.json', Buffer.from('{}'));
    archive.files.set('entries/2026/11/22/spare.ndjson.gz', Buffer.from(''));
    archive.hidden.add('entries/2026/11/22/spare.ndjson.gz');

    expect((await faultsOf(archive)).sort()).toEqual([
      ['object_foreign', undefined],
      ['object_hidden', undefined],
    ]);
  });

  test.each([
    ['two contents under one name', changed('e10', { tool: 'other' }), 'entry_conflict'],
    ['an overwrite of the table', changed('e10', { tool: 'other' }, 'MODIFY'), 'entry_overwritten'],
    ['a deletion from the table', changed('e10', {}, 'REMOVE'), 'entry_removed'],
  ])('%s', async (_name, change, code) => {
    const archive = fiveManifests();
    archive.append([changed('e60'), change]);
    archive.append([changed('e70')]);

    const { faults } = await check(archive);

    expect(faults).toEqual([
      expect.objectContaining({ code, sequence: 6, entry: expect.objectContaining({ entryId: 'e10' }) }),
    ]);
  });

  test('whatever byte of whatever file is changed, it is noticed at its manifest', async () => {
    const archive = fiveManifests();
    const names = [1, 2, 3, 4, 5].flatMap((n) => [[manifestKey(n), n] as const, [archive.objectOf(n), n] as const]);

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async ([key, n], at, bits) => {
          const whole = archive.files.get(key) as Uint8Array;
          const bytes = Uint8Array.from(whole);
          bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ bits;
          archive.files.set(key, bytes);
          const { faults } = await check(archive);
          archive.files.set(key, whole);
          expect(faults[0]?.sequence).toBe(n);
          expect(faults).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('no deletions, in whatever number, leave an archive sound but those of the newest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }), async (gone) => {
        const archive = fiveManifests();
        for (const n of gone) archive.files.delete(manifestKey(n));
        const isTail = gone.every((n) => n > 5 - gone.length);
        const [first] = await faultsOf(archive);
        if (isTail) expect(first).toBeUndefined();
        else expect(first).toEqual(['manifest_missing', Math.min(...gone)]);
        expect((await check(archive, { to: 5 })).faults[0]?.sequence).toBe(Math.min(...gone));
      }),
      { numRuns: 31 },
    );
  });
});

describe('what the stream says', () => {
  const Keys = { serverDay: { S: 'srv_A#2026-11-22' }, entryId: { S: '01' } };
  const record = (NewImage: Record<string, object>, eventName = 'INSERT') =>
    changeOf({ eventName, dynamodb: { Keys, NewImage: { ...Keys, ...NewImage } as never } });

  test('becomes plain JSON where that loses nothing', () => {
    const { entry } = record({
      n: { N: '-1.5' },
      list: { L: [{ NULL: true }, { BOOL: false }] },
      map: { M: { a: { S: 'ü' } } },
    });
    expect(entry).toEqual({
      serverDay: 'srv_A#2026-11-22',
      entryId: '01',
      n: -1.5,
      list: [null, false],
      map: { a: 'ü' },
    });
  });

  test.each([
    ['a number beyond a double', { n: { N: '12345678901234567890' } }],
    ['bytes', { n: { B: 'AAEC' } }],
    ['a set', { n: { SS: ['a', 'b'] } }],
    ['something of tomorrow', { n: { X: 1 } }],
  ])('is archived as DynamoDB writes it when it holds %s', (_name, image) => {
    const { entry } = record(image);

    expect(entry).toEqual({ dynamodb: { ...Keys, ...image } });
    expect(entryDigest(entry)).toBe(sha256(canonicalJson(entry)));
  });

  test('never stops the archiver, and is an overwrite when it is nothing that is known', () => {
    expect(changeOf({})).toEqual({ change: 'MODIFY', serverDay: '', entryId: '', entry: null });
    expect(changeOf({ eventName: 'REMOVE', dynamodb: { Keys, OldImage: { ...Keys } } })).toEqual({
      change: 'REMOVE',
      serverDay: 'srv_A#2026-11-22',
      entryId: '01',
      entry: null,
      before: { serverDay: 'srv_A#2026-11-22', entryId: '01' },
    });
  });

  test('gives different entries different digests', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [canonicalJson(one), canonicalJson(other)];
        expect(entryDigest(JSON.parse(a)) === entryDigest(JSON.parse(b))).toBe(a === b);
      }),
    );
  });
});

describe('the table beside its archive', () => {
  const now = Date.parse('2026-11-22T11:00:00.000Z');
  const row = (entryId: string, fields: Record<string, string> = {}): TableEntry => changed(entryId, fields);
  async function* rows(...all: TableEntry[]) {
    yield* all;
  }
  const archived = async () => {
    const archive = new MemoryArchive();
    archive.append([changed('a'), changed('b'), changed('c')]);
    archive.append([changed('c', {}, 'REMOVE')]);
    return check(archive);
  };

  test('has every row that is archived, and none beside but young ones and those from before', async () => {
    const { faults, ...counts } = await compareTable(
      await archived(),
      rows(
        row('a'),
        row('b'),
        row('young', { at: '2026-11-22T10:57:00.000Z' }),
        row('old', { at: '2026-11-20T10:00:00.000Z' }),
      ),
      now,
    );

    expect(faults).toEqual([]);
    expect(counts).toEqual({ rows: 4, young: 1, waiting: 0, older: 1 });
  });

  test.each([
    ['a row that is another one', [row('a', { tool: 'other' }), row('b')], 'row_changed', 'a'],
    ['a row that is gone', [row('a')], 'row_missing', 'b'],
    ['a row that came back', [row('a'), row('b'), row('c')], 'row_changed', 'c'],
    ['a row that never reached the archive', [row('a'), row('b'), row('d')], 'entry_unarchived', 'd'],
    [
      'one from a time to come',
      [row('a'), row('b'), row('d', { at: '2031-01-01T00:00:00.000Z' })],
      'entry_unarchived',
      'd',
    ],
    ['one without a time', [row('a'), row('b'), { ...row('d'), entry: {} }], 'entry_unarchived', 'd'],
  ])('does not hide %s', async (_name, table, code, entryId) => {
    const { faults } = await compareTable(await archived(), rows(...table), now);
    expect(faults).toEqual([expect.objectContaining({ code, entry: expect.objectContaining({ entryId }) })]);
  });
});
