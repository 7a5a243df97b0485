/** Compares any two versions of a server: kept deployments, and the tools as stored now. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { comparisonQuery } from '../../../api/queries/deployments.ts';
import type { Deployment, Server } from '../../../api/types.ts';
import { Making } from '../../../components/elapsed.tsx';
import { ChoiceField } from '../../../components/form-fields.tsx';
import { Problem } from '../../../components/problem.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { moment } from '../../../lib/format.ts';
import { Compared } from './compared.tsx';

const NOW = { value: '', label: 'Current' };

interface ComparePanelProps {
  readonly server: Server;
  /** Versions that can be restored, newest first. */
  readonly versions: readonly Deployment[];
  readonly onClose: () => void;
}

export function ComparePanel({ server, versions, onClose }: ComparePanelProps) {
  const [from, setFrom] = useState((versions[1] ?? versions[0])?.id ?? '');
  const [to, setTo] = useState('');
  const query = useQuery(comparisonQuery(server.id, { from, to }));
  const options = [NOW, ...versions.map(({ id, createdAt }) => ({ value: id, label: moment(createdAt) }))];
  const choice = (label: string, value: string, onChange: (value: string) => void) => (
    <ChoiceField label={label} value={value} options={options} onChange={onChange} />
  );
  return (
    <SidePanel
      title="Compare versions"
      onClose={onClose}
      footer={
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        {choice('From', from, setFrom)}
        {choice('To', to, setTo)}
        {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && (
          <Making doing="Comparing" what="the versions" of={comparisonQuery(server.id, { from, to }).queryKey} />
        )}
        {query.data !== undefined && <Compared comparison={query.data} />}
      </div>
    </SidePanel>
  );
}
