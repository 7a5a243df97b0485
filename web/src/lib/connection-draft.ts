/** The draft of a server's connection: the form's fields, which of them differ from the stored ones, and the request to the API. Pure. */
import { LIMITS } from '../../../core/lib/limits.ts';
import { CONTROLLED_SETTINGS, type ControlledSetting, SERVER_SETTINGS } from '../../../core/model/serverSettings.ts';
import type { Server, ServerChange } from '../api/types.ts';
import type { UploadedDocument } from './document-file.ts';

export interface Fields extends Readonly<Pick<Server, ControlledSetting>> {
  readonly name: string;
  readonly baseUrl: string;
  readonly documentUrl: string;
  /** A file that replaces the document; it is not shown again once it is stored. */
  readonly upload: UploadedDocument | undefined;
  /** As typed. */
  readonly seconds: string;
  readonly signed: boolean;
  readonly confirm: Server['elicitation']['confirm'];
  readonly missing: boolean;
  /** Questions of an MCP server pass. */
  readonly upstream: boolean;
}

/** By setting with a control of its own kind. */
const controlled = <Value>(read: (name: ControlledSetting) => Value) =>
  Object.fromEntries(CONTROLLED_SETTINGS.map((name) => [name, read(name)])) as Record<ControlledSetting, Value>;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const NAMES: Record<keyof Fields, string> = {
  ...controlled((name) => capitalized(String(SERVER_SETTINGS[name].label))),
  name: 'The name',
  baseUrl: 'The base URL',
  documentUrl: 'The address of the OpenAPI document',
  upload: 'The OpenAPI document',
  seconds: 'The time limit of a request',
  signed: 'The signed lockfile',
  confirm: 'The confirmation of destructive calls',
  missing: 'Asking for missing arguments',
  upstream: 'Questions of the MCP server',
};

export const fieldsOf = (server: Server): Fields => ({
  ...(controlled((name) => server[name] ?? SERVER_SETTINGS[name].default) as Pick<Server, ControlledSetting>),
  name: server.name,
  baseUrl: server.baseUrl,
  documentUrl: server.source.url ?? '',
  upload: undefined,
  seconds: String(server.upstreamMs / 1_000),
  signed: server.signed,
  confirm: server.elicitation.confirm,
  missing: server.elicitation.missing,
  upstream: server.elicitation.upstream === true,
});

/** The fields that differ from the stored ones. */
export function changeOf(stored: Fields, fields: Fields): ServerChange {
  const { name, baseUrl, documentUrl, upload, seconds, signed, confirm, missing, upstream } = fields;
  const isAsking = confirm !== stored.confirm || missing !== stored.missing || upstream !== stored.upstream;
  const edited = CONTROLLED_SETTINGS.filter((setting) => fields[setting] !== stored[setting]);
  return {
    ...Object.fromEntries(edited.map((setting) => [setting, fields[setting]])),
    ...(name.trim() === stored.name ? {} : { name: name.trim() }),
    ...(baseUrl.trim() === stored.baseUrl ? {} : { baseUrl: baseUrl.trim() }),
    ...(Number(seconds) === Number(stored.seconds) ? {} : { upstreamMs: Math.round(Number(seconds) * 1_000) }),
    ...(signed === stored.signed ? {} : { signed }),
    ...(isAsking && { elicitation: { confirm, missing, ...(upstream && { upstream }) } }),
    ...(upload !== undefined
      ? { source: { kind: 'openapi', document: upload.content } }
      : documentUrl.trim() === stored.documentUrl
        ? {}
        : { source: { kind: 'openapi', url: documentUrl.trim() } }),
  };
}

export const displayValue = (value: Fields[keyof Fields]): string =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'on' : 'off') : (value?.name ?? '');

const { min, max } = LIMITS.upstreamMs;

/** `seconds`: as typed. */
export const timeFault = (seconds: string): string | undefined => {
  const ms = Number(seconds) * 1_000;
  return seconds.trim() !== '' && ms >= min && ms <= max
    ? undefined
    : `Give a number from ${min / 1_000} to ${max / 1_000}.`;
};
