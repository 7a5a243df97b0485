/** Two answers of one tool side by side, above them the fields that are new, gone, or redacted in another way. */
import type { AnswerChanges, AnswerField } from '../../../../core/audit/answerFields.ts';
import type { Answer } from '../../api/operations.ts';
import { AnswerContent } from '../../components/answer-content.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { moment, plural } from '../../lib/format.ts';

export type ReadAnswer = Answer<'readAnswer'>;

/** Rows that are listed; the rest is counted. */
const SHOWN = 200;

interface BothAnswersProps {
  readonly before: ReadAnswer;
  readonly now: ReadAnswer;
  /** Undefined when one of them is no JSON. */
  readonly changes: AnswerChanges | undefined;
}

export function BothAnswers({ before, now, changes }: BothAnswersProps) {
  return (
    <>
      {changes === undefined ? (
        <p className="muted">One of the answers is no JSON, so its fields are not compared.</p>
      ) : (
        <Changes changes={changes} />
      )}
      <div className="columns even">
        <AnswerContent content={before.content} label={`Before, ${moment(before.at)}`} />
        <AnswerContent content={now.content} label={`Now, ${moment(now.at)}`} />
      </div>
      {[before, now].some(({ matches }) => !matches) && (
        <p className="warn">One answer does not match the digest in its entry.</p>
      )}
    </>
  );
}

interface Row {
  readonly change: string;
  readonly path: string;
  readonly before: string;
  readonly now: string;
}

const STATES = { open: 'not redacted', partly: 'redacted in part', redacted: 'redacted' } as const;
const stateOf = ({ state, kinds }: AnswerField): string =>
  kinds.length === 0 ? STATES[state] : `${STATES[state]} as ${kinds.join(', ')}`;

function Changes({ changes: { added, gone, changed, isWhole } }: { readonly changes: AnswerChanges }) {
  const rows: readonly Row[] = [
    ...added.map((field) => ({ change: 'new', path: field.path, before: '', now: stateOf(field) })),
    ...changed.map((field) => ({
      change: 'redaction',
      path: field.now.path,
      before: stateOf(field.before),
      now: stateOf(field.now),
    })),
    ...gone.map((field) => ({ change: 'gone', path: field.path, before: stateOf(field), now: '' })),
  ];
  return (
    <>
      {rows.length === 0 ? (
        <p>Both answers have the same fields, redacted in the same way.</p>
      ) : (
        <ListTable columns={['Field', 'Change', 'Before', 'Now']}>
          {rows.slice(0, SHOWN).map((row) => (
            <tr key={`${row.change} ${row.path}`}>
              <td className="mono break wide">{row.path || '(the whole answer)'}</td>
              <td className={row.change === 'gone' ? 'muted' : 'warn'}>{row.change}</td>
              <td data-label="Before">{row.before}</td>
              <td data-label="Now" className={row.now === 'not redacted' ? 'warn' : undefined}>
                {row.now}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {rows.length > SHOWN && <p className="small muted">{plural(rows.length - SHOWN, 'more change')} not listed.</p>}
      {!isWhole && <p className="small muted">The answers have more fields than are compared.</p>}
    </>
  );
}
