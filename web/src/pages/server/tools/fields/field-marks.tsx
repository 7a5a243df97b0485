/** What can be done with the chosen fields: redact in them what is found alone, never redact them, redact them as a kind, take marks back. Each is asked with what it changes. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { useId, useState } from 'react';
import { ChosenBar } from '../../../../components/chosen-bar.tsx';
import { type FieldRow, keyOf, letThrough, marksFor } from '../../../../lib/answer-fields.ts';
import { count, plural } from '../../../../lib/format.ts';
import { changeTools } from '../../../../lib/many-tools.ts';
import { MARK_GROUPS, type Mark, markLabel } from '../../../../lib/redaction.ts';
import { Confirm } from '../../../../state/confirm.tsx';
import { messageOf, useNotify } from '../../../../state/notices.tsx';

interface FieldMarksProps {
  readonly serverId: string;
  readonly chosen: readonly FieldRow[];
  /** Of them, those that the filter hides. */
  readonly hidden: number;
  readonly nameOf: (toolId: string) => string;
  readonly onClear: () => void;
  readonly onMarked: () => void;
}

type Deed = 'found' | 'keep' | 'redact' | 'reset';

const TITLES: Readonly<Record<Deed, (what: string) => string>> = {
  found: (what) => `Redact only what is found in ${what}?`,
  keep: (what) => `Never redact ${what}?`,
  redact: (what) => `Always redact ${what}?`,
  reset: (what) => `Take back the marks of ${what}?`,
};
const ACTIONS: Readonly<Record<Deed, string>> = {
  found: 'Redact only what is found',
  keep: 'Never redact',
  redact: 'Always redact',
  reset: 'Take back',
};

/** What a field may be marked as to be always redacted. */
const KINDS = MARK_GROUPS.filter(({ label }) => label !== 'It is about').map((group) => ({
  ...group,
  options: group.options.filter(({ value }) => value !== 'keep' && value !== 'found'),
}));

export function FieldMarks({ serverId, chosen, hidden, nameOf, onClear, onMarked }: FieldMarksProps) {
  const notify = useNotify();
  const id = useId();
  const [deed, setDeed] = useState<Deed>();
  const [kind, setKind] = useState<Mark>('redact');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  if (chosen.length === 0) return null;
  const marked = chosen.filter(({ mark }) => mark !== undefined);
  const rows = deed === 'reset' ? marked : chosen;
  const tools = new Set(rows.map(({ toolId }) => toolId)).size;
  const what = `${plural(rows.length, 'field')} of ${plural(tools, 'tool')}`;
  const close = () => {
    setDeed(undefined);
    setRefused(undefined);
  };
  const save = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      const mark = deed === 'reset' ? null : deed === 'redact' ? kind : (deed ?? null);
      const { isLive } = await changeTools(serverId, { marks: marksFor(rows, mark) });
      const done = mark === null ? 'no longer marked' : `now ${markLabel(mark).toLowerCase()}`;
      notify.success(
        `${plural(rows.length, 'field')}: ${done}. ${isLive ? 'Live now.' : 'Clients see it as soon as it is published.'}`,
      );
      close();
      onMarked();
    } catch (error) {
      setRefused(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <ChosenBar noun="field" chosen={chosen.length} hidden={hidden} onClear={onClear}>
        {marked.length > 0 && <Button onClick={() => setDeed('reset')}>Take back marks …</Button>}
        <Button onClick={() => setDeed('redact')}>Always redact …</Button>
        <Button onClick={() => setDeed('keep')}>Never redact …</Button>
        <Button variant="primary" onClick={() => setDeed('found')}>
          Redact only what is found …
        </Button>
      </ChosenBar>
      {deed !== undefined && (
        <Confirm
          title={TITLES[deed](what)}
          action={ACTIONS[deed]}
          danger={deed === 'keep' && letThrough(rows).found.length > 0}
          pending={pending}
          onConfirm={() => void save()}
          onClose={close}
        >
          <div className="stack">
            {deed === 'found' && (
              <p>
                The mode closed lets these fields pass, but for personal data that is found in them as in the mode
                strict, also in later answers. Other modes decide as before.
              </p>
            )}
            {deed === 'keep' && <LetThrough rows={rows} nameOf={nameOf} />}
            {deed === 'redact' && (
              <>
                <p>Whatever these fields hold is replaced, in every mode.</p>
                <FormField label="What they are" controlId={id} stretch>
                  <select id={id} value={kind} onChange={(event) => setKind(event.target.value as Mark)}>
                    {KINDS.map((group) => (
                      <optgroup key={group.label} label={group.label}>
                        {group.options.map(({ value, label }) => (
                          <option key={value} value={value}>
                            {value === 'redact' ? 'Of no particular kind' : label}
                          </option>
                        ))}
                      </optgroup>
                    ))}
                  </select>
                </FormField>
              </>
            )}
            {deed === 'reset' && <p>The rules decide on these fields again.</p>}
            {refused !== undefined && (
              <p className="bad" role="alert">
                Not saved: {messageOf(refused)}
              </p>
            )}
          </div>
        </Confirm>
      )}
    </>
  );
}

/** Of the fields in which something was found, those that are named. */
const NAMED = 8;

interface LetThroughProps {
  readonly rows: readonly FieldRow[];
  readonly nameOf: (toolId: string) => string;
}

function LetThrough({ rows, nameOf }: LetThroughProps) {
  const { values, found } = letThrough(rows);
  return (
    <>
      <p>
        Models see whatever these fields hold, in every mode; also what they hold in answers that are not in this
        recording. Of the recorded values, {count(values)} that are replaced now pass then.
      </p>
      {found.length > 0 && (
        <div>
          <p>
            <strong>In {plural(found.length, 'field')} personal data was found:</strong>
          </p>
          <ul>
            {found.slice(0, NAMED).map((row) => (
              <li key={keyOf(row)} className="break">
                <span className="mono">{row.path}</span> of {nameOf(row.toolId)}:{' '}
                {Object.keys(row.kinds)
                  .map((kind) => markLabel(kind).toLowerCase())
                  .join(', ')}
              </li>
            ))}
            {found.length > NAMED && <li>and {count(found.length - NAMED)} more</li>}
          </ul>
        </div>
      )}
    </>
  );
}
