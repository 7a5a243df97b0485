/**
 * Which licences what we ship may have, and the file NOTICE of a package: who wrote what is in it, under which licence. The texts are
 * those that came with the packages; a licence that is not on the list stops the packing.
 */
import type { Shipped } from './shipped.ts';

/** SPDX identifiers. Each lets us pass the code on inside of an Apache-2.0 work, with its notice and no further duty. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Whether an SPDX expression lets us: one side of OR is enough, of AND both are needed. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/[()]/g, ' ');
  return bare.split(/\sOR\s/).some((side) => side.split(/\sAND\s/).every((licence) => ALLOWED.has(licence.trim())));
}

/** A sentence for each package that may not be shipped. */
export const refusals = (shipped: readonly Shipped[]): string[] =>
  shipped
    .filter(({ licence }) => !isAllowed(licence))
    .map(
      ({ name, version, licence }) =>
        `${name}@${version}: ${licence === '' ? 'names no licence' : `${licence} is not on the list`}. Replace the package, or add the licence to scripts/pack/licences.ts after reading it.`,
    );

/** The file NOTICE. Texts that several packages share stand once. */
export function noticeOf(shipped: readonly Shipped[]): string {
  const users = new Map<string, string[]>();
  for (const { name, version, texts } of shipped)
    for (const text of texts) users.set(text, [...(users.get(text) ?? []), `${name} ${version}`]);
  const listed = shipped.map(({ name, version, licence }) => `  ${name} ${version}  ${licence}`);
  return [
    'Portcullis',
    '',
    'Licensed under the Apache License, Version 2.0 (the file LICENSE).',
    '',
    'This package contains code of the following packages, under their licences:',
    '',
    ...listed,
    ...[...users].flatMap(([text, names]) => ['', '-'.repeat(80), names.join(', '), '', text]),
    '',
  ].join('\n');
}
