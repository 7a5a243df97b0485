/** An audit archive in memory, made as the archiver makes one, and functions to tamper with it. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { draftManifest, type Link, manifestKey, packChanges, publicKeyKey, START } from '../../core/audit/chain.ts';
import { type Change, type ChangeKind, changeOf } from '../../core/audit/changes.ts';
import type { ArchiveReader } from '../../core/audit/reader.ts';
import { fingerprintOf } from '../../core/audit/trust.ts';

export interface TestKey {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly fingerprint: string;
}

export function newKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey, privateKey, fingerprint: fingerprintOf(publicKey) };
}

/** A change of the table, as its stream delivers it. */
export function changed(
  entryId: string,
  fields: Record<string, string> = {},
  eventName: ChangeKind = 'INSERT',
): Change {
  const Keys = { serverDay: { S: 'srv_AAAAAAAAAAAA#2026-11-22' }, entryId: { S: entryId } };
  const texts = Object.fromEntries(Object.entries(fields).map(([name, S]) => [name, { S }]));
  const NewImage = eventName === 'REMOVE' ? undefined : { ...Keys, at: { S: '2026-11-22T10:00:00.000Z' }, ...texts };
  return changeOf({ eventName, dynamodb: { Keys, NewImage } });
}

export class MemoryArchive implements ArchiveReader {
  readonly files = new Map<string, Uint8Array>();
  readonly hidden = new Set<string>();
  readonly key: TestKey;
  private end: Link = START;

  constructor(key: TestKey = newKey()) {
    this.key = key;
    this.files.set(publicKeyKey(key.fingerprint), Buffer.from(key.publicKey.export({ type: 'spki', format: 'pem' })));
  }

  /** Appends a batch; `as` signs with another key. */
  append(changes: readonly Change[], { as = this.key, after = this.end }: { as?: TestKey; after?: Link } = {}): Link {
    const { bytes, entries, ...object } = packChanges(changes, '2026-11-22');
    this.files.set(object.key, bytes);
    const draft = draftManifest(after, {
      at: `2026-11-22T10:01:${String(after.sequence % 60).padStart(2, '0')}.000Z`,
      source: 'arn:aws:dynamodb:us-east-1:000000000000:table/Audit/stream/local',
      object,
      entries,
      key: { id: 'arn:aws:kms:us-east-1:000000000000:key/audit', sha256: as.fingerprint },
    });
    const signed = draft.sign(sign('sha256', Buffer.from(draft.text), as.privateKey));
    this.files.set(manifestKey(signed.link.sequence), signed.bytes);
    this.end = signed.link;
    return signed.link;
  }

  get keys(): ReadonlyMap<string, KeyObject> {
    return new Map([[this.key.fingerprint, this.key.publicKey]]);
  }

  /** Keys of the entry objects, in the order of their manifests. */
  objectOf(sequence: number): string {
    return (JSON.parse(this.textOf(manifestKey(sequence))) as { object: { key: string } }).object.key;
  }

  textOf = (key: string): string => Buffer.from(this.files.get(key) as Uint8Array).toString();

  edit(key: string, change: (text: string) => string): void {
    this.files.set(key, Buffer.from(change(this.textOf(key))));
  }

  async *list(folder: string, after = '') {
    const keys = [...this.files.keys()].filter((key) => key.startsWith(folder) && key > after).sort();
    for (const key of keys) yield { key, isHidden: this.hidden.has(key), versions: 1 };
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.hidden.has(key) ? undefined : this.files.get(key);
  }
}
