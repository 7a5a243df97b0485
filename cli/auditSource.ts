/**
 * Opens the archive that `audit verify` reads (a bucket on AWS, a local stack's data folder, or a folder with a copy of the
 * archive) and finds the key that it trusts.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveInS3, archiveKey, rowsOfTable } from '../aws/archiveReader.ts';
import type { Image } from '../core/audit/changes.ts';
import { type TableEntry, tableEntryOf } from '../core/audit/compare.ts';
import type { ArchiveReader } from '../core/audit/reader.ts';
import { fingerprintOf } from '../core/audit/trust.ts';
import { isDataFolder, openOffline } from '../local/offline.ts';
import { UsageError } from './errors.ts';
import { pathFrom } from './options.ts';

/** An archive to verify, and the keys that its signatures are trusted by. */
export interface Source {
  /** For people. */
  readonly name: string;
  readonly reader: ArchiveReader;
  /** Trusted keys by fingerprint; absent when only the archive itself has keys. */
  readonly keys?: ReadonlyMap<string, KeyObject>;
  readonly trust: 'caller' | 'kms' | 'stack' | 'archive';
  /** The rows of the audit table; read them after the archive. */
  readonly rows?: () => AsyncIterable<TableEntry>;
  /** Whether deleted and overwritten objects can be detected; valid after the archive was read. */
  readonly seesVersions: () => boolean;
}

interface SourceOptions {
  readonly data?: string | undefined;
  readonly bucket?: string | undefined;
  readonly region?: string | undefined;
  readonly key?: readonly string[] | undefined;
  readonly 'key-id'?: string | undefined;
  readonly table?: string | undefined;
}

const DEFAULT_DATA = '.portcullis';

/**
 * Opens the archive that the options name.
 * @throws UsageError
 */
export async function openSource(options: SourceOptions): Promise<Source> {
  const { data, bucket, region, table, 'key-id': keyId } = options;
  if (bucket !== undefined && data !== undefined) throw new UsageError('Give either --data or --bucket.');
  if (options.key && keyId !== undefined) throw new UsageError('Give either --key or --key-id.');
  const given: Pick<Source, 'keys' | 'trust'> | undefined = options.key
    ? { keys: byFingerprint(await Promise.all(options.key.map(publicKeyIn))), trust: 'caller' }
    : keyId === undefined
      ? undefined
      : { keys: byFingerprint([await archiveKey(keyId, region)]), trust: 'kms' };
  const rows = table === undefined ? undefined : { rows: () => rowsOfTable(table, region) };
  if (bucket !== undefined) {
    const reader = archiveInS3(bucket, region);
    return {
      name: `s3://${bucket}`,
      reader,
      seesVersions: () => reader.seesVersions,
      ...rows,
      ...(given ?? { trust: 'archive' }),
    };
  }
  const folder = data === undefined ? DEFAULT_DATA : pathFrom(data);
  if (isDataFolder(folder)) return { ...localStack(folder), ...rows, ...given };
  if (existsSync(join(folder, 'manifests'))) {
    const reader = archiveInFolder(folder);
    return { name: folder, reader, seesVersions: () => false, ...rows, ...(given ?? { trust: 'archive' }) };
  }
  throw new UsageError(`${folder} contains neither a local stack's data nor an archive. Give --data or --bucket.`);
}

function localStack(folder: string): Source {
  const stack = openOffline(folder);
  const { AuditArchive, AuditKey, AuditTable } = stack.outputs;
  if (!AuditArchive || !AuditKey || !AuditTable) {
    throw new UsageError(`The stack in ${folder} has no archive yet. Start it once with this version (npm start).`);
  }
  const bucket = stack.bucket(AuditArchive);
  const key = stack.publicKey(AuditKey);
  return {
    name: folder,
    reader: {
      async *list(prefix, after = '') {
        for (const file of bucket.list(prefix)) if (file.key > after) yield file;
      },
      read: (each) => bucket.read(each),
    },
    seesVersions: () => true,
    async *rows() {
      for (const { item, isWaiting } of stack.rows(AuditTable)) yield { ...tableEntryOf(item as Image), isWaiting };
    },
    ...(key ? { keys: byFingerprint([key]), trust: 'stack' } : { trust: 'archive' }),
  };
}

/** Reads a copy of the archive in a folder, as made by `aws s3 sync`. */
function archiveInFolder(folder: string): ArchiveReader {
  return {
    async *list(prefix, after = '') {
      const below = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
      const keys = below
        // Not part of the archive: files of the operating system such as .DS_Store.
        .filter((each) => each.isFile() && !each.name.startsWith('.'))
        .map((each) =>
          join(each.parentPath, each.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        );
      for (const key of keys.sort()) if (key > after) yield { key };
    },
    async read(key) {
      // Keys come from manifests, which are not trusted before their signature is verified.
      if (!/^(manifests|entries|keys)(\/[\w-]+)*\/[\w.-]+$/.test(key)) return undefined;
      return readFile(join(folder, key)).catch(undefinedIfMissing);
    },
  };
}

/** Undefined for a missing file; rethrows any other error. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const byFingerprint = (keys: readonly KeyObject[]) => new Map(keys.map((key) => [fingerprintOf(key), key]));

async function publicKeyIn(file: string): Promise<KeyObject> {
  try {
    return createPublicKey(await readFile(pathFrom(file)));
  } catch {
    throw new UsageError(`--key ${file}: contains no public key in PEM form.`);
  }
}
