/** The content blocks of a result as an MCP client gets them: the answer formatted for reading, notes unchanged. */
import { prettyJson } from '../lib/pretty.ts';
import { CodeBlock, type ValueChoice } from './code-block.tsx';

interface AnswerContentProps {
  readonly content: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly label: string;
  /** Shown beside the label. */
  readonly detail?: string;
  readonly copyLabel?: string;
  /** The values of the answer can be chosen. */
  readonly choice?: ValueChoice | undefined;
}

/** The line above text that has no end of its own; what it means is told to models. */
const OPENING = /^\[portcullis:\w+\] The API's data:$/;

export function AnswerContent({ content, label, detail = '', copyLabel, choice }: AnswerContentProps) {
  return (
    <div className="stack tight">
      {content.filter(isShown).map((block, index) => (
        <CodeBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: one constant list
          key={index}
          label={index === 0 ? label : 'Appended note'}
          title={index === 0 ? `${label}${detail}` : 'Appended note'}
          text={shownText(block, index)}
          json={index === 0}
          choice={index === 0 ? choice : undefined}
          {...(index === 0 && copyLabel !== undefined && { copyLabel })}
        />
      ))}
    </div>
  );
}

const isShown = ({ text }: Readonly<Record<string, unknown>>): boolean =>
  typeof text !== 'string' || !OPENING.test(text);

/** The first line of a note stands in brackets and is no JSON. */
function shownText(block: Readonly<Record<string, unknown>>, index: number): string {
  const { text } = block;
  if (typeof text !== 'string') return JSON.stringify(block, null, 2);
  return index === 0 ? prettyJson(text) : text;
}
