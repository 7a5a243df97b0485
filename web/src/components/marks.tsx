/** Chips that describe a tool in its row. */
import type { Mark } from '../lib/tools.ts';

export const Marks = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.map(({ text, tone }) => (
    <span key={text} className={`chip ${tone}`}>
      {text}
    </span>
  ));
