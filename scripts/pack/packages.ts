/** Both packages, as folders from which tarballs are made. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from './library.ts';
import { noticeOf, refusals } from './licences.ts';
import { makePortcullis } from './portcullis.ts';
import { documentationOf, type Shipped } from './shipped.ts';
import { packed, type Tarball } from './tarball.ts';

/** A package that was made. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly shipped: readonly Shipped[];
  /** A sentence for each package in it whose licence does not let us ship it. */
  readonly refusals: readonly string[];
  pack(to: string): Tarball;
}

/** Makes a folder for each below `to` anew. Throws what building throws. */
export async function makePackages(
  root: string,
  say: (line: string) => void,
  to = join(root, '.cache', 'pack'),
): Promise<readonly Package[]> {
  const made: Package[] = [];
  for (const [name, make] of [
    ['portcullis', makePortcullis],
    ['portcullis-cdk', makeLibrary],
  ] as const) {
    const folder = join(to, name);
    const shipped = [...(await make(root, folder, say)), ...documentationOf(root)];
    writeFileSync(join(folder, 'NOTICE'), noticeOf(shipped));
    made.push({ name, folder, shipped, refusals: refusals(shipped), pack: (to) => packed(folder, to) });
  }
  return made;
}
