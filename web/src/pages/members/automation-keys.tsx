/** Automation keys: how pipelines and scripts call the management API. A new one is shown once. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { automationKeysQuery } from '../../api/queries/access.ts';
import type { AutomationKey, CreatedAutomationKey } from '../../api/types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Ago, OnDay } from '../../components/time.tsx';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useAction } from '../../state/use-action.ts';
import { NewAutomationKey } from './new-automation-key.tsx';

const COLUMNS: readonly Column[] = ['Key', 'Role', 'Expires', 'Added', { name: 'Actions', as: 'hidden' }];

export function AutomationKeys() {
  const query = useQuery(automationKeysQuery());
  const queries = useQueryClient();
  const notify = useNotify();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<CreatedAutomationKey>();
  const [revoking, setRevoking] = useState<AutomationKey>();
  const { pending, run } = useAction(['automation-keys']);
  const revoke = ({ id, label }: AutomationKey) =>
    run(async () => {
      await call('revokeAutomationKey', { path: { keyId: id } });
      notify.success(`“${label}” is revoked. Its requests are refused from now on.`);
      setRevoking(undefined);
      if (made?.key.id === id) setMade(undefined);
    });
  return (
    <>
      {made !== undefined && <Made made={made} onStored={() => setMade(undefined)} />}
      <section className="card stack" aria-label="Automation keys">
        <div className="row spread">
          <div className="grow">
            <h2>Automation keys</h2>
            <span className="muted">
              For pipelines and scripts that call the management API or the command line, and for SCIM of your identity
              provider.
            </span>
          </div>
          <Button onClick={() => setAdding(true)}>Create a key</Button>
        </div>
        {query.data === undefined ? (
          <QueryState query={query} what="the automation keys" />
        ) : query.data.items.length === 0 ? (
          <span className="muted">None yet.</span>
        ) : (
          <ListTable columns={COLUMNS}>
            {query.data.items.map((key) => (
              <tr key={key.id}>
                <td className="wide break">
                  <strong>{key.label}</strong>
                  <span className="muted small mono"> …{key.hint}</span>
                </td>
                <td data-label="Role">{key.role}</td>
                <td data-label="Expires">
                  <OnDay at={key.expiresAt} />
                </td>
                <td data-label="Added">
                  <Ago at={key.createdAt} />{' '}
                  <span className="muted small">by {key.createdByName ?? key.createdBy}</span>
                </td>
                <td className="num actions">
                  <Button variant="inline-link" ariaLabel={`Revoke ${key.label}`} onClick={() => setRevoking(key)}>
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </ListTable>
        )}
        {isAdding && (
          <NewAutomationKey
            onClose={() => setAdding(false)}
            onMade={(created) => {
              setAdding(false);
              setMade(created);
              void queries.invalidateQueries({ queryKey: ['automation-keys'] });
            }}
          />
        )}
        {revoking !== undefined && (
          <Confirm
            title={`Revoke “${revoking.label}”?`}
            action="Revoke"
            danger
            pending={pending}
            onConfirm={() => void revoke(revoking)}
            onClose={() => setRevoking(undefined)}
          >
            {revoking.role === 'scim'
              ? 'The identity provider provisions nobody with it any more. Who is here stays.'
              : 'Pipelines that use it are refused at once. What they have made stays.'}
          </Confirm>
        )}
      </section>
    </>
  );
}

function Made({ made, onStored }: { readonly made: CreatedAutomationKey; readonly onStored: () => void }) {
  return (
    <section className="card stack" aria-label="New automation key">
      <div className="row spread">
        <h2 className="break">Automation key “{made.key.label}”</h2>
        <Button iconName="close" onClick={onStored}>
          I have stored it
        </Button>
      </div>
      <Alert type="warning" header="This key is shown once">
        Only its hash is stored. If it is lost, revoke it and create another one.
      </Alert>
      <CodeBlock
        title={made.key.role === 'scim' ? 'Bearer token' : 'PORTCULLIS_TOKEN'}
        label="Automation key"
        text={made.value}
        copyLabel="Copy the key"
      />
      <span className="muted">
        {made.key.role === 'scim'
          ? `Enter it at your identity provider, with the base URL ${location.origin}/scim/v2.`
          : `Store it as a secret of your pipeline. The command line reads it from PORTCULLIS_TOKEN, with --url ${location.origin}.`}
      </span>
      <LeaveGuard what="automation key" text={made.value} />
    </section>
  );
}
