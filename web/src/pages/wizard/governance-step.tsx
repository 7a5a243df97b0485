/** The rules of governance, with a sample that they are applied to as they change. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { settingsQuery } from '../../api/queries/installation.ts';
import type { GovernanceChange } from '../../api/types.ts';
import { GovernanceForm } from '../../components/governance-form.tsx';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { TryGovernance } from '../../components/try-governance.tsx';

interface GovernanceStepProps {
  readonly value: GovernanceChange;
  readonly onChange: (value: GovernanceChange) => void;
  readonly faults: Readonly<Record<string, string | undefined>>;
}

export function GovernanceStep({ value, onChange, faults }: GovernanceStepProps) {
  const settings = useQuery(settingsQuery());
  // Rendered right after the form: both at once would block a slow phone.
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
            // An inherited value is absent here: nothing is stored yet that null could remove.
            onChange(Object.fromEntries(Object.entries({ ...value, ...part }).filter(([, one]) => one !== null)))
          }
          faults={faults}
        />
      </div>
      {sampled && <TryGovernance settings={value} />}
    </div>
  );
}
