/** A button to choose a file, by default an API description. */
import Button from '@cloudscape-design/components/button';
import { useRef } from 'react';
import { DOCUMENT_TYPES } from '../lib/document-file.ts';

interface FileButtonProps {
  readonly children: string;
  /** What the file is, for screen readers. */
  readonly label?: string;
  readonly accept?: string;
  readonly onFile: (file: File | undefined) => void;
}

export function FileButton({
  children,
  label = 'OpenAPI document as a file',
  accept = DOCUMENT_TYPES,
  onFile,
}: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button formAction="none" variant="inline-link" iconName="upload" onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
