/** What differs between a declaration and a server in the members of `PATCH /v1/servers/{id}`: name, base URL, hosts, governance, settings, headers. */
import type { DeclaredServer } from '../api/declarations.ts';
import type { ServerView } from '../api/serverViews.ts';
import { authorityViews } from '../lib/certificateAuthorities.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { checkBaseUrl, originOf } from '../lib/url/baseUrl.ts';
import { LIMITED } from '../limiting/limits.ts';
import { SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../model/serverSettings.ts';

/** Members of the request by name; none when nothing differs. */
export type ServerChanges = Readonly<Record<string, unknown>>;

/**
 * The members that differ, as a request changes them.
 * @param resends whether sealed values are sent although the server has some
 */
export function settingChanges(declared: DeclaredServer, server: ServerView, resends: boolean): ServerChanges {
  return {
    ...plainChanges(declared, server),
    ...hostChanges(declared, server),
    ...privateHostChanges(declared, server),
    ...governanceChanges(declared, server),
    ...Object.assign({}, ...SETTING_NAMES.map((name) => settingChange(name, declared, server))),
    ...headerChanges(declared, server, resends || isMoved(declared, server)),
  };
}

/** Whether the declaration has the API at another origin. */
export const isMoved = ({ baseUrl }: DeclaredServer, server: ServerView): boolean =>
  baseUrl !== undefined && server.baseUrl !== '' && originOf(checkBaseUrl(baseUrl).url) !== originOf(server.baseUrl);

function plainChanges({ name, baseUrl, signed, exposition }: DeclaredServer, server: ServerView): ServerChanges {
  const url = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl).url;
  return Object.fromEntries(
    Object.entries({ name, baseUrl: url, signed, exposition }).filter(
      ([member, value]) => value !== undefined && value !== server[member as 'name'],
    ),
  );
}

function hostChanges({ hosts }: DeclaredServer, server: ServerView): ServerChanges {
  if (hosts === undefined) return {};
  const wanted = new Set(hosts.map(({ origin }) => originOf(origin.trim())));
  const approved = new Set(server.hosts.map(({ origin }) => origin));
  const changes = [
    ...[...wanted].filter((origin) => !approved.has(origin)).map((origin) => ({ origin, approved: true })),
    ...[...approved].filter((origin) => !wanted.has(origin)).map((origin) => ({ origin, approved: false })),
  ];
  return changes.length > 0 ? { hosts: changes } : {};
}

function privateHostChanges({ privateHosts }: DeclaredServer, server: ServerView): ServerChanges {
  if (privateHosts === undefined) return {};
  const wanted = new Map(
    privateHosts.map(({ origin, certificateAuthorities }) => [originOf(origin.trim()), certificateAuthorities]),
  );
  const known = new Map(
    server.privateHosts.map((host) => [host.origin, host.certificateAuthorities.map(({ fingerprint }) => fingerprint)]),
  );
  const changes = [
    ...[...wanted].flatMap(([origin, pem]) => {
      const fingerprints = pem === undefined ? [] : authorityViews(pem).map(({ fingerprint }) => fingerprint);
      if (isSameJson(known.get(origin), fingerprints)) return [];
      return [{ origin, private: true, certificateAuthorities: pem ?? null }];
    }),
    ...[...known.keys()].filter((origin) => !wanted.has(origin)).map((origin) => ({ origin, private: false })),
  ];
  return changes.length > 0 ? { privateHosts: changes } : {};
}

/** Of two objects the members that differ; those that only `before` has are removed by null. */
export function memberChanges(
  wanted: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys({ ...before, ...wanted });
  return Object.fromEntries(
    names.filter((name) => !isSameJson(wanted[name], before[name])).map((name) => [name, wanted[name] ?? null]),
  );
}

function governanceChanges({ governance }: DeclaredServer, server: ServerView): ServerChanges {
  if (governance === undefined) return {};
  const changes = memberChanges(governance, server.governance.overrides);
  return Object.keys(changes).length > 0 ? { governance: changes } : {};
}

function settingChange(name: SettingName, declared: DeclaredServer, server: ServerView): ServerChanges {
  const wanted = declared[name];
  if (wanted === undefined) return {};
  const { default: usual } = SERVER_SETTINGS[name];
  const now = server[name] ?? usual;
  if (name === 'limits') {
    const limits = memberChanges(limitsOf(wanted as object), limitsOf(now as object));
    return Object.keys(limits).length > 0 ? { limits } : {};
  }
  return isSameJson(wanted ?? usual, now) ? {} : { [name]: wanted };
}

/** Without sets that limit nothing, which are not stored. */
function limitsOf(given: { readonly [Each in (typeof LIMITED)[number]]?: object | null }): Record<string, unknown> {
  return Object.fromEntries(
    LIMITED.flatMap((each) => {
      const set = given[each];
      return set && Object.keys(set).length > 0 ? [[each, set]] : [];
    }),
  );
}

function headerChanges({ headers }: DeclaredServer, server: ServerView, resends: boolean): ServerChanges {
  if (headers === undefined) return {};
  const stored = new Map(server.headers.map((header) => [header.name.toLowerCase(), header]));
  const isKept = ({ name, sealed }: { name: string; sealed?: boolean | undefined }) =>
    sealed === true && !resends && stored.get(name.toLowerCase())?.sealed === true;
  const asShown = headers.map(({ name, value, sealed = false, tools }) => ({
    name,
    sealed,
    ...(!sealed && { value }),
    ...(tools && { tools }),
  }));
  const now = server.headers.map(({ storedAt: _, ...header }) => header);
  const isSame = isSameJson(asShown, now) && !(resends && headers.some(({ sealed }) => sealed === true));
  if (isSame) return {};
  return { headers: headers.map(({ value, ...header }) => (isKept({ ...header }) ? header : { ...header, value })) };
}
