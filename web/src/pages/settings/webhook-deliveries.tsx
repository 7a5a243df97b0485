/** What was sent to a webhook, and how its address answered. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { deliveriesQuery } from '../../api/queries/installation.ts';
import { ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { Ago } from '../../components/time.tsx';
import { eventName } from '../../lib/event-names.ts';
import { useNotify } from '../../state/notices.tsx';
import { useAction } from '../../state/use-action.ts';

const TONE = { delivered: 'good', waiting: 'warn', failed: 'bad' } as const;

export function WebhookDeliveries({ webhookId }: { readonly webhookId: string }) {
  const notify = useNotify();
  const query = useQuery(deliveriesQuery(webhookId));
  const items = query.data?.items ?? [];
  const { run } = useAction();
  const again = (deliveryId: string) =>
    run(async () => {
      await call('redeliver', { path: { webhookId, deliveryId } });
      notify.success('It is sent again.');
      void query.refetch();
    });
  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  return (
    <section className="stack">
      <h3>Deliveries</h3>
      {items.length === 0 && (
        <p className="muted">{query.data === undefined ? 'Loading …' : 'None in the last 30 days.'}</p>
      )}
      {items.length > 0 && (
        <ListTable columns={['Event', 'Happened', 'State', 'Last attempt', { name: 'Actions', as: 'hidden' }]}>
          {items.map(({ id, type, at, state, attempts, next }) => {
            const last = attempts.at(-1);
            return (
              <tr key={id}>
                <td data-label="Event">{eventName(type)}</td>
                <td data-label="Happened">
                  <Ago at={at} />
                </td>
                <td data-label="State">
                  <span className={`chip ${TONE[state]}`}>{state}</span>
                </td>
                <td data-label="Last attempt">
                  {last === undefined
                    ? ''
                    : `${last.status ?? last.code}${attempts.length > 1 ? `, ${attempts.length} attempts` : ''}${next === undefined ? '' : ', tried again'}`}
                </td>
                <td>
                  {state !== 'waiting' && (
                    <Button
                      variant="inline-link"
                      ariaLabel={`Send again: ${eventName(type)}`}
                      onClick={() => void again(id)}
                    >
                      Send again
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </ListTable>
      )}
    </section>
  );
}
