/**
 * SCIM 2.0 (RFC 7643, RFC 7644) below /scim/v2, for the identity provider that provisions people and groups. Its caller is an automation key with the role
 * scim, which may do nothing else; nobody else may do this. Errors are those of SCIM (RFC 7644, section 3.12). Bulk, sorting and /Me are not there.
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorFields, logError } from '../../../aws/lib/log.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { isObject, type JsonObject } from '../../../core/lib/json/value.ts';
import { visible } from '../../../core/lib/visible.ts';
import { SCIM_TYPES, type ScimCode, scimError } from '../../../core/scim/error.ts';
import { URN } from '../../../core/scim/schema.ts';
import { answerOf, COMMON_HEADERS } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { problemOf, RETRY_AFTER } from '../http/problem.ts';
import { presentedKey } from '../members/automationActor.ts';
import { checkManaged, checkProvider } from '../members/memberRules.ts';
import { discovered } from './discovery.ts';
import { createGroup, deleteGroup, getGroup, groupResources, patchGroup, replaceGroup } from './groups.ts';
import {
  type Asked,
  askedOf,
  listAnswer,
  type Resources,
  type ScimActor,
  type ScimAnswer,
  type ScimRequest,
} from './request.ts';
import { createUser, deleteUser, getUser, patchUser, replaceUser, userResources } from './users.ts';

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Result = APIGatewayProxyStructuredResultV2;

const BASE = /^\/scim\/v2(?=\/|$)/;
const MEDIA_TYPE = 'application/scim+json';
/** The largest body: 5,000 members with their names. */
const BODY_BYTES = 1024 * 1024;
const DEPTH = 10;

/** Whether a request is one of SCIM. */
export const isScim = (path: string): boolean => path.startsWith('/scim/');

/** Answers a request. Never rejects. */
export async function scimAnswer(event: Event): Promise<Result> {
  try {
    const { status, body, headers } = await answered(event);
    if (body === undefined) return { statusCode: status, headers: { ...COMMON_HEADERS, ...headers } };
    const accepts = event.headers['accept-encoding'];
    return answerOf({
      statusCode: status,
      accepts,
      contentType: MEDIA_TYPE,
      text: shown(body),
      ...(headers && { headers }),
    });
  } catch (error) {
    return refusal(error, event.requestContext.requestId);
  }
}

const shown = (body: JsonObject): string => visible(JSON.stringify(body), { isJson: true });

async function answered(event: Event): Promise<ScimAnswer> {
  const actor = await scimActor(event);
  const { method } = event.requestContext.http;
  const [endpoint = '', id, ...more] = event.rawPath.replace(BASE, '').split('/').filter(Boolean);
  if (!BASE.test(event.rawPath) || more.length > 0) throw noEndpoint();
  const request: ScimRequest = {
    actor,
    query: event.queryStringParameters ?? {},
    headers: event.headers,
    body: bodyOf(event),
  };
  const found = discovered(endpoint, id);
  if (found && method !== 'GET') throw wrongMethod('GET');
  if (found) return found;
  if (endpoint === '.search' && id === undefined && method === 'POST') {
    const asked = askedOf(searchIn(request));
    return listAnswer([await userResources(asked), await groupResources(asked)], asked);
  }
  if (endpoint === 'Me' || endpoint === 'Bulk') {
    throw new PortcullisError('scim_not_implemented', `${endpoint} is not there; ServiceProviderConfig says what is.`);
  }
  const kind = endpoint === 'Users' ? USERS : endpoint === 'Groups' ? GROUPS : undefined;
  if (!kind) throw noEndpoint();
  if (id === undefined && method === 'GET') return kind.list(request.query);
  if (id === '.search' && method === 'POST') return kind.list(searchIn(request));
  if (id === undefined) {
    if (method === 'POST') return kind.create(request);
    throw wrongMethod('GET, POST');
  }
  const one = { GET: kind.get, PUT: kind.replace, PATCH: kind.patch, DELETE: kind.remove }[method];
  if (!one) throw wrongMethod('GET, PUT, PATCH, DELETE');
  return one(request, id);
}

/** A search by POST (RFC 7644, section 3.4.3). */
const searchIn = ({ body }: ScimRequest): JsonObject => (isObject(body) ? body : {});

type OfList = (given: Readonly<Record<string, unknown>>) => Promise<ScimAnswer>;
type OfOne = (request: ScimRequest, id: string) => Promise<ScimAnswer>;

interface Kind {
  readonly list: OfList;
  readonly create: (request: ScimRequest) => Promise<ScimAnswer>;
  readonly get: OfOne;
  readonly replace: OfOne;
  readonly patch: OfOne;
  readonly remove: OfOne;
}

async function listed(
  given: Readonly<Record<string, unknown>>,
  read: (asked: Asked) => Promise<Resources>,
): Promise<ScimAnswer> {
  const asked = askedOf(given);
  return listAnswer([await read(asked)], asked);
}

const USERS: Kind = {
  list: async (given) => listed(given, userResources),
  create: createUser,
  get: getUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
};
const GROUPS: Kind = {
  list: async (given) => listed(given, groupResources),
  create: createGroup,
  get: getGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
};

/** The key of the request. Throws PortcullisError `key_not_accepted`, `key_not_allowed`, `login_ended`, `scim_off`, `members_fixed`. */
async function scimActor(event: Event): Promise<ScimActor> {
  const { keyId, label, role, createdAt } = await presentedKey(event);
  if (role !== 'scim') {
    throw new PortcullisError('key_not_allowed', 'SCIM needs an automation key with the role scim.');
  }
  await refuseEnded({ id: keyId, issuedAt: Date.parse(createdAt) / 1_000 });
  checkManaged();
  checkProvider();
  return { id: keyId, name: `automation key ${label}`, rights: [] };
}

function bodyOf(event: Event): unknown {
  // API Gateway encodes what is not of type application/json in base64.
  const encoding = event.isBase64Encoded ? 'base64' : 'utf8';
  if (event.body && Buffer.byteLength(event.body, encoding) > BODY_BYTES) {
    throw new PortcullisError(
      'body_too_large',
      `The body is larger than ${BODY_BYTES} bytes. Send fewer members at once.`,
    );
  }
  const body = readBody(event);
  if (depthOf(body) > DEPTH) throw scimError('scim_syntax_invalid', `The body is nested deeper than ${DEPTH} levels.`);
  return body;
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0)
    : 0;

const noEndpoint = () => scimError('scim_not_found', 'There is no such endpoint. ResourceTypes lists them.');
const wrongMethod = (allowed: string) =>
  new PortcullisError('method_not_allowed', `This endpoint accepts ${allowed}.`, { context: { allowed } });

/** Codes for which the client should try again: its provisioning would otherwise take 409 for a name that is taken. */
const AGAIN = ['members_busy', 'write_conflict'];

/** An error as SCIM tells it. */
function refusal(error: unknown, requestId: string): Result {
  const problem = problemOf(error, requestId);
  const status = AGAIN.includes(problem.code) ? 503 : problem.status;
  if (status >= 500) logError('request_failed', { requestId, error: errorFields(error) });
  const scimType =
    SCIM_TYPES[problem.code as ScimCode] ??
    (problem.code === 'body_not_json' || error instanceof InvalidInput ? 'invalidSyntax' : undefined);
  const body = {
    schemas: [URN.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail: `${problem.detail} (${problem.code})`,
  };
  return {
    statusCode: status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': MEDIA_TYPE,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 503 && { 'retry-after': RETRY_AFTER }),
      ...(status === 405 && { allow: String(problem.context?.['allowed'] ?? '') }),
    },
    body: shown(body),
  };
}
