/** The signed-in person and the settings of the installation. Roles decide only what is offered; the API decides what is allowed. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Me } from '../api/types.ts';
import type { AppConfig } from '../auth/discovery.ts';

export interface Session {
  readonly me: Me;
  readonly config: AppConfig;
  /** May create and change servers, tools and tokens. */
  readonly canEdit: boolean;
  /** May also delete servers and change the global settings. */
  readonly isAdmin: boolean;
  /** May read kept answers. */
  readonly readsAnswers: boolean;
}

const Context = createContext<Session | undefined>(undefined);

export function SessionProvider(props: { readonly me: Me; readonly config: AppConfig; readonly children: ReactNode }) {
  const { me, config, children } = props;
  const isAdmin = me.role === 'admin';
  const readsAnswers = me.rights.includes('answer-reader');
  const canEdit = isAdmin || me.role === 'editor';
  return <Context value={{ me, config, isAdmin, canEdit, readsAnswers }}>{children}</Context>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (session === undefined) throw new Error('useSession outside of SessionProvider');
  return session;
}
