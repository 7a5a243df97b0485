/** The calls of a server that a person has to approve, with their arguments in full, and those that were decided lately. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/client.ts';
import { approvalsQuery } from '../../../api/queries/access.ts';
import type { Approval } from '../../../api/types.ts';
import { ChangeRequests } from '../../../components/change-requests.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Empty } from '../../../components/empty.tsx';
import { TextField } from '../../../components/form-fields.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Ago } from '../../../components/time.tsx';
import { asWritten } from '../../../lib/pretty.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';

const STATES = {
  waiting: ['pending', 'Waiting'],
  approved: ['success', 'Approved, not made yet'],
  denied: ['stopped', 'Refused'],
  used: ['success', 'Approved and made'],
} as const;

export default function Approvals({ server }: TabProps) {
  return (
    <div className="stack">
      <ChangeRequests serverId={server.id} />
      <Calls server={server} />
    </div>
  );
}

function Calls({ server }: TabProps) {
  const { canEdit } = useSession();
  const [parameters] = useSearchParams();
  const query = useQuery({ ...approvalsQuery(server.id), enabled: canEdit });
  if (!canEdit) return <Alert type="info">Editors and admins see the calls that wait, and decide about them.</Alert>;
  if (query.data === undefined) return <QueryState query={query} what="the calls that wait" />;
  // The one that a link is about comes first. In the answer the link ends a sentence, and some clients take the full stop as a part of it.
  const linked = parameters.get('request')?.replace(/\W+$/, '') ?? null;
  const items = query.data.items.toSorted((one, other) => Number(other.id === linked) - Number(one.id === linked));
  if (items.length === 0)
    return (
      <Empty title="No call waits">
        A policy in the mode “With approval” holds back the calls that it forbids. They are listed here until somebody
        decides.
      </Empty>
    );
  return (
    <section className="stack">
      <div>
        <h2>Calls that need approval</h2>
        <span className="muted">
          An approved call may be made once, within 15 minutes, by the same client and with exactly these arguments.
        </span>
      </div>
      {linked !== null && !items.some(({ id }) => id === linked) && (
        <Alert type="info">The call of this link is not listed any more: it was made, or its time is over.</Alert>
      )}
      {items.map((one) => (
        <WaitingCall key={one.id} serverId={server.id} approval={one} />
      ))}
    </section>
  );
}

function WaitingCall({ serverId, approval }: { readonly serverId: string; readonly approval: Approval }) {
  const { id, digest, tool, status, caller, policies, askedAt, until, decidedBy, reason: given } = approval;
  const notify = useNotify();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState<'approve' | 'deny'>();
  const decide = async (decision: 'approve' | 'deny') => {
    setPending(decision);
    const body = { decision, digest, ...(decision === 'deny' && reason !== '' && { reason }) };
    try {
      await call('decideApproval', { path: { id: serverId, approvalId: id }, body });
      notify.success(decision === 'approve' ? 'Approved. The client may make the call now.' : 'Refused.');
    } catch (error) {
      notify.failure(error);
    } finally {
      await queries.invalidateQueries({ queryKey: ['server', serverId, 'approvals'] });
      await queries.invalidateQueries({ queryKey: ['servers', 'attention'] });
      setPending(undefined);
    }
  };
  const [type, text] = STATES[status];
  return (
    <article className="card stack" aria-label={`Call of ${tool}`}>
      <div className="row">
        <h3 className="flush break">{tool}</h3>
        <StatusIndicator type={type}>{text}</StatusIndicator>
      </div>
      <div className="muted small break">
        {caller.personName ?? caller.person ?? caller.clientId ?? `Token “${caller.tokenLabel}”`}, <Ago at={askedAt} />{' '}
        · policy {policies.join(', ')}
        {decidedBy !== undefined && ` · decided by ${decidedBy.name ?? decidedBy.id}`}
        {given !== undefined && ` · ${given}`}
        {status === 'waiting' && (
          <>
            {' '}
            · ends <Ago at={until} />
          </>
        )}
      </div>
      <CodeBlock title="Arguments" text={asWritten(approval.arguments)} copyLabel="Copy" />
      {status === 'waiting' && (
        <div className="stack">
          <TextField
            label="Reason of a refusal (optional; the model is told)"
            value={reason}
            onChange={(next) => setReason(next.slice(0, 300))}
          />
          <div className="row">
            <Button variant="primary" loading={pending === 'approve'} onClick={() => void decide('approve')}>
              Approve this call
            </Button>
            <Button loading={pending === 'deny'} onClick={() => void decide('deny')}>
              Refuse
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}
