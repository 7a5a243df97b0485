/** `portcullis key create | list | revoke`: automation keys, by which pipelines and scripts call the management API. */
import type { AnswerOf } from '../core/api/routes/index.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';
import { projectNamed } from './project.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  label: { type: 'string' },
  role: { type: 'string' },
  days: { type: 'string' },
  project: { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** Runs `portcullis key`. */
export const keyCommand = actionCommand<typeof OPTIONS>({
  name: 'key',
  options: OPTIONS,
  actions: { list, create, revoke },
  check(action, rest) {
    if (rest.length !== (action === 'revoke' ? 1 : 0)) {
      throw new UsageError(`key ${action} takes ${action === 'revoke' ? 'one id' : 'no id'}.`);
    }
  },
});

async function list({ request, print }: Context): Promise<undefined> {
  const answer = await request<AnswerOf<'listAutomationKeys'>>('GET', '/v1/automation-keys');
  const lines = answer.items.map(
    ({ id, label, role, project, hint, createdByName, expiresAt }) =>
      `${id}  ${label}  ${role}${project ? ` in ${project}` : ''}  …${hint}  until ${expiresAt.slice(0, 10)}${createdByName ? `  by ${createdByName}` : ''}`,
  );
  print(answer, lines.length > 0 ? lines : ['No automation keys.']);
}

async function create({ request, values, print }: Context): Promise<undefined> {
  const { label, role, days } = values;
  if (label === undefined || role === undefined) throw new UsageError('key create needs --label and --role.');
  if (days !== undefined && !/^\d{1,4}$/.test(days)) throw new UsageError('--days is a number of days.');
  const project = values.project === undefined ? undefined : (await projectNamed(request, values.project)).id;
  const body = {
    label,
    role,
    ...(project !== undefined && { project }),
    ...(days !== undefined && { days: Number(days) }),
  };
  const made = await request<AnswerOf<'createAutomationKey'>>('POST', '/v1/automation-keys', body);
  const { id, expiresAt } = made.key;
  print(made, [
    `✓ ${label} (${id}), ${role} until ${expiresAt.slice(0, 10)}`,
    role === 'scim'
      ? `  Bearer token for the identity provider, shown once: ${made.value}`
      : `  PORTCULLIS_TOKEN, shown once: ${made.value}`,
    ...(role === 'scim' ? ['  Base URL: the address of this installation with /scim/v2.'] : []),
  ]);
}

async function revoke({ request, rest: [id = ''], print }: Context): Promise<undefined> {
  await request('DELETE', `/v1/automation-keys/${encodeURIComponent(id)}`);
  print({ id, revoked: true }, [`✓ ${id} is revoked.`]);
}
