/** Selects whose calls the figures cover: all, those of a tool or those of a token. Kept in the address. */
import Select from '@cloudscape-design/components/select';
import type { Stats } from '../../../api/types.ts';
import { useAddress } from '../../../lib/address.ts';

const ALL = { value: '', label: 'All calls' };

interface StatsFilterProps {
  /** Statistics of all calls: the tools and tokens to choose from. */
  readonly stats: Stats | undefined;
  readonly tool: string | undefined;
  readonly token: string | undefined;
}

export function StatsFilter({ stats, tool, token }: StatsFilterProps) {
  const address = useAddress();
  const tools = (stats?.tools ?? []).map((one) => ({ value: `tool ${one.tool}`, label: one.tool }));
  const tokens = (stats?.tokens ?? []).map((one) => ({ value: `token ${one.tokenId}`, label: one.label }));
  const value = tool !== undefined ? `tool ${tool}` : token !== undefined ? `token ${token}` : '';
  // The selected one stays in the list, even without a call in the period.
  const chosen = [ALL, ...tools, ...tokens].find((one) => one.value === value) ?? { value, label: tool ?? token ?? '' };
  if (tools.length === 0 && value === '') return null;
  return (
    <div className="stats-filter">
      <Select
        ariaLabel="Calls of"
        selectedOption={chosen}
        filteringType={tools.length + tokens.length > 8 ? 'auto' : 'none'}
        filteringAriaLabel="Find a tool or token"
        options={[ALL, { label: 'Tools', options: tools }, { label: 'Connection tokens', options: tokens }]}
        onChange={({ detail }) => {
          const [kind = '', ...rest] = (detail.selectedOption.value ?? '').split(' ');
          address.set({ tool: '', token: '', ...(kind !== '' && { [kind]: rest.join(' ') }) });
        }}
      />
    </div>
  );
}
