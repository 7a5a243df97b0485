/** What the parts of the form for governance share: the value of a setting, where it comes from, and how it changes. */
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactNode } from 'react';
import type { GovernanceChange, GovernanceKey, GovernanceSettings } from '../api/types.ts';
import { FloorLock } from './floor-lock.tsx';
import { Info } from './info.tsx';

/** A value of which nothing is written, at any depth. */
type Unwritten<Value> = Value extends object ? { readonly [Key in keyof Value]: Unwritten<Value[Key]> } : Value;

/** The API's type with arrays that may be readonly: nothing is written here. */
export type Inherited = { readonly [Key in GovernanceKey]: Unwritten<GovernanceSettings[Key]> };

export interface GovernanceFormProps {
  /** Values that apply where nothing is set here. */
  readonly inherited: Inherited;
  /** Values set here. */
  readonly overrides: GovernanceChange;
  /** The values that were just edited; null for one that was reset. */
  readonly onChange: (part: GovernanceChange) => void;
  /** Whose tools there are to choose from; undefined where there is no server yet, or none alone. */
  readonly serverId?: string | undefined;
  readonly faults?: Readonly<Record<string, string | undefined>>;
  readonly disabled?: boolean;
}

type SwitchKey =
  | 'pii'
  | 'dryRun'
  | 'prose'
  | 'pseudonyms'
  | 'placeholderQueries'
  | 'truncation'
  | 'holdAnswers'
  | 'chooseFields'
  | 'dropNulls'
  | 'tables'
  | 'outputSchemas';

/** Where the parts of the form read and write. */
export interface GovernanceValues extends Pick<GovernanceFormProps, 'onChange' | 'serverId'> {
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly disabled: boolean;
  /** What applies: the value set here, or the inherited one. */
  value<Key extends GovernanceKey>(key: Key): GovernanceSettings[Key];
  /** Whether it is set here, with the button that resets it. */
  origin(key: GovernanceKey, name: string): ReactNode;
}

/** The values of a form. */
export function valuesOf(props: GovernanceFormProps): GovernanceValues {
  const { inherited, overrides, onChange, serverId, faults = {}, disabled = false } = props;
  const isOwn = (key: GovernanceKey) => overrides[key] !== undefined && overrides[key] !== null;
  const value = <Key extends GovernanceKey>(key: Key): GovernanceSettings[Key] =>
    (isOwn(key) ? overrides[key] : inherited[key]) as GovernanceSettings[Key];
  const origin = (key: GovernanceKey, name: string): ReactNode => (
    <span className="row tight">
      {followed(key, name)}
      <FloorLock of="governance" field={key} />
      <Info about={key} />
    </span>
  );
  const followed = (key: GovernanceKey, name: string): ReactNode =>
    isOwn(key) && (
      <span className="row small">
        <span className="chip accent">set here</span>
        {!disabled && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange({ [key]: null })}
            aria-label={`Reset ${name} to the inherited value`}
          >
            Reset
          </button>
        )}
      </span>
    );
  return { onChange, serverId, faults, disabled, value, origin };
}

interface SwitchRowProps {
  readonly values: GovernanceValues;
  readonly of: SwitchKey;
  readonly title: string;
  readonly children: ReactNode;
}

/** A setting that is on or off, with what it does. */
export function SwitchRow({ values: { value, origin, onChange, disabled }, of, title, children }: SwitchRowProps) {
  return (
    <div className="switch-row">
      <div className="grow">
        <Toggle checked={value(of)} disabled={disabled} onChange={({ detail }) => onChange({ [of]: detail.checked })}>
          <strong>{title}</strong>
        </Toggle>
        <div className="muted switch-text">{children}</div>
      </div>
      {origin(of, title)}
    </div>
  );
}
