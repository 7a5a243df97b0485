/** The signed-in person and the settings of the installation. Roles decide only what is offered; the API decides what is allowed. */
import { createContext, type ReactNode, useContext, useState } from 'react';
import { call } from '../api/client.ts';
import type { Me, Role } from '../api/types.ts';
import type { AppConfig } from '../auth/discovery.ts';

export interface Session {
  readonly me: Me;
  readonly config: AppConfig;
  /** May create and change servers, tools and tokens; on the pages of a server, in its project. */
  readonly canEdit: boolean;
  /** May also delete servers and change the global settings; on the pages of a server, delete it. */
  readonly isAdmin: boolean;
  /** Admin of the installation. */
  readonly isOwner: boolean;
  /** Those in which they have a role; undefined as long as there is `default` alone. */
  readonly projects: Me['projects'];
  /** Asks who they are again, after what they may see has changed. */
  readonly refresh: () => Promise<void>;
  /** May read kept answers. */
  readonly readsAnswers: boolean;
}

const Context = createContext<Session | undefined>(undefined);

export function SessionProvider(props: { readonly me: Me; readonly config: AppConfig; readonly children: ReactNode }) {
  const { config, children } = props;
  const [me, setMe] = useState(props.me);
  const refresh = async () => setMe(await call('getMe', { path: {} }));
  const readsAnswers = me.rights.includes('answer-reader');
  const isOwner = me.role === 'admin';
  const { projects } = me;
  return (
    <Context value={{ me, config, ...may(me.role), isOwner, projects, refresh, readsAnswers }}>{children}</Context>
  );
}

const may = (role: Role | undefined) => ({ isAdmin: role === 'admin', canEdit: role === 'admin' || role === 'editor' });

/** The project of servers that name none. */
export const DEFAULT_PROJECT = 'default';

/** What a server's pages offer, by the role in its project. */
export function AtProject({
  project,
  children,
}: {
  readonly project: string | undefined;
  readonly children: ReactNode;
}) {
  const session = useSession();
  const here = session.projects?.find(({ id }) => id === (project ?? DEFAULT_PROJECT));
  if (session.projects === undefined) return children;
  return <Context value={{ ...session, ...may(here?.role) }}>{children}</Context>;
}

/** Name of the project that a server is in; undefined as long as there is `default` alone. */
export const useProjectName = ({ project = DEFAULT_PROJECT }: { readonly project?: string }): string | undefined =>
  useSession().projects?.find(({ id }) => id === project)?.name;

export function useSession(): Session {
  const session = useContext(Context);
  if (session === undefined) throw new Error('useSession outside of SessionProvider');
  return session;
}
