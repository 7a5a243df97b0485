/** Whether all clients share one account at the API or each has its own. */
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { Accounts } from '../api/types.ts';
import { Info } from './info.tsx';

interface AccountChoiceProps {
  readonly value: Accounts;
  readonly disabled?: boolean;
  readonly onChange: (value: Accounts) => void;
}

export const ACCOUNT_CHOICES: Record<Accounts, string> = {
  shared: 'One account for all clients',
  'per-token': 'One account per client',
};

const DESCRIPTIONS: Record<Accounts, string> = {
  shared: 'Connect it once, on the server’s page.',
  'per-token': 'Each connection token, and each person who signs in, uses an account that its person connects.',
};

export function AccountChoice({ value, disabled = false, onChange }: AccountChoiceProps) {
  return (
    <>
      <div className="row tight">
        <h3>Account at the API</h3> <Info about="accounts" />
      </div>
      <RadioGroup
        value={value}
        ariaLabel="Account at the API"
        onChange={({ detail }) => onChange(detail.value as Accounts)}
        items={(['shared', 'per-token'] as const).map((choice) => ({
          value: choice,
          label: ACCOUNT_CHOICES[choice],
          description: DESCRIPTIONS[choice],
          disabled,
        }))}
      />
    </>
  );
}
