/**
 * The objects of one bucket: bodies as files named by version, their metadata in a journal. A body is written before the journal names
 * it, so a crash leaves complete objects only. Implements versions and Object Lock.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsError } from '../../aws/errors.ts';
import { Journal } from '../../data/journal.ts';
import { corrupt } from '../../data/journalLines.ts';
import { type Entry, type Retention, type Version, Versions } from './versions.ts';

export type { Retention, Version } from './versions.ts';

/** A bucket's settings in the template. */
export interface BucketSettings {
  readonly name: string;
  readonly versioned: boolean;
  /** Present when Object Lock is on. */
  readonly lock?: { readonly default?: { readonly mode: Retention['mode']; readonly days: number } };
  readonly expirations: ReadonlyArray<{ readonly prefix: string; readonly days: number }>;
}

/** An object to put, without its body. */
export interface NewObject {
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly retention?: Retention;
  readonly legalHold?: boolean;
  /** `If-None-Match: *`: only if there is no such object. */
  readonly onlyNew?: boolean;
}

const DAY = 86_400_000;

/** Name of a bucket's journal. */
export const INDEX = 'index';

/** Name of the folder of a bucket's bodies. */
export const OBJECTS = 'objects';
const NULL_VERSION = 'null';
/** The index is rewritten at start when it has this many lines more than there are versions. */
const WASTE = 10_000;

/** One bucket. */
export class ObjectStore {
  readonly settings: BucketSettings;
  private readonly folder: string;
  private readonly journal: Journal<Entry>;
  private readonly versions = new Versions();

  /** Throws PortcullisError `data_corrupt`. */
  constructor(folder: string, settings: BucketSettings) {
    this.settings = settings;
    this.folder = folder;
    mkdirSync(join(folder, OBJECTS), { recursive: true, mode: 0o700 });
    const index = join(folder, INDEX);
    let journal = new Journal<Entry>(index, (entry) => this.versions.apply(entry));
    const all = this.versions.all();
    if (journal.entries > all.length + WASTE) {
      void journal.close();
      Journal.rewrite<Entry>(
        index,
        all.map((put) => ({ put })),
      );
      journal = new Journal<Entry>(index, () => {});
    }
    this.journal = journal;
    this.sweep(all);
  }

  /** The newest version that is not a delete marker, or the named one. */
  find(key: string, id?: string): Version | undefined {
    return this.versions.find(key, id);
  }

  /** The delete marker that is the newest or the named version. */
  marker(key: string, id?: string): Version | undefined {
    const versions = this.versions.of(key);
    const found = id === undefined ? versions.at(-1) : versions.find((each) => each.id === id);
    return found?.isMarker ? found : undefined;
  }

  async body(version: Version): Promise<Buffer> {
    try {
      return await readFile(this.fileOf(version.key, version.id));
    } catch (cause) {
      throw corrupt(this.fileOf(version.key, version.id), 'the object has no body', cause);
    }
  }

  async put(key: string, body: Uint8Array, object: NewObject): Promise<Version> {
    if (object.onlyNew && this.find(key)) throw exists();
    const { versioned, lock } = this.settings;
    if ((object.retention || object.legalHold) && !lock) {
      throw new AwsError(400, 'InvalidRequest', 'Bucket is missing Object Lock Configuration');
    }
    const retention = object.retention ?? (lock?.default && lastingFor(lock.default));
    const version: Version = {
      key,
      id: versioned ? newId() : NULL_VERSION,
      size: body.length,
      etag: createHash('md5').update(body).digest('hex'),
      contentType: object.contentType,
      metadata: object.metadata,
      modified: new Date().toISOString(),
      ...(retention ? { retention } : {}),
      ...(object.legalHold ? { legalHold: true } : {}),
    };
    const file = this.fileOf(key, version.id);
    const fresh = versioned ? file : `${file}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(fresh, body, { mode: 0o600 });
      // Another put may have been faster meanwhile. From here to the entry in the index nothing else runs.
      if (object.onlyNew && this.find(key)) throw exists();
      if (!versioned) renameSync(fresh, file);
    } catch (error) {
      // The disk may be full: an incomplete body is removed.
      await rm(fresh, { force: true });
      throw error;
    }
    await this.record({ put: version });
    return version;
  }

  /**
   * Deletes the named version permanently, or adds a delete marker to a versioned key. `marker`: the id of one that was added or deleted.
   * Throws AccessDenied for a locked version; `bypass` overrides GOVERNANCE only.
   */
  async remove(key: string, id: string | undefined, { bypass = false } = {}): Promise<{ marker?: string }> {
    if (id === undefined && this.settings.versioned) {
      const marker: Version = {
        key,
        id: newId(),
        size: 0,
        etag: '',
        contentType: '',
        metadata: {},
        modified: new Date().toISOString(),
        isMarker: true,
      };
      await this.record({ put: marker });
      return { marker: marker.id };
    }
    const version = this.versions.of(key).find((each) => each.id === (id ?? NULL_VERSION));
    if (!version) return {};
    if (version.legalHold || isHeld(version.retention, { bypass })) {
      throw new AwsError(403, 'AccessDenied', 'Access Denied because object protected by object lock.');
    }
    await this.record({ gone: { key, id: version.id } });
    await rm(this.fileOf(key, version.id), { force: true });
    return version.isMarker ? { marker: version.id } : {};
  }

  /** Throws AccessDenied when it would weaken the present retention. */
  async retain(key: string, id: string | undefined, retention: Retention, { bypass = false } = {}): Promise<void> {
    const version = this.find(key, id);
    if (!version) throw notFound(id);
    if (!this.settings.lock) throw new AwsError(400, 'InvalidRequest', 'Bucket is missing Object Lock Configuration');
    const earlier = version.retention;
    const isLooser =
      earlier !== undefined &&
      (retention.until < earlier.until || (earlier.mode === 'COMPLIANCE' && retention.mode !== 'COMPLIANCE'));
    if (isLooser && isHeld(earlier, { bypass })) {
      throw new AwsError(403, 'AccessDenied', 'Access Denied because object protected by object lock.');
    }
    await this.record({ put: { ...version, retention } });
  }

  list(...asked: Parameters<Versions['list']>): ReturnType<Versions['list']> {
    return this.versions.list(...asked);
  }

  listVersions(...asked: Parameters<Versions['listVersions']>): ReturnType<Versions['listVersions']> {
    return this.versions.listVersions(...asked);
  }

  /** Applies the bucket's lifecycle rules. */
  async expire(now = Date.now()): Promise<void> {
    for (const { prefix, days } of this.settings.expirations) {
      for (const { key, id, modified, retention } of this.versions.all()) {
        const isOld = key.startsWith(prefix) && Date.parse(modified) + days * DAY < now;
        if (isOld && !isHeld(retention)) await this.remove(key, id);
      }
    }
  }

  close(): Promise<void> {
    return this.journal.close();
  }

  private async record(entry: Entry): Promise<void> {
    this.versions.apply(entry);
    await this.journal.append(entry);
  }

  /** Removes bodies that no version names, left by a crash between writing a body and its line in the index. */
  private sweep(all: readonly Version[]): void {
    const known = new Set(all.map(({ key, id }) => bodyName(key, id)));
    for (const name of readdirSync(join(this.folder, OBJECTS))) {
      if (!known.has(name)) rmSync(join(this.folder, OBJECTS, name), { force: true });
    }
  }

  private fileOf(key: string, id: string): string {
    return join(this.folder, OBJECTS, bodyName(key, id));
  }
}

/** The error for a key, or for a version of it, that is not there. */
export const notFound = (id: string | undefined): AwsError =>
  id === undefined
    ? new AwsError(404, 'NoSuchKey', 'The specified key does not exist.')
    : new AwsError(404, 'NoSuchVersion', 'The specified version does not exist.');

const exists = () =>
  new AwsError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');

/** Keys may be any text, unlike file names. */
export const bodyName = (key: string, id: string): string =>
  id === NULL_VERSION ? createHash('sha256').update(key).digest('hex') : id;

/** Sortable by time and, like S3's, not guessable. */
const newId = (): string => `${Date.now().toString(36)}${randomBytes(12).toString('hex')}`;

const lastingFor = ({ mode, days }: { mode: Retention['mode']; days: number }): Retention => ({
  mode,
  until: new Date(Date.now() + days * DAY).toISOString(),
});

function isHeld(retention: Retention | undefined, { bypass = false } = {}): boolean {
  if (!retention || retention.until <= new Date().toISOString()) return false;
  return retention.mode === 'COMPLIANCE' || !bypass;
}
