/** Whether all clients share one account at the API or each has its own; and which of those are connected. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { accountsQuery } from '../../../api/queries/servers.ts';
import type { ConnectedAccount, Server } from '../../../api/types.ts';
import { AccountAddress } from '../../../components/account-address.tsx';
import { ACCOUNT_CHOICES, AccountChoice } from '../../../components/account-choice.tsx';
import { type Column, ListTable } from '../../../components/list-table.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { Ago } from '../../../components/time.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { Confirm } from '../../../state/confirm.tsx';
import { useSaving } from '../../../state/leaving.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

type Fields = Pick<Server, 'credentials'>;

export function AccountSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change, refetch } = useServerChange(server);
  const saving = useSaving();
  const stored: Fields = { credentials: server.credentials };
  const isEdited = (edits: Partial<Fields>) =>
    edits.credentials !== undefined && edits.credentials !== stored.credentials;
  const { draft, edit, saved, discard, contestedBy } = useDraft(stored, isEdited);
  const { pending, run } = useAction();
  const credentials = draft.credentials ?? stored.credentials;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      await saving(async () => {
        const now = await refetch();
        if (contestedBy({ credentials: now.credentials }).length > 0) return;
        await change({ credentials });
        saved(draft);
        notify.success('Saved. It applies from the next call on.');
      });
    });
  };
  const contested = contestedBy(stored);
  return (
    <div className="stack">
      <form className="stack" onSubmit={(event) => void save(event)} noValidate>
        <AccountChoice value={credentials} disabled={disabled} onChange={(value) => edit({ credentials: value })} />
        {stored.credentials === 'shared' && credentials === 'per-token' && (
          <Alert type="warning" header="Each client must be connected separately">
            Each client is refused until its person has connected an account. The shared account stays stored and is
            used again if you change this setting back.
          </Alert>
        )}
        <SaveBar
          changes={isEdited(draft) ? 1 : 0}
          pending={pending}
          contested={contested.map((field) => ({
            name: 'The account at the API',
            stored: ACCOUNT_CHOICES[stored[field]],
          }))}
          onDiscard={discard}
        />
      </form>
      {stored.credentials === 'per-token' && (
        <>
          <AccountAddress serverId={server.id} />
          {!disabled && <Connected server={server} />}
        </>
      )}
    </div>
  );
}

const COLUMNS: readonly Column[] = ['Account of', 'At', 'State', 'Connected', { name: 'Actions', as: 'hidden' }];

const nameOf = ({ label, token, hint, person }: ConnectedAccount): string =>
  token === undefined ? (person?.name ?? person?.id ?? '') : `Token “${label ?? token}”${hint ? ` ••••${hint}` : ''}`;

const STATES: Record<ConnectedAccount['state'], { readonly text: string; readonly tone: string }> = {
  given: { text: 'Connected', tone: 'good' },
  ended: { text: 'No longer accepted', tone: 'bad' },
  outdated: { text: 'Must be connected again', tone: 'bad' },
};

function Connected({ server }: { readonly server: Server }) {
  const notify = useNotify();
  const query = useQuery(accountsQuery(server.id));
  const [asked, setAsked] = useState<ConnectedAccount>();
  const { pending, run } = useAction(accountsQuery(server.id).queryKey);
  const disconnect = ({ token, person }: ConnectedAccount) =>
    run(async () => {
      const of = token === undefined ? { person: person?.id ?? '' } : { token };
      await call('removeAccount', { path: { id: server.id }, query: of });
      notify.success('Disconnected. Its calls are refused until it is connected again.');
      setAsked(undefined);
    });
  if (query.data === undefined) return null;
  const { items } = query.data;
  if (items.length === 0) return <p className="muted">Nobody has connected an account yet.</p>;
  return (
    <>
      <ListTable columns={COLUMNS}>
        {items.map((one) => (
          <tr key={`${one.account} ${one.origin}`}>
            <td className="wide break">
              <strong>{nameOf(one)}</strong>
            </td>
            <td className="break" data-label="At">
              {one.host ?? new URL(one.origin).host}
            </td>
            <td>
              <span className={`chip ${STATES[one.state].tone}`}>{STATES[one.state].text}</span>
              {one.code !== undefined && one.state === 'given' && <div className="small mono bad">{one.code}</div>}
            </td>
            <td data-label="Connected">
              <Ago at={one.at} />
            </td>
            <td className="num actions danger-button">
              <Button variant="inline-link" ariaLabel={`Disconnect ${nameOf(one)}`} onClick={() => setAsked(one)}>
                Disconnect
              </Button>
            </td>
          </tr>
        ))}
      </ListTable>
      {asked !== undefined && (
        <Confirm
          title={`Disconnect the account of ${nameOf(asked)}?`}
          action="Disconnect"
          danger
          pending={pending}
          onConfirm={() => void disconnect(asked)}
          onClose={() => setAsked(undefined)}
        >
          Deletes its stored tokens. Its calls are refused until its person connects an account again. To withdraw the
          consent itself, use the provider’s site.
        </Confirm>
      )}
    </>
  );
}
