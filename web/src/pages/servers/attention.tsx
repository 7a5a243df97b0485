/** What needs a person, of all servers in one list, and the badge of one server. What counts is defined in core/attention. */
import Button from '@cloudscape-design/components/button';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { changeRequestsQuery } from '../../api/queries/access.ts';
import { attentionQuery } from '../../api/queries/servers.ts';
import type { Attention } from '../../api/types.ts';
import { Ago } from '../../components/time.tsx';
import { count } from '../../lib/format.ts';
import { useNotify } from '../../state/notices.tsx';
import { useAction } from '../../state/use-action.ts';

const SEVERITIES: Readonly<
  Record<Attention['severity'], { readonly type: StatusIndicatorProps.Type; readonly text: string }>
> = {
  critical: { type: 'error', text: 'Calls fail' },
  warning: { type: 'warning', text: 'Needs action soon' },
  notice: { type: 'info', text: 'For information' },
};
/** Items that are shown at first. */
const FIRST = 5;

/** The list. Nothing is shown until it is known whether there is anything. */
export function NeedsAttention() {
  const { data } = useQuery(attentionQuery());
  const waiting = useQuery(changeRequestsQuery()).data?.waiting ?? 0;
  const [all, setAll] = useState(false);
  if (data === undefined) return null;
  const { items } = data;
  if (items.length === 0 && waiting > 0)
    return (
      <p className="attention-none" role="status">
        <StatusIndicator type="pending">
          <Link to="/approvals">
            {waiting === 1 ? 'A change waits' : `${count(waiting)} changes wait`} for your approval
          </Link>
        </StatusIndicator>
      </p>
    );
  if (items.length === 0)
    return (
      <p className="attention-none muted" role="status">
        <StatusIndicator type="success">Nothing needs attention.</StatusIndicator>
      </p>
    );
  const shown = all ? items : items.slice(0, FIRST);
  return (
    <section className="card attention" aria-labelledby="attention">
      <h2 id="attention">
        Needs attention <span className="chip">{count(items.length)}</span>
      </h2>
      <ul>
        {shown.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <button type="button" className="text-button" onClick={() => setAll(true)}>
          Show all {count(items.length)}
        </button>
      )}
    </section>
  );
}

function Item({ item: { severity, server, title, text, since, action } }: { readonly item: Attention }) {
  const name = server.name || 'Unnamed server';
  return (
    <li>
      <span className="mark" title={SEVERITIES[severity].text}>
        <StatusIndicator type={SEVERITIES[severity].type} iconAriaLabel={SEVERITIES[severity].text}>
          {''}
        </StatusIndicator>
      </span>
      <div className="grow">
        <div className="break">
          <Link to={`/servers/${server.id}`}>{name}</Link> <strong>{title}</strong>
        </div>
        <div className="small muted break">
          {text}
          {since !== undefined && (
            <>
              {' · since '}
              <Ago at={since} />
            </>
          )}
        </div>
      </div>
      {action.operation === undefined ? (
        <Link className="button-link" to={action.path} aria-label={`${action.label}: ${name}`}>
          {action.label}
        </Link>
      ) : (
        <Act serverId={server.id} name={name} label={action.label} operation={action.operation} />
      )}
    </li>
  );
}

interface ActProps {
  readonly serverId: string;
  readonly name: string;
  readonly label: string;
  readonly operation: NonNullable<Attention['action']['operation']>;
}

/** Does it at once. */
function Act({ serverId, name, label, operation }: ActProps) {
  const notify = useNotify();
  const { pending, run } = useAction(['servers']);
  const act = () =>
    run(async () => {
      await call(operation, { path: { id: serverId } });
      notify.success('Calls pass again.');
    });
  return (
    <Button loading={pending} ariaLabel={`${label}: ${name}`} onClick={() => void act()}>
      {label}
    </Button>
  );
}

/** Beside a server: how many things need somebody, in the colour of the gravest. */
export function AttentionBadge({ serverId }: { readonly serverId: string }) {
  const { data } = useQuery(attentionQuery());
  const own = data?.items.filter(({ server }) => server.id === serverId) ?? [];
  const [gravest] = own;
  if (gravest === undefined) return null;
  const tone = { critical: 'bad', warning: 'warn', notice: '' }[gravest.severity];
  return (
    <span className={`chip ${tone}`} title={own.map(({ title }) => title).join('\n')}>
      {own.length === 1 ? 'Needs attention' : `${count(own.length)} need attention`}
    </span>
  );
}
