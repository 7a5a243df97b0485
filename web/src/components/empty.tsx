/** Says what an empty place is for, and the one thing to do next. */
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Level of the heading. */
  readonly level?: 1 | 2 | 3;
}

export function Empty({ title, children, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  );
}
