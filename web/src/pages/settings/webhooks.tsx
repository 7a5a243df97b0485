/** Webhooks: where this installation tells what happens. Set up, test, rotate, delete, and what was delivered. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { deliveriesQuery, webhooksQuery } from '../../api/queries.ts';
import { useNotify } from '../../app/notices.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Info } from '../../components/info.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { Ago } from '../../components/time.tsx';
import { useSave } from '../../components/use-save.ts';
import { EVENT_NAMES, eventName } from '../../lib/event-names.ts';

type Webhook = Awaited<ReturnType<typeof call<'listWebhooks'>>>['items'][number];
type EventType = keyof typeof EVENT_NAMES;
const ALL = Object.keys(EVENT_NAMES) as EventType[];

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
          Events are not switched on in this installation. Deploy it with <span className="mono">-c events=true</span>,
          or start it with <span className="mono">--context events=true</span>.
        </p>
      )}
      {list?.enabled && list.items.length === 0 && (
        <p className="muted">None. A webhook tells an address of yours when something needs a person.</p>
      )}
      {shown !== undefined && <Secret {...shown} onClose={() => setShown(undefined)} />}
      {list !== undefined && list.items.length > 0 && (
        <ListTable columns={['Name', 'Address', 'Events', 'State']}>
          {list.items.map((one) => (
            <tr key={one.id}>
              <td data-label="Name">
                <button type="button" className="row-button break" onClick={() => setOpened(one.id)}>
                  {one.name}
                </button>
              </td>
              <td data-label="Address" className="mono break">
                {one.origin}
              </td>
              <td data-label="Events">
                {one.types.length === ALL.length ? 'all' : one.types.map(eventName).join(', ')}
              </td>
              <td data-label="State">
                {one.stopped === undefined ? (
                  <span className="chip good">on</span>
                ) : (
                  <span className="chip bad">stopped: its address answered 410</span>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {adding && (
        <AddWebhook
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
    <p>Your receiver checks the signature with it, as Standard Webhooks describes. If you lose it, rotate it.</p>
    <CodeBlock title="Secret" text={secret} copyLabel="Copy secret" />
  </Alert>
);

interface AddProps {
  readonly onClose: () => void;
  readonly onMade: (name: string, secret: string) => void;
}

function AddWebhook({ onClose, onMade }: AddProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly EventType[]>(ALL);
  const { pending, refused, run } = useSave<'save'>();
  const submit = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    await run('save', form, async () => {
      const body = { name, url, types: ALL.filter((type) => types.includes(type)) };
      const { webhook, secret } = await call('createWebhook', { path: {}, body });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onMade(webhook.name, secret);
    });
  };
  return (
    <SidePanel title="Add a webhook" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormField label="Name" errorText={refused?.faultOf('name')} stretch>
          <Input value={name} ariaRequired onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        <FormField
          label="Address"
          description="https, on a public host. It is stored encrypted and not shown again."
          errorText={refused?.faultOf('url')}
          stretch
        >
          <Input
            value={url}
            type="url"
            ariaRequired
            spellcheck={false}
            autoComplete={false}
            onChange={({ detail }) => setUrl(detail.value)}
          />
        </FormField>
        <fieldset className="part stack">
          <legend>Events</legend>
          {refused?.faultOf('types') !== undefined && <p className="bad">{refused.faultOf('types')}</p>}
          {ALL.map((type) => (
            <Checkbox
              key={type}
              checked={types.includes(type)}
              description={EVENT_NAMES[type].text}
              onChange={({ detail }) =>
                setTypes(detail.checked ? [...types, type] : types.filter((other) => other !== type))
              }
            >
              {EVENT_NAMES[type].name}
            </Checkbox>
          ))}
        </fieldset>
        <div className="row footer">
          <Button variant="link" formAction="none" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" formAction="submit" loading={pending !== undefined}>
            Add
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}

interface PanelProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

function WebhookPanel({ webhook, onClose, onSecret }: PanelProps) {
  const { id, name, origin, secrets, stopped } = webhook;
  const notify = useNotify();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'rotate' | 'delete'>();
  const [busy, setBusy] = useState<string>();
  const act = async (what: string, run: () => Promise<unknown>, done?: string) => {
    setBusy(what);
    try {
      await run();
      if (done !== undefined) notify.success(done);
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const path = { webhookId: id };
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className="stack">
        <dl className="facts">
          <dt>Address</dt>
          <dd className="mono break">{origin}/…</dd>
          <dt>Events</dt>
          <dd>{webhook.types.map(eventName).join(', ')}</dd>
          <dt>Set up</dt>
          <dd>
            <Ago at={webhook.createdAt} /> by {webhook.createdByName ?? webhook.createdBy}
          </dd>
          {secrets > 1 && (
            <>
              <dt>Secrets</dt>
              <dd>Two: the previous one signs as well for a day</dd>
            </>
          )}
        </dl>
        {stopped !== undefined && (
          <Alert
            type="warning"
            action={
              <Button
                loading={busy === 'resume'}
                onClick={() =>
                  void act('resume', () => call('changeWebhook', { path, body: { resume: true } }), 'On again.')
                }
              >
                Deliver again
              </Button>
            }
          >
            Its address answered 410 (gone), so nothing is delivered any more.
          </Alert>
        )}
        <div className="row">
          <Button
            loading={busy === 'test'}
            onClick={() => void act('test', () => call('testWebhook', { path }), 'A test event is on its way.')}
          >
            Send a test event
          </Button>
          <Button onClick={() => setAsked('rotate')}>Rotate the secret</Button>
          <span className="danger-button">
            <Button onClick={() => setAsked('delete')}>Delete</Button>
          </span>
        </div>
        <Deliveries webhookId={id} />
      </div>
      {asked === 'rotate' && (
        <Confirm
          title={`New secret for “${name}”?`}
          action="Rotate"
          pending={busy === 'rotate'}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void act('rotate', async () => {
              const { secret } = await call('rotateWebhook', { path });
              setAsked(undefined);
              onSecret(secret);
            })
          }
        >
          For a day both secrets sign each request, so that you can change your receiver meanwhile.
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete “${name}”?`}
          action="Delete"
          danger
          pending={busy === 'delete'}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void act('delete', async () => {
              await call('deleteWebhook', { path });
              onClose();
            })
          }
        >
          Events that still wait are not delivered any more.
        </Confirm>
      )}
    </SidePanel>
  );
}

const TONE = { delivered: 'good', waiting: 'warn', failed: 'bad' } as const;

function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const notify = useNotify();
  const query = useQuery(deliveriesQuery(webhookId));
  const items = query.data?.items ?? [];
  const again = async (deliveryId: string) => {
    try {
      await call('redeliver', { path: { webhookId, deliveryId } });
      notify.success('It is sent again.');
      void query.refetch();
    } catch (error) {
      notify.failure(error);
    }
  };
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
