/** A table of which each row is something of ours; on a phone its cells fold below one another (styles/server.css). */
import type { ReactNode } from 'react';

/** A name; `num`: of numbers, at the right; `hidden`: told to who cannot see what its cells are. */
export type Column = string | { readonly name: string; readonly as: 'num' | 'hidden' };

interface ListTableProps {
  readonly columns: readonly Column[];
  /** Its rows. */
  readonly children: ReactNode;
}

export const ListTable = ({ columns, children }: ListTableProps) => (
  <div className="table-wrap">
    <table className="list fold">
      <thead>
        <tr>{columns.map(head)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

function head(column: Column): ReactNode {
  const { name, as } = typeof column === 'string' ? { name: column, as: undefined } : column;
  return (
    <th key={name} scope="col" className={as === 'num' ? 'num' : undefined}>
      {as === 'hidden' ? <span className="visually-hidden">{name}</span> : name}
    </th>
  );
}
