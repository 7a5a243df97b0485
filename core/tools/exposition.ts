/**
 * Which tools stand together when a server lists its tools as groups: by tag, apart for reading and for changing, so that one
 * DELETE does not make a client confirm every read. A group's name follows from the tag alone (or the path, where there is no
 * tag), so no other tool that comes, goes or is edited renames it; tags that give the same name share their groups.
 * Pure, and decided once, when a bundle is sealed. How a group is listed is core/tools/grouped.ts.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import type { ToolDraft } from './model.ts';

/**
 * What clients see: each tool whole, each tool in outline (compact.ts), groups of tools (grouped.ts), or three tools that find and
 * call all others (searching.ts).
 */
export const EXPOSED = ['flat', 'compact', 'grouped', 'search'] as const;
/** How a bundle shows its tools. */
export type Exposed = (typeof EXPOSED)[number];

/** What an owner can choose; see {@link Exposition}. */
export const EXPOSITIONS = [...EXPOSED, 'auto'] as const;
/** An owner's choice: a way of {@link Exposed}, or `auto`. */
export type Exposition = (typeof EXPOSITIONS)[number];

/** How the tools are shown, by the owner's choice and their number. */
export function exposedAs(exposition: Exposition, enabledTools: number): Exposed {
  if (exposition !== 'auto') return exposition;
  return enabledTools > LIMITS.groupingThreshold ? 'grouped' : 'flat';
}

/** Which tools a group holds; what it says is made of the tools themselves. */
export interface GroupPlan {
  readonly name: string;
  readonly title: string;
  /** Names of its tools, sorted (code unit order). */
  readonly tools: readonly string[];
}

type Grouped = Pick<ToolDraft, 'name' | 'path' | 'tag' | 'annotations'>;

/** A word for what tools are about: `id` becomes part of names, `label` of titles. */
interface Subject {
  readonly id: string;
  readonly label: string;
}

interface Member {
  readonly tool: Grouped;
  readonly subject: Subject;
}

/** A group of more actions is divided by the paths of its tools. */
const LARGE = 100;
/** Fewer tools than this make no part of a divided group, and no subject of their own without a tag. */
const FEW = 3;
/** Segments of a path that may tell parts apart. */
const SECTIONS = 4;

const OTHER: Subject = { id: 'other', label: 'Other' };

/** One plan for each group, sorted by name; every tool is in exactly one. */
export function planGroups(tools: readonly Grouped[]): GroupPlan[] {
  const groups = new Map<string, Member[]>();
  for (const member of withSubjects(tools)) {
    const kind = member.tool.annotations.readOnlyHint ? 'read' : 'change';
    addTo(groups, `${member.subject.id}_${kind}`, member);
  }
  return [...groups]
    .flatMap(([name, members]) => (members.length > LARGE ? divided(name, members) : [planOf(name, members)]))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What the tools are about, in the words of their tags (of their paths where there are none); what most are about comes first. */
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
    const stands = tool.tag.trim() !== '' || tagged.has(subject.id) || (untagged.get(subject.id) ?? 0) >= FEW;
    return { tool, subject: stands ? subject : OTHER };
  });
}

/**
 * By what follows the subject in the path, one segment further for parts that are still large; what has too little of its own
 * stays together under the group's own name.
 */
function divided(name: string, members: readonly Member[]): GroupPlan[] {
  const { id, label } = members[0]?.subject ?? OTHER;
  const kind = name.slice(id.length);
  let placed = members.map((member) => ({ member, sections: sectionsOf(member) }));
  let parts = new Map<string, typeof placed>();
  for (let round = 0; round <= SECTIONS; round++) {
    parts = new Map();
    // A dash stands in no subject's id, so that the name of a part is never that of another group.
    for (const one of placed) addTo(parts, one.sections[0] ? `-${subjectOf(one.sections[0]).id}` : '', one);
    const isLarge = ({ sections: [first, ...further] }: (typeof placed)[number]) =>
      first !== undefined && further.length > 0 && (parts.get(`-${subjectOf(first).id}`) ?? []).length > LARGE;
    if (!placed.some(isLarge)) break;
    placed = placed.map((one) => (isLarge(one) ? { ...one, sections: one.sections.slice(1) } : one));
  }
  const plans: GroupPlan[] = [];
  const rest: Member[] = [];
  for (const [key, part] of parts) {
    const own = part.map(({ member }) => member);
    if (key === '' || own.length < FEW) rest.push(...own);
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

/** Of tags that share a group the first, whatever order their tools come in. */
const labelOf = (members: readonly Member[]): string =>
  members.map(({ subject }) => subject.label).reduce((first, label) => (label < first ? label : first));

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** The segments after the one that names the subject itself; without such a one, all. */
function sectionsOf({ tool, subject }: Member): string[] {
  const segments = segmentsOf(tool.path);
  const own = segments.findIndex((segment) => singular(subjectOf(segment).id) === singular(subject.id));
  return segments.slice(own + 1, own + 1 + SECTIONS);
}

const singular = (id: string): string => id.replace(/s$/, '');

/** What a path is about: its fixed parts, without versions and the prefixes that every path has. */
function segmentsOf(path: string): string[] {
  const [plain = ''] = path.split(/[?#]/, 1);
  return plain
    .split('/')
    .filter((segment) => !segment.includes('{') && !NAMELESS.test(segment) && /[\p{L}\p{N}]/u.test(segment))
    .map((segment) => segment.split(/[.:]/).find((part) => part !== '') ?? segment);
}

const NAMELESS = /^(?:api|apis|rest|v?\d[\d.-]*(?:(?:alpha|beta|rc)\d*)?)$/i;

/**
 * Names stay within 60 characters as those of tools do: clients put the server's name in front and some accept no more
 * than 63.
 */
const MAX_ID_LENGTH = 53;
const MAX_SUBJECT_LENGTH = 30;
const MAX_SECTION_LENGTH = 22;
const HASH_LENGTH = 6;
const MAX_LABEL_LENGTH = 80;

/**
 * Small letters, digits and underscores. What is written in another script, or is too long, is told apart by its hash, so that
 * nothing else has to be known of the other tags.
 */
function subjectOf(text: string): Subject {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const label = text.trim().slice(0, MAX_LABEL_LENGTH).toWellFormed();
  const isLossy = /[\p{L}\p{N}]/u.test(plain.replace(/[a-z0-9]+/g, '')) || id === '';
  return { id: cutTo(isLossy ? `${id || 'tag'}_${hashOf(plain)}` : id, MAX_ID_LENGTH), label };
}

function cutTo(id: string, length: number): string {
  return id.length <= length ? id : `${id.slice(0, length - HASH_LENGTH - 1).replace(/_+$/, '')}_${hashOf(id)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
