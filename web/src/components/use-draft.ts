/**
 * The draft of a form: the edited fields, their stored values when each edit began, and which of them somebody else has changed since. It
 * blocks leaving the page while something would be lost.
 */
import { useState } from 'react';
import { contested, leftOf } from '../lib/draft.ts';
import { useHold } from '../state/leaving.tsx';

export interface DraftState<Fields extends object> {
  readonly draft: Partial<Fields>;
  readonly edit: (part: Partial<Fields>) => void;
  /** Removes what was saved, except fields that were edited again meanwhile. */
  readonly saved: (sent: Partial<Fields>) => void;
  readonly discard: () => void;
  /** Edited fields whose stored value has changed since the edit began. */
  readonly contestedBy: (stored: Fields) => (keyof Fields)[];
}

/** `dirty`: whether the draft differs from the stored values; an edit that was typed and undone does not count. */
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
        // For a field that was edited again, the edit begins with the value just saved.
        const begun = Object.entries({ ...now.base, ...sent }).filter(([field]) => field in left);
        return { draft: left, base: Object.fromEntries(begun) as Partial<Fields> };
      }),
    discard: () => setState({ draft: {}, base: {} }),
    contestedBy: (known) => contested(draft, base, known as Partial<Fields>) as (keyof Fields)[],
  };
}
