/**
 * The words of a tool that a model reads, and how two versions of them differ: names, titles, descriptions, and of schemas every text,
 * enum, constant, default, example and pattern, and the names of members. Whoever approves a surface has to be able to read them, so
 * characters that nobody sees are shown, and texts that address the model are pointed at. Of a schema that was changed also its numbers,
 * switches and types, as they say how far an argument reaches, and of the tool how its request is made and which fields of its answers are
 * redacted as what. Pure.
 */
import { isObject, type JsonObject, type JsonValue } from '../lib/json/value.ts';
import { visible } from '../lib/visible.ts';
import type { Tool } from '../model/tool.ts';
import { describedOf } from './answerSubject.ts';
import { escaped } from './inputSchema.ts';

/** What a reader should look at twice: characters that nobody sees, or words that tell a model what to do. */
export const WORD_SIGNS = ['hidden_characters', 'instruction'] as const;
/** A sign of a text. */
export type WordSign = (typeof WORD_SIGNS)[number];

/** A text that differs. */
export interface WordChange {
  /** JSON pointer into the tool: `/description`, `/inputSchema/properties/id/enum`. */
  readonly at: string;
  /** Absent for a new text. */
  readonly before?: string;
  /** Absent for a text that is gone. */
  readonly after?: string;
  /** Of the new text. */
  readonly signs?: WordSign[];
}

/** Keywords whose value is data, told as JSON. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'example']);
/** Keywords whose members are names of the description's own. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependentRequired',
]);
/** Keywords whose text is one of a fixed set, or points elsewhere. */
const FIXED = new Set(['type', '$ref', '$schema', '$id', '$anchor']);

/** What differs between two versions of a tool. */
export interface ChangedWords {
  /** The texts, in the order of the new version; all of a new tool, none of one that is gone. */
  readonly texts: WordChange[];
  /** The numbers, switches and types of schemas that both versions have, and the marks of fields. */
  readonly values: WordChange[];
}

/** Compares what a model reads of two versions. */
export function changedWords(before: Tool | undefined, after: Tool | undefined): ChangedWords {
  if (!after) return { texts: [], values: [] };
  const [old, fresh] = [before && wordsOf(before), wordsOf(after)];
  return {
    texts: differing(old?.texts, fresh.texts),
    // An argument that comes or goes is told by its schema.
    values: old ? differing(old.values, fresh.values).filter(isOfBoth) : [],
  };
}

/** The members of an object that differ, as texts, each by its pointer. */
export const changedTexts = (before: object, after: object): WordChange[] =>
  differing(...([before, after].map(textsOf) as [Map<string, string>, Map<string, string>]));

const textsOf = (value: object): Map<string, string> =>
  new Map(Object.entries(value).map(([name, member]) => [`/${name}`, written(member as JsonValue)]));

const isOfBoth = ({ at, before, after }: WordChange): boolean =>
  !at.startsWith(WIRE) || (before !== undefined && after !== undefined);

function differing(before: ReadonlyMap<string, string> = new Map(), after: ReadonlyMap<string, string>): WordChange[] {
  const old = new Map(before);
  const changes: WordChange[] = [];
  for (const [at, text] of after) {
    const was = old.get(at);
    old.delete(at);
    if (was === text) continue;
    const signs = signsOf(text);
    changes.push({
      at: shown(at),
      ...(was !== undefined && { before: shown(was) }),
      after: shown(text),
      ...(signs.length > 0 && { signs }),
    });
  }
  return [...changes, ...[...old].map(([at, text]) => ({ at: shown(at), before: shown(text) }))];
}

/** A text of a description as a person reads it. */
export const shown = (text: string): string => visible(text, { isJson: false });

/** Data as JSON, in which no escape hides a control character. */
const written = (value: JsonValue): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value).replace(/\\u00([01][0-9a-f])/g, (_, code: string) =>
        String.fromCharCode(Number(`0x${code}`)),
      );

/** Where arguments go, and how a body is made. */
function wiresOf({ parameters, body }: Tool): Record<string, object> {
  const own = body?.layout === 'fields' ? body.fields : [];
  const { required: _, ...form } =
    body?.layout === 'fields'
      ? { required: 0, kind: body.kind, contentType: body.contentType }
      : (body ?? { required: 0 });
  const wires = [...parameters, ...own].map(({ argument, ...wire }) => [`${WIRE}${escaped(argument)}`, wire] as const);
  return { ...Object.fromEntries(wires), '/body': form };
}
const WIRE = '/sent/';

/** Every text and every value by its place. */
function wordsOf(tool: Tool): { readonly texts: Map<string, string>; readonly values: Map<string, string> } {
  const [texts, values] = [new Map<string, string>(), new Map<string, string>()];
  const add = (at: string, text: string | undefined) => {
    if (text) texts.set(at, text);
  };
  const addValue = (at: string, value: JsonValue) => void values.set(at, written(value));
  for (const name of tool.answerHeaders ?? []) add(`/answerHeaders/${escaped(name)}`, name);
  for (const [name, value] of Object.entries(tool.headers ?? {})) addValue(`/headers/${escaped(name)}`, value);
  for (const [place, value] of Object.entries(wiresOf(tool)))
    addValue(place, JSON.parse(JSON.stringify(value)) as JsonValue);
  const { about, fields = {} } = describedOf(tool) ?? {};
  if (about) addValue('/redacted', about);
  for (const [path, mark] of Object.entries(fields)) addValue(`/redacted/${escaped(path)}`, mark);
  for (const field of ['name', 'title', 'description', 'tag', 'answerFields'] as const) add(`/${field}`, tool[field]);
  const waiting: Array<readonly [JsonValue, string]> = [
    [tool.inputSchema, '/inputSchema'],
    [tool.answerSchema ?? {}, '/answerSchema'],
  ];
  // It grows while it is read.
  for (const [value, at] of waiting) {
    if (typeof value === 'string') add(at, value);
    else if (Array.isArray(value)) waiting.push(...value.map((item, index) => [item, `${at}/${index}`] as const));
    else if (isObject(value)) waiting.push(...membersOf(value as JsonObject, at, add, addValue));
  }
  return { texts, values };
}

/** Whether a member of the schema has this name, which is told with it. */
const isNamedIn = ({ properties }: JsonObject, name: JsonValue): boolean =>
  isObject(properties) && Object.hasOwn(properties, String(name));

/** The schemas inside a schema; what its own keywords say is added. */
function membersOf(
  schema: JsonObject,
  at: string,
  add: (at: string, text: string) => void,
  addValue: (at: string, value: JsonValue) => void,
): Array<readonly [JsonValue, string]> {
  const inside: Array<readonly [JsonValue, string]> = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${at}/${escaped(keyword)}`;
    if (DATA.has(keyword)) add(place, written(value));
    else if (keyword === 'required' && Array.isArray(value)) {
      addValue(place, value);
      for (const name of value) if (!isNamedIn(schema, name)) add(`${place}/${escaped(String(name))}`, String(name));
    } else if (FIXED.has(keyword) || typeof value === 'number' || typeof value === 'boolean') addValue(place, value);
    else if (typeof value === 'string') add(place, value);
    else if (NAMED.has(keyword) && isObject(value)) {
      for (const [name, member] of Object.entries(value as JsonObject)) {
        add(`${place}/${escaped(name)}`, name);
        inside.push([member, `${place}/${escaped(name)}`]);
      }
    } else inside.push([value, place]);
  }
  return inside;
}

/**
 * Texts that address the model and not its reader, by what published attacks on descriptions of tools have in common (OWASP MCP03:2025,
 * Tool Poisoning; Invariant Labs, Tool Poisoning Attacks, April 2025). Pointed at, never removed: a description may have reasons.
 */
const INSTRUCTION = new RegExp(
  [
    /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|other|all|any|your|system)\b/,
    /\b(?:before|after|instead of|prior to)\s+(?:\w+\s+){0,3}(?:calling|using|running|invoking|call|use)\b/,
    /\b(?:do not|don't|never|must not)\s+(?:\w+\s+){0,2}(?:tell|mention|inform|reveal|disclose|show|notify|ask|warn)\b/,
    /\b(?:without|no need for)\s+(?:\w+\s+){0,2}(?:asking|telling|confirmation|permission|consent|approval|informing)\b/,
    /\b(?:you|the (?:assistant|model|agent|llm|ai))\s+(?:must|should|shall|have to|need to|are)\b/,
    /\b(?:system|developer) (?:prompt|message|instruction)/,
    /<\/?(?:important|system|instructions?|secret|admin)\b/,
    /\b(?:important|attention|note to (?:the )?(?:ai|model|assistant|agent))\s*[:!]/,
    /\balways\s+(?:\w+\s+){0,2}(?:call|use|run|invoke|send|include|pass|add|first)\b/,
    /\b(?:send|forward|post|upload|copy|exfiltrate|append|attach)\b.{0,60}\b(?:https?:|conversation|chat history|api[ _-]?key|password|credential|token|secret|private key)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'is',
);

/** A call of another tool by its name, which has a capital or an underscore inside. */
const NAMED_CALL =
  /\b(?:[Cc]all|[Ii]nvoke|[Rr]un|[Ee]xecute|[Uu]se)\s+(?:the\s+)?(?:tool\s+)?[a-z]+(?:[A-Z]|_[a-z])\w*/;

/** What is to be pointed at. */
export function signsOf(text: string): WordSign[] {
  const plain = text.normalize('NFKC');
  return [
    ...(shown(text) === text ? [] : (['hidden_characters'] as const)),
    ...(INSTRUCTION.test(plain) || NAMED_CALL.test(plain) ? (['instruction'] as const) : []),
  ];
}
