/** What a handler gets and returns, checked and typed by the table of routes. */
import type { AnswerOf, BodyOf, QueryOf, ROUTES, RouteId } from '../../../core/api/routes/index.ts';
import type { AskedRequest } from '../../../core/model/secondPerson.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import type { PathParameters } from './router.ts';
import type { Permit } from './secondPerson.ts';
import type { Actor, Visitor } from './session.ts';

/** API Gateway's limit is 30 s and Lambda's 29 s; our own waits end earlier, so that there is a response. */
export const ANSWER_BEFORE_MS = 26_000;

/** Further requests of the same caller, which the handlers of their routes do. */
export interface Sends {
  /** Errors are returned, as a client would get them. */
  readonly send: <Answer>(
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ body: Answer } | { error: { readonly code: string; readonly message: string } }>;
  /** Throws PortcullisError when the caller may not call the route. */
  readonly demand: (method: string, path: string) => void;
  /** A request that somebody has asked for and a second person has approved. Throws the error that it is answered with. */
  readonly carryOut: (asker: Actor, request: AskedRequest, permit: Permit) => Promise<void>;
}

type ActorOf<Access> = Access extends 'token' ? TokenRow : Access extends 'person' ? Visitor : Actor;

/** A validated request of one operation. */
export interface ManagementRequest<Id extends RouteId> {
  readonly params: PathParameters;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /**
   * Absent on public routes. Where any logged-in person is allowed, the person may have no role; where a connection token is required, its
   * row.
   */
  readonly actor: ActorOf<(typeof ROUTES)[Id]['access']>;
  readonly sends: Sends;
}

/** A response that is not JSON. */
export class FileAnswer {
  readonly contentType: string;
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(contentType: string, text: string, headers: Record<string, string> = {}) {
    this.contentType = contentType;
    this.text = text;
    this.headers = headers;
  }
}

/** A handler for each operation, typed by its route's schemas. */
export type Handlers = {
  readonly [Id in RouteId]: (
    request: ManagementRequest<Id>,
  ) =>
    | AnswerOf<Id>
    | Promise<AnswerOf<Id>>
    | (AnswerOf<Id> extends undefined ? Promise<FileAnswer> | Promise<void> : never);
};
/** The handlers of some routes: the exports of a resource's module. */
export type HandlersOf<Ids extends RouteId> = Pick<Handlers, Ids>;

/** A handler whose operation is not known at compile time. */
export type AnyHandler = (request: {
  params: PathParameters;
  query: unknown;
  body: unknown;
  actor: Actor | Visitor | TokenRow | undefined;
  sends: Sends;
}) => Promise<unknown>;
