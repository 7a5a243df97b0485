/**
 * Export, import and duplication of servers. A definition never contains a credential, a token or a secret URL; the response lists what
 * the original has of these, so that a person can enter it again. The tools reach the first deployment as a version.
 */

import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { readBytes, writeBytes } from '../../../aws/services/objects.ts';
import { itemOf } from '../../../aws/tables/toolItems.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import {
  DEFINITION_FORMAT,
  DEFINITION_VERSION,
  type ExportedServer,
  type ServerDefinition,
  serverDefinition,
} from '../../../core/api/definitions.ts';
import { type BodyOf, ROUTES } from '../../../core/api/routes/index.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow, newDeploymentId, newServerId, newToolId } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { Person } from '../../../core/lib/person.ts';
import { checkBaseUrl, originOf } from '../../../core/lib/url/baseUrl.ts';
import { maskedUrl } from '../../../core/lib/url/mask.ts';
import { checked, refusal } from '../../../core/lib/zod/faults.ts';
import { shapeOf } from '../../../core/model/credentialShape.ts';
import { projectOf } from '../../../core/model/projects.ts';
import type { ServerAuth, ServerRow } from '../../../core/model/server.ts';
import { COPIED_SETTINGS, type CopiedSetting, storedSettings } from '../../../core/model/serverSettings.ts';
import { definitionFaults, definitionOf, draftFrom, toolFrom } from '../../../core/tools/definition.ts';
import { jsonOf } from '../http/body.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { namedProject } from '../http/standing.ts';
import { exportedHeaders } from '../serverRow/headers.ts';
import { knownServer } from '../serverRow/load.ts';
import { ofServer, ofTool, refuseBelow } from '../settings/floorCheck.ts';
import { changedOverrides } from '../settings/governance.ts';
import { compressedDocument } from '../tools/documents.ts';
import { missingSource, type PreparedSource, prepareSource } from '../tools/source.ts';
import { checkReached } from '../tools/unread.ts';
import { makeServer } from './newServer.ts';

/** Handlers of export, import and duplicate. */
export const copies: HandlersOf<'exportServer' | 'importServer' | 'duplicateServer'> = {
  exportServer: async ({ params }) => exported(await knownServer(params.id)),

  importServer: async ({ body, actor }) => {
    const project = await namedProject(actor, body.project, ROUTES.importServer.access);
    const definition = readDefinition(body.definition);
    const source = (serverId: string) => sourceOf(serverId, definition.source);
    return copied({ definition, making: body, actor, source, project, origin: { from: 'definition' } });
  },

  duplicateServer: async ({ params, body, actor }) => {
    const original = await knownServer(params.id);
    const named = body.project ?? projectOf(original);
    const project = await namedProject(actor, named, ROUTES.duplicateServer.access);
    const definition = await exported(original);
    const source = (serverId: string) => ownSource(serverId, original, definition);
    const making = { name: `${definition.name.slice(0, 73).trimEnd()} (copy)`, ...body };
    const origin = { from: original.serverId };
    return copied({ definition, making, actor, source, project, origin, of: original });
  },
};

/** Throws Refused `server_not_deployed` when the import has not found the base URL yet. */
async function exported(server: ServerRow): Promise<ExportedServer> {
  const { serverId, name, baseUrl, source, auth, hosts = {}, governance, exposition, signed } = server;
  if (source.kind === 'toolset')
    throw new Refused(
      'toolset_not_copied',
      'A toolset is no file of its own: its servers are. Create another one with the same members.',
    );
  if (!baseUrl)
    throw new Refused('server_not_deployed', 'The server has no base URL and no tools yet. Deploy it first.');
  const tools = (await listTools(serverId)).sort((one, other) => (one.name < other.name ? -1 : 1));
  const approved = Object.entries(hosts).map(([origin, host]) => ({ origin, auth: host.auth }));
  return {
    format: DEFINITION_FORMAT,
    formatVersion: DEFINITION_VERSION,
    name: name || new URL(baseUrl).hostname,
    baseUrl,
    source:
      source.kind !== 'openapi'
        ? { kind: source.kind }
        : {
            kind: 'openapi',
            ...('url' in source && maskedUrl(source.url) === source.url && !source.sealedUrl && { url: source.url }),
            ...(source.tags && { tags: [...source.tags] }),
            ...(source.withoutRepairs && { withoutRepairs: [...source.withoutRepairs] }),
            ...(source.root !== undefined && { root: source.root }),
          },
    credentials: [{ origin: originOf(baseUrl), auth }, ...approved].flatMap((place) =>
      credentialOf(place.origin, place.auth),
    ),
    hosts: approved.map(({ origin }) => origin),
    governance: governance as ExportedServer['governance'],
    exposition,
    signed,
    ...(storedSettings(server, COPIED_SETTINGS) as Pick<ExportedServer, CopiedSetting>),
    ...(server.headers && { headers: exportedHeaders(server) }),
    tools: tools.map(definitionOf),
  };
}

const credentialOf = (origin: string, auth: ServerAuth | undefined) =>
  !auth || auth.type === 'none' ? [] : [{ ...(shapeOf(auth) as ServerDefinition['credentials'][number]), origin }];

/** Throws InvalidInput `definition_invalid` for the file's content; for a file that cannot be decoded what `compressedDocument` throws. */
function readDefinition(given: BodyOf<'importServer'>['definition']): ServerDefinition {
  const { bytes } = compressedDocument(given, '/definition');
  const text = gunzipSync(bytes, { maxOutputLength: LIMITS.document.bytes }).toString();
  try {
    const value = jsonOf(text, 'It') as Readonly<Record<string, unknown>> | null;
    checkFormat(value);
    const { definition } = checked(z.strictObject({ definition: serverDefinition }), { definition: value });
    const faults = definitionFaults(definition.tools, '/definition/tools');
    if (faults.length > 0) throw refusal(faults);
    return definition;
  } catch (error) {
    throw asDefinitionFault(error);
  }
}

/** The request itself is valid; the fault is in the file it contains. */
function asDefinitionFault(error: unknown): unknown {
  if (error instanceof InvalidInput) return new InvalidInput(error.faults, 'definition_invalid');
  if (!(error instanceof PortcullisError && error.code.startsWith('body_'))) return error;
  const message = error.message.replace(/^It /, '');
  return new InvalidInput([{ field: '/definition', rule: error.code, message }], 'definition_invalid');
}

/** A file of another format gets its own error: complaints about its members would not help. */
function checkFormat(value: Readonly<Record<string, unknown>> | null): void {
  const fault = (field: string, rule: string, message: string) =>
    new InvalidInput([{ field: `/definition${field}`, rule, message }]);
  if (value?.['format'] !== DEFINITION_FORMAT)
    throw fault(
      '/format',
      'format_unknown',
      `must be "${DEFINITION_FORMAT}"; send a file that was created by an export.`,
    );
  if (value['formatVersion'] !== DEFINITION_VERSION)
    throw fault(
      '/formatVersion',
      'format_version',
      `must be ${DEFINITION_VERSION}; import a file of another version with the version of Portcullis that created it.`,
    );
}

async function sourceOf(serverId: string, source: ServerDefinition['source']): Promise<PreparedSource> {
  if (source.kind !== 'openapi') return prepareSource(serverId, { source });
  const { url, tags, withoutRepairs, root } = source;
  return url === undefined
    ? missingSource({ tags, withoutRepairs, root })
    : prepareSource(serverId, { source: { kind: 'openapi', url, root }, tags, withoutRepairs });
}

/** What a definition sets, as the check of the floor takes it. Credentials are given with the request. */
const givenBy = (definition: ServerDefinition) => [
  ...ofServer(definition, '/definition'),
  ...definition.tools.map(({ redaction }, at) => ofTool(redaction, `/definition/tools/${at}/redaction`)),
];

/** An upload is copied; a sealed URL can be opened for the original server only, so it has to be entered again. */
async function ownSource(
  serverId: string,
  { source }: ServerRow,
  definition: ServerDefinition,
): Promise<PreparedSource> {
  if (!('uploadKey' in source)) return sourceOf(serverId, definition.source);
  const bucket = requireEnvironment('BUCKET_SPECS');
  const bytes = await readBytes(bucket, source.uploadKey);
  if (!bytes) return sourceOf(serverId, definition.source);
  const uploadKey = `uploads/${serverId}/${newDeploymentId()}.gz`;
  return {
    over: () => ({ ...source, uploadKey }),
    store: () => writeBytes(bucket, uploadKey, bytes, 'application/gzip'),
  };
}

interface Copy {
  readonly definition: ServerDefinition;
  readonly making: NonNullable<BodyOf<'duplicateServer'>>;
  readonly actor: Person;
  readonly source: (serverId: string) => Promise<PreparedSource>;
  /** Undefined for `default`. */
  readonly project: string | undefined;
  readonly origin: JsonObject;
  /** The server that is copied; a file has none. */
  readonly of?: ServerRow;
}

async function copied({ definition, making, actor, source, project, origin, of }: Copy) {
  const serverId = newServerId();
  const now = isoNow();
  const tools = definition.tools.map((tool) => toolFrom(tool, { serverId, now, newToolId }));
  // Checks the size of each tool of a file now, rather than failing in the deployment; those of a server are stored already.
  if (!of) tools.forEach(itemOf);
  // A server that is copied has its settings already, and what of them is below the floor is not in effect for the copy either.
  if (!of)
    await refuseBelow(givenBy(definition), { route: 'importServer', actor, ...(project !== undefined && { project }) });
  const baseUrl = checkBaseUrl(definition.baseUrl).url;
  const auth = making.auth ?? { type: 'none' };
  const { headers = [] } = definition;
  const given = new Map((making.hosts ?? []).map((host) => [originOf(host.origin), host]));
  // What nobody was asked about is asked about where the copy would let it out, and stays marked otherwise.
  const before = { baseUrl, hosts: of?.hosts };
  const hosts = Object.fromEntries(given);
  const after = { baseUrl, signed: definition.signed, hosts, ...(of?.floor && { floor: of.floor }) };
  checkReached(before, after, definition.tools.map(draftFrom), making.approvedWords);
  const lacks = (place: string) =>
    ((place === originOf(baseUrl) ? auth : given.get(place)?.auth)?.type ?? 'none') === 'none';
  const credentials = definition.credentials.filter((one) => lacks(one.origin));
  const { server, deployment } = await makeServer({
    serverId,
    actor,
    name: making.name ?? definition.name,
    baseUrl,
    source: await source(serverId),
    auth,
    ...(making.hosts && { hosts: making.hosts }),
    ...(of?.privateHosts && { privateHosts: of.privateHosts }),
    governance: changedOverrides({}, definition.governance),
    exposition: definition.exposition,
    signed: definition.signed,
    settings: storedSettings(definition, COPIED_SETTINGS),
    headers: headers.flatMap(({ value, ...header }) => (value === undefined ? [] : [{ ...header, value }])),
    // Who gives “none” has decided.
    lacks: credentials
      .map((one) => one.origin)
      .filter((place) => (place === originOf(baseUrl) ? making.auth : given.get(place)?.auth) === undefined),
    version: { baseUrl, tools },
    words: making.approvedWords,
    ...(project !== undefined && { project }),
    origin,
  });
  return {
    server,
    deployment,
    missing: {
      credentials,
      headers: headers.flatMap(({ name, value }) => (value === undefined ? [name] : [])),
      hosts: definition.hosts.filter((host) => !given.has(host)),
      description: server.source.missing === true,
    },
  };
}
