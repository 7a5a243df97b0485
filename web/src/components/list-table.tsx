/** A table with custom rows; on a phone the cells of a row are stacked (styles/server.css). */
import type { ReactNode } from 'react';

/** A name; `num`: numbers, right-aligned; `hidden`: shown to screen readers only. */
export type Column = string | { readonly name: string; readonly as: 'num' | 'hidden' };

interface ListTableProps {
  readonly columns: readonly Column[];
  /** The rows. */
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
