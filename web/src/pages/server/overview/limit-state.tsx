/** What limits and the circuit breaker do at the moment: stopped calls with their resumption, refused calls, what was used today. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import type { PauseReason } from '../../../../../core/limiting/breaker.ts';
import { call } from '../../../api/client.ts';
import { tokensQuery } from '../../../api/queries/access.ts';
import { usageQuery } from '../../../api/queries/servers.ts';
import type { Usage } from '../../../api/types.ts';
import type { TabProps } from '../../../components/server-tab.ts';
import { clock, count, plural } from '../../../lib/format.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { useAction } from '../../../state/use-action.ts';

const REFUSED: Readonly<Record<string, string>> = {
  rate_limited: 'over the limit per second',
  daily_calls_reached: 'over the limit per day',
  daily_bytes_reached: 'over the bytes per day',
  concurrent_calls_reached: 'over the limit at the same time',
  circuit_open: 'circuit breaker',
  client_paused: 'client stopped',
  limit_unavailable: 'could not be counted',
};

const PAUSED: Readonly<Record<PauseReason, (tool: string) => string>> = {
  same_calls: (tool) => `repeated the same call of ${tool}`,
  failures_in_row: () => 'consecutive failures',
  failures: () => 'only this client’s calls failed',
  slow: () => 'only this client’s calls were slow',
};

export function LimitState({ server }: TabProps) {
  const isLimited = server.breaker !== undefined || Object.keys(server.limits).length > 0;
  const tokens = useQuery(tokensQuery(server.id));
  const hasOwn = tokens.data?.items.some(({ limits }) => limits !== undefined) ?? false;
  const { data: usage } = useQuery({ ...usageQuery(server.id), enabled: isLimited || hasOwn });
  if (usage === undefined) return null;
  return (
    <>
      <Stopped
        serverId={server.id}
        usage={usage}
        labelOf={(id) => tokens.data?.items.find((one) => one.id === id)?.label}
      />
      <Used server={server} usage={usage} />
    </>
  );
}

interface StoppedProps {
  readonly serverId: string;
  readonly usage: Usage;
  readonly labelOf: (tokenId: string) => string | undefined;
}

function Stopped({ serverId, usage: { breaker }, labelOf }: StoppedProps) {
  const { canEdit } = useSession();
  const notify = useNotify();
  const { pending, run } = useAction(['server', serverId]);
  if (breaker === undefined || (breaker.state === 'closed' && breaker.paused.length === 0)) return null;
  const isOfAll = breaker.state !== 'closed' && breaker.token === undefined;
  const nameOf = (token: string) => labelOf(token) ?? 'Somebody who signed in';
  const resume = () =>
    run(async () => {
      await call('resumeCalls', { path: { id: serverId } });
      notify.success('Calls pass again.');
    });
  return (
    <Alert
      type="error"
      header={isOfAll ? 'Calls of this server are stopped' : 'The calls of a client are stopped'}
      action={
        canEdit && (
          <Button loading={pending} onClick={() => void resume()}>
            Resume calls
          </Button>
        )
      }
    >
      {breaker.state !== 'closed' && (
        <p>
          {breaker.token !== undefined && `${nameOf(breaker.token)}, the only client that has called: `}
          {breaker.token === undefined ? 'The' : 'the'} API {breaker.reason === 'slow' ? 'answers too slowly' : 'fails'}
          .{' '}
          {breaker.state === 'trying'
            ? `${isOfAll ? 'The' : 'Its'} next call tests the API.`
            : `At ${breaker.until === undefined ? '' : clock(breaker.until)} ${isOfAll ? 'one call' : 'one of its calls'} tests the API.`}
        </p>
      )}
      {breaker.paused.map(({ token, reason, tool, until }) => (
        <p key={token} className="break">
          {nameOf(token)}: {PAUSED[reason](tool)}; stopped until {clock(until)}.
        </p>
      ))}
    </Alert>
  );
}

function Used({ server, usage }: { readonly server: TabProps['server']; readonly usage: Usage }) {
  const refused = usage.refused.reduce((sum, { calls }) => sum + calls, 0);
  const { callsPerDay, answerBytesPerDay } = server.limits.server ?? {};
  const facts = [
    ...(usage.server.calls !== undefined && callsPerDay !== undefined
      ? [`${count(usage.server.calls)} of ${count(callsPerDay)} calls`]
      : []),
    ...(usage.server.answerBytes !== undefined && answerBytesPerDay !== undefined
      ? [`${count(usage.server.answerBytes)} of ${count(answerBytesPerDay)} bytes`]
      : []),
    ...(refused > 0
      ? [
          `${plural(refused, 'call')} refused (${usage.refused
            .map(({ code, calls }) => `${count(calls)} ${REFUSED[code] ?? code}`)
            .join(', ')})`,
        ]
      : []),
  ];
  if (facts.length === 0) return null;
  return <p className="muted">Today (UTC): {facts.join(' · ')}.</p>;
}
