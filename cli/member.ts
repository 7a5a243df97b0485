/** `portcullis member list | invite | resend | withdraw | set | lock | unlock | remove`: people, through the management API. */
import type { InvitationView, MemberView } from '../core/api/members.ts';
import { invitationIdOf } from '../core/invitations.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { bodyOf } from './stack.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  role: { type: 'string' },
  way: { type: 'string' },
  'reads-answers': { type: 'string' },
  'keep-tokens': { type: 'boolean' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** Runs `portcullis member`. */
export const memberCommand = actionCommand<typeof OPTIONS>({
  name: 'member',
  options: OPTIONS,
  actions: { list, invite, resend, withdraw, set, lock: lockOut, unlock: letIn, remove },
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
  const { items: invitations } = bodyOf(await request<{ items: InvitationView[] }>('GET', '/v1/invitations'));
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
  const made = bodyOf(await request<InvitationView>('POST', '/v1/invitations', body));
  print(made, [`✓ ${made.email} is invited as ${made.role}, until ${made.expiresAt}`]);
}

async function resend({ request, rest, print }: Context): Promise<undefined> {
  const path = `/v1/invitations/${invitationIdOf(rest[0] ?? '')}/resend`;
  const sent = bodyOf(await request<InvitationView>('POST', path));
  print(sent, [`✓ ${sent.email} is invited again, until ${sent.expiresAt}`]);
}

async function withdraw({ request, rest, print }: Context): Promise<undefined> {
  const path = `/v1/invitations/${invitationIdOf(rest[0] ?? '')}`;
  const withdrawn = bodyOf(await request<InvitationView>('DELETE', path));
  print(withdrawn, [`✓ the invitation of ${withdrawn.email} is withdrawn`]);
}

async function set(context: Context): Promise<undefined> {
  const { role } = context.values;
  const changed = await change(context, { ...(role && { role }), ...rightsOf(context.values['reads-answers']) });
  context.print(changed, [`✓ ${named(changed)} is ${changed.role ?? 'without a role'}${rightsText(changed.rights)}`]);
}

async function lockOut(context: Context): Promise<undefined> {
  const changed = await change(context, { enabled: false });
  context.print(changed, [`✓ ${named(changed)} is locked out`]);
}

async function letIn(context: Context): Promise<undefined> {
  const changed = await change(context, { enabled: true });
  context.print(changed, [`✓ ${named(changed)} can log in again`]);
}

async function remove({ request, rest, values, print }: Context): Promise<undefined> {
  const member = await memberNamed(request, rest[0] ?? '');
  const path = `${pathOf(member)}?tokens=${values['keep-tokens'] ? 'keep' : 'revoke'}`;
  const ended = bodyOf(await request<{ sessions: number; tokens: number; invitations: number }>('DELETE', path));
  print(ended, [
    `✓ ${named(member)} is removed`,
    `  ended: sessions ${ended.sessions}, connection tokens ${ended.tokens}, invitations ${ended.invitations}`,
  ]);
}

async function change({ request, rest }: Context, body: object): Promise<MemberView> {
  const member = await memberNamed(request, rest[0] ?? '');
  return bodyOf(await request<MemberView>('PATCH', pathOf(member), body));
}

const named = ({ email, id }: MemberView): string => email ?? id;
const pathOf = ({ id }: MemberView): string => `/v1/members/${encodeURIComponent(id)}`;

async function everybody(request: Context['request']): Promise<MemberView[]> {
  const members: MemberView[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = bodyOf(await request<{ members: MemberView[]; cursor?: string }>('GET', `/v1/members${query}`));
    members.push(...page.members);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return members;
}

/** By id, or by an address that one person alone has. */
async function memberNamed(request: Context['request'], name: string): Promise<MemberView> {
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
