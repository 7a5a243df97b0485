/** `portcullis member list | holds | invite | resend | withdraw | set | lock | unlock | remove`: people, through the management API. */
import type * as z from 'zod';
import type { changedMember, Holdings, InvitationView, MemberView, memberHoldings } from '../core/api/members.ts';
import { pagesOf } from '../core/lib/pages.ts';
import { invitationIdOf } from '../core/model/invitations.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  role: { type: 'string' },
  way: { type: 'string' },
  'reads-answers': { type: 'string' },
  'keep-tokens': { type: 'boolean' },
} as const;

type Context = ActionContext<typeof OPTIONS>;
type ChangedMember = z.infer<typeof changedMember>;
type MemberHoldings = z.infer<typeof memberHoldings>;

/** Runs `portcullis member`. */
export const memberCommand = actionCommand<typeof OPTIONS>({
  name: 'member',
  options: OPTIONS,
  actions: { list, holds, invite, resend, withdraw, set, lock: lockOut, unlock: letIn, remove },
  check(action, rest, values) {
    if (rest.length !== (action === 'list' ? 0 : 1)) {
      throw new UsageError(`member ${action} takes ${action === 'list' ? 'no address' : 'one e-mail address'}.`);
    }
    const reads = values['reads-answers'];
    if (reads !== undefined && reads !== 'on' && reads !== 'off') throw new UsageError('--reads-answers is on or off.');
    if (action === 'invite' && values.role === undefined) throw new UsageError('member invite needs --role.');
    if (action === 'set' && values.role === undefined && reads === undefined) {
      throw new UsageError('member set needs --role or --reads-answers.');
    }
  },
});

const rightsOf = (reads: string | undefined): object =>
  reads === undefined ? {} : { rights: reads === 'on' ? ['answer-reader'] : [] };
const rightsText = (rights: readonly string[]): string => (rights.length > 0 ? `+${rights.join('+')}` : '');

async function list({ request, print }: Context): Promise<undefined> {
  const members = await everybody(request);
  const { items: invitations } = await request<{ items: InvitationView[] }>('GET', '/v1/invitations');
  print({ members, invitations }, [
    ...members.map(
      ({ id, email, role, rights, status }) => `${email ?? id}  ${role ?? 'no role'}${rightsText(rights)}  ${status}`,
    ),
    ...invitations.map(
      ({ email, role, rights, state, expiresAt }) =>
        `${email}  ${role}${rightsText(rights)}  invitation ${state}${state === 'pending' ? ` until ${expiresAt}` : ''}`,
    ),
  ]);
}

async function invite({ request, rest, values, print }: Context): Promise<undefined> {
  const { role, way } = values;
  const [email = ''] = rest;
  const body = { email, role, ...(way !== undefined && { way }), ...rightsOf(values['reads-answers']) };
  const made = await request<InvitationView>('POST', '/v1/invitations', body);
  print(made, [`✓ ${made.email} is invited as ${made.role}, until ${made.expiresAt}`]);
}

async function resend({ request, rest, print }: Context): Promise<undefined> {
  const path = `/v1/invitations/${invitationIdOf(rest[0] ?? '')}/resend`;
  const sent = await request<InvitationView>('POST', path);
  print(sent, [`✓ ${sent.email} is invited again, until ${sent.expiresAt}`]);
}

async function withdraw({ request, rest, print }: Context): Promise<undefined> {
  const path = `/v1/invitations/${invitationIdOf(rest[0] ?? '')}`;
  const withdrawn = await request<InvitationView>('DELETE', path);
  print(withdrawn, [`✓ the invitation of ${withdrawn.email} is withdrawn`]);
}

async function set(context: Context): Promise<undefined> {
  const { role } = context.values;
  const body = { ...(role && { role, ...secretsOf(context) }), ...rightsOf(context.values['reads-answers']) };
  const changed = await change(context, body);
  const text = `✓ ${named(changed)} is ${changed.role ?? 'without a role'}${rightsText(changed.rights)}`;
  context.print(changed, [text, ...endedLines(changed.ended)]);
}

/** What locking somebody out or removing them would end, or with --role a change to that role. */
async function holds({ request, rest, values, print }: Context): Promise<undefined> {
  const member = await memberNamed(request, rest[0] ?? '');
  const query = values.role === undefined ? '' : `?role=${encodeURIComponent(values.role)}`;
  const held = await request<MemberHoldings>('GET', `${pathOf(member)}/holdings${query}`);
  const what = values.role === undefined ? 'Locking out or removing' : `The role ${values.role} for`;
  print(held, [`${what} ${named(member)} would end: ${countsText(held.ends)}`, ...revokedLines(held)]);
}

async function lockOut(context: Context): Promise<undefined> {
  const changed = await change(context, { enabled: false, ...secretsOf(context) });
  context.print(changed, [`✓ ${named(changed)} is locked out`, ...endedLines(changed.ended)]);
}

async function letIn(context: Context): Promise<undefined> {
  const changed = await change(context, { enabled: true });
  const held = await context.request<MemberHoldings>('GET', `${pathOf(changed)}/holdings`);
  context.print({ ...changed, revoked: held.revoked }, [`✓ ${named(changed)} can log in again`, ...revokedLines(held)]);
}

async function remove(context: Context): Promise<undefined> {
  const member = await memberNamed(context.request, context.rest[0] ?? '');
  const path = `${pathOf(member)}?tokens=${secretsOf(context).tokens}`;
  const ended = await context.request<Holdings>('DELETE', path);
  context.print(ended, [`✓ ${named(member)} is removed`, ...endedLines(ended)]);
}

async function change({ request, rest }: Context, body: object): Promise<ChangedMember> {
  const member = await memberNamed(request, rest[0] ?? '');
  return request<ChangedMember>('PATCH', pathOf(member), body);
}

const secretsOf = ({ values }: Context) => ({ tokens: values['keep-tokens'] ? 'keep' : 'revoke' }) as const;

const countsText = ({ sessions, tokens, clients, invitations }: Holdings): string =>
  `sessions ${sessions}, connection tokens ${tokens}, machine clients ${clients}, invitations ${invitations}`;

const endedLines = (ended: Holdings): string[] => [`  ended: ${countsText(ended)}`];

/** Nothing when there is none. */
const revokedLines = ({ revoked }: MemberHoldings): string[] =>
  revoked.length === 0
    ? []
    : [
        '  revoked before; these stay revoked, generate new ones:',
        ...revoked.map(({ label, server, revokedAt }) => `    ${label} at ${server.name || server.id}  ${revokedAt}`),
      ];

const named = ({ email, id }: MemberView): string => email ?? id;
const pathOf = ({ id }: MemberView): string => `/v1/members/${encodeURIComponent(id)}`;

async function everybody(request: Context['request']): Promise<MemberView[]> {
  const members: MemberView[] = [];
  const read = async (cursor: string | undefined) => {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return request<{ members: MemberView[]; cursor?: string }>('GET', `/v1/members${query}`);
  };
  for await (const page of pagesOf(read, ({ cursor }) => cursor)) members.push(...page.members);
  return members;
}

/** By id, or by an address that one person alone has. */
export async function memberNamed(request: Context['request'], name: string): Promise<MemberView> {
  const found = (await everybody(request)).filter(
    ({ id, email }) => id === name || email?.toLowerCase() === name.toLowerCase(),
  );
  const [member] = found;
  if (!member) throw new CliError('member_not_found', `There is no member ${name}. “member list” shows all.`);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new CliError('member_ambiguous', `${name} is the address of several people. Give one of the ids: ${ids}.`);
  }
  return member;
}
