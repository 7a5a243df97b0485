/** The panel that sets up a webhook. Its secret is passed to the parent and not kept here. */
import Checkbox from '@cloudscape-design/components/checkbox';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { TextField } from '../../components/form-fields.tsx';
import { PanelActions } from '../../components/panel-actions.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { useSave } from '../../components/use-save.ts';
import { EVENT_NAMES, EVENT_TYPES, type EventType } from '../../lib/event-names.ts';

interface NewWebhookProps {
  readonly onClose: () => void;
  readonly onMade: (name: string, secret: string) => void;
}

export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly EventType[]>(EVENT_TYPES);
  const { pending, refused, run } = useSave<'save'>();
  const submit = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    await run('save', form, async () => {
      const body = { name, url, types: EVENT_TYPES.filter((type) => types.includes(type)) };
      const { webhook, secret } = await call('createWebhook', { path: {}, body });
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onMade(webhook.name, secret);
    });
  };
  return (
    <SidePanel title="Add a webhook" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Name" errorText={refused?.faultOf('name')} value={name} ariaRequired onChange={setName} />
        <TextField
          label="URL"
          description="https, on a public host. Stored encrypted and not shown again."
          errorText={refused && url.trim() === '' ? 'Enter an https URL.' : refused?.faultOf('url')}
          value={url}
          type="url"
          ariaRequired
          spellcheck={false}
          autoComplete={false}
          onChange={setUrl}
        />
        <fieldset className="part stack">
          <legend>Events</legend>
          {refused?.faultOf('types') !== undefined && <p className="bad">{refused.faultOf('types')}</p>}
          {EVENT_TYPES.map((type) => (
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
        <PanelActions action="Add" pending={pending !== undefined} onClose={onClose} />
      </form>
    </SidePanel>
  );
}
