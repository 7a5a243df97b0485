/**
 * Chooses the credential to suggest from the security requirements of a description: the kind that satisfies the most
 * operations, or a combination of kinds when a requirement needs them together. Unsupported schemes give a note on what
 * to do instead.
 */
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { SingleShape } from '../../model/credential.ts';
import { UNSUGGESTED_RANK } from '../../model/credentialKinds/kind.ts';
import type { Context, Operation, VersionReader } from '../model/operation.ts';
import type { ImportResult, SuggestedAuth } from '../model/types.ts';
import { resolvedObject } from '../versions/shared.ts';
import { awsEndpoint } from './awsEndpoint.ts';
import { knownProvider } from './knownProviders.ts';
import { combinedKind, describeKind, isSupported, type Kind, keyOf, kindOf, rank } from './schemeKind.ts';
import { type Scopes, scopesOf } from './scopes.ts';

const NOTES: Readonly<Record<string, (detail: string) => string>> = {
  oauth2: (detail) =>
    `The API uses OAuth 2${detail ? ` (${detail})` : ''}, and the description does not say how a token is got. Look at the provider’s documentation, and choose the grant by it; or give an access token as a bearer token and renew it here when it expires.`,
  openIdConnect: (detail) =>
    `The API uses OpenID Connect${detail ? ` (${detail})` : ''}. Portcullis does not run the flow: get an access token and enter it as a bearer token.`,
  unknown: (detail) =>
    `The security scheme ${detail} is of an unknown kind; choose the auth type by the API's documentation.`,
};

/** The note for flows in which a person signs in. */
const SIGNED_IN =
  'The API signs a person in (OAuth 2, authorization code). Register a client at its provider, with the redirect address of this form. After the deployment press “Connect” and sign in once: on the server’s page, or on the account page where each has an account of their own.';
const IMPLICIT =
  'The description names the implicit flow alone, whose tokens cannot be renewed. Nearly every provider has the authorization code as well; where no token URL is filled in, its documentation names it.';
const DEVICE =
  'The API signs a person in on another device. Sign in once with a client of your own and give its refresh token here; or choose “Authorization code”, which most such providers have as well.';

function kindsOf(context: Context, reader: VersionReader, baseUrl: string): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  const schemes = reader.securitySchemes(context);
  for (const [name, value] of Object.entries(schemes)) {
    const target = resolvedObject(context, {
      value,
      source: context.documents.root,
      pointer: `#/${name}`,
    });
    if (target) kinds.set(name, kindOf(name, target.value, baseUrl));
  }
  return kinds;
}

/** Suggests the kind of credential that satisfies the most operations. */
export function securityOf(
  context: Context,
  reader: VersionReader,
  operations: readonly Operation[],
  baseUrl: string,
): ImportResult['auth'] {
  const kinds = kindsOf(context, reader, baseUrl);
  const votes = new Map<string, { readonly kind: Kind; count: number }>();
  const blocked = new Map<string, Kind>();
  let isPresent = false;
  const known = new Map<string, ReturnType<typeof bestOf>>();
  const choiceOf = (block: JsonValue | undefined): ReturnType<typeof bestOf> | undefined => {
    const real = requirements(block).filter((requirement) => requirement.length > 0);
    if (real.length === 0) return undefined;
    const demand = real.map((requirement) => requirement.join('\n')).join('\n\n');
    const choice = known.get(demand) ?? bestOf(real, kinds);
    known.set(demand, choice);
    return choice;
  };
  const general = choiceOf(context.root['security']);
  for (const operation of operations) {
    const own = operation.raw['security'];
    const choice = Array.isArray(own) ? choiceOf(own) : general;
    if (!choice) continue;
    isPresent = true;
    for (const kind of choice.blocked) blocked.set(`${kind.type} ${'detail' in kind ? kind.detail : ''}`, kind);
    if (!choice.kind) continue;
    const key = keyOf(choice.kind);
    const vote = votes.get(key) ?? { kind: choice.kind, count: 0 };
    vote.count++;
    votes.set(key, vote);
  }
  // The description defines schemes and requires none: suggest the best of them.
  if (!isPresent && kinds.size > 0) {
    const choice = bestOf(
      [...kinds.keys()].map((name) => [name]),
      kinds,
    );
    if (choice.kind) votes.set(keyOf(choice.kind), { kind: choice.kind, count: 1 });
    for (const kind of choice.blocked) blocked.set(`${kind.type}`, kind);
  }
  const credential = isPresent || kinds.size > 0 ? undefined : credentialParameter(context, reader, operations);
  if (credential) votes.set(keyOf(credential), { kind: credential, count: 1 });
  const ranked = [...votes.values()].sort((left, right) => right.count - left.count);
  const others = ranked
    .slice(1)
    .map(
      ({ kind, count }) =>
        `${count} operations ask for ${describeKind(kind)} instead; they may refuse the suggested credential.`,
    );
  const notes = [...blocked.values()]
    .map((kind) => NOTES[kind.type]?.('detail' in kind ? kind.detail : '') ?? '')
    .filter(Boolean);
  const scopes = scopesFor({ context, operations, baseUrl }, kinds);
  return {
    suggested: suggestion(ranked[0]?.kind, [...notes, ...others], {
      baseUrl,
      scope: scopes.suggested,
    }),
    scopes: scopes.choices,
    securityPresent: isPresent || kinds.size > 0,
  };
}

/** Header parameters that hold a credential in descriptions without a security scheme. */
const CREDENTIAL =
  /^(?:authorization|(?:x-)?(?:api-?key|auth(?:entication)?-?token|access-?token|api-?token|subscription-?key))$/i;

/**
 * Repair `credential_parameter`: the kind for a header that at least half of the operations have as a parameter and that
 * by its name holds a credential.
 */
function credentialParameter(
  context: Context,
  reader: VersionReader,
  operations: readonly Operation[],
): Kind | undefined {
  if (!context.repairs.isOn('credential_parameter')) return undefined;
  const counts = new Map<string, { readonly raw: JsonObject; readonly name: string; count: number }>();
  for (const operation of operations) {
    for (const { name, in: location, raw } of reader.parameters(operation, context)) {
      if (location !== 'header' || !CREDENTIAL.test(name.replaceAll('_', '-'))) continue;
      const known = counts.get(name.toLowerCase()) ?? { raw, name, count: 0 };
      known.count++;
      counts.set(name.toLowerCase(), known);
    }
  }
  const [most] = [...counts.values()].sort((left, right) => right.count - left.count);
  if (!most || most.count * 2 < operations.length) return undefined;
  context.repairs.report('credential_parameter');
  if (most.name.toLowerCase() !== 'authorization') return { type: 'header', name: most.name };
  return { type: /\bbasic\b/i.test(JSON.stringify(most.raw)) ? 'basic' : 'bearer' };
}

function suggestion(
  kind: Kind | undefined,
  notes: readonly string[],
  { baseUrl, scope }: { readonly baseUrl: string; readonly scope: string },
): SuggestedAuth {
  if (!kind) return { type: 'none', notes };
  switch (kind.type) {
    case 'combined': {
      const parts = kind.parts.map((part) => suggestion(part, [], { baseUrl, scope }));
      return {
        type: 'combined',
        parts: parts.map(partShape),
        notes: [...parts.flatMap((part) => part.notes), ...notes],
      };
    }
    case 'header':
      return { type: 'header', name: kind.name, notes };
    case 'apiKeys':
      return { type: 'apiKeys', keys: kind.keys, notes };
    case 'awsSigV4':
      return { type: 'awsSigV4', ...(URL.canParse(baseUrl) && awsEndpoint(new URL(baseUrl).hostname)), notes };
    case 'oauth2': {
      const { grant, tokenUrl, authorizationUrl, authorizationParameters, isImplicit } = kind;
      if (grant === undefined) return { type: 'bearer', notes };
      return {
        type: 'oauth2',
        grant,
        ...(tokenUrl !== undefined && { tokenUrl }),
        ...(authorizationUrl !== undefined && { authorizationUrl }),
        ...(authorizationParameters !== undefined && { authorizationParameters }),
        ...((grant === 'clientCredentials' || grant === 'authorizationCode') && scope !== '' && { scope }),
        notes: [
          ...(isImplicit ? [IMPLICIT] : []),
          ...(grant === 'authorizationCode' ? [SIGNED_IN] : []),
          ...(grant === 'refreshToken' ? [DEVICE] : []),
          ...notes,
        ],
      };
    }
    case 'openIdConnect':
      return { type: 'bearer', notes };
    case 'unknown':
      return { type: 'none', notes };
    default:
      return { type: kind.type, notes };
  }
}

/** A suggestion as a part of a combination, in which a header is given as a key. */
function partShape({ name: _, notes: __, ...shape }: SuggestedAuth): SingleShape {
  return shape as SingleShape;
}

/** The preferred alternative of a list of security requirements, see {@link rank}. */
function bestOf(
  alternatives: ReadonlyArray<readonly string[]>,
  kinds: ReadonlyMap<string, Kind>,
): { kind?: Kind; blocked: Kind[] } {
  const rated = alternatives
    .map((names) => names.map((name) => kinds.get(name) ?? ({ type: 'unknown', detail: name } as Kind)))
    .map((all) => ({ all, worst: Math.max(...all.map(rank)) }))
    .sort((left, right) => left.worst - right.worst || left.all.length - right.all.length);
  const best = rated[0];
  if (!best) return { blocked: [] };
  const [first] = [...best.all].sort((left, right) => rank(left) - rank(right));
  const kind = combinedKind(best.all) ?? first;
  if (!kind) return { blocked: [] };
  // Google's descriptions require two OAuth 2 schemes together where either is meant.
  const isGranted = kind.type === 'oauth2' && isSupported(kind);
  const blocked = best.all.filter((each) => !isSupported(each) && !(isGranted && each.type === 'oauth2'));
  return { ...(rank(kind) < UNSUGGESTED_RANK && { kind }), blocked };
}

/** The scopes of the suggested scheme, as its authorization server wants them. */
function scopesFor(
  { context, operations, baseUrl }: { context: Context; operations: readonly Operation[]; baseUrl: string },
  kinds: ReadonlyMap<string, Kind>,
): Scopes {
  const flows = [...kinds.values()].filter((kind) => kind.type === 'oauth2');
  const declared = Object.assign({}, ...flows.map(({ scopes }) => scopes)) as JsonObject;
  const isOAuth = (name: string) => kinds.get(name)?.type === 'oauth2';
  const { choices, suggested } = scopesOf(operations, context.root['security'], isOAuth, declared);
  const known = flows.map((flow) => knownProvider(flow.authorizationUrl)).find((each) => each !== undefined);
  const origin = known?.scopesAreAddresses && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  const whole = (scope: string) =>
    origin === undefined || scope === '' || scope.includes('://') || UNPREFIXED.has(scope)
      ? scope
      : `${origin}/${scope}`;
  const offline = known?.offlineScope ?? (Object.hasOwn(declared, 'offline_access') ? 'offline_access' : undefined);
  const names = suggested.split(' ').filter(Boolean).map(whole);
  return {
    choices: choices.map((choice) => ({ ...choice, name: whole(choice.name) })),
    suggested: [...new Set([...names, ...(offline === undefined ? [] : [offline])])].join(' '),
  };
}

/** Scopes of OpenID Connect, which belong to no API. */
const UNPREFIXED = new Set(['openid', 'profile', 'email', 'offline_access']);

/** The alternatives of a `security` list, each as the names of schemes that must be used together. */
function requirements(value: JsonValue | undefined): string[][] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((requirement) => Object.keys(requirement));
}
