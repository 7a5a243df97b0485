/** The panel of the tool that the address names, over whichever view of the tools is open, so that closing it leaves that view as it is. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { TabProps } from '../../../components/server-tab.ts';
import { useAddress } from '../../../lib/address.ts';
import { ToolPanel } from './tool-panel.tsx';

export function OpenedTool({ server }: TabProps) {
  const queries = useQueryClient();
  const address = useAddress();
  const tools = useQuery(toolsQuery(server.id)).data?.items;
  const id = address.parameters.get('tool');
  if (id === null || !tools?.some((tool) => tool.id === id)) return null;
  return (
    <ToolPanel
      key={id}
      server={server}
      toolId={id}
      onClose={() => address.set({ tool: '' })}
      onChanged={() => void queries.invalidateQueries({ queryKey: ['server', server.id] })}
    />
  );
}
