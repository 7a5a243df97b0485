/** A client certificate, pasted as PEM or chosen as a file (.pem, .p12, .pfx). */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { withCertificateFile } from '../lib/certificate-file.ts';
import { type AskedField, askedFields } from '../lib/credentials.ts';
import { type CredentialFieldProps, CredentialText } from './credential-text.tsx';
import { FileButton } from './file-button.tsx';

export function CertificateFields(part: CredentialFieldProps) {
  const { value, faults, onChange } = part;
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange(withCertificateFile(value, file.name, new Uint8Array(await file.arrayBuffer())));
  };
  const picker = (
    <FileButton label="Certificate as a file" accept=".pem,.crt,.cer,.key,.p12,.pfx" onFile={(file) => void take(file)}>
      choose a file
    </FileButton>
  );
  const fieldOf = ({ name, field, definition, isNeeded }: AskedField) => {
    if (field === undefined) return null;
    if (name === 'pkcs12') return <ChosenFile key={name} label={field.label} {...part} />;
    const fault = name === 'passphrase' ? undefined : (faults[field.key] ?? faults[name] ?? fileFault(name));
    return (
      <CredentialText
        key={name}
        field={field}
        isNeeded={isNeeded}
        fault={fault}
        {...(definition.type === 'pem' && { rows: 4 })}
        {...(name === 'certificate' && {
          description: <>PEM, followed by its intermediate certificates; or {picker} (.pem, .p12, .pfx).</>,
        })}
        {...part}
      />
    );
  };
  const fileFault = (name: string) => (name === 'certificate' ? faults['pkcs12'] : undefined);
  return askedFields('mutualTLS', value).map(fieldOf);
}

function ChosenFile({ label, value, faults, onChange }: CredentialFieldProps & { readonly label: string }) {
  return (
    <FormField label={label} errorText={faults['pkcs12']} stretch>
      <div className="row">
        <span className="mono break">{value.pkcs12Name}</span>
        <Button
          formAction="none"
          variant="icon"
          iconName="close"
          ariaLabel="Remove the file"
          onClick={() => onChange({ ...value, pkcs12: '', pkcs12Name: '' })}
        />
      </div>
    </FormField>
  );
}
