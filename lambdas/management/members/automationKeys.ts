/**
 * Automation keys: makes, lists and revokes them, and ends those of a person. What a request with one may do: automationActor.ts. A key is no
 * more than its maker: it has their role at most, and is revoked when they may not make keys any more (holdings.ts).
 */
import { auditItem } from '../../../aws/audit.ts';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import {
  type AutomationKeyRow,
  listAutomationKeys,
  putAutomationKey,
  readAutomationKey,
  takeAutomationKey,
} from '../../../aws/tables/automationKeys.ts';
import { endLogins } from '../../../aws/tables/invitations.ts';
import type { AutomationKeyView } from '../../../core/api/automationKeys.ts';
import { newAutomationKey } from '../../../core/auth/automationKeys.ts';
import { groupRolesOf } from '../../../core/auth/oauth/providerGroups.ts';
import { hashToken, tokenHint } from '../../../core/auth/tokens/format.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import { RIGHTS } from '../../../core/model/roles.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Actor } from '../http/session.ts';
import { namedProject } from '../http/standing.ts';
import { checkGivable, checkManaged, checkProvider } from './memberRules.ts';

const DAY_MS = 86_400_000;

/** Handlers of these routes. */
export const automationKeys: HandlersOf<'listAutomationKeys' | 'createAutomationKey' | 'revokeAutomationKey'> = {
  listAutomationKeys: async () => ({
    items: (await goodKeys()).sort((a, b) => b.createdAt.localeCompare(a.createdAt)).map(viewOf),
  }),

  createAutomationKey: async ({ body: { label, role, project, days }, actor }) => {
    if ((await goodKeys()).length >= LIMITS.automationKeys) {
      throw new Refused(
        'too_many_keys',
        `There are ${LIMITS.automationKeys} automation keys already. Revoke one that is not used any more.`,
      );
    }
    if (role === 'scim') checkScim(actor, project);
    else if (project !== undefined) await namedProject(actor, project, role);
    const { keyId, value } = newAutomationKey();
    const now = Date.now();
    const row: AutomationKeyRow = {
      keyId,
      keyHash: hashToken(await tokenHashKey(), value),
      label,
      role,
      ...(project !== undefined && { project }),
      hint: tokenHint(value),
      createdAt: isoNow(now),
      ...createdBy(actor),
      expiresAt: isoNow(now + days * DAY_MS),
    };
    const { expiresAt } = row;
    await putAutomationKey(
      row,
      auditItem({
        actor,
        action: 'key.create',
        detail: { keyId, label, role, ...(project !== undefined && { project }), expiresAt },
      }),
    );
    await refuseEnded(actor, () => revoke(row, actor));
    return { key: viewOf(row), value };
  },

  revokeAutomationKey: async ({ params, actor }) => {
    const row = await readAutomationKey(params.keyId);
    if (!row || !(await revoke(row, actor))) throw notFound('automation_key');
  },
};

/** Throws InvalidInput, Refused `scim_off` and `members_fixed`, and `right_not_yours`: whoever has the key puts people into the groups that give rights. */
function checkScim(actor: Actor, project: string | undefined): void {
  checkManaged();
  checkProvider();
  const given = Object.values(groupRolesOf(process.env['GROUP_ROLES'])).flat();
  checkGivable(
    actor,
    RIGHTS.filter((right) => given.includes(right)),
  );
  if (project === undefined) return;
  throw new InvalidInput([
    { field: '/project', rule: 'fits', message: 'does not go with the role scim, which is of the whole installation.' },
  ]);
}

/** Keys of a person that are good. */
export const keysOf = async (person: string): Promise<AutomationKeyRow[]> =>
  (await goodKeys()).filter((row) => row.createdBy === person);

/** Revokes the keys of a person; resolves to how many this call has revoked. */
export async function revokeKeysOf(person: string, actor: Person): Promise<number> {
  const revoked = await Promise.all((await keysOf(person)).map((row) => revoke(row, actor)));
  return revoked.filter(Boolean).length;
}

/** Whether a key has not expired. */
export const isGood = ({ expiresAt }: AutomationKeyRow, now = Date.now()): boolean => Date.parse(expiresAt) > now;

const goodKeys = async (): Promise<AutomationKeyRow[]> => (await listAutomationKeys()).filter((row) => isGood(row));

/**
 * False when it was revoked before. What a request with the key is making at the moment is taken back as for a login that has ended
 * (http/endedLogins.ts).
 */
async function revoke({ keyId, label, role }: AutomationKeyRow, actor: Person): Promise<boolean> {
  await endLogins(keyId);
  return takeAutomationKey(keyId, auditItem({ actor, action: 'key.revoke', detail: { keyId, label, role } }));
}

const viewOf = ({
  keyId,
  label,
  role,
  project,
  hint,
  createdAt,
  createdBy: by,
  createdByName,
  expiresAt,
}: AutomationKeyRow): AutomationKeyView => ({
  id: keyId,
  label,
  role,
  ...(project !== undefined && { project }),
  hint,
  createdAt,
  createdBy: by,
  ...(createdByName !== undefined && { createdByName }),
  expiresAt,
});
