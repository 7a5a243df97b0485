/** Where an API may refuse calls because of where they come from: the addresses to list there. Nothing if they are not fixed. */
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/queries/installation.ts';
import { CopyButton } from './copy-button.tsx';

export function EgressHint() {
  const addresses = useQuery({ ...settingsQuery(), staleTime: 60_000 }).data?.egressAddresses;
  if (addresses === undefined) return null;
  const text = addresses.join(', ');
  return (
    <div className="small muted">
      If the API uses an allowlist, add these addresses: <span className="mono">{text}</span>{' '}
      <CopyButton text={text} label="Copy the addresses" />
    </div>
  );
}
