/**
 * What a response schema says about the fields of an answer besides their names, for redaction (core/model/governance/marked.ts):
 * `format`, `x-pii` and the like, names of component schemas, and descriptions. Only what the name of a field does not say
 * already is kept. It adds no warnings. Thousands of fields are read for a few marks, so each schema is read once, and only what it has of
 * marks and of other schemas is looked at again at each depth. Reading a name is the slowest step of a first import, so what a field's name says
 * is asked last.
 */
import { Buffer } from 'node:buffer';
import { TYPE_OF } from '../../governance/catalog/index.ts';
import { createKeyReader } from '../../governance/fieldName/nameCache.ts';
import { type KeyInfo, kindOfKey, roleOfKey } from '../../governance/fieldName/readName.ts';
import { BoundedMap } from '../../lib/boundedMap.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { FIELD_LIMITS } from '../../model/fieldPaths.ts';
import type { AnswerMarks, Mark, Subject } from '../../model/governance/marked.ts';
import { absolutePointer, Location, type Target, unescapePointer } from '../document/location.ts';
import { stringMember } from '../document/read.ts';
import type { Context } from '../model/operation.ts';
import { listedBy } from './listedTexts.ts';
import { below } from './successResponse.ts';

/** Levels of members that are read. */
const MAX_DEPTH = 3;
/** Members of a schema, and branches of `allOf`, `anyOf` and `oneOf`, that are read. */
const MAX_MEMBERS = 200;
const MAX_BRANCHES = 8;
/** Branches within branches, and lists of lists. */
const MAX_NESTING = 16;
/** Marks of one tool, and their characters. */
const MAX_MARKS = 40;
const MAX_LENGTH = 2_000;

const FORMATS: ReadonlyMap<string, Mark> = new Map([
  ['email', 'email'],
  ['idn-email', 'email'],
  ['phone', 'phone'],
  ['tel', 'phone'],
  ['phone-number', 'phone'],
  ['e164', 'phone'],
  ['password', 'secret'],
  ['ssn', 'ssn'],
  ['iban', 'iban'],
  ['credit-card', 'card'],
  ['date-of-birth', 'birth-date'],
  ['birthdate', 'birth-date'],
]);
const EXTENSIONS = ['x-pii', 'x-sensitive', 'x-personal-data', 'x-personal', 'x-phi', 'x-sensitive-data'];
/** Kinds for which a description is enough. */
const DESCRIBED: ReadonlySet<Mark> = new Set(
  'email phone birth-date ssn national-id passport driver-license iban bank-account tax-id card secret'.split(' '),
);
const COMPONENT = /\/(?:components\/schemas|definitions)\/([^/]+)$/;
/** Endings of the names of component schemas that say nothing about the subject. */
const ENDINGS =
  /(?:[_.-]?(?:dto|response|object|model|entity|resource|schema|output|view|summary|details?|record|data|info|result|base|full|simple|v\d+))+$/i;
/** A person's, a company's, or one at a bank. */
const ACCOUNT = /accounts?$/i;
/** Roles of names that leave open what is inside. */
const OPEN: ReadonlySet<string> = new Set(['none', 'neutral', 'weak']);

/** Keywords that lead to other schemas. */
export const BRANCHES = ['allOf', 'anyOf', 'oneOf'];
const INNER: ReadonlySet<string> = new Set(['items', ...BRANCHES, 'properties', 'additionalProperties']);
const TOO_MANY_WORDS = /^\S+\s+\S+\s+\S+\s+\S+\s/;
const END_OF_PHRASE = /[.,;:(\n]| of (?:the|an?|this|your|its|each) | for | if | that | where | which | used /;

type Marks = ReadonlyMap<string, Mark>;
const NONE: Marks = new Map();

/** A property that has a mark or listed values, or is read further. */
export interface Member {
  readonly name: string;
  readonly mark: Mark | undefined;
  /** All texts that its schema lists (listedTexts.ts). */
  readonly listed: readonly string[] | undefined;
  /** Its schema where that has others in it. */
  readonly inner: Target | undefined;
}

/** The marks of an import's responses. One object per import, because operations share schemas. */
export class AnswerMarkReader {
  private readonly context: Context;
  private readonly infoOf: (name: string) => KeyInfo = createKeyReader();
  private readonly known = new Map<JsonValue, AnswerMarks | undefined>();
  /** By depth and schema. */
  private readonly marks = Array.from({ length: MAX_DEPTH + 1 }, () => new Map<JsonValue, Marks>());
  /** By schema. */
  private readonly members = new Map<JsonValue, readonly Member[]>();

  constructor(context: Context) {
    this.context = context;
  }

  /** The marks of a response; undefined when the schema says no more than the names of its fields. */
  of(schema: Target): AnswerMarks | undefined {
    if (!this.known.has(schema.value)) this.known.set(schema.value, this.read(schema));
    return this.known.get(schema.value);
  }

  private read(schema: Target): AnswerMarks | undefined {
    const items = below(schema, 'items', this.context);
    const about = this.subjectOf(items ?? schema);
    const fields: Record<string, Mark> = {};
    let length = 0;
    for (const [path, mark] of this.within(schema, MAX_DEPTH)) {
      length += path.length + mark.length;
      if (length > MAX_LENGTH) break;
      fields[path] = mark;
    }
    if (about === undefined && length === 0) return undefined;
    return { ...(about && { about }), ...(length > 0 && { fields }) };
  }

  /** The marks inside a schema by path. */
  private within(schema: Target, depth: number, nesting = 0): Marks {
    const { value } = schema;
    const known = this.marks[depth];
    if (!isObject(value) || known === undefined || nesting > MAX_NESTING || !hasInner(value)) return NONE;
    const made = known.get(value);
    if (made !== undefined) return made;
    // Against schemas that contain themselves without a member between.
    known.set(value, NONE);
    const marks = new Map<string, Mark>();
    const add = (more: Marks, before = ''): void => {
      for (const [path, mark] of more) {
        if (marks.size >= MAX_MARKS) return;
        const whole = before + path;
        if (whole.length <= FIELD_LIMITS.length && !marks.has(whole)) marks.set(whole, mark);
      }
    };
    const items = below(schema, 'items', this.context);
    if (items) add(this.within(items, depth, nesting + 1));
    for (const keyword of BRANCHES)
      for (const branch of this.branches(schema, keyword)) add(this.within(branch, depth, nesting + 1));
    for (const { name, mark, inner } of this.membersOf(schema)) {
      if (mark !== undefined) add(new Map([[name, mark]]));
      if (inner && depth > 0) add(this.within(inner, depth - 1), `${name}.`);
    }
    const others = below(schema, 'additionalProperties', this.context);
    if (others && depth > 0) add(this.within(others, depth - 1), '*.');
    known.set(value, marks);
    return marks;
  }

  /** The properties of a schema that say something, read once. */
  membersOf(schema: Target): readonly Member[] {
    let members = this.members.get(schema.value);
    if (members === undefined) {
      members = this.readMembers(schema);
      this.members.set(schema.value, members);
    }
    return members;
  }

  private readMembers(schema: Target): readonly Member[] {
    const properties = below(schema, 'properties', this.context);
    if (!isObject(properties?.value)) return [];
    const members: Member[] = [];
    for (const name of Object.keys(properties.value).slice(0, MAX_MEMBERS)) {
      const member = below(properties, name, this.context);
      if (member === undefined || !NAME.test(name)) continue;
      const mark = this.markOf(name, member);
      const inner = isObject(member.value) && hasInner(member.value) ? member : undefined;
      const listed = listedBy(member, this.context);
      if (mark !== undefined || inner || listed) members.push({ name, mark, listed, inner });
    }
    return members;
  }

  /** The first branches of `allOf`, `anyOf` or `oneOf`. */
  branches(schema: Target, keyword: string): Target[] {
    const list = below(schema, keyword, this.context);
    if (!list || !Array.isArray(list.value)) return [];
    return list.value.slice(0, MAX_BRANCHES).flatMap((_, index) => below(list, String(index), this.context) ?? []);
  }

  /** What a member's schema says, where its name does not say it. */
  private markOf(name: string, member: Target): Mark | undefined {
    const { value } = member;
    if (!isObject(value)) return undefined;
    const declared = this.declared(name, value);
    if (declared !== undefined) return declared;
    const mark = FORMATS.get(stringMember(value, 'format') ?? '') ?? this.byDescription(name, value);
    if (mark !== undefined) return mark === this.ownMark(name) ? undefined : mark;
    const items = below(member, 'items', this.context);
    const subject = this.subjectOf(items ?? member);
    if (subject === undefined) return undefined;
    const { role } = this.infoOf(name);
    if (subject === role) return undefined;
    return OPEN.has(role) || subject === 'organisation' || subject === 'place' ? subject : undefined;
  }

  /** `x-pii: true`, `x-pii: 'email'`. That a field is not personal is left to the owner. */
  private declared(name: string, value: JsonObject): Mark | undefined {
    for (const extension of EXTENSIONS) {
      const said = value[extension];
      if (said === undefined || said === false || said === null || said === 'false' || said === 'none') continue;
      const kind = typeof said === 'string' ? this.infoOf(said.slice(0, 60)).kind : undefined;
      return (kind && TYPE_OF[kind]) ?? this.ownMark(name) ?? 'redact';
    }
    return undefined;
  }

  /** What the name says itself. */
  private ownMark(name: string): Mark | undefined {
    const { kind } = this.infoOf(name);
    return kind && TYPE_OF[kind];
  }

  private byDescription(name: string, value: JsonObject): Mark | undefined {
    const description = stringMember(value, 'description');
    if (description === undefined || (value['type'] !== 'string' && value['type'] !== undefined)) return undefined;
    const start = description.slice(0, 80);
    const phrase = start.slice(0, END_OF_PHRASE.exec(start)?.index);
    const words = phrase.trim().replace(/^(?:the|an?|its|their|user's|customer's|person's|contact's)\s+/i, '');
    // `number of e-mail addresses`
    if (TOO_MANY_WORDS.test(words) || / of (?!birth)/.test(words)) return undefined;
    const mark = describedBy(words);
    if (mark === undefined) return undefined;
    const { kind, identifier } = this.infoOf(name);
    return kind === undefined && !identifier ? mark : undefined;
  }

  /** What the objects of a component schema are about, by its name: `#/components/schemas/UserResponse`. */
  private subjectOf(schema: Target): Subject | undefined {
    const name = componentOf(schema);
    if (name === undefined) return undefined;
    const known = subjects.get(name);
    if (known !== undefined || subjects.has(name)) return known;
    const subject = subjectNamed(name);
    if (name.length <= MAX_REMEMBERED) subjects.set(name, subject);
    return subject;
  }
}

/** What component schemas are about by their names, for all imports of the process, as {@link phrases}. */
const subjects = new BoundedMap<string, Subject | undefined>(4_096);
const MAX_REMEMBERED = 128;

function subjectNamed(name: string): Subject | undefined {
  const plain = unescapePointer(name).replace(ENDINGS, '');
  const role = roleOfKey(plain.slice(plain.lastIndexOf('.') + 1).slice(0, 60));
  return role === 'none' || role === 'neutral' || ACCOUNT.test(plain) ? undefined : role;
}

/** Describing words that were read, for all imports of the process. */
const phrases = new BoundedMap<string, Mark | undefined>(4_096);

function describedBy(words: string): Mark | undefined {
  const known = phrases.get(words);
  if (known !== undefined || phrases.has(words)) return known;
  const kind = kindOfKey(words);
  const type = kind && TYPE_OF[kind];
  const mark = type !== undefined && DESCRIBED.has(type) ? type : undefined;
  // A copy, because a part of a description holds the whole of it in memory.
  phrases.set(Buffer.from(words, 'utf16le').toString('utf16le'), mark);
  return mark;
}

/** The name of a component schema as its pointer has it. Most schemas are none, and their pointers need not be written. */
function componentOf(schema: Target): string | undefined {
  const { parent } = schema as Partial<Location>;
  if (parent instanceof Location && parent.key !== 'schemas' && parent.key !== 'definitions') return undefined;
  return COMPONENT.exec(absolutePointer(schema))?.[1];
}

/** Whether a schema leads to others. */
export function hasInner(schema: JsonObject): boolean {
  for (const key of Object.keys(schema)) if (INNER.has(key)) return true;
  return false;
}

/** Names that a path can have. */
const NAME = /^[\p{L}\p{N}_$@-]{1,60}$/u;
