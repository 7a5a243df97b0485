/** The limits of a server, of each of its tokens and of each person, and its circuit breaker. */
import type { FormEvent } from 'react';
import type { Server, ServerChange } from '../../../api/types.ts';
import { Advanced } from '../../../components/advanced.tsx';
import { FloorLock } from '../../../components/floor-lock.tsx';
import { Info } from '../../../components/info.tsx';
import { NumberFields } from '../../../components/number-fields.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import type { SectionProps } from '../../../components/server-tab.ts';
import { useDraft } from '../../../components/use-draft.ts';
import { useSave } from '../../../components/use-save.ts';
import { useServerChange } from '../../../components/use-server-change.ts';
import { focusFault } from '../../../lib/fault-focus.ts';
import {
  BREAKER_RULES,
  type BreakerName,
  LIMIT_RULES,
  type LimitName,
  numberFault,
  numbersOf,
  type Typed,
  typedOf,
} from '../../../lib/limit-form.ts';
import { useNotify } from '../../../state/notices.tsx';

interface Fields {
  readonly server: Typed<LimitName>;
  readonly token: Typed<LimitName>;
  readonly person: Typed<LimitName>;
  readonly breaker: Typed<BreakerName>;
}

type Limited = Exclude<keyof Fields, 'breaker'>;
const NAMES: Record<keyof Fields, string> = {
  server: 'The limits of all calls',
  token: 'The limits of each token',
  person: 'The limits of each person',
  breaker: 'The circuit breaker',
};
const LIMIT_NAMES = Object.keys(LIMIT_RULES) as LimitName[];
const BREAKER_NAMES = Object.keys(BREAKER_RULES) as BreakerName[];
const API_FAILS = ['failurePercent', 'slowMs'] as const;
const CLIENT_RUNS = ['sameCalls', 'failuresInRow'] as const;
const HOW = ['minCalls', 'windowSeconds', 'pauseSeconds'] as const;

const fieldsOf = ({ limits, breaker }: Server): Fields => ({
  server: typedOf(LIMIT_RULES, limits.server),
  token: typedOf(LIMIT_RULES, limits.token),
  person: typedOf(LIMIT_RULES, limits.person),
  breaker: typedOf(BREAKER_RULES, breaker),
});

const textOf = (typed: Readonly<Record<string, string>>): string => JSON.stringify(numbersOf(typed));

const changed = (stored: Fields, fields: Fields): (keyof Fields)[] =>
  (Object.keys(stored) as (keyof Fields)[]).filter((name) => textOf(stored[name]) !== textOf(fields[name]));

const setOrNone = <Numbers extends object>(numbers: Numbers): Numbers | null =>
  Object.keys(numbers).length > 0 ? numbers : null;

function changeOf(names: readonly (keyof Fields)[], fields: Fields): ServerChange {
  const limits = Object.fromEntries(
    names.filter((name) => name !== 'breaker').map((name) => [name, setOrNone(numbersOf(fields[name]))]),
  );
  return {
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(names.includes('breaker') && { breaker: setOrNone(numbersOf(fields.breaker)) }),
  };
}

const isFaultyIn = (name: keyof Fields, fields: Fields): boolean =>
  name === 'breaker'
    ? BREAKER_NAMES.some((number) => numberFault(BREAKER_RULES[number], fields.breaker[number]))
    : LIMIT_NAMES.some((number) => numberFault(LIMIT_RULES[number], fields[name][number]));

const isFaulty = (fields: Fields): boolean =>
  (Object.keys(fields) as (keyof Fields)[]).some((name) => isFaultyIn(name, fields));

export function LimitSettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change, refetch } = useServerChange(server);
  const stored = fieldsOf(server);
  const { draft, edit, saved, discard, contestedBy } = useDraft(
    stored,
    (edits) => changed(stored, { ...stored, ...edits }).length > 0,
  );
  const fields: Fields = { ...stored, ...draft };
  const changes = changed(stored, fields);
  const contest = contestedBy(stored).filter((name) => changes.includes(name));
  const { pending, refused, run } = useSave<'save'>();
  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (changes.length === 0) return;
    if (isFaulty(fields)) return focusFault(form);
    await run('save', form, async () => {
      const now = fieldsOf(await refetch());
      if (changed(now, stored).some((name) => changes.includes(name))) return;
      await change(changeOf(changes, fields));
      saved(draft);
      notify.success('Saved. It applies from the next call on.');
    });
  };
  const breakerFields = (names: readonly BreakerName[]) => (
    <NumberFields
      rules={BREAKER_RULES}
      names={names}
      typed={fields.breaker}
      disabled={disabled}
      onChange={(breaker) => edit({ breaker })}
    />
  );
  const group = (name: Limited, title: string, text: string) => (
    <fieldset className="plain stack tight">
      <legend>
        {title}
        <span className="muted">{text}</span>
      </legend>
      <NumberFields
        rules={LIMIT_RULES}
        names={LIMIT_NAMES}
        typed={fields[name]}
        disabled={disabled}
        onChange={(typed) => edit({ [name]: typed })}
      />
    </fieldset>
  );
  const rare = (name: keyof Fields) => ({
    isChanged: Object.values<string>(fields[name]).some((text) => text.trim() !== ''),
    isFaulty: isFaultyIn(name, fields),
    onReset: () => edit({ [name]: Object.fromEntries(Object.keys(fields[name]).map((number) => [number, ''])) }),
  });
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <div>
        <div className="row tight">
          <h2>Limits</h2> <Info about="limits" /> <FloorLock of="server" field="limits" />
        </div>
        <span className="muted">A call beyond a limit is not made; the model is told when to call again.</span>
      </div>
      {group('server', 'All calls together', 'Across all tokens and people.')}
      <Advanced
        title="More limits"
        disabled={disabled}
        settings={[
          {
            id: 'token',
            name: 'limits of each token',
            ...rare('token'),
            content: group('token', 'Each token', 'To give a single token its own limits, use Connection Tokens.'),
          },
          ...(server.access === 'tokens'
            ? []
            : [
                {
                  id: 'person',
                  name: 'limits of each person',
                  ...rare('person'),
                  content: group('person', 'Each person who signs in', 'Across all their clients.'),
                },
              ]),
          {
            id: 'breaker',
            name: 'circuit breaker',
            ...rare('breaker'),
            content: (
              <div className="stack">
                <div className="row tight">
                  <h3>Circuit breaker</h3> <Info about="breaker" />
                </div>
                <fieldset className="plain stack tight">
                  <legend>Pause all calls while the API fails</legend>
                  {breakerFields(API_FAILS)}
                </fieldset>
                <fieldset className="plain stack tight">
                  <legend>Pause a client that repeats itself or keeps failing</legend>
                  {breakerFields(CLIENT_RUNS)}
                </fieldset>
                <fieldset className="plain stack tight">
                  <legend>Measurement</legend>
                  {breakerFields(HOW)}
                </fieldset>
              </div>
            ),
          },
        ]}
      />
      <SaveBar
        changes={changes.length}
        pending={pending !== undefined}
        {...(refused && { refused: refused.message })}
        contested={contest.map((name) => ({ name: NAMES[name], stored: shown(stored[name]) }))}
        onDiscard={discard}
      />
    </form>
  );
}

/** Stored numbers in a sentence. */
function shown(typed: Readonly<Record<string, string>>): string {
  const rules: Readonly<Record<string, { readonly label: string }>> = { ...LIMIT_RULES, ...BREAKER_RULES };
  return Object.entries(numbersOf(typed))
    .map(([name, value]) => `${rules[name]?.label}: ${String(value)}`)
    .join(', ');
}
