/** The fields of a credential of any kind; for combined credentials the fields of each, under its kind. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { MAX_PARTS } from '../../../core/model/credentialKinds/limits.ts';
import type { AuthType, Scope, SingleAuthType } from '../api/types.ts';
import { SINGLE_TYPES } from '../lib/auth-types.ts';
import type { Credentials } from '../lib/credential-form.ts';
import { SingleFields } from './single-fields.tsx';

interface CredentialFieldsProps {
  readonly type: AuthType;
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  /** Of the API's description. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly onChange: (value: Credentials) => void;
}

export function CredentialFields({ type, ...props }: CredentialFieldsProps) {
  return type === 'combined' ? <CombinedFields {...props} /> : <SingleFields type={type} {...props} />;
}

function CombinedFields({ value, faults, scopes, onChange }: Omit<CredentialFieldsProps, 'type'>) {
  const { parts } = value;
  const free = SINGLE_TYPES.filter((each) => !parts.includes(each.value));
  const [another] = free;
  const change = (next: readonly SingleAuthType[]) => onChange({ ...value, parts: next });
  return (
    <div className="stack">
      {parts.map((part, index) => {
        const offered = SINGLE_TYPES.filter((each) => each.value === part || free.includes(each));
        const chosen = offered.find((each) => each.value === part);
        return (
          <fieldset key={part} className="part stack">
            <legend className="visually-hidden">Credential {index + 1}</legend>
            <div className="part-head">
              <FormField label={`Credential ${index + 1}`} errorText={faults[`parts/${index}`]} stretch>
                <Select
                  ariaLabel={`Kind of credential ${index + 1}`}
                  selectedOption={chosen === undefined ? null : { ...chosen }}
                  options={offered.map((each) => ({ ...each }))}
                  onChange={({ detail }) =>
                    change(
                      parts.map((each) => (each === part ? (detail.selectedOption.value as SingleAuthType) : each)),
                    )
                  }
                />
              </FormField>
              {parts.length > 2 && (
                <Button
                  formAction="none"
                  variant="icon"
                  iconName="close"
                  ariaLabel={`Remove credential ${index + 1}`}
                  onClick={() => change(parts.filter((each) => each !== part))}
                />
              )}
            </div>
            <SingleFields type={part} value={value} faults={faults} scopes={scopes} onChange={onChange} />
          </fieldset>
        );
      })}
      {parts.length < MAX_PARTS && another !== undefined && (
        <div>
          <Button formAction="none" iconName="add-plus" onClick={() => change([...parts, another.value])}>
            Add a credential
          </Button>
        </div>
      )}
    </div>
  );
}
