/**
 * The token that was made last on this server's page, for as long as the page is open and nobody has said that it is stored: what
 * shows it and what copies the address share it. It is kept in memory only.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { CreatedToken } from '../../api/types.ts';

interface Fresh {
  readonly made: CreatedToken;
  /** The token that it replaces. */
  readonly oldId?: string | undefined;
}

interface FreshToken {
  readonly fresh: Fresh | undefined;
  readonly setFresh: (fresh: Fresh | undefined) => void;
}

const Context = createContext<FreshToken>({ fresh: undefined, setFresh: () => undefined });

export const useFreshToken = (): FreshToken => useContext(Context);

export function FreshTokenProvider({ children }: { readonly children: ReactNode }) {
  const [fresh, setFresh] = useState<Fresh>();
  const value = useMemo(() => ({ fresh, setFresh }), [fresh]);
  return <Context value={value}>{children}</Context>;
}
