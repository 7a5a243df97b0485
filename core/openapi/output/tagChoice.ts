/**
 * Which operations become tools: all, those with the chosen tags, or none when there are too many and the owner has to
 * choose tags first.
 */

import { PortcullisError } from '../../lib/errors.ts';
import { arrayMember, member, stringMember } from '../document/read.ts';
import type { Context, Operation } from '../model/operation.ts';
import { cleanText } from '../model/text.ts';
import type { ImportOptions, ImportResult } from '../model/types.ts';
import { tagsOf } from './tool.ts';

/** How many tags a result lists; when there are more, those with the most operations. */
const MAX_TAGS = 1_000;

/**
 * The groups of each operation that an owner can choose: its tags or, for an untagged operation, the first segment of
 * its path with the slash. Where such a group alone has more than `limit` operations, also the parts of it by longer
 * beginnings of their paths.
 * @param chosen what the owner has chosen before; a path of several segments is everything below it
 */
export function groupsOf(
  operations: readonly Operation[],
  limit: number,
  chosen: readonly string[] = [],
): Map<Operation, readonly string[]> {
  const needsChoice = operations.length > limit || chosen.some((tag) => tag.startsWith('/'));
  const below = chosen.filter((tag) => /^\/.+\//.test(tag));
  const groups = new Map(
    operations.map((operation): [Operation, readonly string[]] => {
      const tags = tagsOf(operation.raw);
      const own = tags.length > 0 ? tags : needsChoice ? [beginningOf(operation, 1)] : [];
      if (below.length === 0 && own.length < 2) return [operation, own];
      const { path } = operation;
      return [operation, [...new Set([...own, ...below.filter((tag) => path === tag || path.startsWith(`${tag}/`))])]];
    }),
  );
  if (operations.length > limit) divide(groups, limit);
  return groups;
}

/** Adds parts by the beginnings of paths to the operations that are only in groups of more than `limit`. */
function divide(groups: Map<Operation, readonly string[]>, limit: number): void {
  for (let length = 1, isDivided = false; !isDivided; length++) {
    const counts = new Map<string, number>();
    for (const group of [...groups.values()].flat()) counts.set(group, (counts.get(group) ?? 0) + 1);
    isDivided = true;
    for (const [operation, own] of groups) {
      const isLarge = own.every((group) => (counts.get(group) ?? 0) > limit);
      if (!isLarge || operation.path.split('/').length <= length) continue;
      isDivided = false;
      groups.set(operation, [...new Set([...own, beginningOf(operation, length)])]);
    }
  }
}

/** The first segments of an operation's path. */
const beginningOf = ({ path }: Operation, length: number): string =>
  path
    .split('/')
    .slice(0, length + 1)
    .join('/') || '/';

/**
 * The operations with one of the tags.
 * @throws PortcullisError `no_operations` when there is none
 */
export function byTags(
  operations: readonly Operation[],
  groups: ReadonlyMap<Operation, readonly string[]>,
  tags: readonly string[],
): Operation[] {
  const chosen = operations.filter((operation) => groups.get(operation)?.some((tag) => tags.includes(tag)));
  if (chosen.length > 0 || operations.length === 0) return chosen;
  const known = [...new Set([...groups.values()].flat())].slice(0, 50);
  throw new PortcullisError(
    'no_operations',
    `No operation has one of the tags ${tags.slice(0, 10).join(', ')}. The document's tags are ${known.join(', ') || 'none'}.`,
    { context: { tags: [...tags].slice(0, 50), known } },
  );
}

/** The groups with their number of operations, in the order of the document; the largest first when there are many. */
export function tagCounts(context: Context, groups: ReadonlyMap<Operation, readonly string[]>): ImportResult['tags'] {
  const counts = new Map<string, number>();
  for (const tags of groups.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const declared = new Map<string, string>();
  for (const tag of arrayMember(context.root, 'tags')) {
    const name = stringMember(tag, 'name');
    if (name) declared.set(name, cleanText(member(tag, 'description'), 300));
  }
  const order = [...declared.keys(), ...counts.keys()];
  const names = [...new Set(order)].filter((name) => counts.has(name));
  const shown =
    names.length <= MAX_TAGS
      ? names
      : names.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0)).slice(0, MAX_TAGS);
  return shown.map((name) => {
    const description = declared.get(name);
    return { name, count: counts.get(name) ?? 0, ...(description && { description }) };
  });
}

/**
 * Reports that a server may not have as many tools as there are operations.
 * @throws PortcullisError `too_many_operations`, unless the owner is choosing tags (`whenTooMany: 'survey'`): then it is
 *   a warning
 */
export function tooMany(
  context: Context,
  operations: readonly Operation[],
  chosen: readonly Operation[],
  groups: ReadonlyMap<Operation, readonly string[]>,
  limit: number,
  options: ImportOptions,
): void {
  const tags = [...tagCounts(context, groups)]
    .filter(({ count }) => count <= limit)
    .sort((left, right) => right.count - left.count)
    .slice(0, 100);
  const examples = tags.slice(0, 5).map(({ name, count }) => `${name} (${count})`);
  const wayOut =
    examples.length > 0
      ? `Choose tags, for example ${examples.join(', ')}.`
      : 'No tag and no part of a path has fewer: divide the document.';
  const message = `The document has ${operations.length} operations${chosen.length < operations.length ? `, ${chosen.length} of them with the chosen tags` : ''}; a server has at most ${limit} tools. ${wayOut}`;
  if (options.whenTooMany !== 'survey') {
    throw new PortcullisError('too_many_operations', message, {
      context: { operations: operations.length, limit, tags: tags.map(({ name, count }) => ({ name, count })) },
    });
  }
  context.warnings.add('too_many_operations', message, '#/paths');
}

/** How often each key occurs. */
export function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
