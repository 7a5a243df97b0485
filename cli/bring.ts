/**
 * Brings one server to its declaration: observes, plans, does the steps, and observes again until nothing is left to do. Each look is at the
 * server as it is, so another run at the same moment is met by planning anew: whoever looks last has brought the whole server to its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeploymentView } from '../core/api/deployments.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import { planServer } from '../core/declarations/plan.ts';
import type { Declaration } from '../core/declarations/read.ts';
import type { Observed, Step } from '../core/declarations/step.ts';
import { sentBody } from './declarationCheck.ts';
import type { References } from './declarationFiles.ts';
import { untilLive } from './deployment.ts';
import { CliError } from './errors.ts';
import { reimportPreview, surfaceLines } from './lock.ts';
import { allServers, observe, ownServer, serverPath } from './observe.ts';
import { type ApiFault, type ApiRequest, bodyOf } from './stack.ts';
import { linesText } from './table.ts';

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

/** A token that was made, whose value is known only now. */
export interface MadeToken {
  readonly server: string;
  readonly label: string;
  readonly mcpUrl: string;
}

/** What a run works with. */
export interface Run {
  readonly request: ApiRequest;
  readonly references: References;
  readonly credentials: boolean;
  /** Digests of surfaces and words that somebody has approved. */
  readonly approved: readonly string[];
  /** Progress, line by line. */
  readonly err: NodeJS.WritableStream;
  /** Called at once, because nobody is told again. */
  readonly onToken: (token: MadeToken) => Promise<void>;
}

/** What was done for a declaration. */
export interface Brought {
  readonly key: string;
  readonly id?: string;
  /** What was done, in order. */
  readonly done: readonly string[];
  readonly error?: ApiFault;
}

/**
 * Brings a server to its declaration. Errors are returned, so that other servers go on.
 * @param first the server as the run has found it
 */
export async function bring(run: Run, declaration: Declaration, first: ServerView | undefined): Promise<Brought> {
  const { key } = declaration;
  const done: string[] = [];
  let server = first;
  try {
    let { credentials } = run;
    const refusals = new Map<string, number>();
    // What another run has changed meanwhile is refused at first, and planned otherwise at the next look.
    const refused = ({ code, message }: ApiFault): void => {
      const times = (refusals.get(code) ?? 0) + 1;
      refusals.set(code, times);
      if (times > MAX_REFUSALS && !OVERTAKEN.has(code)) throw new CliError(code, message);
    };
    for (let look = 0; look < MAX_LOOKS; look++) {
      const observed = server && (await observe(run.request, declaration, server));
      const plan = planServer(declaration, observed, { credentials });
      const fault =
        plan.faults.length > 0
          ? { code: 'declaration_refused', message: plan.faults.join('; ') }
          : await performed(run, declaration, plan.steps, observed, done);
      if (plan.steps.length === 0 && !fault) return { key, ...(server && { id: server.id }), done };
      if (fault) {
        refused(fault);
        await sleep(POLL_MS * (1 + Math.random() * Math.min(look + 1, 10)));
      } else credentials = false;
      server = await again(run.request, declaration, server);
    }
    throw new CliError(
      'unsettled',
      'Somebody else changes the server at the same time. Apply again when they have ended.',
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { key, ...(server && { id: server.id }), done, error: { code: error.code, message: error.message } };
  }
}

/** The server as it is now; one that was just made is looked for by its key. */
async function again(
  request: ApiRequest,
  declaration: Declaration,
  server: ServerView | undefined,
): Promise<ServerView | undefined> {
  if (server === undefined) return ownServer(declaration, await allServers(request));
  const answer = await request<ServerView>('GET', serverPath(server.id));
  return 'error' in answer && answer.error.code === 'server_not_found' ? undefined : bodyOf(answer);
}

/** Does the steps in their order, up to one after which is planned anew. Resolves to the fault that ended them. */
async function performed(
  run: Run,
  declaration: Declaration,
  steps: readonly Step[],
  observed: Observed | undefined,
  done: string[],
): Promise<ApiFault | undefined> {
  for (const step of steps) {
    const fault = await perform(run, declaration, step, observed);
    if (fault) return { ...fault, message: `${step.says}: ${fault.message}` };
    if (step.kind !== 'wait') done.push(step.says);
    run.err.write(linesText([`${declaration.key}: ✓ ${step.says}`]));
    if (step.pauses) return undefined;
  }
  return undefined;
}

async function perform(
  run: Run,
  declaration: Declaration,
  step: Step,
  observed: Observed | undefined,
): Promise<ApiFault | undefined> {
  const { request } = run;
  const path = `${observed ? serverPath(observed.server.id) : '/v1/servers'}${step.path}`;
  if (step.kind === 'wait') return ended(request, path);
  if (step.kind === 'deploy' && observed) return deployed(run, declaration, step, observed);
  const body = await sentBody(step, declaration, run.references);
  const answer = await request<Answer>(step.method, path, body);
  if ('error' in answer)
    return withApproval(run, answer.error, (more) => request(step.method, path, { ...body, ...more }));
  const { deployment, server, mcpUrl } = answer.body;
  if (step.kind === 'create' && deployment && server)
    await untilLive(request, { server, deployment }, prefixed(run.err, declaration.key));
  if (step.kind === 'token' && step.method === 'POST') {
    const { label } = body as { readonly label: string };
    await run.onToken({ server: declaration.key, label, mcpUrl: mcpUrl ?? '' });
  }
  return undefined;
}

interface Answer {
  readonly server?: { readonly id: string; readonly name: string };
  readonly deployment?: DeploymentView;
  readonly mcpUrl?: string;
}

/** Sends a request again whose words somebody has approved. */
async function withApproval(
  { approved }: Run,
  fault: ApiFault,
  send: (more: object) => Promise<{ body: unknown } | { error: ApiFault }>,
): Promise<ApiFault | undefined> {
  const digest =
    fault.code === 'words_unapproved' ? /approvedWords ([0-9a-f]{64})/.exec(fault.message)?.[1] : undefined;
  if (digest === undefined) return fault;
  if (!approved.includes(digest)) return { ...fault, message: `${fault.message} Here: --approve ${digest}.` };
  const answer = await send({ approvedWords: digest });
  return 'error' in answer ? answer.error : undefined;
}

/** Waits for a deployment of somebody, however it ends. */
async function ended(request: ApiRequest, path: string): Promise<undefined> {
  while (bodyOf(await request<DeploymentView>('GET', path)).status === 'running') await sleep(POLL_MS);
}

async function deployed(
  run: Run,
  { key }: Declaration,
  { body }: Step,
  { server }: Observed,
): Promise<ApiFault | undefined> {
  const { request, err } = run;
  const path = serverPath(server.id);
  const approval = await approvalOf(run, key, server);
  const answer = await request<DeploymentView>('POST', `${path}/deployments`, { ...body, ...approval });
  if ('error' in answer) return answer.error;
  await untilLive(request, { server, deployment: answer.body }, prefixed(err, key), server.bundle === undefined);
  return undefined;
}

/** Of a signed server what would change for models is shown, unless somebody has approved exactly that. */
async function approvalOf({ request, approved, err }: Run, key: string, server: ServerView): Promise<object> {
  if (!server.signed || server.bundle === undefined) return {};
  const preview = bodyOf(await reimportPreview(request, serverPath(server.id)));
  const { surface, liveSurface } = preview;
  if (surface === liveSurface) return {};
  if (approved.includes(surface)) return { approvedSurface: surface };
  err.write(linesText([`${key}: its tools would change`, ...surfaceLines(preview)]));
  throw new CliError(
    'surface_changed',
    `The server is signed, and its tools would change. When you have read how: --approve ${surface}.`,
  );
}

const prefixed = (err: NodeJS.WritableStream, key: string) =>
  ({ write: (line: string) => err.write(`${key}: ${line}`) }) as unknown as NodeJS.WritableStream;
