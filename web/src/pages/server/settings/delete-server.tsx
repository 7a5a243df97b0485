/** Deletes a server, after its name has been typed. */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, call } from '../../../api/client.ts';
import { serversQuery } from '../../../api/queries/servers.ts';
import type { Server } from '../../../api/types.ts';
import { Confirm } from '../../../state/confirm.tsx';
import { useNotify } from '../../../state/notices.tsx';
import { useAction } from '../../../state/use-action.ts';

/** A request removes as many tools as it has time for. */
async function deleted(id: string): Promise<void> {
  try {
    await call('deleteServer', { path: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'deletion_unfinished')) throw error;
    await deleted(id);
  }
}

export function DeleteServer({ server }: { readonly server: Server }) {
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { pending, run } = useAction();
  const remove = () =>
    run(async () => {
      await deleted(server.id);
      // The cached list may be older; it is requested again when it is shown.
      queries.setQueryData(
        serversQuery().queryKey,
        (old) => old && { ...old, items: old.items.filter(({ id }) => id !== server.id) },
      );
      navigate('/');
      notify.success(`${server.name} is deleted.`);
      queries.removeQueries({ queryKey: ['server', server.id] });
      void queries.invalidateQueries({ queryKey: ['servers'] });
    });
  return (
    <section className="card danger">
      <div className="row spread">
        <div>
          <h2>Delete this server</h2>
          <span className="muted">
            Revokes its tokens and deletes its tools, credential and versions. Its audit log is kept.
          </span>
        </div>
        <span className="danger-button">
          <Button onClick={() => setAsking(true)}>Delete</Button>
        </span>
      </div>
      {asking && (
        <Confirm
          title="Delete this server?"
          action="Delete"
          danger
          typed={server.name || server.id}
          pending={pending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          Connected clients lose its tools at once. This cannot be undone. To stop it for now, take it offline. To keep
          its definition, export it first.
        </Confirm>
      )}
    </section>
  );
}
