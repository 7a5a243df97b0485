/** A client certificate, pasted as PEM or chosen as a file (.pem, .p12, .pfx). */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import { withCertificateFile } from '../lib/certificate-file.ts';
import type { Credentials } from '../lib/credential-form.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { FileButton } from './file-button.tsx';

interface CertificateFieldsProps {
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Credentials) => void;
}

export function CertificateFields({ value, faults, onChange }: CertificateFieldsProps) {
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange(withCertificateFile(value, file.name, new Uint8Array(await file.arrayBuffer())));
  };
  const passphrase = (
    <FormField
      label={
        <>
          Passphrase <i>optional</i>
        </>
      }
      description="Decrypts the key once, and is not stored."
      errorText={faults['passphrase']}
      stretch
    >
      <Input
        value={value.passphrase}
        type="password"
        autoComplete="off"
        spellcheck={false}
        nativeInputAttributes={NOT_SAVED}
        onChange={({ detail }) => onChange({ ...value, passphrase: detail.value })}
      />
    </FormField>
  );
  const picker = (
    <FileButton label="Certificate as a file" accept=".pem,.crt,.cer,.key,.p12,.pfx" onFile={(file) => void take(file)}>
      choose a file
    </FileButton>
  );
  if (value.pkcs12 !== '') {
    return (
      <>
        <FormField label="Certificate and key" errorText={faults['pkcs12']} stretch>
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
        {passphrase}
      </>
    );
  }
  return (
    <>
      <FormField
        label="Certificate"
        description={<>In PEM form, followed by its intermediate certificates; or {picker} (.pem, .p12, .pfx).</>}
        errorText={faults['certificate'] ?? faults['pkcs12']}
        stretch
      >
        <Textarea
          value={value.certificate}
          rows={4}
          autoComplete={false}
          spellcheck={false}
          ariaRequired
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={({ detail }) => onChange({ ...value, certificate: detail.value })}
        />
      </FormField>
      <FormField label="Key of the certificate" errorText={faults['certificateKey'] ?? faults['privateKey']} stretch>
        <Textarea
          value={value.certificateKey}
          rows={4}
          autoComplete={false}
          spellcheck={false}
          ariaRequired
          placeholder="-----BEGIN PRIVATE KEY-----"
          onChange={({ detail }) => onChange({ ...value, certificateKey: detail.value })}
        />
      </FormField>
      {passphrase}
    </>
  );
}
