/** Webhooks: the addresses that this installation sends its events to. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooksQuery } from '../../api/queries/installation.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Info } from '../../components/info.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { EVENT_TYPES, eventName } from '../../lib/event-names.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

export function Webhooks() {
  const query = useQuery(webhooksQuery());
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string }>();
  const list = query.data;
  const webhook = list?.items.find(({ id }) => id === opened);
  return (
    <section className="card stack" aria-labelledby="webhooks">
      <div className="row">
        <h2 id="webhooks" className="grow">
          Webhooks <Info about="webhooks" />
        </h2>
        {list?.enabled && <Button onClick={() => setAdding(true)}>Add a webhook</Button>}
      </div>
      {query.isError && list === undefined && <Problem error={query.error} retry={() => void query.refetch()} />}
      {list?.enabled === false && (
        <p className="muted">
          Events are off in this installation. Deploy it with <span className="mono">-c events=true</span>, or start it
          with <span className="mono">--context events=true</span>.
        </p>
      )}
      {list?.enabled && list.items.length === 0 && (
        <p className="muted">No webhooks yet. Get a signed request when something needs attention.</p>
      )}
      {shown !== undefined && <Secret {...shown} onClose={() => setShown(undefined)} />}
      {list !== undefined && list.items.length > 0 && (
        <ListTable columns={['Name', 'URL', 'Events', 'State']}>
          {list.items.map((one) => (
            <tr key={one.id}>
              <td data-label="Name">
                <button type="button" className="row-button break" onClick={() => setOpened(one.id)}>
                  {one.name}
                </button>
              </td>
              <td data-label="URL" className="mono break">
                {one.origin}
              </td>
              <td data-label="Events">
                {one.types.length === EVENT_TYPES.length ? 'all' : one.types.map(eventName).join(', ')}
              </td>
              <td data-label="State">
                {one.stopped === undefined ? (
                  <span className="chip good">on</span>
                ) : (
                  <span className="chip bad">stopped: the URL answered 410</span>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {adding && (
        <NewWebhook
          onClose={() => setAdding(false)}
          onMade={(name, secret) => {
            setAdding(false);
            setShown({ name, secret });
          }}
        />
      )}
      {webhook !== undefined && (
        <WebhookPanel
          webhook={webhook}
          onClose={() => setOpened(undefined)}
          onSecret={(secret) => {
            setOpened(undefined);
            setShown({ name: webhook.name, secret });
          }}
        />
      )}
    </section>
  );
}

interface SecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

const Secret = ({ name, secret, onClose }: SecretProps) => (
  <Alert type="warning" header={`The secret of “${name}” is shown once`} dismissible onDismiss={onClose}>
    <p>Verifies the signature of each request (Standard Webhooks). If you lose it, rotate it.</p>
    <CodeBlock title="Secret" text={secret} copyLabel="Copy secret" />
  </Alert>
);
