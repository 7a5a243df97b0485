/**
 * Creates a server from an exported definition, of this or another installation. The file's content is shown first; the service validates
 * it.
 */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { ServerDefinition } from '../../api/types.ts';
import { CopyPanel } from '../../components/copy-panel.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { AUTH_TYPES } from '../../lib/auth-types.ts';
import { documentIn, type UploadedDocument } from '../../lib/document-file.ts';
import { plural } from '../../lib/format.ts';

export function ImportDefinition({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<UploadedDocument>();
  const [fault, setFault] = useState<string>();
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const found = await documentIn(chosen);
    setFault(typeof found === 'string' ? found : undefined);
    setFile(typeof found === 'string' ? undefined : found);
  };
  const shown = file && glanceAt(file);
  return (
    <CopyPanel
      title="Import a definition"
      action="Import"
      name={shown?.name ?? ''}
      credential={shown?.credentials?.[0]}
      send={
        file === undefined
          ? undefined
          : ({ name, ...rest }) =>
              call('importServer', {
                path: {},
                body: { definition: file.content, ...(name ? { name } : {}), ...rest },
              })
      }
      onClose={onClose}
    >
      <p>
        Creates a server from a file that “Export” made in the settings of a server, with its tools, edits and settings.
        The file contains no credentials or tokens.
      </p>
      <div className="row">
        <FileButton label="Definition as a file" accept=".json,.gz,application/json" onFile={(one) => void choose(one)}>
          {file === undefined ? 'Choose a file' : 'Choose another file'}
        </FileButton>
        {file !== undefined && <span className="break">{file.name}</span>}
      </div>
      {fault !== undefined && <p role="alert">{fault}</p>}
      {shown?.tools !== undefined && (
        <dl className="facts">
          <dt>Base URL</dt>
          <dd className="mono break">{shown.baseUrl}</dd>
          <dt>Tools</dt>
          <dd>{plural(shown.tools.length, 'tool')}</dd>
        </dl>
      )}
    </CopyPanel>
  );
}

type Glance = Partial<Pick<ServerDefinition, 'name' | 'baseUrl' | 'credentials' | 'tools'>>;

/** A summary before the service has validated it; empty for any other file, and for compressed ones. */
function glanceAt({ content }: UploadedDocument): Glance {
  try {
    const value = JSON.parse(String(content)) as Record<string, unknown> | null;
    const { name, baseUrl, credentials, tools } = value ?? {};
    if (typeof name !== 'string' || typeof baseUrl !== 'string' || !Array.isArray(tools)) return {};
    const known = Array.isArray(credentials) ? (credentials as ServerDefinition['credentials']) : [];
    const own = known.filter(
      (one) => AUTH_TYPES.some(({ value }) => value === one?.type) && originOf(baseUrl) === one.origin,
    );
    return { name, baseUrl, credentials: own, tools };
  } catch {
    return {};
  }
}

const originOf = (address: string) => new URL(address).origin;
