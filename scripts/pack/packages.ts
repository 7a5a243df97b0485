/** Both packages, as folders from which tarballs are made. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from './library.ts';
import { noticeOf, refusals } from './licences.ts';
import { makePortcullis } from './portcullis.ts';
import { documentationOf, type Shipped } from './shipped.ts';
import { packed, type Tarball } from './tarball.ts';

/** Where a package has the documentation: where local/documentation.ts looks for it, and beside the pages that are deployed. */
const SITE = { portcullis: 'docs/dist', 'portcullis-cdk': 'dist/dashboard' } as const;

/** A package that was made. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly shipped: readonly Shipped[];
  /** A sentence for each package in it whose licence does not let us ship it. */
  readonly refusals: readonly string[];
  pack(to: string): Tarball;
}

/**
 * Makes a folder for each below `to` anew. Throws what building throws.
 * @param documentation folder of the built site, with commands in the words of the package; unset, the packages have none
 */
export async function makePackages(
  root: string,
  say: (line: string) => void,
  to = join(root, '.cache', 'pack'),
  documentation?: string,
): Promise<readonly Package[]> {
  const made: Package[] = [];
  for (const [name, make] of [
    ['portcullis', makePortcullis],
    ['portcullis-cdk', makeLibrary],
  ] as const) {
    const folder = join(to, name);
    const code = await make(root, folder, say);
    const shipped = documentation === undefined ? code : [...code, ...documentationOf(root)];
    if (documentation !== undefined) cpSync(documentation, join(folder, SITE[name]), { recursive: true });
    writeFileSync(join(folder, 'NOTICE'), noticeOf(shipped));
    made.push({ name, folder, shipped, refusals: refusals(shipped), pack: (to) => packed(folder, to) });
  }
  return made;
}
