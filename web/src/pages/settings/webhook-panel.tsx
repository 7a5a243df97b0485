/** The panel of one webhook: test, rotate, delete, and what was delivered. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import { SidePanel } from '../../components/side-panel.tsx';
import { Ago } from '../../components/time.tsx';
import { eventName } from '../../lib/event-names.ts';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

interface WebhookPanelProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function WebhookPanel({ webhook, onClose, onSecret }: WebhookPanelProps) {
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
          <dt>URL</dt>
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
              <dd>Two: the previous one also signs for a day</dd>
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
            The URL answered 410 (Gone), so deliveries have stopped.
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
        <WebhookDeliveries webhookId={id} />
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
          Both secrets sign each request for a day, so that you can update your receiver.
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
          Pending events are not delivered.
        </Confirm>
      )}
    </SidePanel>
  );
}
