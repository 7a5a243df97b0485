/** Governance with its draft, its sample and its save bar, as the settings of a server and the global settings show it. */
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import type { Governance, GovernanceChange, GovernanceKey } from '../api/types.ts';
import { messageOf } from '../app/notices.tsx';
import { leftOf } from '../lib/draft.ts';
import { plural } from '../lib/format.ts';
import { GovernanceForm, type Inherited } from './governance-form.tsx';
import { TryGovernance } from './try-governance.tsx';

interface GovernanceSettingsProps {
  readonly governance: Governance;
  /** What holds where nothing is set at this place. */
  readonly inherited: Inherited;
  readonly follows: string;
  readonly serverId?: string;
  readonly disabled: boolean;
  readonly onSave: (change: GovernanceChange) => Promise<void>;
}

/** Only what differs from what is stored: null where an override goes. */
function changeOf(stored: Governance['overrides'], draft: GovernanceChange): GovernanceChange {
  const change: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(draft)) {
    const before = stored[key as GovernanceKey];
    if (value === null ? before !== undefined : JSON.stringify(value) !== JSON.stringify(before)) change[key] = value;
  }
  return change as GovernanceChange;
}

export function GovernanceSettings(props: GovernanceSettingsProps) {
  const { governance, inherited, follows, serverId, disabled, onSave } = props;
  const [draft, setDraft] = useState<GovernanceChange>({});
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const change = changeOf(governance.overrides, draft);
  const changes = Object.keys(change).length;
  const faults =
    refused instanceof ApiError
      ? Object.fromEntries(
          refused.faults.flatMap((one) =>
            one.field
              .split('/')
              .filter((part) => /\D/.test(part))
              .map((part) => [part, one.message]),
          ),
        )
      : {};
  const save = async () => {
    setPending(true);
    setRefused(undefined);
    try {
      await onSave(change);
      setDraft((now) => leftOf(now, draft));
    } catch (error) {
      setRefused(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <div className="split">
        <GovernanceForm
          inherited={inherited}
          overrides={{ ...governance.overrides, ...draft }}
          follows={follows}
          faults={faults}
          disabled={disabled}
          onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
        />
        <TryGovernance settings={change} serverId={serverId} />
      </div>
      {changes > 0 && (
        <div className="save-bar">
          <span>
            <strong>{plural(changes, 'unsaved change')}</strong>
            {refused !== undefined && <span className="bad"> {messageOf(refused)}</span>}
          </span>
          <span className="row">
            <Button variant="link" onClick={() => setDraft({})}>
              Discard
            </Button>
            <Button variant="primary" loading={pending} onClick={() => void save()}>
              Save
            </Button>
          </span>
        </div>
      )}
    </>
  );
}
