/** The control of a setting that is on or off, or a choice; its texts come from the setting's definition. */
import Toggle from '@cloudscape-design/components/toggle';
import { type ControlledSetting, SERVER_SETTINGS } from '../../../core/model/serverSettings.ts';
import { ChoiceField } from './form-fields.tsx';
import { Info } from './info.tsx';

interface SettingControlProps {
  readonly name: ControlledSetting;
  readonly value: boolean | string;
  readonly disabled: boolean;
  /** Why the service refused the value. */
  readonly fault: string | undefined;
  readonly onChange: (value: boolean | string) => void;
}

export function SettingControl({ name, value, disabled, fault, onChange }: SettingControlProps) {
  const { control: { label = '', description, options = {} } = {} } = SERVER_SETTINGS[name];
  if (typeof value === 'boolean') {
    return (
      <div className="row tight">
        <Toggle
          checked={value}
          disabled={disabled}
          description={description}
          onChange={({ detail }) => onChange(detail.checked)}
        >
          {label}
        </Toggle>
        <Info about={name} />
      </div>
    );
  }
  const choices = Object.entries(options).map(([choice, text]) => ({ value: choice, label: text }));
  return (
    <ChoiceField
      label={label}
      description={description}
      info={<Info about={name} />}
      errorText={fault}
      value={value}
      options={choices}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
