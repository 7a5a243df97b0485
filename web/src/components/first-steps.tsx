/** Deploy, connect, first call: shown on the first page and on a server's overview until the first call has arrived. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tokensQuery } from '../api/queries/access.ts';
import { auditQuery } from '../api/queries/audit.ts';
import type { Server } from '../api/types.ts';

interface FirstStepsProps {
  readonly servers: readonly Server[];
  /** Calls of the last day; undefined while they are being counted. */
  readonly calls?: number;
}

const STEPS = [
  { title: 'Deploy', text: 'Import an API, or add its tools manually.' },
  { title: 'Connect', text: 'Give an AI client the MCP URL.' },
  { title: 'First call', text: 'Ask the client something; the call shows up here.' },
];

export function FirstSteps({ servers, calls }: FirstStepsProps) {
  const first = servers.find((one) => one.status === 'live');
  const tokens = useQuery({ ...tokensQuery(first?.id ?? ''), enabled: first !== undefined && calls === 0 });
  // A day without calls does not mean that there were none before.
  const earlier = useQuery({
    ...auditQuery(first?.id ?? '', { class: 'call' }, 1),
    enabled: first !== undefined && calls === 0,
  });
  const used = tokens.data?.items.some((one) => one.lastUsedAt !== undefined) ?? false;
  if (calls !== 0 || servers.length > 3) return null;
  if (first !== undefined && earlier.data?.items.length !== 0) return null;
  const done = [first !== undefined, used, false];
  const current = done.indexOf(false);
  return (
    <section className="first-steps card" aria-label="First steps">
      <ol>
        {STEPS.map((step, index) => (
          <li key={step.title} className={done[index] ? 'done' : index === current ? 'current' : ''}>
            <span className="mark" aria-hidden="true">
              {done[index] ? '✓' : index + 1}
            </span>
            <span>
              <strong>{step.title}</strong>
              {done[index] && <span className="visually-hidden"> (done)</span>}
              <span className="muted">{step.text}</span>
              {index === current && index > 0 && first !== undefined && (
                <Link to={`/servers/${first.id}/${index === 1 ? 'tokens' : 'overview'}`}>
                  {index === 1 ? 'Set up a client' : 'Watch for it'}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
