/**
 * The policies of a server or toolset. They are saved together; before that they are checked against its tools, and what is wrong stands at the
 * policy that it is about.
 */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { type FormEvent, useState } from 'react';
import { POLICY_LIMITS, type Policy } from '../../../../../../core/model/policies.ts';
import { call } from '../../../../api/client.ts';
import type { PolicyTrial } from '../../../../api/types.ts';
import { Empty } from '../../../../components/empty.tsx';
import { Info } from '../../../../components/info.tsx';
import { SaveBar } from '../../../../components/save-bar.tsx';
import type { SectionProps } from '../../../../components/server-tab.ts';
import { useDraft } from '../../../../components/use-draft.ts';
import { useSave } from '../../../../components/use-save.ts';
import { useServerChange } from '../../../../components/use-server-change.ts';
import { focusFault } from '../../../../lib/fault-focus.ts';
import { freeName, nameFault, type PolicyRow, permitsNothing, policiesOf, rowOf } from '../../../../lib/policy-form.ts';
import { useNotify } from '../../../../state/notices.tsx';
import { Comparable } from './comparable.tsx';
import { NewPolicy } from './new-policy.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { PolicyTrials } from './policy-trials.tsx';

interface Fields {
  readonly rows: readonly PolicyRow[];
}

const PERMIT_ALL: Policy = { name: 'permit-all', text: 'permit(principal, action, resource);', mode: 'enforce' };

const textOf = (policies: readonly Policy[]): string => JSON.stringify(policies);

export function PolicySettings({ server, disabled }: SectionProps) {
  const notify = useNotify();
  const { change: changeServer, refetch } = useServerChange(server);
  const { policies: stored = [] } = server;
  // A row keeps its key as long as what is stored is the same.
  const [known, setKnown] = useState(() => ({ of: textOf(stored), rows: stored.map(rowOf) }));
  const current = known.of === textOf(stored) ? known : { of: textOf(stored), rows: stored.map(rowOf) };
  if (current !== known) setKnown(current);
  const storedFields: Fields = { rows: current.rows };
  const isOther = (rows: readonly PolicyRow[]) => textOf(policiesOf(rows)) !== current.of;
  const { draft, edit, saved, discard, contestedBy } = useDraft(storedFields, (edits) =>
    isOther(edits.rows ?? current.rows),
  );
  const { rows } = { ...storedFields, ...draft };
  const [faults, setFaults] = useState<PolicyTrial['faults']>([]);
  const [isTried, setTried] = useState(false);
  const { pending, refused, run } = useSave<'save'>();

  const change = (next: readonly PolicyRow[]) => edit({ rows: next });
  const set = (key: number, part: Partial<PolicyRow>) => {
    const named = rows.find((row) => row.key === key)?.name;
    if (part.text !== undefined) setFaults((old) => old.filter(({ policy }) => policy !== named));
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  };
  const move = (at: number, to: number) => {
    const moved = [...rows];
    moved.splice(to, 0, ...moved.splice(at, 1));
    change(moved);
  };
  const add = (policy: Policy) => change([...rows, rowOf({ ...policy, name: freeName(policy.name, rows) })]);
  const isFaulty = rows.some((row) => nameFault(row, rows) !== undefined || row.text.trim() === '');

  const save = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    setTried(true);
    if (!isOther(rows)) return;
    if (isFaulty) return focusFault(form);
    await run('save', form, async () => {
      const policies = policiesOf(rows);
      const checked = await call('tryPolicies', { path: { id: server.id }, body: { policies } });
      setFaults(checked.faults);
      if (checked.faults.length > 0) return focusFault(form);
      const now = await refetch();
      if (textOf(now.policies ?? []) !== current.of) return;
      await changeServer({ policies });
      saved(draft);
      discard();
      setTried(false);
      notify.success('Saved. The policies decide from the next call on.');
    });
  };

  const contest = isOther(rows) ? contestedBy(storedFields) : [];
  const faultOf = (row: PolicyRow, at: number) => ({
    name: (isTried ? nameFault(row, rows) : undefined) ?? refused?.faultOf(`policies/${at}/name`),
    text:
      (isTried && row.text.trim() === '' ? 'Write a permit or a forbid.' : undefined) ??
      faults.find(({ policy }) => policy === row.name.trim())?.message ??
      refused?.faultOf(`policies/${at}/text`),
    advice: refused?.faultOf(`policies/${at}/advice`),
  });
  const ofAll = faults.filter(({ policy }) => !rows.some((row) => row.name.trim() === policy));
  return (
    <>
      <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
        <div>
          <div className="row tight">
            <h2>Policies</h2> <Info about="policies" />
          </div>
          <span className="muted">
            Who may call which tool with which arguments, in Cedar. A call needs a permit, and one forbid is enough
            against it.
          </span>
        </div>
        {permitsNothing(rows) && (
          <Alert
            type="warning"
            header="No call passes"
            action={
              disabled ? undefined : (
                <Button formAction="none" onClick={() => add(PERMIT_ALL)}>
                  Permit what nothing forbids
                </Button>
              )
            }
          >
            Policies are in force and none permits anything. Add one that permits what the others do not forbid.
          </Alert>
        )}
        {ofAll.map(({ policy, message }) => (
          <Alert key={policy} type="error">
            {message}
          </Alert>
        ))}
        {rows.length === 0 && <Empty title="No policies">Every call passes that access rules and scopes allow.</Empty>}
        {rows.length > 0 && (
          <ol className="plain stack">
            {rows.map((row, at) => (
              <li key={row.key}>
                <PolicyFields
                  row={row}
                  faults={faultOf(row, at)}
                  disabled={disabled}
                  onChange={(part) => set(row.key, part)}
                  onRemove={() => change(rows.filter(({ key }) => key !== row.key))}
                  {...(at > 0 && { onUp: () => move(at, at - 1) })}
                  {...(at < rows.length - 1 && { onDown: () => move(at, at + 1) })}
                />
              </li>
            ))}
          </ol>
        )}
        <SaveBar
          changes={isOther(rows) ? 1 : 0}
          pending={pending === 'save'}
          refused={faults.length > 0 || (isTried && isFaulty) ? 'Correct what is marked.' : undefined}
          contested={contest.map(() => ({ name: 'Policies', stored: stored.map(({ name }) => name).join(', ') }))}
          onDiscard={() => {
            setFaults([]);
            setTried(false);
            discard();
          }}
        />
      </form>
      {!disabled && rows.length < POLICY_LIMITS.count && <NewPolicy serverId={server.id} onAdd={add} />}
      <Comparable serverId={server.id} />
      {!disabled && <PolicyTrials serverId={server.id} policies={policiesOf(rows)} onFaults={setFaults} />}
    </>
  );
}
