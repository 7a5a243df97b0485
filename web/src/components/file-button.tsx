/** A button that lets a person choose an API description from their files. */
import Button from '@cloudscape-design/components/button';
import { useRef } from 'react';
import { DOCUMENT_TYPES } from '../lib/document-file.ts';

interface FileButtonProps {
  readonly children: string;
  readonly onFile: (file: File | undefined) => void;
}

export function FileButton({ children, onFile }: FileButtonProps) {
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
        aria-label="OpenAPI document as a file"
        accept={DOCUMENT_TYPES}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
