/** Governance with its draft, sample and save bar, as shown in a server's settings and the global settings. */
import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/client.ts';
import type { Governance, GovernanceChange, GovernanceKey } from '../api/types.ts';
import { Confirm } from '../state/confirm.tsx';
import { useSaving } from '../state/leaving.tsx';
import { messageOf } from '../state/notices.tsx';
import { GovernanceForm, type Inherited } from './governance-form.tsx';
import { SaveBar } from './save-bar.tsx';
import { TryGovernance } from './try-governance.tsx';
import { useDraft } from './use-draft.ts';

interface GovernanceSettingsProps {
  readonly governance: Governance;
  /** Values that apply where nothing is set here. */
  readonly inherited: Inherited;
  readonly serverId?: string;
  readonly disabled: boolean;
  /** The consequences of switching redaction off here, shown in the confirmation. */
  readonly withoutRedaction: ReactNode;
  /** Fetches the stored values again, because another tab or person may have saved meanwhile. */
  readonly refresh: () => Promise<Governance>;
  readonly onSave: (change: GovernanceChange) => Promise<void>;
}

const NAMES: Record<GovernanceKey, string> = {
  pii: 'Redaction of personal data',
  mode: 'The mode of redaction',
  keepParts: 'The parts of values that are kept',
  dryRun: 'The dry run of redaction',
  prose: 'Names in sentences',
  actions: 'What happens instead of redaction',
  detectors: 'What counts as personal data',
  customFields: 'Always redacted fields',
  allowFields: 'Never redacted fields',
  customPatterns: 'The custom patterns',
  wordLists: 'Your words that are always redacted',
  keptWords: 'Your words that are never redacted',
  truncation: 'Truncation of long arrays',
  maxItems: 'The number of items kept',
  maxBytes: 'The maximum response size',
  systemRules: 'The rules for the model',
  placeholders: 'The kinds that get placeholders',
  placeholderTools: 'The tools that receive the values of placeholders',
  placeholderQueries: 'Values of placeholders in query parameters',
  holdAnswers: 'Reading the rest of cut answers',
  chooseFields: 'The choice of fields by models',
  dropNulls: 'Dropping empty fields',
  tables: 'Long lists as tables',
  outputSchemas: 'Output schemas',
  checkArguments: 'The check of arguments for secrets',
  pseudonyms: 'Pseudonyms',
  answerDays: 'How long answers are stored',
};

type Stored = { [Key in GovernanceKey]: GovernanceChange[Key] };

/** The values set here, with null for inherited ones, in the form of a change. */
const storedOf = ({ overrides, effective }: Governance): Stored =>
  Object.fromEntries(Object.keys(effective).map((key) => [key, overrides[key as GovernanceKey] ?? null])) as Stored;

const displayValue = (value: unknown): string =>
  value === null || value === undefined ? 'following' : typeof value === 'string' ? value : JSON.stringify(value);

/** Only what differs from the stored values: null where an override is removed. */
function changeOf(stored: Governance['overrides'], draft: GovernanceChange): GovernanceChange {
  const change: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(draft)) {
    const before = stored[key as GovernanceKey];
    if (value === null ? before !== undefined : JSON.stringify(value) !== JSON.stringify(before)) change[key] = value;
  }
  return change as GovernanceChange;
}

export function GovernanceSettings(props: GovernanceSettingsProps) {
  const { governance, inherited, serverId, disabled, withoutRedaction, refresh, onSave } = props;
  const stored = storedOf(governance);
  const { draft, edit, saved, discard, contestedBy } = useDraft<Stored>(
    stored,
    (edits) => Object.keys(changeOf(governance.overrides, edits)).length > 0,
  );
  const contest = contestedBy(stored);
  const saving = useSaving();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const change = changeOf(governance.overrides, draft);
  const changes = Object.keys(change).length;
  const redacts = change.pii === undefined ? governance.effective.pii : (change.pii ?? inherited.pii);
  const exposes = governance.effective.pii && !redacts;
  const [asking, setAsking] = useState(false);
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
      await saving(async () => {
        const now = storedOf(await refresh());
        const differs = (key: GovernanceKey) => JSON.stringify(now[key]) !== JSON.stringify(stored[key]);
        if (contestedBy(now).some(differs)) return;
        await onSave(change);
        saved(draft);
      });
    } catch (error) {
      setRefused(error);
    } finally {
      setAsking(false);
      setPending(false);
    }
  };
  return (
    <>
      <div className="split">
        <GovernanceForm
          inherited={inherited}
          overrides={{ ...governance.overrides, ...draft }}
          serverId={serverId}
          faults={faults}
          disabled={disabled}
          onChange={edit}
        />
        <TryGovernance settings={change} serverId={serverId} />
      </div>
      <SaveBar
        changes={changes}
        pending={pending}
        refused={refused === undefined ? undefined : messageOf(refused)}
        contested={contest.map((key) => ({ name: NAMES[key], stored: displayValue(stored[key]) }))}
        onDiscard={discard}
        onSave={() => (exposes ? setAsking(true) : void save())}
      />
      {asking && (
        <Confirm
          title="Switch redaction off?"
          action="Switch off"
          danger
          pending={pending}
          onConfirm={() => void save()}
          onClose={() => setAsking(false)}
        >
          {withoutRedaction}
        </Confirm>
      )}
    </>
  );
}
