/** Tools that differ between two versions: their number, and each with what the change can do and every text that a model reads. */
import { memo } from 'react';
import type { ToolChanges } from '../api/types.ts';
import { count, plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';
import { Verb } from './verb.tsx';

type Change = ToolChanges['changes'][number];
type Word = Change['words'][number];
type Severity = Change['severities'][number];

const CAN: Record<Severity, { readonly tone: string; readonly label: string }> = {
  new_power: { tone: 'bad', label: 'new power' },
  new_words: { tone: 'warn', label: 'new text for the model' },
  breaks_callers: { tone: 'warn', label: 'breaking change' },
  unseen: { tone: '', label: 'not visible to clients' },
};
const SIGN: Record<NonNullable<Word['signs']>[number], string> = {
  hidden_characters: 'hidden characters',
  instruction: 'instruction to the model',
};
const WHAT: Record<Change['change'], string> = { added: 'new', changed: 'changed', removed: 'removed' };

/** Renders nothing when there is no difference. */
export function DiffChips({ diff }: { readonly diff: ToolChanges['diff'] }) {
  return (
    <>
      {diff.added > 0 && <span className="chip warn">+{count(diff.added)} added</span>}
      {diff.changed > 0 && <span className="chip warn">~{count(diff.changed)} changed</span>}
      {diff.removed > 0 && <span className="chip bad">−{count(diff.removed)} removed</span>}
    </>
  );
}

/** '3 tools are unchanged' */
export const staying = (tools: number, what = ''): string =>
  `${what === '' ? count(tools) : plural(tools, what)} ${tools === 1 ? 'is unchanged' : 'are unchanged'}`;

export function ChangeList({ changes, more = 0 }: Pick<ToolChanges, 'changes'> & { readonly more?: number }) {
  return (
    <>
      {changes.length > 0 && (
        <GrowingList className="changes" label="Changed tools" items={changes}>
          {(one) => <ChangeRow key={`${one.change} ${one.toolId ?? one.name}`} change={one} />}
        </GrowingList>
      )}
      {more > 0 && <p className="muted">{plural(more, 'smaller change')} not listed.</p>}
    </>
  );
}

const ChangeRow = memo(function ChangeRow({ change }: { readonly change: Change }) {
  const { severities, name, verb, path, reasons, words, moreWords = 0 } = change;
  return (
    <li>
      <div className="row">
        {severities.map((severity) => (
          <span key={severity} className={`chip ${CAN[severity].tone}`}>
            {CAN[severity].label}
          </span>
        ))}
        <strong className="break">{name}</strong>
        <span className="muted">{WHAT[change.change]}</span>
        <span className="small">
          <Verb verb={verb} /> <span className="mono muted break">{path}</span>
        </span>
      </div>
      {reasons.length > 0 && (
        <ul className="small muted">
          {reasons.map((reason) => (
            <li key={reason} className="break">
              {reason}
            </li>
          ))}
        </ul>
      )}
      <Words words={words} isNew={change.change === 'added'} />
      {moreWords > 0 && (
        <p className="small">
          {plural(moreWords, 'text')} of this tool {moreWords === 1 ? 'is' : 'are'} not shown, because too much has
          changed. Import fewer tags at a time to review {moreWords === 1 ? 'it' : 'them'} before you approve.
        </p>
      )}
    </li>
  );
});

/** Renders nothing where no text differs. */
export function Words({ words, isNew = false }: { readonly words: readonly Word[]; readonly isNew?: boolean }) {
  if (words.length === 0) return null;
  return (
    <dl className="words small">
      {words.map((word) => (
        <WordRow key={word.at} word={word} isNew={isNew} />
      ))}
    </dl>
  );
}

/** The old text beside the new one; of a new tool, the text alone. */
function WordRow({ word: { at, before, after, signs = [] }, isNew }: { readonly word: Word; readonly isNew: boolean }) {
  return (
    <div className={isNew ? 'word' : 'word pair'}>
      <dt className="word-place">
        <span className="mono muted break">{placeOf(at)}</span>{' '}
        {signs.map((sign) => (
          <span key={sign} className="chip bad">
            {SIGN[sign]}
          </span>
        ))}
      </dt>
      {!isNew && (
        <dd className="word-text before break">
          <span className="muted">Before: </span>
          {before ?? <em className="muted">nothing</em>}
        </dd>
      )}
      <dd className="word-text after break">
        <span className="muted">After: </span>
        {after ?? <em className="muted">removed</em>}
      </dd>
    </div>
  );
}

/** Parts of a tool by the first step of a pointer; others are called as they are. */
const PLACES: Readonly<Record<string, string>> = {
  inputSchema: 'argument',
  answerSchema: 'answer',
  redacted: 'redacted as',
};

/** `/inputSchema/properties/status/enum` as `argument status › enum`. */
export function placeOf(pointer: string): string {
  const [first = '', ...rest] = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const steps = rest.filter((step) => step !== 'properties');
  const where = PLACES[first] ?? first;
  return steps.length === 0 ? where : `${where} ${steps.join(' › ')}`;
}
