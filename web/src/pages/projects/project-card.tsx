/** One project: its people and groups with their roles, who may read raw answers, and for owners its end. */
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Toggle from '@cloudscape-design/components/toggle';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pagesOf } from '../../../../core/lib/pages.ts';
import { ROLES } from '../../../../core/model/roles.ts';
import { call } from '../../api/client.ts';
import { membersQuery, projectQuery } from '../../api/queries/access.ts';
import type { Project, ProjectChange, Role } from '../../api/types.ts';
import { Choice, ChoiceField, TextField } from '../../components/form-fields.tsx';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Confirm } from '../../state/confirm.tsx';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { useAction } from '../../state/use-action.ts';
import { ProjectFloor } from '../settings/floor.tsx';

const COLUMNS: readonly Column[] = ['Person or group', 'Role', { name: 'Actions', as: 'hidden' }];
const ROLE_OPTIONS = ROLES.map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}));
const KINDS = [
  { value: 'members', label: 'Person' },
  { value: 'groups', label: 'Group' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** Saves a change, and shows what is stored then. */
function useChange(id: string) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { pending, run } = useAction();
  const change = (body: ProjectChange, says: string): Promise<boolean> =>
    run(async () => {
      const stored = await call('changeProject', { path: { projectId: id }, body });
      queries.setQueryData(projectQuery(id).queryKey, stored);
      notify.success(says);
    });
  return { pending, change };
}

/** E-mail addresses of people by id, as far as Members has shown them; only owners may list people. */
function useEmails(): ReadonlyMap<string, string | undefined> {
  const { isOwner } = useSession();
  const query = useInfiniteQuery({ ...membersQuery(), enabled: isOwner });
  return new Map(query.data?.pages.flatMap(({ members }) => members.map(({ id, email }) => [id, email] as const)));
}

/** The id of the person with this e-mail address, of all pages; undefined if there is none. Where people are not listed, it is an id itself. */
async function idOf(email: string): Promise<string | undefined> {
  let isListed = false;
  const read = (cursor: string | undefined) => call('listMembers', { path: {}, query: { cursor } });
  for await (const { members } of pagesOf(read, ({ cursor }) => cursor)) {
    const found = members.find((one) => one.email?.toLowerCase() === email.toLowerCase());
    if (found) return found.id;
    isListed ||= members.length > 0;
  }
  return isListed ? undefined : email;
}

export function ProjectCard({ id }: { readonly id: string }) {
  const query = useQuery(projectQuery(id));
  if (query.data === undefined) return <QueryState query={query} what="the project" />;
  return <Card project={query.data} />;
}

function Card({ project }: { readonly project: Project }) {
  const { id, name, rawAnswers, members, groups } = project;
  const { isOwner } = useSession();
  const { pending, change } = useChange(id);
  const emails = useEmails();
  const rows = [
    ...Object.entries(members).map(([who, role]) => ({ kind: 'members' as const, who, role })),
    ...Object.entries(groups).map(([who, role]) => ({ kind: 'groups' as const, who, role })),
  ];
  const nameOf = (kind: Kind, who: string) => (kind === 'members' ? (emails.get(who) ?? who) : who);
  return (
    <section className="card stack" aria-label={`Project ${name}`}>
      <div className="row spread">
        <div className="grow">
          <h2 className="break">{name}</h2>
          <span className="muted small mono">{id}</span>
        </div>
        {isOwner && id !== 'default' && <Deletion project={project} />}
      </div>
      {id === 'default' && (
        <span className="muted">
          Servers that name no project. The groups editor and viewer of the user pool have their role here, beside those
          below.
        </span>
      )}
      {rows.length === 0 ? (
        <span className="muted">Nobody has a role in it yet but the admins of the installation.</span>
      ) : (
        <ListTable columns={COLUMNS}>
          {rows.map(({ kind, who, role }) => (
            <tr key={`${kind} ${who}`}>
              <td className="wide break">
                {kind === 'groups' && <span className="chip">group</span>} {nameOf(kind, who)}
                {nameOf(kind, who) !== who && <span className="muted small mono"> {who}</span>}
              </td>
              <td data-label="Role">
                <Choice
                  ariaLabel={`Role of ${nameOf(kind, who)}`}
                  value={role}
                  options={ROLE_OPTIONS}
                  disabled={pending}
                  onChange={(next) =>
                    void change({ [kind]: { [who]: next } }, `${nameOf(kind, who)} is ${next} in ${name}.`)
                  }
                />
              </td>
              <td className="num actions">
                <Button
                  variant="inline-link"
                  ariaLabel={`Remove ${nameOf(kind, who)}`}
                  disabled={pending}
                  onClick={() =>
                    void change({ [kind]: { [who]: null } }, `${nameOf(kind, who)} has no role in ${name} any more.`)
                  }
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      <NewRole project={project} />
      <Floor project={project} />
      <Toggle
        checked={rawAnswers === 'answer-readers'}
        disabled={pending}
        description="“Try it” shows what the API answered before it is redacted. When on, editors need the right to view stored answers for it."
        onChange={({ detail }) => void change({ rawAnswers: detail.checked ? 'answer-readers' : 'editors' }, 'Saved.')}
      >
        Keep raw answers to people who can view stored answers
      </Toggle>
    </section>
  );
}

function Floor({ project: { id, name } }: { readonly project: Project }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      headerText="Floor"
      headingTagOverride="h3"
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <p className="muted">
        Rules that no server of {name} can be set below, beside those of the installation. The stricter value is in
        effect at once, also for what exists already.
      </p>
      {isOpen && <ProjectFloor id={id} />}
    </ExpandableSection>
  );
}

function NewRole({ project: { id, name } }: { readonly project: Project }) {
  const { isOwner } = useSession();
  const notify = useNotify();
  const { pending, change } = useChange(id);
  const [kind, setKind] = useState<Kind>('members');
  const [who, setWho] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [fault, setFault] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const named = who.trim();
    if (named === '') return setFault(kind === 'members' ? 'Enter whom.' : 'Enter a group.');
    const isEmail = kind === 'members' && isOwner && named.includes('@');
    try {
      const key = isEmail ? await idOf(named) : named;
      if (key === undefined) setFault('Nobody on the page Members has this e-mail address.');
      else if (await change({ [kind]: { [key]: role } }, `${named} is ${role} in ${name}.`)) setWho('');
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <form className="row fields" onSubmit={(event) => void add(event)}>
      <ChoiceField
        label="Give a role to"
        stretch={false}
        ariaLabel="Person or group"
        value={kind}
        options={KINDS}
        onChange={setKind}
      />
      <TextField
        label={kind === 'members' ? (isOwner ? 'E-mail or id of the login' : 'Id of the login') : 'Name of the group'}
        errorText={fault}
        stretch={false}
        value={who}
        onChange={(next) => {
          setWho(next);
          setFault(undefined);
        }}
      />
      <ChoiceField label="Role" stretch={false} value={role} options={ROLE_OPTIONS} onChange={setRole} />
      <Button formAction="submit" loading={pending}>
        Add
      </Button>
    </form>
  );
}

function Deletion({ project: { id, name } }: { readonly project: Project }) {
  const { refresh } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { pending, run } = useAction();
  const remove = async () => {
    const isDeleted = await run(async () => {
      await call('deleteProject', { path: { projectId: id } });
      notify.success(`The project “${name}” is deleted.`);
      await Promise.all([queries.invalidateQueries({ queryKey: ['projects'] }), refresh()]);
    });
    if (!isDeleted) setAsked(false);
  };
  return (
    <>
      <Button variant="inline-link" ariaLabel={`Delete ${name}`} onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <Confirm
          title={`Delete the project “${name}”?`}
          action="Delete"
          danger
          pending={pending}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          It must have no servers. Its members lose their roles in it.
        </Confirm>
      )}
    </>
  );
}
