/**
 * `npm run pack [-- --to <folder>]`: makes the packages `portcullis` and `portcullis-cdk` as tarballs in packed/, and prints what each
 * holds. `npm run licences` (`--licences`) only checks the licences of what they ship. Exit codes: 0 done · 1 a licence is refused, or a
 * package cannot be made.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePackages } from './packages.ts';

const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { to: { type: 'string' }, licences: { type: 'boolean', default: false } } });
const packages = await makePackages(root, console.error);
const refused = packages.flatMap(({ refusals }) => refusals);
if (refused.length > 0) {
  for (const line of new Set(refused)) console.error(line);
  process.exitCode = 1;
} else if (values.licences) {
  for (const { name, shipped } of packages) {
    const counts = Object.entries(Object.groupBy(shipped, ({ licence }) => licence));
    console.log(`${name}: ${counts.map(([licence, those = []]) => `${licence} ${those.length}`).join(' · ')}`);
  }
} else {
  for (const one of packages) {
    const { path, size, unpacked, files } = one.pack(values.to ?? join(root, 'packed'));
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    console.log(
      `${path}: ${megabytes(size)} MB, ${files.length} files of ${megabytes(unpacked)} MB, code of ${one.shipped.length} packages`,
    );
  }
}
