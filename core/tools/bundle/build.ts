/**
 * Builds the bundle of a server from its row, its tools and the effective governance settings. Checks that the path of
 * each tool stays below the base URL and that its schema is self-contained and compiles; refuses the bundle otherwise.
 * Leaves out tools on hosts that are not approved.
 */

import { PortcullisError } from '../../lib/errors.ts';
import type { JsonSchema } from '../../lib/json/value.ts';
import { LIMITS } from '../../lib/limits.ts';
import { checkBaseUrl, originOf } from '../../lib/url/baseUrl.ts';
import type { Bundle, BundleAuth, BundleHost, BundleTool } from '../../model/bundle.ts';
import { shapeOf } from '../../model/credentialShape.ts';
import { type Exposed, exposedAs } from '../../model/exposition.ts';
import type { GovernanceSettings } from '../../model/governance/settings.ts';
import { otherHosts, unapprovedOrigin } from '../../model/hosts.ts';
import type { Policy } from '../../model/policies.ts';
import type { ServerAuth, ServerRow } from '../../model/server.ts';
import type { SealedSetting } from '../../model/serverSettings.ts';
import { isTool, type ListStyle, type RequestProgram, type Tool, type WireParameter } from '../../model/tool.ts';
import { stringsIn } from '../../policies/text.ts';
import { findableOf } from '../../search/findable.ts';
import { describedOf } from '../answerSubject.ts';
import { planGroups } from '../exposition.ts';
import { bundleAbout } from './about.ts';
import { schemaChecker } from './schemas.ts';
import { withServerHeaders } from './serverHeaders.ts';

/** A bundle without its governance settings: the output of the phase SealSandbox. */
export type SandboxSection = Omit<Bundle, 'governance'>;

/** The columns of a server row that go into a bundle. */
export type SealedServer = Pick<
  ServerRow,
  | 'serverId'
  | 'name'
  | 'about'
  | 'baseUrl'
  | 'auth'
  | 'hosts'
  | 'privateHosts'
  | 'exposition'
  | 'headers'
  | SealedSetting
>;

/**
 * Builds the section from the enabled tools. `checked`: input schemas that a sealed bundle of this server contains; they are not compiled
 * again.
 * @throws PortcullisError for the base URL
 * @throws PortcullisError; the message names the tool and what to do
 */
export function buildSandboxSection(
  server: SealedServer,
  tools: readonly Tool[],
  checked: readonly JsonSchema[] = [],
): SandboxSection {
  const { url, host, port } = checkBaseUrl(server.baseUrl);
  const checkSchema = schemaChecker(checked);
  const allowed = { baseUrl: url, hosts: server.hosts };
  const enabled = tools
    .filter((tool) => tool.enabled && unapprovedOrigin(tool, allowed) === undefined)
    .filter((tool) => isTool(tool) || server.resourcesAndPrompts === true)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const tool of enabled) {
    checkPath(tool);
    checkSchema(tool);
  }
  const hosts = sealedHosts(server, enabled, url);
  const listed = enabled.filter(isTool);
  const others = enabled.filter((tool) => !isTool(tool));
  const exposition = exposedAs(server.exposition, listed.length);
  if (exposition !== 'search' && listed.length > LIMITS.listedTools) {
    throw tooManyListed(listed.length);
  }
  const sealed = (tool: Tool) => bundled(withServerHeaders(tool, server, url), exposition, server.listStyle);
  return {
    format: 1,
    serverId: server.serverId,
    name: server.name,
    about: bundleAbout(server, url),
    upstream: {
      baseUrl: url,
      host,
      port,
      timeoutMs: server.upstreamMs ?? LIMITS.upstreamMs.default,
      ...(server.traceContext && { traceContext: true }),
    },
    ...(server.elicitation && { elicitation: server.elicitation }),
    ...sealedPolicies(server.policies, enabled),
    auth: sealedAuth(server.auth, originOf(url)),
    ...(hosts.length > 0 && { hosts }),
    ...sealedPrivateHosts(server),
    exposition,
    ...(server.schemaProfile && { schemaProfile: server.schemaProfile }),
    ...(exposition === 'grouped' && { groups: planGroups(listed) }),
    tools: listed.map(sealed),
    ...(others.length > 0 && { resourcesAndPrompts: others.map(sealed) }),
    ...closedBeside(others, tools),
  };
}

/** What is not enabled of the resources of a server with templates. */
function closedBeside(enabled: readonly Tool[], all: readonly Tool[]): Pick<Bundle, 'closedResources'> {
  if (!enabled.some(({ mcp }) => mcp?.kind === 'template')) return {};
  const closed = all.flatMap((tool) =>
    tool.mcp?.kind === 'resource' && !enabled.includes(tool) ? [tool.mcp.tool] : [],
  );
  return closed.length === 0 ? {} : { closedResources: closed.sort() };
}

/** The whole bundle. */
export const withGovernance = (
  section: SandboxSection,
  governance: GovernanceSettings,
  pseudonymKey?: string,
): Bundle => ({
  ...section,
  tools: governance.mode === 'closed' ? section.tools : section.tools.map(withoutValues),
  governance,
  ...(pseudonymKey !== undefined && { pseudonymKey }),
});

/** Without the values that the description lists, unless the tool's own mode reads them. */
function withoutValues(tool: BundleTool): BundleTool {
  if (tool.described?.values === undefined || tool.redaction?.mode === 'closed') return tool;
  const { values: _values, ...described } = tool.described;
  const { described: _described, ...rest } = tool;
  return Object.keys(described).length === 0 ? rest : { ...rest, described };
}

/** The approved hosts, to which a GET may be redirected; only one that an enabled tool needs gets its credential. */
function sealedHosts({ hosts = {} }: SealedServer, enabled: readonly Tool[], baseUrl: string): BundleHost[] {
  const needed = new Set(otherHosts(enabled, baseUrl).map(({ origin }) => origin));
  return Object.keys(hosts)
    .sort()
    .map((origin) => {
      const { host, port } = checkBaseUrl(origin);
      const own = needed.has(origin) ? hosts[origin]?.auth : undefined;
      return { origin, host, port, auth: sealedAuth(own ?? { type: 'none' }, origin) };
    });
}

const sealedPrivateHosts = ({ privateHosts = {} }: SealedServer): Pick<Bundle, 'privateHosts'> => {
  const origins = Object.keys(privateHosts).sort();
  return origins.length === 0 ? {} : { privateHosts: origins.map((origin) => ({ origin, ...privateHosts[origin] })) };
};

/**
 * The public part of a credential.
 * @throws PortcullisError when the credential is missing or sealed for another origin, because each call would fail
 */
function sealedAuth(auth: ServerAuth, wanted: string): BundleAuth {
  const { type, ciphertext, origin } = auth;
  if (type === 'none') return { type };
  if (ciphertext === undefined || origin === undefined) {
    throw new PortcullisError(
      'credential_missing',
      `The credential is missing: it was given before the base URL was known, and the import that should have found it failed. Enter it again for ${wanted}, or set its type to none.`,
    );
  }
  if (origin !== wanted) {
    throw new PortcullisError(
      'credential_bound',
      `The stored credential was given for ${origin} and is sent nowhere else, but it would be sent to ${wanted}. Enter the credential of that host, or set its type to none.`,
    );
  }
  return { ...shapeOf(auth), origin };
}

/** The policies, with those of the tools' tags that they name. */
export function sealedPolicies(
  policies: readonly Policy[] = [],
  enabled: readonly Pick<Tool, 'name' | 'tags'>[],
): Pick<Bundle, 'policies'> {
  if (policies.length === 0) return {};
  const strings = new Set(policies.flatMap(({ text }) => stringsIn(text)));
  const isNamed = (tag: string) => strings.has(`tag:${tag}`.toWellFormed());
  const tags = enabled
    .map(({ name, tags: own }) => [name, own.filter(isNamed).sort()] as const)
    .filter(([, named]) => named.length > 0);
  return { policies: { rules: policies, ...(tags.length > 0 && { tags: Object.fromEntries(tags) }) } };
}

function bundled(
  tool: Tool & Pick<BundleTool, 'sealedHeaders'>,
  exposition: Exposed,
  listStyle: ListStyle | undefined,
): BundleTool {
  const { sealedHeaders } = tool;
  const { toolId, name, title, description, inputSchema, annotations, cacheHint, maxItems, longMs, fields, redaction } =
    tool;
  const { verb, path, baseUrl, parameters, body, headers, answerHeaders, answerFields, answerSchema, mcp } = tool;
  const lists = tool.listStyle ?? listStyle;
  const program: RequestProgram = {
    verb,
    path,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    parameters: withSlashes(parameters, tool.slashes),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    ...(answerHeaders === undefined ? {} : { answerHeaders }),
    ...(lists === undefined ? {} : { lists }),
    ...(mcp === undefined ? {} : { mcp }),
  };
  const described = describedOf(tool);
  return {
    toolId,
    name,
    title,
    description,
    inputSchema,
    ...(answerFields === undefined ? {} : { answerFields }),
    annotations,
    cacheHint,
    ...(answerSchema === undefined ? {} : { answerSchema }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(longMs === undefined ? {} : { longMs }),
    ...(fields === undefined ? {} : { fields }),
    ...(described === undefined ? {} : { described }),
    ...(redaction === undefined ? {} : { redaction }),
    ...(exposition === 'search' && { findable: findableOf(tool) }),
    ...(sealedHeaders === undefined ? {} : { sealedHeaders }),
    program,
  };
}

/** The parameters with the owner's choice of arguments whose slashes are kept. */
function withSlashes(parameters: readonly WireParameter[], chosen: Tool['slashes']): readonly WireParameter[] {
  if (chosen === undefined) return parameters;
  return parameters.map(({ slashes: _, ...parameter }) =>
    parameter.in === 'path' && chosen.includes(parameter.argument) ? { ...parameter, slashes: true } : parameter,
  );
}

/**
 * Checks that the literal parts of a path template do not leave the base path or name another host.
 * @throws PortcullisError
 */
function checkPath(tool: Tool): void {
  const [path = ''] = tool.path.split(/[?#]/, 1);
  const literal = path.replace(/\{[^}]*\}/g, 'x');
  const hasDotSegment = literal.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (path.startsWith('/') && !path.startsWith('//') && !literal.includes('\\') && !hasDotSegment) return;
  throw new PortcullisError(
    'tool_escapes_base_url',
    `The path of tool ${tool.name} leaves the base URL. Give a path that starts with one slash and has no '.' or '..' segments.`,
    { context: { tool: tool.name, path: tool.path.slice(0, 200) } },
  );
}

/** The error for a listing with every tool in it, of more than it may have. */
export const tooManyListed = (tools: number): PortcullisError =>
  new PortcullisError(
    'too_many_listed',
    `${tools} tools are on, and more than ${LIMITS.listedTools} can only be listed by search. Set exposition to search, or switch tools off.`,
    { context: { limit: LIMITS.listedTools } },
  );
