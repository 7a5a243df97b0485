/** Tools that differ between two versions: their number, and each with how much the change matters to clients. */
import { memo } from 'react';
import type { ToolChanges } from '../api/types.ts';
import { count, plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';
import { Verb } from './verb.tsx';

type Change = ToolChanges['changes'][number];

const TONE: Record<Change['severity'], string> = { breaking: 'bad', risky: 'warn', safe: 'good', cosmetic: '' };
const WHAT: Record<Change['change'], string> = { added: 'new', changed: 'changed', removed: 'gone' };

/** Renders nothing when there is no difference. */
export function DiffChips({ diff }: { readonly diff: ToolChanges['diff'] }) {
  return (
    <>
      {diff.added > 0 && <span className="chip good">+{count(diff.added)} added</span>}
      {diff.changed > 0 && <span className="chip warn">~{count(diff.changed)} changed</span>}
      {diff.removed > 0 && <span className="chip bad">−{count(diff.removed)} removed</span>}
    </>
  );
}

/** '3 tools stay as they are' */
export const staying = (tools: number, what = ''): string =>
  `${what === '' ? count(tools) : plural(tools, what)} ${tools === 1 ? 'stays as it is' : 'stay as they are'}`;

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
  return (
    <li>
      <div className="row">
        <span className={`chip ${TONE[change.severity]}`}>{change.severity}</span>
        <strong className="break">{change.name}</strong>
        <span className="muted">{WHAT[change.change]}</span>
        <span className="small">
          <Verb verb={change.verb} /> <span className="mono muted break">{change.path}</span>
        </span>
      </div>
      {change.change === 'changed' && change.reasons.length > 0 && (
        <ul className="small muted">
          {change.reasons.map((reason) => (
            <li key={reason} className="break">
              {reason}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});
