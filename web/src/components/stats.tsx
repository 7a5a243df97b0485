/** A row of figures with their labels. */
import type { ReactNode } from 'react';

export interface Stat {
  readonly name: string;
  readonly value: ReactNode;
  readonly sub?: ReactNode;
  readonly tone?: 'good' | 'warn' | 'bad';
}

export function Stats({ items }: { readonly items: readonly Stat[] }) {
  return (
    <dl className="stats">
      {items.map((item) => (
        <div key={item.name}>
          <dt>{item.name}</dt>
          <dd className={item.tone}>
            {item.value}
            {item.sub !== undefined && <span className="sub">{item.sub}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
