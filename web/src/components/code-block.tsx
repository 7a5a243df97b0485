/**
 * Text to read or copy, with light syntax colours for JSON, whose values can be chosen. Everything is a text node, so no answer can become
 * markup.
 */
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { valuesIn } from '../lib/json-values.ts';
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

/** What can be chosen in a JSON text. */
export interface ValueChoice {
  /** JSON Pointer of the chosen value. */
  readonly chosen: string | undefined;
  readonly onChoose: (pointer: string) => void;
}

function coloured(text: string, choice?: ValueChoice): ReactNode {
  if (text.length > COLOUR_LIMIT) return text;
  const values = choice === undefined ? [] : valuesIn(text);
  const pointers = new Map(values.map(({ start, pointer }) => [start, pointer]));
  // One of them takes part in the order of tabs; the arrows lead to the others.
  const entry = values.find(({ pointer }) => pointer === choice?.chosen) ?? values[0];
  const parts: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(last, match.index));
    const kind =
      match[2] !== undefined ? 'key' : match[1] !== undefined ? 'string' : match[3] !== undefined ? 'number' : 'word';
    const content = marked(match[2] === undefined ? match[0] : (match[1] ?? ''));
    const pointer = match[2] === undefined ? pointers.get(match.index) : undefined;
    parts.push(
      choice === undefined || pointer === undefined ? (
        <span key={match.index} className={kind}>
          {content}
        </span>
      ) : (
        <button
          key={match.index}
          type="button"
          className={`value ${kind}`}
          title="Why?"
          aria-pressed={pointer === choice.chosen}
          tabIndex={match.index === entry?.start ? 0 : -1}
          onClick={() => choice.onChoose(pointer)}
        >
          {content}
        </button>
      ),
    );
    if (match[2] !== undefined) parts.push(match[2]);
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The arrows lead from value to value. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const values = [...event.currentTarget.querySelectorAll('button')];
  const at = values.findIndex((value) => value === document.activeElement);
  const next = step === undefined || at < 0 ? undefined : values[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export interface CodeBlockProps {
  readonly text: string;
  readonly title?: ReactNode;
  readonly json?: boolean;
  /** With `json`: its values are buttons. */
  readonly choice?: ValueChoice | undefined;
  readonly copyLabel?: string;
  readonly actions?: ReactNode;
  readonly label?: string;
  readonly onCopied?: (() => void) | undefined;
}

export function CodeBlock(props: CodeBlockProps) {
  const { text, title, json = false, choice, copyLabel, actions, label, onCopied } = props;
  const name = label ?? (typeof title === 'string' ? title : 'Text');
  return (
    <div className="code">
      {(title !== undefined || copyLabel !== undefined || actions !== undefined) && (
        <header>
          <span className="break">{title}</span>
          <span className="row">
            {actions}
            {copyLabel !== undefined && (
              <CopyButton
                text={text}
                label={copyLabel}
                of={copyLabel === 'Copy' ? name : undefined}
                onCopied={onCopied}
              />
            )}
          </span>
        </header>
      )}
      {/* biome-ignore lint/a11y: a scrolling region must be reachable by keyboard, and needs a name then */}
      <pre tabIndex={0} role="region" aria-label={name} onKeyDown={choice && moveFocus}>
        <code>{json ? coloured(text, choice) : marked(text)}</code>
      </pre>
    </div>
  );
}
