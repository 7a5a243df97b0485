/** Takes a server offline and brings it online again. */
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { Server } from '../../../api/types.ts';
import { useStatus } from '../../../components/use-status.ts';
import { Confirm } from '../../../state/confirm.tsx';

/** Renders nothing while a server is neither live nor offline. */
export function StatusSettings({ server }: { readonly server: Server }) {
  const { pending, setStatus } = useStatus(server.id);
  const [asking, setAsking] = useState(false);
  const offline = server.status === 'offline';
  if (!offline && server.status !== 'live') return null;
  return (
    <section className="card">
      <div className="row spread">
        <div className="grow">
          <h2>{offline ? 'Offline' : 'Online'}</h2>
          <span className="muted">
            {offline
              ? 'Calls are refused until you bring it online.'
              : 'Clients are answered. Offline, every call is refused; tools, tokens and settings are kept.'}
          </span>
        </div>
        <span className={offline ? undefined : 'danger-button'}>
          <Button loading={pending} onClick={() => (offline ? void setStatus('online') : setAsking(true))}>
            {offline ? 'Bring online' : 'Take offline'}
          </Button>
        </span>
      </div>
      {asking && (
        <Confirm
          title={`Take ${server.name} offline?`}
          action="Take offline"
          danger
          pending={pending}
          onConfirm={() => void setStatus('offline').then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          Calls are refused and live streams closed until you bring it online. Tools, tokens and settings are kept.
        </Confirm>
      )}
    </section>
  );
}
