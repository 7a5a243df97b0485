/**
 * The draft of a form: what was edited, what was stored when each of these edits began, and which of them somebody else
 * has changed since. It holds the page while there is something to lose.
 */
import { useState } from 'react';
import { useHold } from '../app/leaving.tsx';
import { contested, leftOf } from '../lib/draft.ts';

export interface DraftState<Fields extends object> {
  readonly draft: Partial<Fields>;
  readonly edit: (part: Partial<Fields>) => void;
  /** Takes out what was saved, except what was edited again meanwhile. */
  readonly saved: (sent: Partial<Fields>) => void;
  readonly discard: () => void;
  /** Edited fields whose stored value is another one than when the edit began. */
  readonly contestedBy: (stored: Fields) => (keyof Fields)[];
}

/** `dirty` says whether a draft differs from what is stored; typing something and taking it back does not count. */
export function useDraft<Fields extends object>(
  stored: Fields,
  dirty: (draft: Partial<Fields>) => boolean,
): DraftState<Fields> {
  const [{ draft, base }, setState] = useState<{ draft: Partial<Fields>; base: Partial<Fields> }>({
    draft: {},
    base: {},
  });
  useHold(dirty(draft));
  return {
    draft,
    edit: (part) =>
      setState((now) => {
        const begun = Object.fromEntries(
          Object.keys(part)
            .filter((field) => !(field in now.draft))
            .map((field) => [field, stored[field as keyof Fields]]),
        );
        return { draft: { ...now.draft, ...part }, base: { ...now.base, ...begun } };
      }),
    saved: (sent) =>
      setState((now) => {
        const left = leftOf(now.draft, sent);
        // What is edited again begins with what was just saved.
        const begun = Object.entries({ ...now.base, ...sent }).filter(([field]) => field in left);
        return { draft: left, base: Object.fromEntries(begun) as Partial<Fields> };
      }),
    discard: () => setState({ draft: {}, base: {} }),
    contestedBy: (known) => contested(draft, base, known as Partial<Fields>) as (keyof Fields)[],
  };
}
