/** The index of one bucket: every version of every key, rebuilt from the journal's entries, for a writer and for a reader. */

/** Object Lock's retention of one version. */
export interface Retention {
  readonly mode: 'GOVERNANCE' | 'COMPLIANCE';
  /** ISO time. */
  readonly until: string;
}

/** One version of a key. */
export interface Version {
  readonly key: string;
  readonly id: string;
  readonly size: number;
  readonly etag: string;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly modified: string;
  /** A delete marker: the key is hidden, its earlier versions remain. */
  readonly isMarker?: true;
  readonly retention?: Retention;
  readonly legalHold?: true;
}

/** The present state of a version, or (`gone`) its removal. */
export type Entry = { readonly put: Version } | { readonly gone: { readonly key: string; readonly id: string } };

/** All versions of all keys. */
export class Versions {
  /** Newest last. */
  private readonly byKey = new Map<string, Version[]>();

  apply(entry: Entry): void {
    const { key, id } = 'put' in entry ? entry.put : entry.gone;
    const versions = this.byKey.get(key) ?? [];
    const at = versions.findIndex((each) => each.id === id);
    if ('put' in entry) versions.splice(at < 0 ? versions.length : at, at < 0 ? 0 : 1, entry.put);
    else if (at >= 0) versions.splice(at, 1);
    if (versions.length > 0) this.byKey.set(key, versions);
    else this.byKey.delete(key);
  }

  /** Oldest first. */
  of(key: string): readonly Version[] {
    return this.byKey.get(key) ?? [];
  }

  all(): Version[] {
    return [...this.byKey.values()].flat();
  }

  /** The newest version that is not a delete marker, or the named one. */
  find(key: string, id?: string): Version | undefined {
    const versions = this.of(key);
    const found = id === undefined ? versions.at(-1) : versions.find((each) => each.id === id);
    return found?.isMarker ? undefined : found;
  }

  /** Newest versions with the prefix, in key order, after a key. */
  list(prefix: string, after: string, most: number): { versions: Version[]; more: boolean } {
    const found: Version[] = [];
    for (const key of this.keys(prefix, (each) => inOrder(each, after) > 0)) {
      const version = this.find(key);
      if (version && found.length === most) return { versions: found, more: true };
      if (version) found.push(version);
    }
    return { versions: found, more: false };
  }

  /** All versions and delete markers with the prefix, by key, newest first; after a key, or after a version of it. */
  listVersions(
    prefix: string,
    after: { readonly key: string; readonly id?: string | undefined },
    most: number,
  ): { versions: Array<{ readonly version: Version; readonly isLatest: boolean }>; more: boolean } {
    const found: Array<{ version: Version; isLatest: boolean }> = [];
    const isAfter = (each: string) => inOrder(each, after.key) > 0 || (after.id !== undefined && each === after.key);
    for (const key of this.keys(prefix, isAfter)) {
      const versions = this.of(key).toReversed();
      const from = key === after.key ? versions.findIndex(({ id }) => id === after.id) + 1 : 0;
      for (const version of versions.slice(from)) {
        if (found.length === most) return { versions: found, more: true };
        found.push({ version, isLatest: version === versions[0] });
      }
    }
    return { versions: found, more: false };
  }

  /** Keys with the prefix, in order. */
  keys(prefix: string, isWanted: (key: string) => boolean = () => true): string[] {
    return [...this.byKey.keys()].filter((key) => key.startsWith(prefix) && isWanted(key)).sort(inOrder);
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** S3's order of keys: by the bytes of UTF-8, which differs from that of JavaScript's texts only for characters of two code units. */
function inOrder(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
