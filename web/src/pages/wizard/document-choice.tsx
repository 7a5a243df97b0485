/** Where the OpenAPI document is: a URL, a file chosen or dropped, or its text pasted. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { EgressHint } from '../../components/egress-hint.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { devOriginOf, underItsName, useDevUpstreams } from '../../lib/dev-upstream.ts';
import { documentIn } from '../../lib/document-file.ts';
import { plural } from '../../lib/format.ts';
import { plainHttpFault } from '../../lib/url.ts';
import { messageOf } from '../../state/notices.tsx';
import type { WizardState } from './state.ts';
import type { SpecPreview } from './use-spec-preview.ts';

interface DocumentChoiceProps {
  readonly state: WizardState;
  readonly fault: string | undefined;
  readonly preview: SpecPreview;
  readonly onChange: (part: Partial<WizardState>) => void;
}

/** What was chosen for the document before. */
const UNCHOSEN: Partial<WizardState> = {
  root: undefined,
  tags: undefined,
  withoutRepairs: undefined,
  hosts: undefined,
};

/** Whether a pasted text is a document rather than a URL. */
const isDocument = (text: string): boolean => /^\s*[{[]/.test(text) || text.trim().includes('\n');

export function DocumentChoice({ state, fault, preview, onChange }: DocumentChoiceProps) {
  const devUpstreams = useDevUpstreams();
  const devOrigin = devOriginOf(state.url);
  const [uploadFault, setUploadFault] = useState<string>();
  const [dragging, setDragging] = useState(false);

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await documentIn(file);
    setUploadFault(typeof found === 'string' ? found : undefined);
    if (typeof found !== 'string') onChange({ ...UNCHOSEN, document: found });
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isDocument(text)) return;
    event.preventDefault();
    void take(new File([text], 'Pasted text', { lastModified: Date.now() }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are additions to the button below
    <div
      className={dragging ? 'dropzone over' : 'dropzone'}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <FormField
        label="OpenAPI document"
        description="The https URL of a JSON or YAML document, or its text."
        errorText={
          fault ?? plainHttpFault(state.url) ?? uploadFault ?? (preview.error ? messageOf(preview.error) : undefined)
        }
        constraintText={devOrigin && `This stack calls ${devOrigin} on your machine under this name.`}
        stretch
      >
        {state.document === undefined ? (
          <Input
            value={state.url}
            type="url"
            inputMode="url"
            placeholder="https://api.example.com/openapi.json"
            autoFocus
            ariaRequired
            spellcheck={false}
            autoComplete={false}
            onChange={({ detail }) => {
              setUploadFault(undefined);
              onChange({ ...UNCHOSEN, url: underItsName(detail.value, devUpstreams, { isTyping: true }) });
            }}
            onBlur={() => {
              const url = underItsName(state.url, devUpstreams);
              if (url !== state.url) onChange({ ...UNCHOSEN, url });
            }}
          />
        ) : (
          <div className="row">
            <span className="mono break">{state.document.name}</span>
            <Button
              formAction="none"
              iconName="close"
              variant="icon"
              ariaLabel="Remove the file"
              onClick={() => onChange({ ...UNCHOSEN, document: undefined })}
            />
          </div>
        )}
      </FormField>
      <ArchiveChoice
        key={state.document?.id ?? state.url}
        preview={preview}
        root={state.root}
        onChange={(root) => onChange({ ...UNCHOSEN, root })}
      />
      {preview.error !== null && <EgressHint />}
      <div className="row small muted source-state" role="status">
        {preview.loading ? (
          <span>Reading the document …</span>
        ) : preview.data !== undefined && preview.data.endpoints > 0 ? (
          <span className="good">✓ {plural(preview.data.endpoints, 'endpoint')} found</span>
        ) : (
          <span>
            or <FileButton onFile={(file) => void take(file)}>choose a file</FileButton> or drop one here
          </span>
        )}
      </div>
    </div>
  );
}

interface ArchiveChoiceProps {
  readonly preview: SpecPreview;
  readonly root: string | undefined;
  readonly onChange: (root: string) => void;
}

/** Which description of an archive is read, where it has several. */
function ArchiveChoice({ preview: { data }, root, onChange }: ArchiveChoiceProps) {
  // Stays while another one is read, and when that one cannot be.
  const [archive, setArchive] = useState(data?.archive);
  if (data !== undefined && data.archive !== archive) setArchive(data.archive);
  if (archive === undefined || archive.descriptions.length < 2) return null;
  const options = archive.descriptions.map((path) => ({ value: path, label: path }));
  const read = root ?? archive.root;
  return (
    <FormField
      label="Description in the archive"
      description={`The archive has ${plural(archive.descriptions.length, 'API description')}. Choose the one to import.`}
      stretch
    >
      <Select
        selectedOption={{ value: read, label: read }}
        options={options}
        filteringType={options.length > 10 ? 'auto' : 'none'}
        onChange={({ detail }) => detail.selectedOption.value !== undefined && onChange(detail.selectedOption.value)}
      />
    </FormField>
  );
}
