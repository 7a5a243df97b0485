/** The rules beside a sample that they are tried on, live. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import type { GovernanceChange } from '../../api/types.ts';
import { Loading } from '../../app/shell.tsx';
import { GovernanceForm } from '../../components/governance-form.tsx';
import { Problem } from '../../components/problem.tsx';
import { TryGovernance } from '../../components/try-governance.tsx';

interface GovernanceStepProps {
  readonly value: GovernanceChange;
  readonly onChange: (value: GovernanceChange) => void;
  readonly faults: Readonly<Record<string, string | undefined>>;
}

export function GovernanceStep({ value, onChange, faults }: GovernanceStepProps) {
  const settings = useQuery(settingsQuery());
  // Right after the form: both at once would keep a slow phone from answering.
  const sampled = useDeferredValue(true, false);
  if (settings.isError) return <Problem error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Loading what="the defaults" />;
  return (
    <div className="split">
      <div>
        <GovernanceForm
          inherited={settings.data.governance.effective}
          overrides={value}
          onChange={(part) =>
            // Following is the absence of a value here: there is nothing stored yet that null could remove.
            onChange(Object.fromEntries(Object.entries({ ...value, ...part }).filter(([, one]) => one !== null)))
          }
          follows="follows the global settings"
          faults={faults}
        />
      </div>
      {sampled && <TryGovernance settings={value} />}
    </div>
  );
}
