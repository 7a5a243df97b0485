/** Where a re-import reads the OpenAPI document: an address, or a file that replaces it. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { FileButton } from '../../../components/file-button.tsx';
import { Info } from '../../../components/info.tsx';
import type { Fields } from '../../../lib/connection-draft.ts';
import { documentIn } from '../../../lib/document-file.ts';

interface DocumentFieldProps extends Pick<Fields, 'documentUrl' | 'upload'> {
  /** Whether the stored document was uploaded. */
  readonly isUploaded: boolean;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Fields>) => void;
}

export function DocumentField({ documentUrl, upload, isUploaded, fault, disabled, onChange }: DocumentFieldProps) {
  const [uploadFault, setUploadFault] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await documentIn(file);
    setUploadFault(typeof found === 'string' ? found : undefined);
    if (typeof found !== 'string') onChange({ upload: found });
  };
  return (
    <FormField
      label="OpenAPI document"
      info={<Info about="document" />}
      description="Read at the next re-import."
      errorText={uploadFault ?? fault}
      stretch
    >
      {upload === undefined ? (
        <Input
          value={documentUrl}
          type="url"
          disabled={disabled}
          spellcheck={false}
          placeholder={isUploaded ? 'Uploaded; enter a URL to read it from there' : ''}
          onChange={({ detail }) => onChange({ documentUrl: detail.value })}
        />
      ) : (
        <div className="row">
          <span className="mono break">{upload.name}</span>
          <Button
            formAction="none"
            iconName="close"
            variant="icon"
            ariaLabel="Remove the file"
            onClick={() => onChange({ upload: undefined })}
          />
        </div>
      )}
      {!disabled && (
        <div className="row small muted source-state">
          <span>
            or <FileButton onFile={(file) => void take(file)}>upload another version</FileButton>
          </span>
        </div>
      )}
    </FormField>
  );
}
