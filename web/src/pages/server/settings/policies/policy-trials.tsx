/** Tries the policies of the form, saved or not, on the recorded calls of a period. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy } from '../../../../../../core/model/policies.ts';
import { call } from '../../../../api/client.ts';
import type { PolicyTrial } from '../../../../api/types.ts';
import { ListTable } from '../../../../components/list-table.tsx';
import { Problem } from '../../../../components/problem.tsx';
import { Ago } from '../../../../components/time.tsx';
import { plural } from '../../../../lib/format.ts';

interface PolicyTrialsProps {
  readonly serverId: string;
  readonly policies: readonly Policy[];
  readonly onFaults: (faults: PolicyTrial['faults']) => void;
}

const HOUR = 3_600_000;
const PERIODS = [
  { value: String(HOUR), label: 'The last hour' },
  { value: String(24 * HOUR), label: 'The last 24 hours' },
  { value: String(7 * 24 * HOUR), label: 'The last 7 days' },
  { value: String(30 * 24 * HOUR), label: 'The last 30 days' },
];
const DAY = PERIODS[1] as (typeof PERIODS)[number];

export function PolicyTrials({ serverId, policies, onFaults }: PolicyTrialsProps) {
  const [period, setPeriod] = useState(DAY);
  const trial = useMutation({
    mutationFn: () => {
      const from = new Date(Date.now() - Number(period.value)).toISOString();
      return call('tryPolicies', { path: { id: serverId }, body: { policies: [...policies], recorded: { from } } });
    },
    onSuccess: ({ faults }) => onFaults(faults),
  });
  return (
    <section className="card stack" aria-label="Try on recorded calls">
      <div>
        <h2>Try on recorded calls</h2>
        <span className="muted">
          What the policies above would have decided, saved or not. Nothing is changed. Values that were redacted in the
          audit log are not guessed.
        </span>
      </div>
      <div className="row fields">
        <FormField label="Period">
          <Select
            selectedOption={period}
            options={PERIODS}
            onChange={({ detail }) =>
              setPeriod(PERIODS.find(({ value }) => value === detail.selectedOption.value) ?? DAY)
            }
          />
        </FormField>
        <Button formAction="none" loading={trial.isPending} onClick={() => trial.mutate()}>
          Try on recorded calls
        </Button>
      </div>
      {trial.isError && <Problem title="They could not be tried" error={trial.error} />}
      <div role="status">{trial.data !== undefined && <Outcome trial={trial.data} />}</div>
      {trial.data !== undefined && trial.data.faults.length === 0 && trial.data.calls.tried > 0 && (
        <>
          <Counts trial={trial.data} />
          <Calls trial={trial.data} />
        </>
      )}
    </section>
  );
}

function Outcome({ trial: { faults, calls, isComplete } }: { readonly trial: PolicyTrial }) {
  if (faults.length > 0) return <p className="bad">Nothing was tried: correct the policies that are marked first.</p>;
  if (calls.tried === 0) return <p>There are no recorded calls in this period.</p>;
  const parts = [
    ...(calls.newlyRefused > 0 ? [`${plural(calls.newlyRefused, 'call')} that passed would not pass`] : []),
    ...(calls.newlyAllowed > 0
      ? [`${plural(calls.newlyAllowed, 'call')} that ${calls.newlyAllowed === 1 ? 'was' : 'were'} refused would pass`]
      : []),
    ...(calls.wouldDeny > 0 ? [`policies in shadow mode would refuse ${plural(calls.wouldDeny, 'call')}`] : []),
    ...(calls.approved > 0 ? [`${plural(calls.approved, 'call')} would wait for a person`] : []),
    ...(calls.unpermitted > 0 ? [`no policy permits ${plural(calls.unpermitted, 'call')}`] : []),
    ...(calls.unknown > 0
      ? [`${plural(calls.unknown, 'call')} cannot be decided, because the audit log does not have what is compared`]
      : []),
  ];
  return (
    <p>
      {isComplete ? 'Of' : 'Of the newest'} {plural(calls.tried, 'call')},{' '}
      {parts.length === 0 ? 'each would end as it did.' : `${parts.join('; ')}.`}
    </p>
  );
}

const Counts = ({ trial: { policies } }: { readonly trial: PolicyTrial }) => (
  <ListTable columns={['Policy', { name: 'Decided', as: 'num' }, { name: 'Would refuse (shadow)', as: 'num' }]}>
    {policies.map(({ name, decided, wouldDeny }) => (
      <tr key={name}>
        <td className="mono break">{name}</td>
        <td className="num" data-label="Decided">
          {decided}
        </td>
        <td className="num" data-label="Would refuse (shadow)">
          {wouldDeny}
        </td>
      </tr>
    ))}
  </ListTable>
);

type Item = PolicyTrial['items'][number];

/** 'would be refused by small-refunds'. */
function endOf({ decision, policies, wouldDeny, why }: Item): string {
  if (decision === 'unknown') return `not known: the entry does not have the ${why}`;
  if (decision === 'undecided') return `would not be made: ${why ?? 'a value cannot be compared'}`;
  if (decision === 'approve') return `would wait for a person, by ${policies.join(', ')}`;
  if (decision === 'deny')
    return policies.length === 0
      ? 'would be refused: no policy permits it'
      : `would be refused by ${policies.join(', ')}`;
  if (wouldDeny === undefined) return 'would pass';
  return wouldDeny.length === 0
    ? 'would be permitted by none (shadow)'
    : `would be refused by ${wouldDeny.join(', ')} (shadow)`;
}

function Calls({ trial: { items } }: { readonly trial: PolicyTrial }) {
  if (items.length === 0) return null;
  return (
    <ListTable columns={['When', 'Tool', 'Caller', 'Outcome']}>
      {items.map((item) => (
        <tr key={item.entryId ?? `${item.at} ${item.tool}`}>
          <td data-label="When">
            <Ago at={item.at} />
          </td>
          <td className="mono break" data-label="Tool">
            {item.tool}
          </td>
          <td className="break" data-label="Caller">
            {item.caller.name ?? item.caller.id}
          </td>
          <td className="break" data-label="Outcome">
            {endOf(item)}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
