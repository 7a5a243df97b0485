/** `portcullis approval list | show | approve | deny | withdraw | explain | collect`: changes that wait for a second person, through the management API. */
import type { ChangeRequestView } from '../core/api/changeRequests.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { type MadeToken, madeLines } from './token.ts';

const OPTIONS = { ...COMMON_OPTIONS, all: { type: 'boolean' }, reason: { type: 'string' } } as const;

type Context = ActionContext<typeof OPTIONS>;
type Brief = Omit<ChangeRequestView, 'digest' | 'matters' | 'request'>;

/** Runs `portcullis approval`. */
export const approvalCommand = actionCommand<typeof OPTIONS>({
  name: 'approval',
  options: OPTIONS,
  actions: {
    list,
    show,
    approve: (context) => decide(context, 'approve'),
    deny: (context) => decide(context, 'deny'),
    withdraw: (context) => decide(context, 'withdraw'),
    explain: (context) => decide(context, 'explain'),
    collect,
  },
  check(action, rest, { reason }) {
    if (rest.length !== (action === 'list' ? 0 : 1))
      throw new UsageError(`approval ${action} takes ${action === 'list' ? 'no arguments' : 'the id of one request'}.`);
    if (action === 'explain' && reason === undefined) throw new UsageError('approval explain needs --reason.');
  },
});

const pathOf = (id = ''): string => `/v1/change-requests/${encodeURIComponent(id)}`;
const nameOf = ({ id, name }: { readonly id: string; readonly name?: string | undefined }): string => name ?? id;

const lineOf = ({ id, status, kinds, askedBy, serverName, project, until }: Brief): string =>
  `${id}  ${status}  ${kinds.join(', ')}  ${serverName || project}  by ${nameOf(askedBy)}, until ${until}`;

async function list({ request, values: { all }, print }: Context): Promise<undefined> {
  const path = `/v1/change-requests${all ? '' : '?status=waiting'}`;
  const answer = await request<{ items: Brief[]; waiting: number }>('GET', path);
  print(answer, [
    ...answer.items.map(lineOf),
    `${answer.waiting} ${answer.waiting === 1 ? 'change waits' : 'changes wait'} for you.`,
  ]);
}

const read = async ({ request, rest }: Context): Promise<ChangeRequestView> =>
  request<ChangeRequestView>('GET', pathOf(rest[0]));

async function show(context: Context): Promise<undefined> {
  const view = await read(context);
  context.print(view, linesOf(view));
}

function linesOf(view: ChangeRequestView): string[] {
  const { reason, decidedBy, answer, failure, matters, request, by } = view;
  return [
    lineOf(view),
    ...(reason === undefined ? [] : [`  reason: ${reason}`]),
    ...(decidedBy ? [`  decided by ${nameOf(decidedBy)}${answer === undefined ? '' : `: ${answer}`}`] : []),
    ...(failure ? [`  ✗ ${failure.code}: ${failure.message}`] : []),
    ...matters.flatMap(({ kind, values }) =>
      values.flatMap(({ what, before, after }) => [
        `  ${kind}: ${what}`,
        ...(before === undefined ? [] : [`    - ${before}`]),
        ...(after === undefined ? [] : [`    + ${after}`]),
      ]),
    ),
    `  ${request.method} ${request.path}${by === 'asker' ? ', sent again by who asked once it is approved' : ''}`,
    ...(request.body === undefined ? [] : [`  ${request.body}`]),
  ];
}

async function decide(context: Context, decision: string): Promise<number | undefined> {
  const { digest } = await read(context);
  const { reason } = context.values;
  const body = { decision, digest, ...(reason !== undefined && { reason }) };
  const after = await context.request<ChangeRequestView>('POST', pathOf(context.rest[0]), body);
  context.print(after, linesOf(after));
  return after.status === 'failed' || (decision === 'approve' && after.status === 'withdrawn') ? 1 : undefined;
}

/** Sends the approved request again, whose answer is for who asked. */
async function collect(context: Context): Promise<undefined> {
  const { status, by, isOwn, request } = await read(context);
  if (!isOwn || status !== 'approved' || by !== 'asker')
    throw new CliError('change_not_approved', whyNot({ status, by, isOwn }));
  const { method, path, query, body } = request;
  if (body === undefined && method !== 'GET')
    throw new CliError(
      'change_not_stored',
      'Its body may hold a secret, so it is not stored. Send the same request again.',
    );
  const address = query ? `${path}?${new URLSearchParams(query)}` : path;
  const answer = await context.request<object>(method, address, body === undefined ? undefined : JSON.parse(body));
  context.print(answer, 'mcpUrl' in answer ? madeLines(answer as MadeToken) : [JSON.stringify(answer, null, 2)]);
}

function whyNot({ status, by, isOwn }: Pick<ChangeRequestView, 'status' | 'by' | 'isOwn'>): string {
  if (!isOwn) return 'Only whoever has asked collects a request.';
  if (status === 'waiting') return 'It waits for a second person; collect it once they have approved it.';
  if (by === 'approval') return 'Nothing is to be collected: the approval itself makes this change.';
  if (status === 'done') return 'It has been collected. What was shown once is not shown again.';
  return `Nothing is to be collected: it is ${status}.`;
}
