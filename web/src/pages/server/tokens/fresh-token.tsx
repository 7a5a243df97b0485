/**
 * What was made on this server's page and is shown only here: the token that was created last, until somebody confirms that it is stored,
 * and the set-up links, until they are withdrawn or put away. The parts of the page that make and show them share them. Kept in memory only.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { CreatedSetupLink, CreatedToken, Token } from '../../../api/types.ts';

interface Fresh {
  readonly made: CreatedToken;
  /** The token that it replaces. */
  readonly oldId?: string | undefined;
  /** Its URL was put on the clipboard when it was made. */
  readonly isCopied?: boolean;
}

export interface SetupLink extends CreatedSetupLink {
  readonly label: string;
  /** Ids of the tokens that were there before it. */
  readonly known: ReadonlySet<string>;
}

interface FreshToken {
  readonly fresh: Fresh | undefined;
  readonly setFresh: (fresh: Fresh | undefined) => void;
  /** Newest first. */
  readonly links: readonly SetupLink[];
  /** @param tokens of the server, before anybody has opened the link */
  readonly addLink: (made: CreatedSetupLink, label: string, tokens: readonly Token[]) => void;
  readonly removeLink: (id: string) => void;
}

const Context = createContext<FreshToken>({
  fresh: undefined,
  setFresh: () => undefined,
  links: [],
  addLink: () => undefined,
  removeLink: () => undefined,
});

export const useFreshToken = (): FreshToken => useContext(Context);

export function FreshTokenProvider({ children }: { readonly children: ReactNode }) {
  const [fresh, setFresh] = useState<Fresh>();
  const [links, setLinks] = useState<readonly SetupLink[]>([]);
  const value = useMemo<FreshToken>(
    () => ({
      fresh,
      setFresh,
      links,
      addLink: (made, label, tokens) =>
        setLinks((all) => [{ ...made, label, known: new Set(tokens.map(({ id }) => id)) }, ...all]),
      removeLink: (id) => setLinks((all) => all.filter((one) => one.id !== id)),
    }),
    [fresh, links],
  );
  return <Context value={value}>{children}</Context>;
}
