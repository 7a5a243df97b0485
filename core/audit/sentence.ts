/**
 * What an entry of the kind `management` says, in one sentence: 'admin@example.com switched PII redaction off for Demo Store'. Made of the
 * entry alone, so that dashboard and CLI say the same. It never fails: entries are read that earlier or later versions wrote, and
 * of what it does not know it names the action.
 */
import { isObject, type JsonValue } from '../json/value.ts';
import { SYSTEM } from '../person.ts';
import type { ManagementEntry } from './entry.ts';
import type { FieldChange, PlainValue } from './fieldChanges.ts';
import { fieldLabel } from './fieldLabels.ts';

/** The part of an entry that is read. */
export type SentenceEntry = Pick<ManagementEntry, 'action'> &
  Partial<Pick<ManagementEntry, 'actor' | 'actorName' | 'serverName' | 'detail'>>;

/** Of a value; longer ones are cut. */
const MAX_VALUE_LENGTH = 60;
/** Fields that are named; of more, their number. */
const MAX_NAMED = 3;

/** An entry as a sentence for people. */
export function sentenceOf(entry: SentenceEntry): string {
  const deed = (DEEDS[entry.action] ?? (() => `did ${entry.action}`))(entry);
  return `${actorOf(entry)} ${deed}`;
}

/** The actions that have words of their own. */
export const toldActions = (): string[] => Object.keys(DEEDS);

/** Whoever did it; what an upgrade or the stack itself did was nobody's. */
function actorOf({ actor, actorName }: SentenceEntry): string {
  return actor === SYSTEM.id ? 'Portcullis' : (actorName ?? actor ?? 'Somebody');
}

const DEEDS: Readonly<Record<string, (entry: SentenceEntry) => string>> = {
  'answer.read': (entry) => `read a kept answer of the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'session.begin': (entry) => `signed in${text(entry, 'role') === undefined ? '' : ` as ${text(entry, 'role')}`}`,
  'server.create': (entry) =>
    `created ${serverOf(entry)}${text(entry, 'source') === 'manual' ? ' with tools added manually' : ''}`,
  'server.change': (entry) => changed(entry, 'for', serverOf(entry)),
  'settings.change': (entry) => changed(entry, 'in', 'the global settings'),
  'server.credentials': (entry) =>
    text(entry, 'type') === 'none'
      ? `removed the API credential of ${serverOf(entry)}`
      : `replaced the API credential of ${serverOf(entry)}${at(entry)}`,
  'server.credentials.check': (entry) =>
    `checked the API credentials of ${serverOf(entry)}${Number(entry.detail?.['failed'] ?? 0) > 0 ? ', and they did not work' : ''}`,
  'server.credentials.bound': (entry) => `bound the API credential of ${serverOf(entry)} to its host${at(entry)}`,
  'server.credentials.dropped': (entry) =>
    `removed the API credential of ${serverOf(entry)}, which had no host it was given for`,
  'server.live': (entry) => `brought ${serverOf(entry)} online`,
  'server.offline': (entry) => `took ${serverOf(entry)} offline`,
  'server.delete.begun': (entry) => `began to delete ${serverOf(entry)}`,
  'server.delete': (entry) => `deleted ${serverOf(entry)}`,
  'server.deploy': (entry) =>
    text(entry, 'rollbackTo') === undefined ? `deployed ${serverOf(entry)}` : `rolled ${serverOf(entry)} back`,
  'connections.kill': (entry) => `closed all streams of ${serverOf(entry)}`,
  'token.create': (entry) => `created the token ${quoted(text(entry, 'label'))} for ${serverOf(entry)}`,
  'token.revoke': (entry) => `revoked the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}`,
  'token.revoke.unconfirmed': (entry) =>
    `revoked the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}, not yet confirmed in every region`,
  'tool.create': (entry) => `added the tool ${toolOf(entry)} to ${serverOf(entry)}`,
  'tool.change': (entry) => changed(entry, 'of', `the tool ${toolOf(entry)} in ${serverOf(entry)}`),
  'tool.replace': (entry) => changed(entry, 'of', `the tool ${toolOf(entry)} in ${serverOf(entry)}`),
  'tool.delete': (entry) => `deleted the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'tool.try': (entry) => `tried the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'tools.switch': (entry) =>
    `switched ${switched(entry)} ${entry.detail?.['enabled'] === true ? 'on' : 'off'} in ${serverOf(entry)}`,
};

/** One change in full, of several the names of their fields. `subject` is what they belong to. */
function changed(entry: SentenceEntry, preposition: string, subject: string): string {
  const changes = changesOf(entry);
  if (changes === undefined) return `changed ${subject}`;
  const [first] = changes;
  if (first === undefined) return `saved ${subject} without a change`;
  if (changes.length === 1) return oneChange(first, preposition, subject);
  const labels = changes.map(({ field }) => fieldLabel(field));
  return `changed ${labels.length > MAX_NAMED ? `${labels.length} fields` : listed(labels)} ${preposition} ${subject}`;
}

function oneChange(change: FieldChange, preposition: string, subject: string): string {
  const where = `${preposition} ${subject}`;
  const label = fieldLabel(change.field);
  if ('replaced' in change) return `replaced the ${label} ${where}`;
  if (!('new' in change)) return `edited the ${label} ${where}`;
  const { old, new: now, inherited } = change;
  if (change.field === 'name' && typeof old === 'string' && typeof now === 'string') {
    return `renamed ${quoted(old)} to ${quoted(now)}`;
  }
  if (change.field === 'enabled') return `switched ${subject} ${now === true ? 'on' : 'off'}`;
  if (typeof now === 'boolean') return `switched ${label} ${now ? 'on' : 'off'} ${where}`;
  if (now !== null)
    return `set the ${label} ${where} to ${displayValue(now)}${old === null ? '' : ` (was ${displayValue(old)})`}`;
  if (inherited === undefined) return `removed the ${label} ${where} (was ${displayValue(old)})`;
  return `let the ${label} ${where} follow the global settings again (${displayValue(inherited)})`;
}

function switched(entry: SentenceEntry): string {
  const tools = entry.detail?.['tools'];
  const names = Array.isArray(tools) ? tools.map((tool) => (isObject(tool) ? String(tool['name']) : '')) : [];
  const count = Number(entry.detail?.['changed'] ?? names.length);
  const tag = text(entry, 'tag');
  if (names.length === 1) return `the tool ${names[0]}`;
  if (names.length > 1 && names.length <= MAX_NAMED) return `the tools ${listed(names)}`;
  return `${count} tools${tag === undefined ? '' : ` of the tag ${quoted(tag)}`}`;
}

/** Undefined for entries of earlier versions, which do not say what changed. */
function changesOf({ detail }: SentenceEntry): FieldChange[] | undefined {
  const changes = detail?.['changes'] as JsonValue | undefined;
  return Array.isArray(changes) ? (changes.filter(isObject) as unknown as FieldChange[]) : undefined;
}

function text(entry: SentenceEntry, name: string): string | undefined {
  const value = entry.detail?.[name];
  return typeof value === 'string' ? value : undefined;
}

const at = (entry: SentenceEntry): string => (text(entry, 'origin') === undefined ? '' : ` (${text(entry, 'origin')})`);
const serverOf = (entry: SentenceEntry): string => entry.serverName || text(entry, 'name') || 'the server';
const toolOf = (entry: SentenceEntry): string => text(entry, 'name') ?? text(entry, 'toolId') ?? '';
const quoted = (value = ''): string => `“${cut(value)}”`;
const cut = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;

function displayValue(value: PlainValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en');
  return value.length === 0 ? 'none' : cut(value.join(', '));
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
