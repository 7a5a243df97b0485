/**
 * Divides the tools of a server into groups by tag, separately for reading and for changing ones, so that a DELETE does not
 * make clients confirm every read. The name of a group depends only on the tag (or on the path, for untagged tools), so
 * that other tools do not rename it; tags with the same name share their groups. Pure; done once, when a bundle is built.
 * core/tools/grouped.ts makes the listed tool of a group.
 */

import { createHash } from 'node:crypto';
import { LIMITS } from '../lib/limits.ts';
import type { GroupPlan } from '../model/bundle.ts';
import type { ToolDraft } from '../model/tool.ts';

type Grouped = Pick<ToolDraft, 'name' | 'path' | 'tag' | 'annotations'>;

/** The subject of tools, from a tag or path: `id` is used in names, `label` in titles. */
interface Subject {
  readonly id: string;
  readonly label: string;
}

interface Member {
  readonly tool: Grouped;
  readonly subject: Subject;
}

/** A group with more tools is divided by their paths. */
const MAX_GROUP_TOOLS = 100;
/** Minimum number of tools for a part of a divided group, and for a subject from the path. */
const MIN_PART_TOOLS = 3;
/** How many segments of a path are used to divide a group. */
const MAX_SECTIONS = 4;

const OTHER: Subject = { id: 'other', label: 'Other' };

/** The groups, sorted by name; each tool is in exactly one. */
export function planGroups(tools: readonly Grouped[]): GroupPlan[] {
  const groups = new Map<string, Member[]>();
  for (const member of withSubjects(tools)) {
    const kind = member.tool.annotations.readOnlyHint ? 'read' : 'change';
    addTo(groups, `${member.subject.id}_${kind}`, member);
  }
  return [...groups]
    .flatMap(([name, members]) => (members.length > MAX_GROUP_TOOLS ? divided(name, members) : [planOf(name, members)]))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The subjects of the tools, from tags or paths, those with the most tools first. */
export function subjectsOf(tools: readonly Grouped[]): string[] {
  const subjects = new Map<string, Member[]>();
  for (const member of withSubjects(tools)) addTo(subjects, member.subject.id, member);
  subjects.delete(OTHER.id);
  return [...subjects.values()]
    .map((members) => ({ label: labelOf(members).replace(/\s+/g, ' '), size: members.length }))
    .sort((one, other) => other.size - one.size || (one.label < other.label ? -1 : 1))
    .map(({ label }) => label);
}

function withSubjects(tools: readonly Grouped[]): Member[] {
  const untagged = new Map<string, number>();
  const found = tools.map((tool) => {
    if (tool.tag.trim() !== '') return { tool, subject: subjectOf(tool.tag) };
    const [first] = segmentsOf(tool.path);
    const subject = first === undefined ? OTHER : subjectOf(first);
    untagged.set(subject.id, (untagged.get(subject.id) ?? 0) + 1);
    return { tool, subject };
  });
  const tagged = new Set(found.filter(({ tool }) => tool.tag.trim() !== '').map(({ subject }) => subject.id));
  return found.map(({ tool, subject }) => {
    const hasSubject =
      tool.tag.trim() !== '' || tagged.has(subject.id) || (untagged.get(subject.id) ?? 0) >= MIN_PART_TOOLS;
    return { tool, subject: hasSubject ? subject : OTHER };
  });
}

/**
 * Divides a group by the path segment after the subject, and by the next ones for parts that are still large. Parts with
 * too few tools stay together under the name of the group.
 */
function divided(name: string, members: readonly Member[]): GroupPlan[] {
  const { id, label } = members[0]?.subject ?? OTHER;
  const kind = name.slice(id.length);
  let placed = members.map((member) => ({ member, sections: sectionsOf(member) }));
  let parts = new Map<string, typeof placed>();
  for (let round = 0; round <= MAX_SECTIONS; round++) {
    parts = new Map();
    // The id of a subject has no dash, so the name of a part cannot be that of another group.
    for (const one of placed) addTo(parts, one.sections[0] ? `-${subjectOf(one.sections[0]).id}` : '', one);
    const isLarge = ({ sections: [first, ...further] }: (typeof placed)[number]) =>
      first !== undefined &&
      further.length > 0 &&
      (parts.get(`-${subjectOf(first).id}`) ?? []).length > MAX_GROUP_TOOLS;
    if (!placed.some(isLarge)) break;
    placed = placed.map((one) => (isLarge(one) ? { ...one, sections: one.sections.slice(1) } : one));
  }
  const plans: GroupPlan[] = [];
  const rest: Member[] = [];
  for (const [key, part] of parts) {
    const own = part.map(({ member }) => member);
    if (key === '' || own.length < MIN_PART_TOOLS) rest.push(...own);
    else {
      const named = `${cutTo(id, MAX_SUBJECT_LENGTH)}-${cutTo(key.slice(1), MAX_SECTION_LENGTH)}${kind}`;
      plans.push(planOf(named, own, `${label} / ${(part[0]?.sections[0] ?? '').slice(0, MAX_LABEL_LENGTH)}`));
    }
  }
  return rest.length > 0 ? [...plans, planOf(name, rest)] : plans;
}

function planOf(name: string, members: readonly Member[], label = labelOf(members)): GroupPlan {
  const kind = name.endsWith('_read') ? 'read' : 'change';
  return {
    name,
    title: `${label} (${kind})`,
    tools: members.map(({ tool }) => tool.name).sort((one, other) => (one < other ? -1 : 1)),
  };
}

/** The label of a group; with several tags the alphabetically first, so that the order of tools does not matter. */
const labelOf = (members: readonly Member[]): string =>
  members.map(({ subject }) => subject.label).reduce((first, label) => (label < first ? label : first));

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** The path segments after the one that is equal to the subject; all if none is. */
function sectionsOf({ tool, subject }: Member): string[] {
  const segments = segmentsOf(tool.path);
  const own = segments.findIndex((segment) => singular(subjectOf(segment).id) === singular(subject.id));
  return segments.slice(own + 1, own + 1 + MAX_SECTIONS);
}

const singular = (id: string): string => id.replace(/s$/, '');

/** The fixed segments of a path, without versions and common prefixes such as `api`. */
function segmentsOf(path: string): string[] {
  const [plain = ''] = path.split(/[?#]/, 1);
  return plain
    .split('/')
    .filter((segment) => !segment.includes('{') && !NAMELESS.test(segment) && /[\p{L}\p{N}]/u.test(segment))
    .map((segment) => segment.split(/[.:]/).find((part) => part !== '') ?? segment);
}

const NAMELESS = /^(?:api|apis|rest|v?\d[\d.-]*(?:(?:alpha|beta|rc)\d*)?)$/i;

/** Lengths that leave room for `_change` in the name of a group; those of a part are joined by a dash. */
const MAX_ID_LENGTH = LIMITS.toolName - '_change'.length;
const MAX_SUBJECT_LENGTH = 20;
const MAX_SECTION_LENGTH = MAX_ID_LENGTH - MAX_SUBJECT_LENGTH - 1;
const HASH_LENGTH = 6;
const MAX_LABEL_LENGTH = 80;

/**
 * The subject of a tag or segment. Its id has lower-case letters, digits and underscores; a text in another script, or a
 * long one, gets a hash, so that ids are unique without knowing the other tags.
 */
function subjectOf(text: string): Subject {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const id = plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    // Names begin with a letter (toolNames.ts).
    .replace(/^(?=\d)/, 'tag_');
  const label = text.trim().slice(0, MAX_LABEL_LENGTH).toWellFormed();
  const isLossy = /[\p{L}\p{N}]/u.test(plain.replace(/[a-z0-9]+/g, '')) || id === '';
  return { id: cutTo(isLossy ? `${id || 'tag'}_${hashOf(plain)}` : id, MAX_ID_LENGTH), label };
}

function cutTo(id: string, length: number): string {
  return id.length <= length ? id : `${id.slice(0, length - HASH_LENGTH - 1).replace(/_+$/, '')}_${hashOf(id)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
