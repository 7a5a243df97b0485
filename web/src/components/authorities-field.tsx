/** The certificate authorities that are trusted at a host of the owner's network, pasted as PEM or chosen as a file. */
import { FileButton } from './file-button.tsx';
import { AreaField } from './form-fields.tsx';
import { Info } from './info.tsx';

interface AuthoritiesFieldProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (pem: string) => void;
}

export function AuthoritiesField({ value, fault, disabled = false, onChange }: AuthoritiesFieldProps) {
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange(await file.text());
  };
  const picker = (
    <FileButton label="Certificate authority as a file" accept=".pem,.crt,.cer" onFile={(file) => void take(file)}>
      choose a file
    </FileButton>
  );
  return (
    <AreaField
      label={
        <>
          Certificate authority <i>optional</i>
        </>
      }
      info={<Info about="privateHosts" />}
      description={<>In PEM form; or {picker}. Blank: public authorities.</>}
      errorText={fault}
      value={value}
      rows={4}
      autoComplete={false}
      spellcheck={false}
      disabled={disabled}
      placeholder="-----BEGIN CERTIFICATE-----"
      onChange={onChange}
    />
  );
}
