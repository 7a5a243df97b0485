/** The draft of a server's connection: the form's fields, which of them differ from the stored ones, and the request to the API. Pure. */
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Server, ServerChange } from '../api/types.ts';
import type { UploadedDocument } from './document-file.ts';

export interface Fields {
  readonly name: string;
  readonly baseUrl: string;
  readonly documentUrl: string;
  /** A file that replaces the document; it is not shown again once it is stored. */
  readonly upload: UploadedDocument | undefined;
  /** As typed. */
  readonly seconds: string;
  readonly signed: boolean;
  readonly traceContext: boolean;
  readonly listStyle: Server['listStyle'];
  readonly confirm: Server['elicitation']['confirm'];
  readonly missing: boolean;
}

export const NAMES: Record<keyof Fields, string> = {
  name: 'The name',
  baseUrl: 'The base URL',
  documentUrl: 'The address of the OpenAPI document',
  upload: 'The OpenAPI document',
  seconds: 'The time limit of a request',
  signed: 'The signed lockfile',
  traceContext: 'Trace context for the API',
  listStyle: 'Lists in requests',
  confirm: 'The confirmation of destructive calls',
  missing: 'Asking for missing arguments',
};

export const fieldsOf = (server: Server): Fields => ({
  name: server.name,
  baseUrl: server.baseUrl,
  documentUrl: server.source.url ?? '',
  upload: undefined,
  seconds: String(server.upstreamMs / 1_000),
  signed: server.signed,
  traceContext: server.traceContext,
  listStyle: server.listStyle,
  confirm: server.elicitation.confirm,
  missing: server.elicitation.missing,
});

/** The fields that differ from the stored ones. */
export function changeOf(
  stored: Fields,
  { name, baseUrl, documentUrl, upload, seconds, signed, traceContext, listStyle, confirm, missing }: Fields,
): ServerChange {
  return {
    ...(name.trim() === stored.name ? {} : { name: name.trim() }),
    ...(baseUrl.trim() === stored.baseUrl ? {} : { baseUrl: baseUrl.trim() }),
    ...(Number(seconds) === Number(stored.seconds) ? {} : { upstreamMs: Math.round(Number(seconds) * 1_000) }),
    ...(signed === stored.signed ? {} : { signed }),
    ...(traceContext === stored.traceContext ? {} : { traceContext }),
    ...(listStyle === stored.listStyle ? {} : { listStyle }),
    ...(confirm === stored.confirm && missing === stored.missing ? {} : { elicitation: { confirm, missing } }),
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
