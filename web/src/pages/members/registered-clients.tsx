/** OAuth clients that admins register: agents that act for themselves, and the company's own programs that people sign in with. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { oauthClientsQuery } from '../../api/queries/access.ts';
import type { CreatedOauthClient, OauthClient, RotatedOauthClient } from '../../api/types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Ago } from '../../components/time.tsx';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useAction } from '../../state/use-action.ts';
import { NewClient } from './new-client.tsx';

const COLUMNS: readonly Column[] = ['Client', 'Type', 'Authenticates with', 'Added', { name: 'Actions', as: 'hidden' }];
const PROOFS = { none: 'nothing (PKCE only)', secret: 'a secret', key: 'a key' } as const;

export function RegisteredClients() {
  const query = useQuery(oauthClientsQuery());
  const queries = useQueryClient();
  const notify = useNotify();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<CreatedOauthClient>();
  const [rotated, setRotated] = useState<RotatedOauthClient>();
  const [rotating, setRotating] = useState<OauthClient>();
  const [deleting, setDeleting] = useState<OauthClient>();
  const { pending, run } = useAction(['oauth-clients']);
  const remove = ({ id, name }: OauthClient) =>
    run(async () => {
      await call('deleteOauthClient', { path: { oauthClientId: id } });
      notify.success(`“${name}” is deleted. Its requests are refused from now on.`);
      setDeleting(undefined);
    });
  const rotate = ({ id }: OauthClient) =>
    run(async () => {
      setRotated(await call('rotateOauthClient', { path: { oauthClientId: id } }));
      setRotating(undefined);
    });
  return (
    <>
      {rotated !== undefined && <Rotated rotated={rotated} onStored={() => setRotated(undefined)} />}
      {made !== undefined && <Made made={made} onStored={() => setMade(undefined)} />}
      <section className="card stack" aria-label="Registered clients">
        <div className="row spread">
          <div className="grow">
            <h2>Registered clients</h2>
            <span className="muted">Machine clients and your own apps. Other MCP clients register themselves.</span>
          </div>
          <Button onClick={() => setAdding(true)}>Register a client</Button>
        </div>
        {query.data === undefined ? (
          <QueryState query={query} what="the registered clients" />
        ) : query.data.items.length === 0 ? (
          <span className="muted">None yet.</span>
        ) : (
          <ListTable columns={COLUMNS}>
            {query.data.items.map((client) => (
              <tr key={client.id}>
                <td className="wide break">
                  <strong>{client.name}</strong>
                  <span className="muted small mono"> {client.id}</span>
                </td>
                <td data-label="Type">{client.isMachine ? 'machine client' : 'app for people'}</td>
                <td data-label="Authenticates with">
                  {PROOFS[client.auth]}
                  {client.previousSecretUntil !== undefined && (
                    <span className="muted small">
                      , the previous one ends <Ago at={client.previousSecretUntil} />
                    </span>
                  )}
                </td>
                <td data-label="Added">
                  <Ago at={client.createdAt} />{' '}
                  <span className="muted small">by {client.createdByName ?? client.createdBy}</span>
                </td>
                <td className="num actions">
                  <div className="row">
                    {client.auth === 'secret' && (
                      <Button
                        variant="inline-link"
                        ariaLabel={`New secret for ${client.name}`}
                        onClick={() => setRotating(client)}
                      >
                        New secret
                      </Button>
                    )}
                    <Button
                      variant="inline-link"
                      ariaLabel={`Delete ${client.name}`}
                      onClick={() => setDeleting(client)}
                    >
                      Delete
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </ListTable>
        )}
        {isAdding && (
          <NewClient
            onClose={() => setAdding(false)}
            onMade={(created) => {
              setAdding(false);
              setMade(created);
              void queries.invalidateQueries({ queryKey: ['oauth-clients'] });
            }}
          />
        )}
        {rotating !== undefined && (
          <Confirm
            title={`Give “${rotating.name}” a new secret?`}
            action="New secret"
            pending={pending}
            onConfirm={() => void rotate(rotating)}
            onClose={() => setRotating(undefined)}
          >
            The present secret works for another day, so that the client can be changed without a break. One that was
            replaced before stops working now.
          </Confirm>
        )}
        {deleting !== undefined && (
          <Confirm
            title={`Delete “${deleting.name}”?`}
            action="Delete"
            danger
            pending={pending}
            onConfirm={() => void remove(deleting)}
            onClose={() => setDeleting(undefined)}
          >
            Ends its sessions on all servers at once. Its id and secret stop working. Access rules that name it stay,
            without effect.
          </Confirm>
        )}
      </section>
    </>
  );
}

function Rotated({ rotated, onStored }: { readonly rotated: RotatedOauthClient; readonly onStored: () => void }) {
  const { client, secret } = rotated;
  return (
    <section className="card stack" aria-label="New secret">
      <div className="row spread">
        <h2 className="break">New secret of “{client.name}”</h2>
        <Button iconName="close" onClick={onStored}>
          I have stored it
        </Button>
      </div>
      <Alert type="warning" header="This secret is shown once">
        Only its hash is stored. The previous one works for another day.
      </Alert>
      <CodeBlock title="Client secret" label="Client secret" text={secret} copyLabel="Copy the secret" />
      <LeaveGuard what="client secret" text={secret} />
    </section>
  );
}

function Made({ made, onStored }: { readonly made: CreatedOauthClient; readonly onStored: () => void }) {
  const { client, secret, issuer, leftOut = [] } = made;
  return (
    <section className="card stack" aria-label="New client">
      <div className="row spread">
        <h2 className="break">Client “{client.name}”</h2>
        <Button iconName="close" onClick={onStored}>
          {secret === undefined ? 'Done' : 'I have stored it'}
        </Button>
      </div>
      {secret !== undefined && (
        <Alert type="warning" header="This secret is shown once">
          Only its hash is stored. If the secret is lost, give the client a new one.
        </Alert>
      )}
      {leftOut.length > 0 && (
        <Alert type="warning" header="Some redirect URIs were left out">
          <ul className="plain">
            {leftOut.map(({ uri, reason }) => (
              <li key={uri} className="break">
                <span className="mono">{uri}</span> {reason}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <CodeBlock title="Client id" label="Client id" text={client.id} copyLabel="Copy the id" />
      {secret !== undefined && (
        <CodeBlock title="Client secret" label="Client secret" text={secret} copyLabel="Copy the secret" />
      )}
      <CodeBlock title="Issuer" label="Issuer" text={issuer} copyLabel="Copy the issuer" />
      {client.isMachine && (
        <span className="muted">
          It has no access yet. Add an access rule for it in the settings of each server that it may use.
        </span>
      )}
      {secret !== undefined && <LeaveGuard what="client secret" text={secret} />}
    </section>
  );
}
