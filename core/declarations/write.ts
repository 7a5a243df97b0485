/**
 * The declaration of a server that exists, in the form that is read (schema.ts). Secrets are references that are to be given values; an
 * uploaded description and a secret address are told by nobody, so both are left for a person to name. Applied where the server is, it
 * changes nothing.
 */
import { dump } from 'js-yaml';
import { DECLARATION_KIND, DECLARATION_VERSION, DEFAULT_GROUP } from '../api/declarations.ts';
import type { TokenView } from '../api/tokens.ts';
import { holdsMask } from '../lib/url/mask.ts';
import { CREDENTIAL_KINDS, type SingleAuthType } from '../model/credentialKinds/index.ts';
import type { CredentialFields } from '../model/credentialKinds/kind.ts';
import { SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../model/serverSettings.ts';
import type { Tool } from '../model/tool.ts';
import { formOf } from '../tools/manualForm.ts';
import type { ObservedInstallation } from './installation.ts';
import type { Observed, ObservedTool } from './step.ts';

type Members = Readonly<Record<string, unknown>>;

/** A name for a server in a file, of its own name. */
export function nameIn(taken: ReadonlySet<string>, { server }: Observed): string {
  const own = server.declared?.split('/')[1];
  const plain = server.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50);
  const name = own ?? (plain || 'server');
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(tried)) return tried;
  }
}

/** The group that a server is declared in; that of a file which names none where it is not declared yet. */
export const groupOf = ({ server }: Observed): string => server.declared?.split('/')[0] ?? DEFAULT_GROUP;

/** The text of a file that declares servers of one group, by their names in it. */
export function declarationText(group: string, servers: ReadonlyMap<string, Observed>): string {
  return textOf({
    ...(group !== DEFAULT_GROUP && { group }),
    servers: Object.fromEntries([...servers].map(([name, observed]) => [name, declarationOf(name, observed)])),
  });
}

/** The text of a file that declares what the servers of an installation share; nobody tells the addresses of webhooks. */
export const installationText = ({ settings, floors, webhooks }: ObservedInstallation): string =>
  textOf({
    settings: { governance: settings?.governance.overrides, floor: floors?.['/v1/floor'] },
    webhooks: webhooks?.items.map(({ name, types }) => ({ name, url: { env: `WEBHOOK_${variableOf(name)}` }, types })),
  });

const textOf = (declared: object): string =>
  dump(JSON.parse(JSON.stringify({ kind: DECLARATION_KIND, version: DECLARATION_VERSION, ...declared })), {
    lineWidth: 120,
    noRefs: true,
  });

/** The settings that a toolset has of its own. */
const OF_TOOLSETS: readonly SettingName[] = ['limits', 'schemaProfile'];

/** The declaration of a server whose edited and added tools were read whole. */
function declarationOf(name: string, { server, tools = [], tokens = [], selection = [] }: Observed): object {
  const variable = variableOf(name);
  const keyOf = toolKeyOf(tools);
  const idToKey = (id: string): string => {
    const tool = tools.find((one) => one.id === id);
    return tool ? keyOf(tool) : id;
  };
  const { overrides } = server.governance;
  const settings = SETTING_NAMES.map((setting) => [
    setting,
    server[setting] ?? (setting === 'breaker' ? null : SERVER_SETTINGS[setting].default),
  ]);
  const isToolset = server.source.kind === 'toolset';
  // What a toolset does not have, as its servers have it.
  const ownApi = {
    ...(server.baseUrl !== '' && { baseUrl: server.baseUrl }),
    auth: authOf(server.auth, variable),
    hosts: server.hosts.map(({ origin, auth }) => ({
      origin,
      auth: authOf(auth, `${variable}_${variableOf(new URL(origin).hostname)}`),
    })),
    signed: server.signed,
    headers: server.headers.map(({ storedAt: _, ...header }) => ({
      ...header,
      ...(header.sealed && { value: { env: `${variable}_${variableOf(header.name)}` } }),
    })),
    tools: Object.fromEntries(tools.flatMap((tool) => toolEntry(tool, keyOf))),
    // A sentence whose tool is gone cannot be declared.
    selection: selection.flatMap(({ sentence, tool: { id, state } }) =>
      id === undefined || state === 'gone' ? [] : [{ sentence, tool: idToKey(id) }],
    ),
  };
  return {
    ...(server.declared === undefined && { adopt: server.id }),
    ...(server.project !== undefined && { project: server.project }),
    name: server.name,
    source: sourceOf(server.source, variable),
    ...(!isToolset && ownApi),
    governance: overrides,
    exposition: server.exposition,
    ...Object.fromEntries(settings.filter(([setting]) => !isToolset || OF_TOOLSETS.includes(setting as SettingName))),
    access: server.access,
    accessRules: server.accessRules.map(({ tools: ids, ...rule }) => ({
      ...rule,
      ...(ids && { tools: ids.map(idToKey) }),
    })),
    tokens: tokens.filter(({ status }) => status === 'active').map((token) => tokenOf(token, idToKey)),
    offline: server.status === 'offline',
  };
}

const variableOf = (text: string): string => {
  const name = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
};

/** By verb and path, which an edit of the name leaves as it is; by name where several have the same. */
function toolKeyOf(tools: readonly ObservedTool[]) {
  const counts = new Map<string, number>();
  for (const { verb, path } of tools) counts.set(`${verb} ${path}`, (counts.get(`${verb} ${path}`) ?? 0) + 1);
  return ({ verb, path, name, origin }: ObservedTool): string =>
    origin === 'manual' || (counts.get(`${verb} ${path}`) ?? 0) > 1 ? name : `${verb} ${path}`;
}

function sourceOf(
  { kind, url, tags, withoutRepairs, root, members }: Observed['server']['source'],
  variable: string,
): object {
  if (kind === 'toolset') return { kind, members };
  if (kind !== 'openapi') return { kind };
  return {
    kind,
    ...(url !== undefined && { url: holdsMask(url) ? { env: `${variable}_DESCRIPTION` } : url }),
    root,
    tags,
    withoutRepairs,
  };
}

function authOf(auth: Observed['server']['auth'], variable: string): object {
  if (auth.type === 'none') return { type: 'none' };
  if (auth.type !== 'combined') return singleOf(auth.type, auth as unknown as Members, variable);
  return {
    type: 'combined',
    parts: (auth.parts ?? []).map((part) => singleOf(part.type, part as unknown as Members, variable)),
  };
}

/** What the public part has as it is; what is needed beside it as a reference. */
function singleOf(type: SingleAuthType, shown: Members, variable: string): object {
  const { fields, shape = {}, uses } = CREDENTIAL_KINDS[type];
  const known = Object.fromEntries(Object.entries(shape).map(([name, { from = name }]) => [from, shown[name]]));
  const used = uses?.((name) => known[name] as string | undefined) ?? [];
  const isNeeded = (name: string): boolean =>
    uses ? used.some(([member, use]) => member === name && use === 'needed') : fields[name]?.isOptional !== true;
  return { type, ...membersOf(fields, known, variable, isNeeded) };
}

function membersOf(
  fields: CredentialFields,
  known: Members,
  variable: string,
  isNeeded: (name: string) => boolean,
): object {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = known[name];
      if (field.type === 'list') {
        const items = ((value ?? []) as readonly Members[]).map((item, index) =>
          membersOf(field.of, item, `${variable}_${index + 1}`, () => true),
        );
        return items.length > 0 ? [[name, items]] : [];
      }
      if (value !== undefined) return [[name, value]];
      return isNeeded(name) && field.type !== 'choice' ? [[name, { env: `${variable}_${variableOf(name)}` }]] : [];
    }),
  );
}

function toolEntry(tool: ObservedTool, keyOf: (tool: ObservedTool) => string): Array<[string, object]> {
  const key = keyOf(tool);
  if (tool.origin === 'import') {
    const edits = tool.edited.map((field) => [field, tool[field]]);
    return edits.length > 0 ? [[key, Object.fromEntries(edits)]] : [];
  }
  const form = formOf(tool as unknown as Tool);
  const { title, description, tag, annotations, cacheHint, maxItems, fields, redaction, longMs, enabled } = tool;
  const { headers } = tool as { readonly headers?: unknown };
  const members = {
    ...form,
    title,
    description,
    tag,
    annotations,
    cacheHint,
    maxItems,
    fields,
    redaction,
    headers,
    longMs,
    enabled,
  };
  return [[key, members]];
}

function tokenOf({ label, expiresAt, scopes, limits }: TokenView, idToKey: (id: string) => string): object {
  return {
    label,
    expiresAt,
    scopes: scopes && { ...scopes, ...(scopes.tools && { tools: scopes.tools.map(idToKey) }) },
    limits,
  };
}

/** Whether the declaration of a tool needs more of it than lists tell. */
export const isWrittenWhole = ({ origin, edited }: ObservedTool): boolean => origin === 'manual' || edited.length > 0;
