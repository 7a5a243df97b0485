/** Text to read or copy, with light syntax colours for JSON. Everything is a text node, so no answer can become markup. */
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;
/** Above this length colouring makes a page slow and helps nobody. */
const COLOUR_LIMIT = 60_000;
const MARKER = /(\[REDACTED[^\]]*\])/;

const marked = (text: string): ReactNode =>
  text.split(MARKER).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one constant text
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );

function coloured(text: string): ReactNode {
  if (text.length > COLOUR_LIMIT) return text;
  const parts: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(last, match.index));
    const kind =
      match[2] !== undefined ? 'key' : match[1] !== undefined ? 'string' : match[3] !== undefined ? 'number' : 'word';
    parts.push(
      <span key={match.index} className={kind}>
        {marked(match[2] === undefined ? match[0] : (match[1] ?? ''))}
      </span>,
    );
    if (match[2] !== undefined) parts.push(match[2]);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}

export interface CodeBlockProps {
  readonly text: string;
  readonly title?: ReactNode;
  readonly json?: boolean;
  readonly copyLabel?: string;
  readonly actions?: ReactNode;
  readonly label?: string;
}

export function CodeBlock({ text, title, json = false, copyLabel, actions, label }: CodeBlockProps) {
  const name = label ?? (typeof title === 'string' ? title : 'Text');
  return (
    <div className="code">
      {(title !== undefined || copyLabel !== undefined || actions !== undefined) && (
        <header>
          <span className="break">{title}</span>
          <span className="row">
            {actions}
            {copyLabel !== undefined && (
              <CopyButton text={text} label={copyLabel} of={copyLabel === 'Copy' ? name : undefined} />
            )}
          </span>
        </header>
      )}
      {/* biome-ignore lint/a11y: a scrolling region must be reachable by keyboard, and needs a name then */}
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{json ? coloured(text) : marked(text)}</code>
      </pre>
    </div>
  );
}
