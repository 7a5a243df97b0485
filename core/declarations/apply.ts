/**
 * Brings servers to what a request declares, through the routes of the management API: everything is planned and checked before anything is
 * changed, and what the time does not suffice for is left to the next request.
 */
import type { Applied, ApplyAnswer, ApplyRequest } from '../api/apply.ts';
import { DEFAULT_GROUP, type DeclaredServer } from '../api/declarations.ts';
import type { ReadingId } from '../api/reading.ts';
import { type FieldFault, PortcullisError } from '../lib/errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { refusal } from '../lib/zod/faults.ts';
import { projectOf } from '../model/projects.ts';
import { bring, type Look, type Run, type Subject } from './bring.ts';
import { needsOf, planFaults } from './check.ts';
import { type Declaration, declarationFaults } from './declaration.ts';
import { allServers } from './observe.ts';
import { NotYetMade, type Send, type Step } from './step.ts';
import { goneFrom, goneSubject, installationSubject, serverSubject } from './subjects.ts';

/** Servers that are worked on at the same time. */
const AT_A_TIME = 8;
/** Steps of a server in an answer. */
const MAX_SHOWN = 100;
/** New tokens of one answer, which are lost with it. */
const MAX_TOKENS = 50;

/** What a request is done with. */
export interface ApplyContext {
  readonly send: Send;
  /** Whether the caller may send the request of a step. Throws PortcullisError. */
  readonly demand: (step: Step) => void;
  /** The SHA-256 of a description before compression. Throws PortcullisError. */
  readonly digestOf: (base64: string, field: string) => string;
  /** Whether a further step may begin. */
  readonly hasTime: () => boolean;
  /** Whether it is early enough to begin to change something. */
  readonly mayBegin: () => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** A subject, and what was found of it. */
interface Work {
  readonly subject: Subject;
  /** Where it stands in the request, as a JSON pointer. */
  readonly field: string;
  /** Absent where there was no time for it, or no need. */
  readonly look?: Look;
  readonly reading?: ReadingId;
  readonly isChecked: boolean;
}

/**
 * Does a request.
 * @throws InvalidInput `declaration_invalid` with everything that is wrong, before anything was changed
 * @throws PortcullisError `role_required`, before anything was changed
 */
export async function applied(request: ApplyRequest, context: ApplyContext): Promise<ApplyAnswer> {
  const { mode = 'apply', credentials = false, approved = [] } = request;
  const batches = await workOf(request, context);
  const faults: FieldFault[] = [];
  const found: Work[][] = [];
  for (const batch of batches)
    found.push(await inParallel(batch, AT_A_TIME, (work) => lookedAt(work, request, context, faults)));
  refuse(faults);
  const tokens: ApplyAnswer['tokens'] = [];
  const webhooks: ApplyAnswer['webhooks'] = [];
  const run: Run = {
    ...context,
    credentials,
    approved,
    hasTime: () => context.hasTime() && tokens.length < MAX_TOKENS,
    onToken: (token) => tokens.push(token),
    onWebhook: (webhook) => webhooks.push(webhook),
  };
  const does = mode === 'apply' && context.mayBegin() && found.flat().every(({ isChecked }) => isChecked);
  const servers: Applied[] = [];
  for (const batch of found) {
    const entries = await inParallel(batch, AT_A_TIME, async (work) =>
      does ? broughtEntry(run, work) : plannedEntry(work, mode),
    );
    servers.push(...entries);
  }
  return { complete: servers.every(({ state }) => state === 'same'), servers, tokens, webhooks };
}

function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw refusal(faults, 'declaration_invalid');
}

/** The installation before the servers that follow its settings; what is deleted last. */
async function workOf({ declarations, prune, checked = [] }: ApplyRequest, context: ApplyContext): Promise<Work[][]> {
  const { group = DEFAULT_GROUP, settings, webhooks } = declarations;
  const servers = (declarations.servers ?? {}) as Readonly<Record<string, DeclaredServer>>;
  refuse(declarationFaults(servers).map((fault) => ({ ...fault, field: `/declarations/servers${fault.field}` })));
  const { send } = context;
  const known = await allServers(send);
  const isChecked = (key: string): boolean => checked.includes(key);
  const installation = settings || webhooks ? [installationSubject(send, declarations)] : [];
  const declared = Object.entries(servers).map(([name, server]) => {
    const key = `${group}/${name}`;
    const field = `/declarations/servers/${name}`;
    const subject = serverSubject(send, declarationOf({ key, name, server }, field, context), known);
    return { subject, field, isChecked: isChecked(key) };
  });
  const keys = [...declared.map(({ subject: { key } }) => key), ...(prune?.keep ?? [])];
  const projects = prune?.projects ?? Object.values(servers).map(projectOf);
  const gone = prune ? goneFrom(group, { keys, projects }, known).map((server) => goneSubject(send, server)) : [];
  return [
    installation.map((subject) => ({ subject, field: '/declarations', isChecked: false })),
    declared,
    gone.map((subject) => ({ subject, field: '/prune', isChecked: false })),
  ];
}

function declarationOf(declaration: Declaration, field: string, { digestOf }: ApplyContext): Declaration {
  const { source } = declaration.server;
  if (source.kind !== 'openapi' || source.document === undefined) return declaration;
  const { digest = '', base64 } = source.document;
  if (base64 === undefined) return { ...declaration, document: { digest } };
  return { ...declaration, document: { digest: digestOf(base64, `${field}/source/document`), base64 } };
}

/** Looks, plans, and checks unless an earlier request has; what is wrong is added to `faults`. */
async function lookedAt(
  work: Work,
  { mode = 'apply', credentials = false, readings = {} }: ApplyRequest,
  context: ApplyContext,
  faults: FieldFault[],
): Promise<Work> {
  const { subject, field, isChecked } = work;
  if ((mode === 'apply' && isChecked) || !context.hasTime()) return work;
  const fault = (rule: string, message: string) => faults.push({ field, rule, message });
  let look: Look;
  try {
    look = await subject.look(credentials, undefined);
  } catch (error) {
    if (error instanceof NotYetMade) return work;
    if (!(error instanceof PortcullisError)) throw error;
    fault(error.code, `cannot be looked at: ${error.message}`);
    return work;
  }
  if (mode === 'plan') {
    for (const message of look.plan.faults) fault('declaration_refused', message);
    return { ...work, look, isChecked: look.plan.steps.length === 0 };
  }
  for (const step of look.plan.steps) context.demand(step);
  const found = await planFaults(look.plan, { ...context, reading: readings[subject.key] });
  for (const { code, message } of found.faults) fault(code, message);
  const { reading } = found;
  return { ...work, look, ...(reading !== undefined && { reading }), isChecked: reading === undefined };
}

/** So that an answer has room for all servers. */
function shown(steps: readonly Step[]): Applied['steps'] {
  const first = steps.slice(0, steps.length > MAX_SHOWN ? MAX_SHOWN - 1 : MAX_SHOWN);
  const [next] = steps.slice(first.length);
  const more = next ? [{ kind: next.kind, says: `do ${steps.length - first.length} more steps` }] : [];
  return [...first.map(({ kind, says }) => ({ kind, says })), ...more];
}

function plannedEntry({ subject: { key }, look, reading, isChecked }: Work, mode: ApplyRequest['mode']): Applied {
  const { steps = [] } = look?.plan ?? {};
  const needs = needsOf(steps);
  const isLeft = look === undefined || reading !== undefined || (steps.length > 0 && mode === 'apply');
  return {
    key,
    ...(look?.server && { id: look.server.id }),
    state: isLeft ? 'left' : steps.length > 0 ? 'differs' : 'same',
    done: [],
    steps: shown(steps),
    checked: isChecked,
    ...(needs && { needs }),
    ...(reading !== undefined && { reading }),
  };
}

async function broughtEntry(run: Run, { subject, look }: Work): Promise<Applied> {
  const { id, done, isLeft, error } = await bring(run, subject, look);
  return {
    key: subject.key,
    ...(id !== undefined && { id }),
    state: error ? 'failed' : isLeft ? 'left' : 'same',
    done: shown(done),
    steps: [],
    checked: true,
    ...(error && { error }),
  };
}
