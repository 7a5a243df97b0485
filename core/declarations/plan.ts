/**
 * The steps that bring a server to its declaration, from what the management API tells of it. Nothing is remembered between two runs: steps
 * that were done are not planned again, so a run that was ended in the middle is repeated. Clients get in last: a server is made without a
 * token, and access, rules and tokens follow the tools; one that goes offline goes first.
 */
import type { DeclaredServer } from '../api/declarations.ts';
import type { ToolsetSource } from '../api/toolsets.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { checkDocumentUrl, originOf } from '../lib/url/baseUrl.ts';
import { maskedUrl } from '../lib/url/mask.ts';
import { FIRST_SETTINGS } from '../model/serverSettings.ts';
import { withNamedSecrets } from './check.ts';
import { type DeclaredAuth, differs } from './credential.ts';
import type { Declaration } from './declaration.ts';
import { isMoved, settingChanges } from './settings.ts';
import { type Observed, type Plan, type Step, serverPath } from './step.ts';
import { planTokens } from './tokens.ts';
import { planTools, toolNames } from './tools.ts';

/** How a plan is made. */
export interface PlanOptions {
  /** Send credentials although the server has some, and addresses that are secret. */
  readonly credentials: boolean;
}

/** The plan for a declaration; `observed` is undefined while there is no such server. */
export function planServer(declaration: Declaration, observed: Observed | undefined, options: PlanOptions): Plan {
  if (observed === undefined) {
    const plan = createPlan(declaration);
    return { ...plan, steps: plan.steps.map(withNamedSecrets) };
  }
  const { steps, faults } = planExisting(declaration, observed, options);
  const base = serverPath(observed.server.id);
  return { steps: steps.map((step) => withNamedSecrets({ ...step, path: `${base}${step.path}` })), faults };
}

/** With paths below that of the server. */
function planExisting(declaration: Declaration, observed: Observed, options: PlanOptions): Plan {
  const { server } = observed;
  const { deploying } = server;
  if (deploying !== undefined) {
    const says = 'wait for the deployment that is running';
    return {
      steps: [{ kind: 'wait', says, method: 'GET', path: `/deployments/${deploying}`, pauses: true }],
      faults: [],
    };
  }
  const faults: string[] = [];
  const declared = declaration.server;
  if (declared.source.kind !== server.source.kind) {
    faults.push(
      `was made with a source of kind ${server.source.kind}, which cannot be changed; declare it under another name`,
    );
  }
  const steps = [
    ...adoptSteps(declaration, observed),
    ...statusSteps(declared, observed, true),
    ...changeSteps(declaration, observed, options, faults),
    ...credentialSteps(declaration, observed, options),
  ];
  const deploys = deploySteps(declaration, observed, options);
  if (deploys.length > 0) return { steps: [...steps, ...deploys], faults };
  const last = [
    toolPlan(declaration, observed),
    selectionPlan(declaration, observed),
    accessPlan(declaration, observed),
    tokenPlan(declaration, observed),
  ];
  return {
    steps: [...steps, ...last.flatMap((plan) => plan.steps), ...statusSteps(declared, observed, false)],
    faults: [...faults, ...last.flatMap((plan) => plan.faults)],
  };
}

/** Whether it is offline, once it has been live. */
function statusSteps({ offline }: DeclaredServer, { server }: Observed, goes: boolean): Step[] {
  const isOffline = server.status === 'offline';
  if (offline !== goes || offline === isOffline || server.bundle === undefined) return [];
  const status = offline ? 'offline' : 'online';
  return [{ kind: 'status', says: `take it ${status}`, method: 'PUT', path: '/status', body: { status } }];
}

function createPlan({ key, server: declared, document }: Declaration): Plan {
  const { source, name, baseUrl, hosts, privateHosts, governance, signed, exposition, headers, project } = declared;
  if (source.kind === 'openapi' && source.url === undefined && document === undefined)
    return { steps: [], faults: ['has a source without url and file, which only an existing server may have'] };
  const { tags = undefined, withoutRepairs = undefined } = source.kind === 'openapi' ? source : {};
  const settings = FIRST_SETTINGS.flatMap((setting) => {
    const value = declared[setting];
    return value === undefined || value === null ? [] : [[setting, value]];
  });
  const body = {
    declared: key,
    tokenLabel: null,
    source: sourceBody(declared, document),
    auth: declared.auth ?? { type: 'none' },
    ...defined({
      name,
      baseUrl,
      hosts,
      privateHosts,
      governance,
      signed,
      exposition,
      headers,
      tags,
      withoutRepairs,
      project,
    }),
    ...Object.fromEntries(settings),
  };
  const { tools = {}, tokens = [] } = declared;
  const then = [
    ...(Object.keys(tools).length > 0 ? [`its ${Object.keys(tools).length} tools`] : []),
    ...(tokens.length > 0 ? [`its tokens ${tokens.map(({ label }) => label).join(', ')}`] : []),
  ];
  const says = `make the server${then.length > 0 ? `, then ${then.join(' and ')}` : ''}`;
  return { steps: [{ kind: 'create', says, method: 'POST', path: '/v1/servers', body, pauses: true }], faults: [] };
}

const defined = (members: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function adoptSteps({ key }: Declaration, { server }: Observed): Step[] {
  if (server.declared === key) return [];
  return [{ kind: 'adopt', says: 'take over the server', method: 'PATCH', path: '', body: { declared: key } }];
}

function sourceBody({ source }: DeclaredServer, document: Declaration['document']): object {
  if (source.kind === 'toolset') return source;
  if (source.kind !== 'openapi') return { kind: source.kind };
  const { url, root } = source;
  return {
    kind: 'openapi',
    ...(url !== undefined && { url }),
    // Without its bytes the digest stands there, which is no description: check.ts asks for them.
    ...(document && { document: document.base64 === undefined ? document : { base64: document.base64 } }),
    ...(root !== undefined && { root }),
  };
}

/** The members of a change of the source; none when it is as declared. */
function sourceChanges(
  { server: declared, document }: Declaration,
  { server }: Observed,
  { credentials }: PlanOptions,
): object {
  const { source } = declared;
  const now = server.source;
  if (source.kind === 'toolset') return isSameMembers(source.members, now.members) ? {} : { source };
  if (source.kind !== 'openapi' || now.kind !== 'openapi') return {};
  const { url, tags, withoutRepairs, root } = source;
  const isSecret = url !== undefined && typeof url !== 'string';
  const isOtherUrl = isSecret
    ? now.url === undefined || credentials
    : url !== undefined && maskedUrl(checkDocumentUrl(url as string).url) !== now.url;
  const isOtherFile = document !== undefined && document.digest !== now.digest;
  const isOtherRoot = (url !== undefined || document !== undefined) && root !== now.root;
  const isChosen = isSameJson(tags, now.tags) && isSameJson(withoutRepairs, now.withoutRepairs);
  if (isOtherUrl || isOtherFile || isOtherRoot)
    return { source: sourceBody(declared, document), ...defined({ tags, withoutRepairs }) };
  return isChosen ? {} : { tags: tags ?? null, withoutRepairs: withoutRepairs ?? null };
}

/** A prefix that is not declared is the one that the member has. */
const isSameMembers = (
  declared: ToolsetSource['members'],
  now: Observed['server']['source']['members'] = [],
): boolean =>
  isSameJson(
    declared.map((member, at) => ({ prefix: now[at]?.prefix, ...member })),
    now,
  );

function changeSteps(declaration: Declaration, observed: Observed, options: PlanOptions, faults: string[]): Step[] {
  const { server: declared } = declaration;
  const { server } = observed;
  const moves = isMoved(declared, server);
  if (moves && declared.auth === undefined && server.auth.type !== 'none')
    faults.push('has a base URL on another host; declare the credential for it, too (auth)');
  const settings = settingChanges(declared, server, options.credentials);
  const source = sourceChanges(declaration, observed, options);
  const body = { ...settings, ...source, ...(moves && declared.auth && { auth: declared.auth }) };
  const names = [...Object.keys(settings), ...(Object.keys(source).length > 0 ? ['source'] : [])];
  if (names.length === 0) return [];
  return [{ kind: 'change', says: `set ${names.join(', ')}`, method: 'PATCH', path: '', body }];
}

function credentialSteps(
  { server: declared }: Declaration,
  { server }: Observed,
  { credentials }: PlanOptions,
): Step[] {
  const isNeeded = (wanted: DeclaredAuth | undefined, stored: Observed['server']['auth']): wanted is DeclaredAuth =>
    wanted !== undefined && (differs(wanted, stored) || (credentials && wanted.type !== 'none'));
  const step = (origin: string, auth: DeclaredAuth): Step => ({
    kind: 'credential',
    says:
      auth.type === 'none' ? `remove the credential for ${origin}` : `give the credential for ${origin} (${auth.type})`,
    method: 'PUT',
    path: '/credentials',
    body: { ...auth, origin },
  });
  const own = declared.auth as DeclaredAuth | undefined;
  const base = server.baseUrl === '' ? undefined : originOf(server.baseUrl);
  // The first import was cut off before it had found the base URL, and what was sealed for no origin is dropped then. Without a credential the
  // import can be done, and the credential is given once the URL is known.
  const isLost =
    base === undefined &&
    server.bundle === undefined &&
    own !== undefined &&
    server.auth.type !== 'none' &&
    !isMoved(declared, server);
  const removal: Step = {
    kind: 'credential',
    says: 'remove the credential until the base URL is known',
    method: 'PUT',
    path: '/credentials',
    body: { type: 'none' },
  };
  // A credential for another base URL goes with it.
  const isOwn = base !== undefined && !isMoved(declared, server) && isNeeded(own, server.auth);
  const hosts = (declared.hosts ?? []).flatMap(({ origin, auth }) => {
    const place = originOf(origin.trim());
    const stored = server.hosts.find((host) => host.origin === place)?.auth ?? { type: 'none' as const };
    return isNeeded(auth as DeclaredAuth | undefined, stored) ? [step(place, auth as DeclaredAuth)] : [];
  });
  return [...(isLost ? [removal] : isOwn ? [step(base, own)] : []), ...hosts];
}

/** A deployment is needed where there is none yet, or where the source was changed after the last import. */
function deploySteps(declaration: Declaration, observed: Observed, options: PlanOptions): Step[] {
  const { server, importedAt = '' } = observed;
  const { changedAt } = server.source;
  const isStale =
    Object.keys(sourceChanges(declaration, observed, options)).length > 0 ||
    (changedAt !== undefined && changedAt > importedAt);
  const isFirst = server.bundle === undefined;
  if (!isStale && !isFirst) return [];
  const says = isFirst ? 'deploy the server' : 'import its description again';
  const body = isFirst ? {} : { reimport: true };
  return [{ kind: 'deploy', says, method: 'POST', path: '/deployments', body, pauses: true }];
}

function toolPlan({ server: { tools } }: Declaration, observed: Observed): Plan {
  return tools === undefined ? { steps: [], faults: [] } : planTools(tools, observed.tools ?? []);
}

const idOfTool = ({ tools = [] }: Observed) => {
  const names = toolNames(tools);
  return (key: string): string => names.find(key).id;
};

function selectionPlan(declaration: Declaration, observed: Observed): Plan {
  const { selection } = declaration.server;
  if (selection === undefined) return { steps: [], faults: [] };
  const idOf = idOfTool(observed);
  try {
    const sentences = selection.map(({ sentence, tool }) => ({ sentence, tool: idOf(tool) }));
    const now = (observed.selection ?? []).map(({ sentence, tool: { id } }) => ({ sentence, tool: id }));
    if (isSameJson(sentences, now)) return { steps: [], faults: [] };
    const body = { sentences };
    return { steps: [{ kind: 'change', says: 'set selection', method: 'PUT', path: '/selection', body }], faults: [] };
  } catch (error) {
    return later(declaration, observed, error as Error);
  }
}

function accessPlan(declaration: Declaration, observed: Observed): Plan {
  const { access, accessRules } = declaration.server;
  const { server } = observed;
  const idOf = idOfTool(observed);
  try {
    const rules = accessRules?.map(({ tools, ...rule }) => ({ ...rule, ...(tools && { tools: tools.map(idOf) }) }));
    const body = {
      ...(access !== undefined && access !== server.access && { access }),
      ...(rules !== undefined && !isSameJson(rules, server.accessRules) && { accessRules: rules }),
    };
    const names = Object.keys(body);
    return {
      steps:
        names.length === 0
          ? []
          : [{ kind: 'access', says: `set ${names.join(', ')}`, method: 'PATCH', path: '', body }],
      faults: [],
    };
  } catch (error) {
    return later(declaration, observed, error as Error);
  }
}

function tokenPlan(declaration: Declaration, observed: Observed): Plan {
  const { tokens } = declaration.server;
  if (tokens === undefined) return { steps: [], faults: [] };
  const plan = planTokens(tokens, observed.tokens ?? [], idOfTool(observed));
  return plan.faults.length > 0 && toolsToCome(declaration, observed) ? { steps: plan.steps, faults: [] } : plan;
}

const later = (declaration: Declaration, observed: Observed, { message }: Error): Plan =>
  toolsToCome(declaration, observed) ? { steps: [], faults: [] } : { steps: [], faults: [message] };

/** Whether the plan adds or renames tools, after which it is made again. */
const toolsToCome = (declaration: Declaration, observed: Observed): boolean =>
  toolPlan(declaration, observed).steps.length > 0;
