/** The groups of calls as rows, sorted by the figure whose name is pressed. A row is a link to its details. */
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Grouping } from '../../../../../core/audit/callGroups.ts';
import { ChoiceField } from '../../../components/form-fields.tsx';
import { useAddress } from '../../../lib/address.ts';
import { count } from '../../../lib/format.ts';
import { FIGURES, type Figure, GROUPINGS, type Group, nameOf, sorted } from './groups.ts';

const SHOWN = 100;

/** The figure in an address; the calls where it names none. */
export const sortOf = (text: string): Figure['id'] => FIGURES.find(({ id }) => id === text)?.id ?? 'calls';

const OPTIONS = FIGURES.map(({ id, name }) => ({ value: id, label: name }));

interface UseTableProps {
  readonly by: Grouping;
  readonly groups: readonly Group[];
}

export function UseTable({ by, groups }: UseTableProps) {
  const { parameters, set } = useAddress();
  const { search } = useLocation();
  const [shown, setShown] = useState(SHOWN);
  const sort = sortOf(parameters.get('sort') ?? '');
  const rows = sorted(groups, sort).slice(0, shown);
  const choose = (id: Figure['id']) => set({ sort: id === 'calls' ? '' : id });
  const pathOf = (key: string) => {
    const next = new URLSearchParams(search);
    next.set('row', key);
    return { search: `?${next}` };
  };
  return (
    <>
      {/* On a phone a row is a card, and there are no column heads to press. */}
      <div className="sort-choice">
        <ChoiceField
          label="Sort by"
          stretch={false}
          value={sort}
          options={OPTIONS}
          onChange={(next) => choose(sortOf(next))}
        />
      </div>
      <div className="table-wrap">
        <table className="list fold sorted" aria-label={`Calls by ${GROUPINGS[by].head.toLowerCase()}`}>
          <thead>
            <tr>
              <th scope="col">{GROUPINGS[by].head}</th>
              {FIGURES.map(({ id, name }) => (
                <th key={id} scope="col" className="num" aria-sort={id === sort ? 'descending' : undefined}>
                  <button type="button" className="row-button" onClick={() => choose(id)}>
                    {name}
                    {id === sort && <span aria-hidden="true"> ↓</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((group) => (
              <tr key={group.key}>
                <td className="wide break">
                  {group.key === '' ? (
                    <span className="muted">{nameOf(by, group)}</span>
                  ) : (
                    <Link className={`row-button cover${by === 'tool' ? ' mono' : ''}`} to={pathOf(group.key)}>
                      {nameOf(by, group)}
                    </Link>
                  )}
                </td>
                {FIGURES.map(({ id, name, show }) => (
                  <td key={id} className={id === 'errors' && group.errors > 0 ? 'num bad' : 'num'} data-label={name}>
                    {show(group)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {groups.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + SHOWN)}>Show more of {count(groups.length)}</Button>
        </div>
      )}
    </>
  );
}
