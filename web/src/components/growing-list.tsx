/**
 * A list that renders one page, and more on request. Rows are rendered a few at a time, each time in a task of its own, so that the first
 * ones appear at once and the page stays responsive. Rows should be memoised.
 */
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { count } from '../lib/format.ts';

const PAGE = 100;
/** More than fit in a window. */
const AT_ONCE = 25;

interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  /** The search text; when it changes, the list starts with its first page again. */
  readonly of?: string;
  readonly className?: string;
  readonly label?: string;
  /** Renders a row, with its key. */
  readonly children: (item: Item, index: number) => ReactNode;
}

export function GrowingList<Item>({ items, of = '', className, label, children }: GrowingListProps<Item>) {
  const first = { of, wanted: PAGE, drawn: AT_ONCE };
  const [state, setState] = useState(first);
  const { wanted, drawn } = state.of === of ? state : first;
  const shown = Math.min(wanted, items.length);
  const rest = items.length - shown;
  useEffect(() => {
    if (drawn >= shown) return;
    const grow = { of, wanted, drawn: drawn + AT_ONCE };
    startTransition(() => setState((now) => (now.of === of ? { ...now, drawn: grow.drawn } : grow)));
  }, [of, wanted, drawn, shown]);
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.slice(0, drawn).map(children)}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="text-button more"
          onClick={() => setState({ of, wanted: wanted + PAGE, drawn: Math.min(drawn, shown) })}
        >
          Show {count(Math.min(PAGE, rest))} more{rest > PAGE && ` of ${count(rest)}`}
        </button>
      )}
    </>
  );
}
