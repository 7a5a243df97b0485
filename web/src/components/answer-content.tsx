/** The content blocks of a result as an MCP client gets them: the answer formatted for reading, notes unchanged. */
import { prettyJson } from '../lib/pretty.ts';
import { CodeBlock } from './code-block.tsx';

interface AnswerContentProps {
  readonly content: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly label: string;
  /** Shown beside the label. */
  readonly detail?: string;
  readonly copyLabel?: string;
}

export function AnswerContent({ content, label, detail = '', copyLabel }: AnswerContentProps) {
  return (
    <div className="stack tight">
      {content.map((block, index) => (
        <CodeBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: one constant list
          key={index}
          label={index === 0 ? label : 'Appended note'}
          title={index === 0 ? `${label}${detail}` : 'Appended note'}
          text={shownText(block, index)}
          json={index === 0}
          {...(index === 0 && copyLabel !== undefined && { copyLabel })}
        />
      ))}
    </div>
  );
}

/** The first line of a note is in brackets and is not JSON. */
function shownText(block: Readonly<Record<string, unknown>>, index: number): string {
  const { text } = block;
  if (typeof text !== 'string') return JSON.stringify(block, null, 2);
  return index === 0 ? prettyJson(text) : text;
}
