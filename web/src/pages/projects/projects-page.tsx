/** Projects: who has which role in them. For admins of one; owners of the installation also make and delete them. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { projectsQuery } from '../../api/queries/access.ts';
import { TextField } from '../../components/form-fields.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { useAction } from '../../state/use-action.ts';
import { ProjectCard } from './project-card.tsx';
import '../../styles/server.css';

export default function ProjectsPage() {
  const { isOwner } = useSession();
  const query = useQuery(projectsQuery());
  useEffect(() => {
    document.title = 'Projects · Portcullis';
  }, []);
  const own = query.data?.items.filter(({ role }) => role === 'admin') ?? [];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Projects</h1>
          <p>Parts of this installation whose servers have members of their own.</p>
        </div>
      </div>
      <div className="settings-stack">
        {isOwner && <NewProject />}
        {query.data === undefined ? (
          <QueryState query={query} what="the projects" />
        ) : own.length === 0 ? (
          <Alert type="info">Only admins of a project can see its members.</Alert>
        ) : (
          own.map(({ id }) => <ProjectCard key={id} id={id} />)
        )}
      </div>
    </>
  );
}

function NewProject() {
  const { refresh } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { pending, run } = useAction();
  const [fault, setFault] = useState<string>();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      setFault('Enter a name.');
      return;
    }
    await run(async () => {
      await call('createProject', { path: {}, body: { name } });
      setName('');
      notify.success(`The project “${name.trim()}” is made. Give people or groups a role in it.`);
      await Promise.all([queries.invalidateQueries({ queryKey: ['projects'] }), refresh()]);
    });
  };
  return (
    <section className="card" aria-label="New project">
      <form className="stack" onSubmit={(event) => void make(event)}>
        <TextField
          label="Name of a new project"
          errorText={fault}
          stretch={false}
          value={name}
          onChange={(next) => {
            setName(next);
            setFault(undefined);
          }}
        />
        <div>
          <Button formAction="submit" loading={pending}>
            Create the project
          </Button>
        </div>
      </form>
    </section>
  );
}
