/**
 * The token that was created last on this server's page, until the page is closed or somebody confirms that it is stored. The component
 * that shows it and the one that copies the address share it. Kept in memory only.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { CreatedToken } from '../../../api/types.ts';

interface Fresh {
  readonly made: CreatedToken;
  /** The token that it replaces. */
  readonly oldId?: string | undefined;
  /** Its URL was put on the clipboard when it was made. */
  readonly isCopied?: boolean;
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
