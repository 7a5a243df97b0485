/** API keys as rows: location, name and value. All of them are sent with each request. */
import Button from '@cloudscape-design/components/button';
import { MAX_KEYS } from '../../../core/model/credentialKinds/limits.ts';
import { type Key, NO_KEY } from '../lib/credential-form.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { ChoiceField, TextField } from './form-fields.tsx';

interface KeyFieldsProps {
  readonly keys: readonly Key[];
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (keys: readonly Key[]) => void;
}

const PLACES = [
  { value: 'query', label: 'Query' },
  { value: 'header', label: 'Header' },
  { value: 'cookie', label: 'Cookie' },
] as const;

export function KeyFields({ keys, faults, onChange }: KeyFieldsProps) {
  const change = (index: number, part: Partial<Key>) =>
    onChange(keys.map((key, at) => (at === index ? { ...key, ...part } : key)));
  return (
    <div className="stack">
      {keys.map((key, index) => {
        const which = keys.length > 1 ? ` ${index + 1}` : '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and are only added or taken out
          <fieldset key={index} className="key-row">
            <legend className="visually-hidden">API key{which}</legend>
            <ChoiceField
              label="Sent in"
              errorText={faults[`keys/${index}/in`]}
              ariaLabel={`Key${which}: sent in`}
              value={key.in}
              options={PLACES}
              onChange={(place) => change(index, { in: place })}
            />
            <TextField
              label="Name of the key"
              errorText={faults[`keys/${index}/name`]}
              value={key.name}
              placeholder="api_key"
              autoComplete="off"
              spellcheck={false}
              autoFocus={index === 0}
              ariaRequired
              onChange={(next) => change(index, { name: next })}
            />
            <TextField
              label="Key"
              errorText={faults[`keys/${index}/value`]}
              value={key.value}
              type="password"
              autoComplete="off"
              spellcheck={false}
              ariaRequired
              nativeInputAttributes={NOT_SAVED}
              onChange={(next) => change(index, { value: next })}
            />
            {keys.length > 1 && (
              <Button
                formAction="none"
                variant="icon"
                iconName="close"
                ariaLabel={`Remove key${which}`}
                onClick={() => onChange(keys.filter((_, at) => at !== index))}
              />
            )}
          </fieldset>
        );
      })}
      {keys.length < MAX_KEYS && (
        <div>
          <Button formAction="none" iconName="add-plus" onClick={() => onChange([...keys, NO_KEY])}>
            Add a key
          </Button>
        </div>
      )}
    </div>
  );
}
