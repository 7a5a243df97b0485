/**
 * The management API as one Lambda function behind API Gateway (HTTP API, payload 2.0; a private REST API without a distribution). It refuses what
 * comes neither by the entrance nor from a function that may invoke it, finds the route, identifies the caller,
 * validates the request, calls the handler of the route and writes its response. Errors become problem details in one place. One log line
 * per request, without query, body or path parameters.
 */

import middy from '@middy/core';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as z from 'zod';
import '../../aws/services/privateNetwork.ts';
import { errorFields, logError, logInfo } from '../../aws/lib/log.ts';
import { checkKeyDerivations } from '../../core/api/keyDerivation.ts';
import type { Route } from '../../core/api/routes/index.ts';
import { visible } from '../../core/lib/visible.ts';
import { checked } from '../../core/lib/zod/faults.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { cameThroughEntrance, isInvokedByRole } from '../shared/entrance.ts';
import { inFormat2 } from '../shared/restEvent.ts';
import { HANDLERS } from './handlers.ts';
import { answerOf, COMMON_HEADERS } from './http/answer.ts';
import { readBody } from './http/body.ts';
import { answering } from './http/elapsed.ts';
import { refuseEnded } from './http/endedLogins.ts';
import { problemOf, RETRY_AFTER } from './http/problem.ts';
import { type AnyHandler, FileAnswer, type Sends } from './http/request.ts';
import { type Match, match } from './http/router.ts';
import { asAsker, type Permit } from './http/secondPerson.ts';
import { type Actor, actorOf, type Visitor } from './http/session.ts';
import { asCaller, demandAnywhere, placed, standingFor } from './http/standing.ts';
import { visitorNow } from './http/visitor.ts';
import { automationActor, routedPath } from './members/automationActor.ts';
import { enterSignIn } from './members/signIns.ts';
import { isScim, scimAnswer } from './scim/dispatch.ts';
import { bearerOf } from './serverRow/bearer.ts';
import { checkFloor } from './settings/floorCheck.ts';

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
type Result = APIGatewayProxyStructuredResultV2;

const NOTHING = z.strictObject({});

async function dispatch(event: Event): Promise<Result> {
  if (!isInvokedByRole(event) && !cameThroughEntrance(event)) return { statusCode: 403, headers: COMMON_HEADERS };
  if (isScim(event.rawPath)) return scimAnswer(event);
  const { method } = event.requestContext.http;
  const { path, isAutomation } = routedPath(event.rawPath);
  const matched = match(method, path);
  const { route } = matched;
  const caller = isAutomation ? await automationCaller(event, matched) : await callerOf(event, matched);
  const given = route.body && readBody(event);
  const { requestId } = event.requestContext;
  const answer = await performed(caller.matched, { ...caller, query: event.queryStringParameters, given, requestId });
  const statusCode = route.success;
  if (statusCode === 204) return { statusCode, headers: COMMON_HEADERS };
  const accepts = event.headers['accept-encoding'];
  if (answer instanceof FileAnswer) return answerOf({ statusCode, accepts, ...answer });
  return answerOf({ statusCode, accepts, contentType: 'application/json', text: shownJson(answer) });
}

/** A request of somebody who may call the route. */
interface Given {
  readonly query: Readonly<Record<string, string | undefined>> | undefined;
  /** The parsed body. */
  readonly given: unknown;
  readonly actor: Actor | Visitor | TokenRow | undefined;
  readonly requestId: string;
  /** Of a request that was approved by a second person. */
  readonly permit?: Permit;
}

/** Validates a request and has its handler do it. */
async function work(matched: Match, { query, given, actor, requestId, permit }: Given): Promise<unknown> {
  const { id, route, params } = matched;
  const checkedQuery = checked(route.query ?? NOTHING, query ?? {}, 'query');
  checkKeyDerivations(given);
  const body = route.body && checked(route.body, given === undefined && route.bodyOptional ? {} : given);
  if (route.body && isOfPerson(route))
    await checkFloor(body, { route: id, actor: actor as Actor, serverId: params.id });
  const handle = HANDLERS[id] as AnyHandler;
  const sends = sendsOf(actor as Actor, requestId);
  const run = () => handle({ params, query: checkedQuery, body, actor, sends });
  return isOfPerson(route) ? asAsker({ ...matched, actor: actor as Actor, query, given, permit }, run) : run();
}

/** Has a request done by what its caller may do at its place. */
const performed = (matched: Match, given: Given): Promise<unknown> =>
  asCaller(isOfPerson(matched.route) ? (given.actor as Actor) : undefined, matched.route, () => work(matched, given));

/** Whether the caller is known by a role. */
const isOfPerson = ({ access }: Route): boolean => access !== 'public' && access !== 'token' && access !== 'person';

/** Requests that a handler has others do, for the same caller: with their rights, and with every check of the route. */
const sendsOf = (actor: Actor, requestId: string): Sends => ({
  demand: (method, path) => demandAnywhere(actor, match(method, path).route),
  send: async <Answer>(method: string, address: string, given?: object) => {
    try {
      const { pathname, searchParams } = new URL(address, 'https://management');
      const { matched, actor: at } = await placed(actor, match(method, pathname));
      // As with a request of its own; a reading shows nothing that this request might not.
      if (method !== 'GET') await refuseEnded(actor);
      const query = Object.fromEntries(searchParams);
      const answer = await performed(matched, { query, given, actor: at, requestId });
      return { body: (answer ?? {}) as Answer };
    } catch (error) {
      const { status, code, detail } = problemOf(error, requestId);
      if (status >= 500) logError('request_failed', { requestId, error: errorFields(error) });
      return { error: { code, message: detail } };
    }
  },
  carryOut: async (asker, { method, path, query, body }, permit) => {
    const { matched, actor: at } = await placed(asker, match(method, path));
    const given = body === undefined ? undefined : JSON.parse(body);
    await performed(matched, { query, given, actor: at, requestId, permit });
  },
});

/** For terminals, too: characters that nobody sees are escapes, which parse to the same value. */
const shownJson = (value: unknown): string => visible(JSON.stringify(value), { isJson: true });

/** Who calls, and the request as it is to be handled. */
interface CallerAt {
  readonly actor: Actor | Visitor | TokenRow | undefined;
  readonly matched: Match;
}

/** Who calls, once they may; undefined on public routes. Throws PortcullisError. */
async function callerOf(event: Event, matched: Match): Promise<CallerAt> {
  const { access } = matched.route;
  if (access === 'public') return { actor: undefined, matched };
  if (access === 'token') return { actor: await bearerOf(event), matched };
  const visitor = await visitorNow(event);
  if (access === 'person') {
    await refuseEnded(visitor);
    return { actor: visitor, matched };
  }
  const [standing] = await Promise.all([standingFor(visitor), refuseEnded(visitor)]);
  const actor = actorOf(visitor, standing);
  await enterSignIn(event, actor);
  return placed(actor, matched);
}

/** The automation key of a request, once it may call. Throws PortcullisError. */
async function automationCaller(event: Event, matched: Match): Promise<CallerAt> {
  const actor = await automationActor(event, matched);
  await refuseEnded(actor);
  return placed(actor, matched);
}

const problems = (): middy.MiddlewareObj<Event, Result> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const problem = problemOf(request.error, requestId);
    if (problem.status >= 500) logError('request_failed', { requestId, error: errorFields(request.error) });
    request.response = {
      statusCode: problem.status,
      headers: {
        ...COMMON_HEADERS,
        'content-type': 'application/problem+json',
        ...(problem.status === 503 && { 'retry-after': RETRY_AFTER }),
        ...(problem.status === 405 && { allow: String(problem.context?.['allowed'] ?? '').replaceAll(',', ', ') }),
      },
      body: shownJson(problem),
    };
  },
});

const log = (): middy.MiddlewareObj<Event, Result> => {
  const began = new WeakMap<Event, number>();
  const write = ({ event, response }: middy.Request<Event, Result>) => {
    const { requestId } = event.requestContext;
    const ms = Math.round(performance.now() - (began.get(event) ?? 0));
    logInfo('request', { requestId, route: routeOf(event), status: response?.statusCode, ms });
  };
  return {
    before: ({ event }) => void began.set(event, performance.now()),
    after: write,
    onError: write,
  };
};

/** The operation's id instead of the path, which may contain anything that somebody typed. */
function routeOf({ requestContext, rawPath }: Event): string {
  if (isScim(rawPath)) return 'scim';
  try {
    return match(requestContext.http.method, routedPath(rawPath).path).id;
  } catch {
    return 'none';
  }
}

/** middy runs `after` and `onError` in reverse order, so the log sees the response of `problems`. */
const answered = middy<Event, Result>()
  .use(log())
  .use(problems())
  .handler((event) => answering(() => dispatch(event)));

/** Answers one request of API Gateway. */
export const handler = (event: Event, context: Context): Promise<Result> => answered(inFormat2(event), context);
