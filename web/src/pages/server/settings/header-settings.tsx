/** The headers of a server's requests: added and removed one by one; a sealed value is never shown again. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import { type FormEvent, useState } from 'react';
import type { Server, ServerChange } from '../../../api/types.ts';
import { TextField } from '../../../components/form-fields.tsx';
import { Info } from '../../../components/info.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useSave } from '../../../components/use-save.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { useNotify } from '../../../state/notices.tsx';

type Given = NonNullable<ServerChange['headers']>[number];

/** A stored header as it is sent back: a sealed one keeps its value. */
const kept = ({ name, value, sealed, tools }: Server['headers'][number]): Given => ({
  name,
  ...(sealed ? { sealed } : { value }),
  ...(tools && { tools }),
});
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const EMPTY = { name: '', value: '', tools: '', sealed: false };

export function HeaderSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change } = useServerChange(server);
  const { pending, refused, run } = useSave<string>();
  const [fields, setFields] = useState<typeof EMPTY>();
  const others = (name: string) => server.headers.filter((one) => !isSame(one.name, name)).map(kept);
  const save = (what: string, form: HTMLFormElement | null, headers: Given[]) =>
    run(what, form, async () => {
      await change({ headers });
      setFields(undefined);
      notify.success('Saved. It applies from the next call on.');
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fields) return;
    const tools = fields.tools.split(/[\s,]+/).filter((name) => name !== '');
    const { name, value, sealed } = fields;
    const added = {
      name: name.trim(),
      value: value.trim(),
      ...(sealed && { sealed }),
      ...(tools.length > 0 && { tools }),
    };
    void save('added', event.currentTarget as HTMLFormElement, [...others(added.name), added]);
  };
  const set = (part: Partial<typeof EMPTY>) => setFields((old) => ({ ...(old ?? EMPTY), ...part }));
  const fault = (member: string) => refused?.faults.find(({ field }) => field.endsWith(`/${member}`))?.message;
  return (
    <section className="card stack" aria-label="Headers">
      <div>
        <div className="row tight">
          <h2>Headers</h2> <Info about="headers" />
        </div>
        <span className="muted">
          Sent with every request to the host of the base URL. Models cannot change them. Headers of a single tool are
          in its form.
        </span>
      </div>
      {server.headers.length > 0 && (
        <ul className="stack">
          {server.headers.map((header) => (
            <li key={header.name} className="row spread">
              <div className="break">
                <span className="mono">
                  {header.name}: {header.sealed ? '••••' : header.value}
                </span>
                <div className="small muted">
                  {header.sealed ? 'Secret' : 'Shown here and in the audit log'}
                  {header.tools && `; only ${header.tools.join(', ')}`}
                </div>
              </div>
              {!disabled && (
                <span className="danger-button">
                  <Button
                    loading={pending === header.name}
                    ariaLabel={`Remove ${header.name}`}
                    onClick={() => void save(header.name, null, others(header.name))}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && fields === undefined && (
        <div>
          <Button iconName="add-plus" onClick={() => setFields(EMPTY)}>
            Add a header
          </Button>
        </div>
      )}
      {fields !== undefined && (
        <form className="stack tight" onSubmit={submit} noValidate>
          <div className="two">
            <TextField
              label="Header"
              errorText={fault('name')}
              value={fields.name}
              placeholder="X-Tenant"
              autoFocus
              ariaRequired
              spellcheck={false}
              autoComplete={false}
              onChange={(name) => set({ name })}
            />
            <TextField
              label="Value"
              errorText={fault('value')}
              value={fields.value}
              type={fields.sealed ? 'password' : 'text'}
              ariaRequired
              spellcheck={false}
              autoComplete={false}
              onChange={(value) => set({ value })}
            />
          </div>
          <TextField
            label="Tools"
            constraintText="Names of the tools that send it; blank for all."
            errorText={fault('tools')}
            value={fields.tools}
            spellcheck={false}
            autoComplete={false}
            onChange={(tools) => set({ tools })}
          />
          <Checkbox
            checked={fields.sealed}
            description="Encrypted like the credential and never shown again."
            onChange={({ detail }) => set({ sealed: detail.checked })}
          >
            Secret
          </Checkbox>
          <div className="row">
            <Button variant="primary" loading={pending === 'added'}>
              Save
            </Button>
            <Button formAction="none" onClick={() => setFields(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
