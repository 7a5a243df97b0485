/** The API: where its description is (URL or file), the server's name, where calls go, and how they are authenticated. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import type { AuthType } from '../../api/types.ts';
import { messageOf } from '../../app/notices.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { AUTH_TYPES } from '../../lib/auth-types.ts';
import { fileFault, readDocument } from '../../lib/document-file.ts';
import { plural } from '../../lib/format.ts';
import { baseUrlFault } from '../../lib/url.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { approvedHosts, otherHostsOf, skipsSecurity, type WizardState } from './state.ts';
import type { SpecPreview } from './use-spec-preview.ts';

interface ConnectionStepProps {
  readonly state: WizardState;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly preview: SpecPreview;
  readonly onChange: (part: Partial<WizardState>) => void;
}

/** Whether a pasted text is a document rather than a URL. */
const isDocument = (text: string): boolean => /^\s*[{[]/.test(text) || text.trim().includes('\n');

const Mark = () => <span className="chip good">from the document</span>;

export function ConnectionStep({ state, faults, preview, onChange }: ConnectionStepProps) {
  const [uploadFault, setUploadFault] = useState<string>();
  const [dragging, setDragging] = useState(false);
  const { touched, found } = state;
  const importing = state.way === 'openapi';

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const fault = fileFault(file);
    setUploadFault(fault);
    if (fault !== undefined) return;
    onChange({ document: await readDocument(file), tags: undefined, withoutRepairs: undefined, hosts: undefined });
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

  const sourceFault = faults['url'] ?? uploadFault ?? (preview.error ? messageOf(preview.error) : undefined);
  const baseUrlProblem =
    faults['baseUrl'] ?? (touched.baseUrl && state.baseUrl.length > 8 ? baseUrlFault(state.baseUrl) : undefined);

  return (
    <div className={importing ? 'split' : 'narrow'}>
      <div className="stack">
        {importing && (
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
              description="The https address of a JSON or YAML document, read while you type; or paste its text."
              errorText={sourceFault}
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
                    onChange({ url: detail.value, tags: undefined, withoutRepairs: undefined, hosts: undefined });
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
                    onClick={() =>
                      onChange({ document: undefined, tags: undefined, withoutRepairs: undefined, hosts: undefined })
                    }
                  />
                </div>
              )}
            </FormField>
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
        )}
        <FormField
          label={<>Name {importing && found !== undefined && !touched.name && state.name !== '' && <Mark />}</>}
          description="Shown to people and AI clients."
          errorText={faults['name']}
          stretch
        >
          <Input
            value={state.name}
            placeholder={importing ? 'Taken from the title of the document' : 'Orders API'}
            autoFocus={!importing}
            ariaRequired={!importing}
            spellcheck={false}
            onChange={({ detail }) =>
              onChange({ name: detail.value, touched: { ...touched, name: detail.value !== '' } })
            }
          />
        </FormField>
        <FormField
          label={
            <>Base URL {importing && found !== undefined && !touched.baseUrl && state.baseUrl !== '' && <Mark />}</>
          }
          description={importing ? 'Where calls go. Leave blank to use the document’s.' : undefined}
          constraintText="An https address with a public domain name; private networks and IP addresses are refused."
          errorText={baseUrlProblem}
          stretch
        >
          <Input
            value={state.baseUrl}
            type="url"
            inputMode="url"
            placeholder={importing ? 'Taken from the document' : 'https://api.example.com/v1'}
            ariaRequired={!importing}
            spellcheck={false}
            autoComplete={false}
            onChange={({ detail }) =>
              onChange({ baseUrl: detail.value, touched: { ...touched, baseUrl: detail.value !== '' } })
            }
          />
        </FormField>
        <FormField
          label={<>Authentication {found !== undefined && !touched.auth && state.authType !== 'none' && <Mark />}</>}
          description="How the API authenticates its callers."
          stretch
        >
          <Select
            selectedOption={AUTH_TYPES.find((item) => item.value === state.authType) ?? AUTH_TYPES[0] ?? null}
            options={AUTH_TYPES.map((item) => ({ ...item }))}
            onChange={({ detail }) =>
              onChange({ authType: detail.selectedOption.value as AuthType, touched: { ...touched, auth: true } })
            }
          />
        </FormField>
        {/* The Security step repeats them if there is one; without a credential this is the only place. */}
        {skipsSecurity(state) &&
          (preview.data?.auth.suggested.notes ?? []).map((note) => (
            <div key={note} className="small warn break">
              {note}
            </div>
          ))}
      </div>
      {importing && (
        <PreviewPanel
          preview={preview}
          tags={state.tags}
          fault={faults['tags']}
          onTags={(tags) => onChange({ tags })}
          withoutRepairs={state.withoutRepairs}
          onRepairs={(withoutRepairs) => onChange({ withoutRepairs })}
          otherHosts={otherHostsOf(state)}
          hosts={approvedHosts(state)}
          hostsFault={faults['hosts']}
          onHosts={(hosts) => onChange({ hosts })}
          exposition={state.exposition}
          onExposition={(exposition) => onChange({ exposition })}
        />
      )}
    </div>
  );
}
