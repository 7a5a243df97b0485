/** The invitations of the last months, with what can be done about those that nobody has accepted. */
import Button from '@cloudscape-design/components/button';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Invitation } from '../../api/types.ts';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Ago, OnDay } from '../../components/time.tsx';
import { invitedNotice } from '../../lib/invited-notice.ts';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';

const COLUMNS: readonly Column[] = ['Invited', 'Role', 'State', 'When', { name: 'Actions', as: 'hidden' }];

const STATES = {
  pending: ['warn', 'Pending'],
  accepted: ['good', 'Accepted'],
  expired: ['bad', 'Expired'],
  withdrawn: ['muted', 'Withdrawn'],
} as const;

interface InvitationsProps {
  readonly query: UseQueryResult<{ items: Invitation[] }>;
  readonly isLocal: boolean;
}

export function Invitations({ query, isLocal }: InvitationsProps) {
  const { config } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const [busy, setBusy] = useState<string>();
  const run = async ({ id }: Invitation, work: () => Promise<string>) => {
    setBusy(id);
    try {
      notify.success(await work());
    } catch (error) {
      notify.failure(error);
    } finally {
      setWithdrawing(undefined);
      await queries.invalidateQueries({ queryKey: ['invitations'] });
      void queries.invalidateQueries({ queryKey: ['members'] });
      setBusy(undefined);
    }
  };
  const resend = (invitation: Invitation) =>
    run(invitation, async () => {
      await call('resendInvitation', { path: { invitationId: invitation.id } });
      return invitedNotice(invitation.email, invitation.way, isLocal);
    });
  const withdraw = (invitation: Invitation) =>
    run(invitation, async () => {
      await call('withdrawInvitation', { path: { invitationId: invitation.id } });
      return `The invitation of ${invitation.email} is withdrawn.`;
    });
  return (
    <section className="card stack" aria-label="Invitations">
      <div>
        <h2>Invitations</h2>
        {isLocal && (
          <span className="muted">
            No mail is sent from this machine.{' '}
            <a href={`${config.issuer}/outbox`} target="_blank" rel="noreferrer">
              Open the outbox
            </a>
          </span>
        )}
      </div>
      {query.data === undefined ? (
        <QueryState query={query} what="the invitations" />
      ) : query.data.items.length === 0 ? (
        <span className="muted">None yet.</span>
      ) : (
        <ListTable columns={COLUMNS}>
          {query.data.items.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={busy === invitation.id}
              onResend={() => void resend(invitation)}
              onWithdraw={() => setWithdrawing(invitation)}
            />
          ))}
        </ListTable>
      )}
      {withdrawing !== undefined && (
        <Confirm
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          action="Withdraw"
          danger
          pending={busy !== undefined}
          onConfirm={() => void withdraw(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        >
          The temporary password stops working. You can invite the address again.
        </Confirm>
      )}
    </section>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly isBusy: boolean;
  readonly onResend: () => void;
  readonly onWithdraw: () => void;
}

function InvitationRow({ invitation, isBusy, onResend, onWithdraw }: InvitationRowProps) {
  const { email, role, rights, way, state, createdAt, createdBy, createdByName, expiresAt, acceptedAt } = invitation;
  const [tone, text] = STATES[state];
  const isOpen = state === 'pending' || state === 'expired';
  return (
    <tr className={isOpen || state === 'accepted' ? '' : 'off'}>
      <td className="wide break">
        <strong>{email}</strong>
        {way === 'provider' && <span className="muted small"> through the identity provider</span>}
      </td>
      <td>
        <span className="chip">{role}</span>
        {rights.length > 0 && <span className="muted small"> · can view stored answers</span>}
      </td>
      <td>
        <span className={tone}>{text}</span>
        {state === 'pending' && (
          <span className="muted small">
            {' '}
            ends <OnDay at={expiresAt} />
          </span>
        )}
      </td>
      <td data-label={acceptedAt === undefined ? 'Invited' : 'Accepted'}>
        <Ago at={acceptedAt ?? createdAt} />{' '}
        <span className="muted small">{acceptedAt === undefined && `by ${createdByName ?? createdBy}`}</span>
      </td>
      <td className="num actions">
        {isOpen && (
          <div className="row">
            <Button
              variant="inline-link"
              ariaLabel={`${way === 'password' ? 'Send again' : 'Renew'} ${email}`}
              loading={isBusy}
              onClick={onResend}
            >
              {way === 'password' ? 'Send again' : 'Renew'}
            </Button>
            <Button variant="inline-link" ariaLabel={`Withdraw ${email}`} onClick={onWithdraw}>
              Withdraw
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}
