/** Changes that wait for a second person, with every value before and after; on the page Approvals all, on that of a server its own. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { parsedJson } from '../../../core/lib/json/parsed.ts';
import { ApiError, call, callStored } from '../api/client.ts';
import { changeRequestQuery, changeRequestsQuery } from '../api/queries/access.ts';
import { comparisonQuery, reimportQuery } from '../api/queries/deployments.ts';
import type { ChangeRequest } from '../api/types.ts';
import { asWritten } from '../lib/pretty.ts';
import { useNotify } from '../state/notices.tsx';
import { CodeBlock } from './code-block.tsx';
import { TextField } from './form-fields.tsx';
import { ListTable } from './list-table.tsx';
import { Problem } from './problem.tsx';
import { QueryState } from './query-state.tsx';
import { Loading } from './shell.tsx';
import { Ago } from './time.tsx';
import { ChangeList } from './tool-changes.tsx';
import '../styles/server.css';

type Brief = Omit<ChangeRequest, 'digest' | 'matters' | 'request'>;
type Decision = 'approve' | 'deny' | 'withdraw' | 'explain';

const STATES: Readonly<Record<Brief['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  waiting: ['pending', 'Waiting'],
  approved: ['success', 'Approved, not done yet'],
  running: ['in-progress', 'Being done'],
  done: ['success', 'Approved and done'],
  failed: ['error', 'Approved, but failed'],
  denied: ['stopped', 'Refused'],
  withdrawn: ['stopped', 'Withdrawn'],
  expired: ['stopped', 'Expired'],
};

const KINDS: Readonly<Record<Brief['kinds'][number], string>> = {
  toolList: 'Locked tool list',
  hosts: 'Further hosts or members',
  governance: 'Weaker redaction',
  tokens: 'Token without an end',
  answers: 'Stored answer',
  policies: 'Weaker policies',
  rules: 'Rule for a second person, or move',
};

const titleOf = ({ kinds, serverName, project }: Brief): string =>
  `${kinds.map((kind) => KINDS[kind]).join(', ')}: ${serverName || (project === 'installation' ? 'all projects' : project)}`;

interface ChangeRequestsProps {
  /** Those of one server. */
  readonly serverId?: string;
  /** What is shown where there are none. */
  readonly empty?: ReactNode;
}

export function ChangeRequests({ serverId, empty = null }: ChangeRequestsProps) {
  const query = useQuery(changeRequestsQuery());
  if (query.data === undefined) return <QueryState query={query} what="the changes that wait" />;
  const items = query.data.items.filter((one) => serverId === undefined || one.serverId === serverId);
  if (items.length === 0) return empty;
  return (
    <section className="stack" aria-label="Changes that need a second person">
      <div>
        <h2>Changes that need a second person</h2>
        <span className="muted">Whoever approves has the rights that the change needs, and has not asked for it.</span>
      </div>
      {items.map((one) => (
        <ChangeCard key={one.id} brief={one} />
      ))}
    </section>
  );
}

function ChangeCard({ brief }: { readonly brief: Brief }) {
  const { id, status, askedBy, askedAt, until, decidedBy, answer, reason, failure, mayDecide, isOwn } = brief;
  const isOpen = status === 'waiting' || status === 'approved';
  const [isShown, setShown] = useState(isOpen && (mayDecide || isOwn));
  const [type, text] = STATES[status];
  return (
    <article className="card stack" aria-label={titleOf(brief)}>
      <div className="row">
        <h3 className="flush break">{titleOf(brief)}</h3>
        <StatusIndicator type={type}>{text}</StatusIndicator>
      </div>
      <div className="muted small break">
        {askedBy.name ?? askedBy.id}, <Ago at={askedAt} />
        {reason !== undefined && ` · ${reason}`}
        {decidedBy !== undefined && ` · decided by ${decidedBy.name ?? decidedBy.id}`}
        {answer !== undefined && ` · ${answer}`}
        {isOpen && (
          <>
            {' '}
            · ends <Ago at={until} />
          </>
        )}{' '}
        · <span className="mono">{id}</span>
      </div>
      {failure !== undefined && <Alert type="error">{failure.message}</Alert>}
      {isShown ? (
        <Opened id={id} />
      ) : (
        <div>
          <Button ariaLabel={`Show what changes: ${titleOf(brief)}`} onClick={() => setShown(true)}>
            Show what changes
          </Button>
        </div>
      )}
    </article>
  );
}

/** The whole difference, and what may be done with it. */
function Opened({ id }: { readonly id: string }) {
  const query = useQuery(changeRequestQuery(id));
  if (query.data === undefined) return <QueryState query={query} what="the change" />;
  const { matters, request } = query.data;
  return (
    <>
      <ListTable columns={['What', 'Before', 'After']}>
        {matters.flatMap(({ kind, values }) =>
          values.map(({ what, before, after }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of one stored request
            <tr key={`${kind} ${at}`}>
              <td className="wide break">{what}</td>
              <td data-label="Before" className="break">
                {shownValue(before)}
              </td>
              <td data-label="After" className="break">
                {shownValue(after)}
              </td>
            </tr>
          )),
        )}
      </ListTable>
      <ToolListChanges change={query.data} />
      {request.body !== undefined && (
        <CodeBlock
          title={`Request ${request.method} ${request.path}`}
          text={asWritten(request.body)}
          copyLabel="Copy"
        />
      )}
      {request.body === undefined && request.method !== 'GET' && (
        <p className="muted small">
          The request may hold a secret, so it is not stored: once this is approved, whoever asked sends it again.
        </p>
      )}
      <Decide change={query.data} />
    </>
  );
}

/** Of a deployment that waits, what it would change for models. */
function ToolListChanges({ change }: { readonly change: ChangeRequest }) {
  const { operation, status, serverId = '', request } = change;
  const body = JSON.parse(request.body ?? '{}') as { approvedSurface?: string; rollbackTo?: string };
  const isDeployment = operation === 'createDeployment' && status === 'waiting' && body.approvedSurface !== undefined;
  const back = useQuery({
    ...comparisonQuery(serverId, { to: body.rollbackTo ?? '' }),
    enabled: isDeployment && body.rollbackTo !== undefined,
  });
  const read = useQuery({ ...reimportQuery(serverId), enabled: isDeployment && body.rollbackTo === undefined });
  if (!isDeployment) return null;
  const { data, error } = body.rollbackTo === undefined ? read : back;
  if (error) return <Problem error={error} title="The tools could not be compared" />;
  if (data === undefined) return <Loading what="the changed tools" />;
  const surface = 'surface' in data ? data.surface : data.rollback?.surface;
  return (
    <>
      {surface !== body.approvedSurface && (
        <Alert type="warning">
          What the description says now is not what was asked for, so this deployment would stop. Below is what it would
          change now.
        </Alert>
      )}
      <ChangeList changes={data.changes} />
    </>
  );
}

function Decide({ change }: { readonly change: ChangeRequest }) {
  const { id, digest, status, mayDecide, isOwn, by, serverId, request } = change;
  const notify = useNotify();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState<Decision | 'collect'>();
  const [collected, setCollected] = useState<string>();
  const during = async (what: NonNullable<typeof pending>, work: () => Promise<void>) => {
    setPending(what);
    try {
      await work();
    } catch (error) {
      notify.failure(error);
    } finally {
      await queries.invalidateQueries({ queryKey: ['change-requests'] });
      if (serverId !== undefined) await queries.invalidateQueries({ queryKey: ['server', serverId] });
      setPending(undefined);
    }
  };
  const decide = (decision: Decision) =>
    during(decision, async () => {
      const body = { decision, digest, ...(reason !== '' && { reason }) };
      const after = await call('decideChangeRequest', { path: { changeId: id }, body });
      setReason('');
      if (after.status === 'failed' || (decision === 'approve' && after.status === 'withdrawn'))
        notify.failure(
          new ApiError(0, after.failure?.code ?? 'unknown', after.failure?.message ?? 'It could not be done.'),
        );
      else notify.success(SAYS[after.status] ?? 'Saved.');
    });
  const collect = () => during('collect', async () => setCollected(JSON.stringify(await callStored(request), null, 2)));
  const isWaiting = status === 'waiting';
  const mayCollect = isOwn && status === 'approved' && by === 'asker';
  const isStored = request.body !== undefined || request.method === 'GET';
  return (
    <div className="stack">
      {collected !== undefined && <CodeBlock title="Answer, shown only here" text={collected} copyLabel="Copy" />}
      {isWaiting && (mayDecide || isOwn) && (
        <TextField
          label={isOwn ? 'Why you ask' : 'Reason (optional)'}
          value={reason}
          onChange={(next) => setReason(next.slice(0, 500))}
        />
      )}
      <div className="row">
        {isWaiting && mayDecide && (
          <>
            <Button variant="primary" loading={pending === 'approve'} onClick={() => void decide('approve')}>
              Approve this change
            </Button>
            <Button loading={pending === 'deny'} onClick={() => void decide('deny')}>
              Refuse
            </Button>
          </>
        )}
        {isWaiting && isOwn && (
          <Button disabled={reason === ''} loading={pending === 'explain'} onClick={() => void decide('explain')}>
            Save the reason
          </Button>
        )}
        {mayCollect && isStored && (
          <Button variant="primary" loading={pending === 'collect'} onClick={() => void collect()}>
            Do it now
          </Button>
        )}
        {(isWaiting || status === 'approved') && isOwn && (
          <Button loading={pending === 'withdraw'} onClick={() => void decide('withdraw')}>
            Withdraw
          </Button>
        )}
        {serverId !== undefined && <Link to={`/servers/${serverId}`}>Open the server</Link>}
      </div>
      {mayCollect && !isStored && <p className="muted small">Approved. Send the same request again within a day.</p>}
      {isWaiting && !mayDecide && !isOwn && (
        <p className="muted small">Somebody with the rights that this change needs decides about it.</p>
      )}
    </div>
  );
}

const SAYS: Readonly<Partial<Record<Brief['status'], string>>> = {
  done: 'Approved and done.',
  approved: 'Approved. Whoever asked can do it now.',
  denied: 'Refused.',
  withdrawn: 'Withdrawn.',
};

/** Lists of names in words. */
function shownValue(value: string | undefined): string {
  if (value === undefined) return 'none';
  const list = parsedJson(value);
  const isOfNames = Array.isArray(list) && list.every((one) => typeof one === 'string');
  return isOfNames ? list.join(', ') || 'none' : value;
}
