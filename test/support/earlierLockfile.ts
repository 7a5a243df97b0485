/** The lockfile of a surface as versions of the product before format 2 signed it: no marks, tags, forms of answers or addresses. */

import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import type { Lockfile, Surface } from '../../core/tools/bundle/lockfile.ts';

/** Without a server's id and signature. */
export function earlierLockfile({ upstream, about, entries }: Surface): Omit<Lockfile, 'serverId' | 'mac'> {
  const { title, summary } = about;
  const known = entries.map(
    ({ answerFields: _, answerSchema: _form, described: _marks, tags: _tags, ...entry }) => entry,
  );
  const said = summary === undefined ? [] : [[title, summary]];
  return { format: 1, surface: sha256(canonicalJson([upstream, known, ...said])), entries: known };
}
