/**
 * An entry of the kind `management` as a sentence: 'admin@example.com switched PII redaction off for Demo Store'. Made from
 * the entry only, so that dashboard and CLI show the same. Never throws, because entries may come from earlier or later
 * versions; for an unknown action the sentence names the action.
 */
import { isObject, type JsonValue } from '../lib/json/value.ts';
import { SYSTEM } from '../lib/person.ts';
import { FLOOR_RULES, type FloorRuleId } from '../model/floorRules.ts';
import type { ManagementEntry } from './entry.ts';
import type { FieldChange, PlainValue } from './fieldChanges.ts';
import { fieldLabel } from './fieldLabels.ts';

/** The attributes of an entry that the sentence needs. */
export type SentenceInput = Pick<ManagementEntry, 'action'> &
  Partial<Pick<ManagementEntry, 'actor' | 'actorName' | 'serverName' | 'detail'>>;

/** Length to which values are cut. */
const MAX_VALUE_LENGTH = 60;
/** With more fields or tools, the sentence gives only their number. */
const MAX_NAMED = 3;

/** An entry as a sentence for people. */
export function sentenceOf(entry: SentenceInput): string {
  return `${actorOf(entry)} ${predicateOf(entry)}`;
}

/** Ends the name of an action that was taken back, because a later step was refused. */
const UNDONE = '.undone';

function predicateOf(entry: SentenceInput): string {
  const { action } = entry;
  if (Object.hasOwn(PREDICATES, action)) return PREDICATES[action]?.(entry) ?? '';
  const made = action.endsWith(UNDONE) ? action.slice(0, -UNDONE.length) : action;
  return Object.hasOwn(PREDICATES, made) ? `${PREDICATES[made]?.(entry)}, which was undone` : `did ${action}`;
}

/** The actions for which there is a sentence. */
export const knownActions = (): string[] => Object.keys(PREDICATES);

/** The name of the person, or of Portcullis for actions without a person. */
function actorOf({ actor, actorName }: SentenceInput): string {
  return actor === SYSTEM.id ? 'Portcullis' : (actorName ?? actor ?? 'Somebody');
}

/** The account of all clients of a server, or that of one. */
function accountOf(entry: SentenceInput): string {
  const [account, of] = [text(entry, 'account'), text(entry, 'of')];
  if (account === undefined) return `${serverOf(entry)} to the account of its API`;
  const isOwn = entry.actor === account || `person:${entry.actor}` === account;
  return `${isOwn ? 'their own account' : `the account of ${of === undefined ? account : quoted(of)}`} for ${serverOf(entry)}`;
}

/** Where the tools of a new server come from, if not from a description. */
const FROM: Readonly<Record<string, string>> = {
  manual: ' with tools added manually',
  toolset: ' of the tools of other servers',
};

/** A change that needs a second person, by its kinds. */
function changeOf(entry: SentenceInput): string {
  const kinds = entry.detail?.['kinds'];
  const named = Array.isArray(kinds) ? ` (${kinds.join(', ')})` : '';
  return `a change${entry.serverName === undefined ? '' : ` of ${serverOf(entry)}`}${named}`;
}

const askedBy = (entry: SentenceInput): string =>
  text(entry, 'askedBy') === undefined ? '' : ` that ${text(entry, 'askedBy')} has asked for`;

const PREDICATES: Readonly<Record<string, (entry: SentenceInput) => string>> = {
  'answer.read': (entry) => `viewed a stored answer of the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'session.begin': (entry) => `signed in${text(entry, 'role') === undefined ? '' : ` as ${text(entry, 'role')}`}`,
  'session.end.all': () => 'logged out everywhere',
  'server.create': (entry) => `created ${serverOf(entry)}${FROM[text(entry, 'source') ?? ''] ?? ''}`,
  'server.change': (entry) => changed(entry, 'for', serverOf(entry)),
  'settings.change': (entry) => changed(entry, 'in', 'the global settings'),
  'floor.change': (entry) => changed(entry, 'in', 'the floor of the installation'),
  'floor.refused': (entry) => `tried to set something below the floor of the installation${belowOf(entry)}`,
  'server.credentials': (entry) =>
    text(entry, 'type') === 'none'
      ? `removed the API credential of ${serverOf(entry)}`
      : `replaced the API credential of ${serverOf(entry)}${at(entry)}`,
  'server.credentials.check': (entry) =>
    `checked the API credentials of ${serverOf(entry)}${Number(entry.detail?.['failed'] ?? 0) > 0 ? ', which failed' : ''}`,
  'server.sandbox.inspect': (entry) => `inspected the sandbox of ${serverOf(entry)}`,
  'credential.try': (entry) =>
    `tested an API credential before storing it${entry.detail?.['works'] === false ? ', which failed' : ''}`,
  'credential.register': (entry) => `registered this installation as a client${at(entry)}`,
  'server.consent': (entry) => `connected ${accountOf(entry)}${at(entry)}`,
  'server.consent.failed': (entry) => `tried to connect ${accountOf(entry)}${at(entry)}`,
  'server.consent.removed': (entry) => `disconnected ${accountOf(entry)}`,
  'server.credentials.bound': (entry) => `bound the API credential of ${serverOf(entry)} to its host${at(entry)}`,
  'server.credentials.dropped': (entry) =>
    `removed the API credential of ${serverOf(entry)}, which belonged to no host`,
  'server.selection': (entry) => `changed the sentences of the selection check of ${serverOf(entry)}`,
  'server.live': (entry) => `brought ${serverOf(entry)} online`,
  'server.offline': (entry) => `took ${serverOf(entry)} offline`,
  'server.delete.begun': (entry) => `started to delete ${serverOf(entry)}`,
  'server.delete': (entry) => `deleted ${serverOf(entry)}`,
  'server.deploy': (entry) =>
    text(entry, 'rollbackTo') === undefined ? `deployed ${serverOf(entry)}` : `rolled ${serverOf(entry)} back`,
  'approval.approve': (entry) => `approved a call of ${toolOf(entry)} at ${serverOf(entry)}`,
  'approval.deny': (entry) => `refused a call of ${toolOf(entry)} at ${serverOf(entry)}`,
  'change.ask': (entry) => `asked for ${changeOf(entry)}, which needs a second person`,
  'change.explain': (entry) => `said why they ask for ${changeOf(entry)}`,
  'change.approve': (entry) => `approved ${changeOf(entry)}${askedBy(entry)}`,
  'change.deny': (entry) => `refused ${changeOf(entry)}${askedBy(entry)}`,
  'change.use': (entry) => `used the approval of ${changeOf(entry)}`,
  'change.withdraw': (entry) => `withdrew their request for ${changeOf(entry)}`,
  'change.withdrawn': (entry) =>
    `approved ${changeOf(entry)}${askedBy(entry)}, which had changed since, so nothing was done`,
  'change.lapse': (entry) => `met ${changeOf(entry)}${askedBy(entry)}, who may not make it any more`,
  'change.failed': (entry) => `approved ${changeOf(entry)}${askedBy(entry)}, which could not be made`,
  'connections.kill': (entry) => `closed all streams of ${serverOf(entry)}`,
  'token.create': (entry) =>
    `created the token ${quoted(text(entry, 'label'))} for ${serverOf(entry)}${text(entry, 'setupLink') === undefined ? '' : ' through a set-up link'}`,
  'setupLink.create': (entry) =>
    `created a set-up link for the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}`,
  'setupLink.withdraw': (entry) =>
    `withdrew the set-up link for the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}`,
  'audit.spread': (entry) =>
    `spread the entries of ${serverOf(entry)} of a day over several partitions, because one takes no more`,
  'breaker.open': (entry) =>
    `stopped calls ${text(entry, 'tokenId') === undefined ? '' : `of the token ${quoted(text(entry, 'label'))} `}of ${serverOf(entry)}, whose API ${text(entry, 'reason') === 'slow' ? 'answers too slowly' : 'fails'}`,
  'breaker.close': (entry) => `resumed calls of ${serverOf(entry)}, as its API answers again`,
  'breaker.pause': (entry) =>
    `stopped calls of the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)} for a while`,
  'server.resume': (entry) => `resumed calls of ${serverOf(entry)}`,
  'token.change': (entry) => `changed the limits of the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}`,
  'token.revoke': (entry) => `revoked the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}`,
  'token.revoke.unconfirmed': (entry) =>
    `revoked the token ${quoted(text(entry, 'label'))} of ${serverOf(entry)}, not yet confirmed in every region`,
  'client.connect': (entry) => `connected ${clientOf(entry)} to ${serverOf(entry)}`,
  'client.disconnect': (entry) => `ended a session with ${clientOf(entry)} at ${serverOf(entry)}`,
  'client.disconnect.unconfirmed': (entry) =>
    `ended a session with ${clientOf(entry)} at ${serverOf(entry)}, not yet confirmed in every region`,
  'client.disconnect.all': (entry) =>
    `ended all sessions of ${text(entry, 'person') ?? text(entry, 'clientId') ?? 'one'}`,
  'client.create': (entry) => `registered the client ${clientOf(entry)}`,
  'client.rotate': (entry) => `gave the client ${clientOf(entry)} a new secret`,
  'client.delete': (entry) => `deleted the client ${clientOf(entry)}`,
  'key.create': (entry) => `made the automation key ${quoted(text(entry, 'label'))} as ${text(entry, 'role') ?? 'one'}`,
  'key.revoke': (entry) => `revoked the automation key ${quoted(text(entry, 'label'))}`,
  'member.invite': (entry) => `invited ${quoted(text(entry, 'email'))} as ${text(entry, 'role') ?? 'a member'}`,
  'member.invite.again': (entry) => `sent the invitation of ${quoted(text(entry, 'email'))} again`,
  'member.invite.withdraw': (entry) => `withdrew the invitation of ${quoted(text(entry, 'email'))}`,
  'member.join': (entry) => `accepted the invitation as ${text(entry, 'role') ?? 'a member'}`,
  'member.change': (entry) => memberChange(entry),
  'member.remove': (entry) => `removed the member ${memberOf(entry)}`,
  'scim.user.create': (entry) => `provisioned ${quoted(text(entry, 'userName'))}`,
  'scim.user.change': (entry) =>
    `${entry.detail?.['active'] === false ? 'changed the deactivated' : 'changed the provisioned'} person ${quoted(text(entry, 'userName'))}`,
  'scim.user.delete': (entry) => `removed the provisioned person ${quoted(text(entry, 'userName'))}`,
  'scim.group.create': (entry) => `pushed the group ${quoted(text(entry, 'displayName'))}`,
  'scim.group.change': (entry) => `changed the pushed group ${quoted(text(entry, 'displayName'))}`,
  'scim.group.delete': (entry) => `removed the pushed group ${quoted(text(entry, 'displayName'))}`,
  'project.create': (entry) => `made the project ${projectIn(entry)}`,
  'project.change': (entry) => changed(entry, 'of', `the project ${projectIn(entry)}`),
  'project.floor.change': (entry) => changed(entry, 'of', `the project ${projectIn(entry)}`),
  'project.delete.begun': (entry) => `began to delete the project ${projectIn(entry)}`,
  'project.delete': (entry) => `deleted the project ${projectIn(entry)}`,
  'server.move': (entry) =>
    `moved ${serverOf(entry)} from the project ${text(entry, 'from') ?? 'default'} to ${text(entry, 'to') ?? 'default'}`,
  'webhook.create': (entry) => `set up the webhook ${quoted(text(entry, 'name'))}${at(entry)}`,
  'webhook.change': (entry) => `changed the webhook ${quoted(text(entry, 'name'))}${at(entry)}`,
  'webhook.rotate': (entry) => `gave the webhook ${quoted(text(entry, 'name'))} a new secret`,
  'webhook.test': (entry) => `sent a test event to the webhook ${quoted(text(entry, 'name'))}`,
  'webhook.resend': (entry) => `sent an event to the webhook ${quoted(text(entry, 'name'))} again`,
  'webhook.delete': (entry) => `deleted the webhook ${quoted(text(entry, 'name'))}${at(entry)}`,
  'tool.create': (entry) => `added the tool ${toolOf(entry)} to ${serverOf(entry)}`,
  'tool.change': (entry) => changed(entry, 'of', `the tool ${toolOf(entry)} in ${serverOf(entry)}`),
  'tool.replace': (entry) => changed(entry, 'of', `the tool ${toolOf(entry)} in ${serverOf(entry)}`),
  'tool.delete': (entry) => `deleted the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'tool.try': (entry) => `tried the tool ${toolOf(entry)} of ${serverOf(entry)}`,
  'tools.change': (entry) => changed(entry, 'of', `${toolsIn(entry)} in ${serverOf(entry)}`),
  'tools.switch': (entry) =>
    `switched ${toolsIn(entry)} ${entry.detail?.['enabled'] === true ? 'on' : 'off'} in ${serverOf(entry)}`,
};

/** The rules that refused it. */
function belowOf({ detail }: SentenceInput): string {
  const rules = detail?.['rules'];
  if (!Array.isArray(rules)) return '';
  return `: ${listed(rules.slice(0, MAX_NAMED).map((rule) => FLOOR_RULES[rule as FloorRuleId]?.label ?? String(rule)))}`;
}

/**
 * The predicate for changed fields: one change with its values, or the labels of several.
 * @param subject what was changed
 */
function changed(entry: SentenceInput, preposition: string, subject: string): string {
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
    return `set the ${label} ${where} to ${formatted(now)}${old === null ? '' : ` (was ${formatted(old)})`}`;
  if (inherited === undefined) return `removed the ${label} ${where} (was ${formatted(old)})`;
  return `let the ${label} ${where} follow the global settings again (${formatted(inherited)})`;
}

/** Presets as they are told: core/model/toolPresets.ts. */
const PRESET_TEXTS: Readonly<Record<string, string>> = {
  changing: ' that change data',
  deprecated: ' that are deprecated',
  unused: ' that were not called lately',
};

function toolsIn(entry: SentenceInput): string {
  const tools = entry.detail?.['tools'];
  const names = Array.isArray(tools) ? tools.map((tool) => (isObject(tool) ? String(tool['name']) : '')) : [];
  const count = Number(entry.detail?.['changed'] ?? names.length);
  const tag = text(entry, 'tag');
  if (names.length === 1) return `the tool ${names[0]}`;
  if (names.length > 1 && names.length <= MAX_NAMED) return `the tools ${listed(names)}`;
  return `${count} tools${tag === undefined ? (PRESET_TEXTS[text(entry, 'preset') ?? ''] ?? '') : ` of the tag ${quoted(tag)}`}`;
}

/** The changes of an entry; undefined for entries of earlier versions. */
function changesOf({ detail }: SentenceInput): FieldChange[] | undefined {
  const changes = detail?.['changes'] as JsonValue | undefined;
  return Array.isArray(changes) ? (changes.filter(isObject) as unknown as FieldChange[]) : undefined;
}

function text(entry: SentenceInput, name: string): string | undefined {
  const value = entry.detail?.[name];
  return typeof value === 'string' ? value : undefined;
}

function memberChange(entry: SentenceInput): string {
  const enabled = entry.detail?.['enabled'];
  if (typeof enabled === 'boolean') return `${enabled ? 'let in again' : 'locked out'} the member ${memberOf(entry)}`;
  const rights = entry.detail?.['rights'];
  const beside = Array.isArray(rights) && rights.length > 0 ? ` and ${rights.join(', ')}` : '';
  return `made ${memberOf(entry)} ${text(entry, 'role') ?? 'a member'}${beside}`;
}

const projectIn = (entry: SentenceInput): string => quoted(text(entry, 'name') ?? text(entry, 'projectId'));
const memberOf = (entry: SentenceInput): string => quoted(text(entry, 'email') ?? text(entry, 'person'));
const at = (entry: SentenceInput): string => (text(entry, 'origin') === undefined ? '' : ` (${text(entry, 'origin')})`);
const serverOf = (entry: SentenceInput): string => entry.serverName || text(entry, 'name') || 'the server';
const toolOf = (entry: SentenceInput): string => text(entry, 'name') ?? text(entry, 'toolId') ?? '';
const clientOf = (entry: SentenceInput): string => quoted(text(entry, 'client') ?? text(entry, 'clientId'));
const quoted = (value = ''): string => `“${cut(value)}”`;
const cut = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;

function formatted(value: PlainValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en');
  return value.length === 0 ? 'none' : cut(value.join(', '));
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
