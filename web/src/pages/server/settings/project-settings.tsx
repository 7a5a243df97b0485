/** Moves a server to another project; for who is admin in both. */
import Button from '@cloudscape-design/components/button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { showServer } from '../../../api/queries/servers.ts';
import { ChoiceField } from '../../../components/form-fields.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { useNotify } from '../../../state/notices.tsx';
import { DEFAULT_PROJECT, useSession } from '../../../state/session.tsx';
import { useAction } from '../../../state/use-action.ts';

export function ProjectSettings({ server }: TabProps) {
  const { projects = [] } = useSession();
  const here = server.project ?? DEFAULT_PROJECT;
  const own = projects.filter(({ id, role }) => role === 'admin' || id === here);
  const options = own.map(({ id, name }) => ({ value: id, label: name }));
  const notify = useNotify();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(here);
  const { pending, run } = useAction();
  if (projects.length === 0) return null;
  const isAdmin = projects.some(({ id, role }) => id === here && role === 'admin');
  const move = () =>
    run(async () => {
      showServer(queries, await call('moveServer', { path: { id: server.id }, body: { project: chosen } }));
      await queries.invalidateQueries({ queryKey: ['servers'] });
      notify.success('The server has moved. People sign in to it anew.');
    });
  return (
    <section className="card stack" aria-label="Project">
      <div>
        <h2>Project</h2>
        <span className="muted">
          Who sees and changes this server. Its address, its tokens and its audit log stay when it moves.
        </span>
      </div>
      <ChoiceField
        stretch={false}
        ariaLabel="Project"
        value={chosen}
        options={options}
        disabled={!isAdmin || options.length < 2}
        onChange={setChosen}
      />
      {isAdmin && chosen !== here && (
        <div>
          <Button loading={pending} onClick={() => void move()}>
            Move the server
          </Button>
        </div>
      )}
    </section>
  );
}
