/**
 * Brings a server to its declaration: looks, plans, does the steps, and looks again until nothing is left to do or the time is over. Each look
 * is at the server as it is, so another run at the same moment is met by planning anew: whoever looks last has brought the whole server to
 * its own.
 */
import type { ApplyAnswer } from '../api/apply.ts';
import type { DeploymentView } from '../api/deployments.ts';
import type { StillReading } from '../api/reading.ts';
import type { ServerView } from '../api/serverViews.ts';
import { PortcullisError } from '../lib/errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { needsOf } from './check.ts';
import { answered, type Fault, NotYetMade, type Plan, type Send, type Step, serverPath } from './step.ts';

/** Looks at a server until it is given up. */
const MAX_LOOKS = 40;
/** Times that the same refusal is met before it is told. */
const MAX_REFUSALS = 2;
const POLL_MS = 200;
/** Another writer was first: look again. */
const OVERTAKEN = new Set([
  'write_conflict',
  'change_running',
  'deployment_running',
  'declared_taken',
  'aws_unavailable',
]);

/** What is brought to its declaration: a server, or the installation. */
export interface Subject {
  readonly key: string;
  /**
   * What there is now, and the plan for it. Throws PortcullisError.
   * @param credentials whether they are sent although there are some
   * @param id of the server, once it is known
   */
  readonly look: (credentials: boolean, id: string | undefined) => Promise<Look>;
}

/** What was found at a look. */
export interface Look {
  readonly server?: ServerView | undefined;
  readonly plan: Plan;
}

/** What a run works with. */
export interface Run {
  readonly send: Send;
  readonly credentials: boolean;
  /** Digests of surfaces and words that somebody has approved. */
  readonly approved: readonly string[];
  /** Whether a further step may begin. */
  readonly hasTime: () => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly onToken: (token: ApplyAnswer['tokens'][number]) => void;
  readonly onWebhook: (webhook: ApplyAnswer['webhooks'][number]) => void;
}

/** With whom to tell the id of a server that was made. */
interface OneRun extends Run {
  readonly onServer: (id: string) => void;
}

/** What was done for a declaration. */
export interface Brought {
  readonly id?: string;
  /** What was done, in order. */
  readonly done: readonly Step[];
  /** Whether the time was over before its end. */
  readonly isLeft: boolean;
  readonly error?: Refusal;
}

/** Why it could not be brought there. */
type Refusal = ApplyAnswer['servers'][number]['error'] & Fault;

/**
 * Brings a subject to its declaration. Errors are returned, so that others go on.
 * @param first what was found of it just now
 */
export async function bring(run: Run, subject: Subject, first: Look | undefined): Promise<Brought> {
  const done: Step[] = [];
  let id: string | undefined;
  const onServer = (made: string): void => {
    id = made;
  };
  const ended = (more: Pick<Brought, 'isLeft' | 'error'>): Brought => ({
    ...(id !== undefined && { id }),
    done,
    ...more,
  });
  let { credentials } = run;
  const refusals = new Map<string, number>();
  try {
    for (let look = 0; look < MAX_LOOKS; look++) {
      const isKnown = look === 0 && first !== undefined;
      if (!isKnown && !run.hasTime()) return ended({ isLeft: true });
      const { server, plan } = isKnown ? first : await subject.look(credentials, id);
      id = server?.id;
      const fault =
        plan.faults.length > 0
          ? { code: 'declaration_refused', message: plan.faults.join('; ') }
          : await performed({ ...run, onServer }, subject.key, plan.steps, server, done);
      if (fault === 'left') return ended({ isLeft: true });
      if (plan.steps.length === 0 && !fault) return ended({ isLeft: false });
      if (fault) {
        // What another run has changed meanwhile is refused at first, and planned otherwise at the next look.
        const times = (refusals.get(fault.code) ?? 0) + 1;
        refusals.set(fault.code, times);
        if (times > MAX_REFUSALS && !OVERTAKEN.has(fault.code)) return ended({ isLeft: false, error: fault });
        await run.pause(POLL_MS * (1 + Math.random() * Math.min(look + 1, 10)));
      } else credentials = false;
    }
    const message = 'Somebody else changes the server at the same time. Apply again when they have ended.';
    return ended({ isLeft: false, error: { code: 'unsettled', message } });
  } catch (error) {
    if (error instanceof NotYetMade) return ended({ isLeft: true });
    if (!(error instanceof PortcullisError)) throw error;
    const { code, message, context } = error;
    const approve = context['approve'] as string | undefined;
    return ended({ isLeft: false, error: { code, message, ...(approve !== undefined && { approve }) } });
  }
}

/** Edits of tools that are sent together, because they share a published version. */
const MAX_EDITS = 8;

/** Does the steps in their order, up to one after which is planned anew. Resolves to the fault that ended them, or to `left`. */
async function performed(
  run: OneRun,
  key: string,
  steps: readonly Step[],
  server: ServerView | undefined,
  done: Step[],
): Promise<Refusal | 'left' | undefined> {
  for (const together of edited(steps)) {
    if (!run.hasTime()) return 'left';
    const results = await inParallel(together, MAX_EDITS, async (step) => {
      const fault = await perform(run, key, step, server, done);
      return fault === undefined || fault === 'left' ? fault : { ...fault, message: `${step.says}: ${fault.message}` };
    });
    const fault = results.find((each) => each !== undefined);
    if (fault || together.some(({ pauses }) => pauses)) return fault;
  }
  return undefined;
}

/** Steps that may be done together: edits of several tools, or one step by itself. */
function edited(steps: readonly Step[]): Step[][] {
  const isEdit = ({ kind, method }: Step): boolean => kind === 'tool' && method === 'PATCH';
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0] && isEdit(last[0]) && isEdit(step)) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

interface Answer {
  readonly server?: ServerView;
  readonly deployment?: DeploymentView;
  readonly mcpUrl?: string;
  readonly secret?: string;
}

async function perform(
  run: OneRun,
  key: string,
  step: Step,
  server: ServerView | undefined,
  done: Step[],
): Promise<Refusal | 'left' | undefined> {
  const { send } = run;
  // Somebody else's deployment, however it ends.
  if (step.kind === 'wait') return (await ended(run, step.path)) ? undefined : 'left';
  const needs = needsOf([step]);
  // What there is has changed since the sender was told what to send.
  if (needs)
    return { code: 'value_missing', message: 'needs a secret or a description that was not sent; plan again.' };
  const approval = step.kind === 'deploy' && server ? await approvalOf(run, server) : {};
  if (approval === 'left') return approval;
  const body = step.body && { ...step.body, ...approval };
  let answer = await send<(Answer & DeploymentView) | StillReading>(step.method, step.path, body);
  // The ranks of sentences over a large server, which are stored with them.
  while (!('error' in answer) && 'reading' in answer.body) {
    if (!run.hasTime()) return 'left';
    answer = await send(step.method, `${step.path}?reading=${answer.body.reading}`, body);
  }
  while ('error' in answer && answer.error.code === 'deletion_unfinished') {
    if (!run.hasTime()) return 'left';
    answer = await send(step.method, step.path);
  }
  if ('error' in answer) {
    const fault = await approvedWords(run, answer.error, (more) => send(step.method, step.path, { ...body, ...more }));
    if (!fault) done.push(step);
    return fault;
  }
  done.push(step);
  const { server: made, deployment, mcpUrl = '', secret, id } = answer.body as Answer & DeploymentView;
  if (step.kind === 'token' && step.method === 'POST')
    run.onToken({ server: key, label: (body as { readonly label: string }).label, mcpUrl });
  if (secret !== undefined) run.onWebhook({ name: (body as { readonly name: string }).name, secret });
  if (step.kind === 'create' && made && deployment) {
    run.onServer(made.id);
    return live(run, serverPath(made.id), deployment.id, made.id);
  }
  if (step.kind === 'deploy' && server)
    return live(run, serverPath(server.id), id, server.bundle === undefined ? server.id : undefined);
  return undefined;
}

/** Sends a request again whose words somebody has approved. */
async function approvedWords(
  { approved }: Run,
  fault: Fault,
  again: (more: object) => Promise<{ body: unknown } | { error: Fault }>,
): Promise<Refusal | undefined> {
  const digest =
    fault.code === 'words_unapproved' ? /approvedWords ([0-9a-f]{64})/.exec(fault.message)?.[1] : undefined;
  if (digest === undefined) return fault;
  if (!approved.includes(digest)) return { ...fault, approve: digest };
  const answer = await again({ approvedWords: digest });
  return 'error' in answer ? answer.error : undefined;
}

/** The deployment once it has ended; undefined when the time is over before. */
async function ended({ send, pause, hasTime }: Run, path: string): Promise<DeploymentView | undefined> {
  for (;;) {
    const deployment = answered(await send<DeploymentView>('GET', path));
    if (deployment.status !== 'running') return deployment;
    if (!hasTime()) return undefined;
    await pause(POLL_MS);
  }
}

/**
 * Waits until a deployment is live.
 * @param fresh id of a server of which nothing is live when it fails
 * @throws PortcullisError with the error of the deployment
 */
async function live(
  run: Run,
  server: string,
  deploymentId: string,
  fresh: string | undefined,
): Promise<'left' | undefined> {
  const deployment = await ended(run, `${server}/deployments/${deploymentId}`);
  if (deployment === undefined) return 'left';
  if (deployment.status !== 'failed') return undefined;
  const { code = 'deployment_failed', message = 'The deployment failed.' } = deployment.error ?? {};
  throw new PortcullisError(
    code,
    `${message}${fresh === undefined ? '' : ` The server ${fresh} exists and is not live.`}`,
  );
}

interface Surfaces {
  readonly surface: string;
  readonly liveSurface?: string;
}

/** Of a signed server what would change for models stops it, unless somebody has approved exactly that. */
async function approvalOf({ send, approved, hasTime }: Run, server: ServerView): Promise<object | 'left'> {
  const isLocked = server.signed || server.held?.some(({ rule }) => rule === 'lockedTools');
  if (!isLocked || server.bundle === undefined) return {};
  const path = `${serverPath(server.id)}/reimport/preview`;
  let preview = answered(await send<Surfaces | StillReading>('POST', path));
  while ('reading' in preview) {
    if (!hasTime()) return 'left';
    preview = answered(await send<Surfaces | StillReading>('POST', `${path}?reading=${preview.reading}`));
  }
  const { surface, liveSurface } = preview;
  if (surface === liveSurface) return {};
  if (approved.includes(surface)) return { approvedSurface: surface };
  throw new PortcullisError(
    'surface_changed',
    'The server is signed, and its tools would change; approve that first.',
    {
      context: { approve: surface },
    },
  );
}
