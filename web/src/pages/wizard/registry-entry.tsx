/**
 * Fills in the address, name and kind of credential of an MCP server from its entry in the MCP registry (server.json), which is pasted, dropped
 * or chosen as a file. It is read in the browser, and nothing of it is sent: the server itself says what its tools are.
 */
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react';
import { hasCode } from '../../../../core/lib/errors.ts';
import {
  addressOf,
  partGiven,
  type RegistryEntry,
  type Remote,
  readServerJson,
} from '../../../../core/mcpUpstream/serverJson.ts';
import { FileButton } from '../../components/file-button.tsx';
import { credentialsFor } from '../../lib/credentials.ts';
import { messageOf } from '../../state/notices.tsx';
import { Part } from './address-fields.tsx';
import type { WizardState } from './state.ts';

interface RegistryEntryFieldsProps {
  readonly state: WizardState;
  readonly onChange: (part: Partial<WizardState>) => void;
  readonly children: ReactNode;
}

const TRANSPORTS: Readonly<Record<Remote['transport'], string>> = {
  'streamable-http': 'Streamable HTTP',
  sse: 'HTTP+SSE, for older servers',
};

export function RegistryEntryFields({ state, onChange, children }: RegistryEntryFieldsProps) {
  const [entry, setEntry] = useState<RegistryEntry>();
  const [at, setAt] = useState(0);
  const [parts, setParts] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string>();
  const [isOver, setOver] = useState(false);
  const remote = entry?.remotes[at];

  const fill = (found: RegistryEntry, next: number, chosen: Readonly<Record<string, string>>) => {
    const to = found.remotes[next];
    if (to === undefined) return;
    setEntry(found);
    setAt(next);
    setParts(chosen);
    onChange({
      name: found.title,
      baseUrl: addressOf(to, chosen) ?? '',
      authType: to.suggested.type,
      credentials: credentialsFor(to.suggested),
      touched: { ...state.touched, name: true, baseUrl: true, auth: true },
    });
  };
  const read = (text: string) => {
    try {
      fill(readServerJson(text), 0, {});
      setFault(undefined);
    } catch (error) {
      setFault(hasCode(error, 'server_json_invalid') ? error.message : messageOf(error));
    }
  };
  const take = async (file: File | undefined) => {
    if (file !== undefined) read(await file.text());
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!text.trimStart().startsWith('{')) return;
    event.preventDefault();
    read(text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are additions to the button below
    <div
      className={isOver ? 'dropzone over stack' : 'dropzone stack'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      <div className="small muted" role="status">
        {entry === undefined ? (
          <>
            Is it in the MCP registry? Paste its <span className="mono">server.json</span> here, drop it, or{' '}
            <FileButton
              label="server.json of the MCP registry"
              accept=".json,application/json"
              onFile={(file) => void take(file)}
            >
              choose the file
            </FileButton>
            .
          </>
        ) : (
          <span className="good break">✓ Filled in from the registry entry of {entry.title}</span>
        )}
      </div>
      {fault !== undefined && (
        <div className="small bad break" role="alert">
          {fault}
        </div>
      )}
      {entry !== undefined && remote !== undefined && (
        <>
          {entry.remotes.length > 1 && (
            <FormField label="Address in the entry" stretch>
              <Select
                selectedOption={optionOf(remote, at)}
                options={entry.remotes.map(optionOf)}
                onChange={({ detail }) => fill(entry, Number(detail.selectedOption.value), {})}
              />
            </FormField>
          )}
          {remote.variables.length > 0 && (
            <fieldset className="part stack" aria-label="Parts of the address">
              <div className="small muted break">
                The address is <span className="mono">{remote.template}</span>
              </div>
              {remote.variables.map((variable) => (
                <Part
                  key={variable.name}
                  variable={variable}
                  value={partGiven(variable, parts)}
                  fault={undefined}
                  onChange={(value) => fill(entry, at, { ...parts, [variable.name]: value })}
                />
              ))}
            </fieldset>
          )}
          {remote.notes.map((note) => (
            <div key={note} className="small warn break">
              {note}
            </div>
          ))}
        </>
      )}
    </div>
  );
}

const optionOf = ({ template, transport }: Remote, at: number) => ({
  value: String(at),
  label: template,
  description: TRANSPORTS[transport],
});
