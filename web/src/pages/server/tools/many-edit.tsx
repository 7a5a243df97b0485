/** Edits many tools at once: what is not chosen stays as each of them has it. All of them are changed, or none. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import { type FormEvent, useRef, useState } from 'react';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import type { Server, ToolsChange } from '../../../api/types.ts';
import { ChoiceField, TextField } from '../../../components/form-fields.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useSave } from '../../../components/use-save.ts';
import { count, plural } from '../../../lib/format.ts';
import { changeTools } from '../../../lib/many-tools.ts';
import { MODE_NAMES, MODES } from '../../../lib/redaction.ts';
import { useHold } from '../../../state/leaving.tsx';
import { messageOf, useNotify } from '../../../state/notices.tsx';
import { CACHE_HINTS } from './tool-fields.tsx';

type Setting = NonNullable<ToolsChange['set']>;

const STAYS = { value: '', label: 'Leave as it is' };
const EFFECTS = [
  { value: 'reads', label: 'Read-only', description: 'It only reads' },
  { value: 'writes', label: 'Writes', description: 'It creates or changes data, without deleting' },
  { value: 'destroys', label: 'Destructive', description: 'It may delete or overwrite data; clients ask first' },
];
const HINTS: Readonly<Record<string, NonNullable<Setting['annotations']>>> = {
  reads: { readOnlyHint: true, destructiveHint: false },
  writes: { readOnlyHint: false, destructiveHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true },
};
const REPEATS = [
  { value: 'yes', label: 'Idempotent', description: 'Safe to repeat' },
  { value: 'no', label: 'Not idempotent', description: 'Repeating it may have a second effect' },
];
const [SHORTEST, LONGEST] = [LIMITS.longCalls.min / 1_000, LIMITS.longCalls.max / 1_000];
const REDACTION = [
  { value: 'server', label: 'Server setting' },
  ...MODES.map((mode) => ({ value: mode, label: MODE_NAMES[mode] })),
];

const TIMES = [
  { value: 'usual', label: 'As any other call', description: 'No longer than the server’s time limit' },
  { value: 'long', label: 'Long', description: 'Minutes, for reports and exports' },
];

const BLANK = { effect: '', repeats: '', cache: '', redaction: '', hasTag: false, tag: '', time: '', seconds: '' };
type Draft = typeof BLANK;

function settingOf({ effect, repeats, cache, redaction, hasTag, tag, time, seconds }: Draft): Setting | undefined {
  const set: Setting = {
    ...((effect !== '' || repeats !== '') && {
      annotations: { ...HINTS[effect], ...(repeats !== '' && { idempotentHint: repeats === 'yes' }) },
    }),
    ...(cache !== '' && { cacheHint: cache as NonNullable<Setting['cacheHint']> }),
    ...(redaction !== '' && {
      redaction: { mode: redaction === 'server' ? null : (redaction as (typeof MODES)[number]) },
    }),
    ...(hasTag && { tag }),
    ...(time !== '' && { longMs: time === 'long' ? Number(seconds) * 1_000 : null }),
  };
  return Object.keys(set).length > 0 ? set : undefined;
}

interface ManyEditProps {
  readonly server: Server;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ManyEdit({ server, ids, onClose, onChanged }: ManyEditProps) {
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(BLANK);
  const [left, setLeft] = useState(0);
  const { pending, refused, run } = useSave<'save'>();
  const set = settingOf(draft);
  useHold(set !== undefined);
  const edit = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set === undefined) return;
    void run('save', form.current, async () => {
      try {
        const { changed, isLive } = await changeTools(server.id, { toolIds: [...ids], set }, setLeft);
        const same = ids.length - changed;
        notify.success(
          `${plural(changed, 'tool')} changed${same > 0 ? `, ${count(same)} had it already` : ''}. ${isLive ? 'Live now.' : 'Clients see it as soon as it is published.'}`,
        );
        setDraft(BLANK);
        onClose();
      } finally {
        onChanged();
        setLeft(0);
      }
    });
  };
  const choice = (
    label: string,
    field: 'effect' | 'repeats' | 'cache' | 'redaction' | 'time',
    options: ReadonlyArray<typeof STAYS>,
  ) => (
    <ChoiceField
      label={label}
      value={draft[field]}
      options={[STAYS, ...options]}
      onChange={(value) => edit({ [field]: value })}
    />
  );
  return (
    <SidePanel title={`Edit ${plural(ids.length, 'tool')}`} onClose={onClose}>
      <form ref={form} className="stack" onSubmit={submit}>
        <p className="muted small">
          Applies to all chosen tools; everything else is kept. Re-imports keep it, and you can reset each tool to its
          original.
        </p>
        <div className="two">
          {choice('Effect', 'effect', EFFECTS)}
          {choice('Repeating a call', 'repeats', REPEATS)}
          {choice('Redaction mode', 'redaction', REDACTION)}
          {choice('Cache hint', 'cache', CACHE_HINTS)}
          {choice('How long a call may take', 'time', TIMES)}
          {draft.time === 'long' && (
            <TextField
              label="Seconds"
              constraintText={`${SHORTEST} to ${LONGEST}.`}
              errorText={refused?.faultOf('set/longMs')}
              value={draft.seconds}
              inputMode="numeric"
              onChange={(seconds) => edit({ seconds })}
            />
          )}
        </div>
        <Checkbox checked={draft.hasTag} onChange={({ detail }) => edit({ hasTag: detail.checked })}>
          Move to another tag
        </Checkbox>
        {draft.hasTag && (
          <TextField
            label="Tag"
            constraintText="Blank for none."
            errorText={refused?.faultOf('set/tag')}
            value={draft.tag}
            onChange={(tag) => edit({ tag })}
          />
        )}
        <div className="panel-actions row">
          {refused !== undefined && (
            <div className="bad whole" role="alert">
              Not saved: {messageOf(refused)}
            </div>
          )}
          <span className="small muted grow" role="status">
            {pending !== undefined && (left > 0 ? `Saving, ${count(left)} left …` : 'Saving …')}
          </span>
          <Button
            variant="primary"
            formAction="submit"
            disabled={set === undefined}
            disabledReason="Nothing is chosen yet."
            loading={pending !== undefined}
          >
            Change {plural(ids.length, 'tool')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
