/** Copies of a server: its definition as a file, or a second server. */
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { Server } from '../../../api/types.ts';
import { download } from '../../../components/client-guide.tsx';
import { CopyPanel } from '../../../components/copy-panel.tsx';
import { useAction } from '../../../state/use-action.ts';

export function CopySettings({ server, canEdit }: { readonly server: Server; readonly canEdit: boolean }) {
  const { pending: exporting, run } = useAction();
  const [duplicating, setDuplicating] = useState(false);
  const path = { id: server.id };
  const save = () =>
    run(async () => {
      const definition = await call('exportServer', { path });
      download(`${fileName(server.name)}.portcullis.json`, JSON.stringify(definition, null, 2));
    });
  const { type, headerName, keys, region, service } = server.auth;
  const credential =
    type === 'none' || server.baseUrl === ''
      ? undefined
      : { origin: new URL(server.baseUrl).origin, type, headerName, keys, region, service };
  return (
    <section className="card">
      <div className="row spread">
        <div className="grow">
          <h2>Copies</h2>
          <span className="muted">
            Export the definition as a file, or duplicate this server. Neither includes credentials or tokens.
          </span>
        </div>
        <span className="row">
          <Button loading={exporting} onClick={() => void save()}>
            Export
          </Button>
          {canEdit && <Button onClick={() => setDuplicating(true)}>Duplicate</Button>}
        </span>
      </div>
      {duplicating && (
        <CopyPanel
          title={`Duplicate ${server.name}`}
          action="Duplicate"
          name={`${server.name.slice(0, 73).trimEnd()} (copy)`}
          credential={credential}
          send={(body) => call('duplicateServer', { path, body })}
          onClose={() => setDuplicating(false)}
        >
          <p>
            A new server with the same tools, edits and settings. Connection tokens, approvals of other hosts and the
            audit log are not copied.
          </p>
        </CopyPanel>
      )}
    </section>
  );
}

/** Letters and digits of the name, or a default if it has none. */
const fileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase() || 'server';
