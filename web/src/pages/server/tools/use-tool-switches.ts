/** The list of tools with the switches that the person has made and the service has not confirmed yet. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { ToolList as Tools } from '../../../api/types.ts';
import type { TabProps } from '../../../components/server-tab.ts';
import { plural } from '../../../lib/format.ts';
import { changeTools } from '../../../lib/many-tools.ts';
import { type Switches, SwitchQueue } from '../../../lib/tool-switches.ts';
import { useNotify } from '../../../state/notices.tsx';

export interface ToolSwitches {
  /** As it will be. */
  readonly shown: Tools | undefined;
  readonly switches: Switches;
  readonly switchTools: (ids: readonly string[], on: boolean) => Promise<void>;
}

export function useToolSwitches(serverId: string, list: Tools | undefined, reload: () => Promise<void>): ToolSwitches {
  const notify = useNotify();
  const queries = useQueryClient();
  const [switches, setSwitches] = useState<Switches>({ chosen: new Map(), failed: new Map() });
  const { chosen } = switches;
  const isSaving = chosen.size > 0;
  const [queue] = useState(() => {
    const key = toolsQuery(serverId).queryKey;
    return new SwitchQueue({
      send: async (ids, enabled) => {
        try {
          await changeTools(serverId, { enabled, toolIds: [...ids] });
        } catch (error) {
          notify.failure(error);
          throw error;
        }
        // Shown until the list has been read again, and in its place where that fails.
        queries.setQueryData(
          key,
          (old: Tools | undefined) => old && switched(old, new Map(ids.map((id) => [id, enabled]))),
        );
      },
      isRefusal: (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
      read: async () => {
        await reload();
        return new Map(queries.getQueryData(key)?.items.map(({ id, enabled }) => [id, enabled]));
      },
      show: setSwitches,
    });
  });
  useEffect(() => {
    if (!isSaving) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isSaving]);
  const shown = useMemo(() => list && switched(list, chosen), [list, chosen]);
  return { shown, switches, switchTools: (ids, on) => queue.add(ids, on) };
}

function switched(list: Tools, chosen: ReadonlyMap<string, boolean>): Tools {
  if (chosen.size === 0) return list;
  const items = list.items.map((tool) => {
    const enabled = chosen.get(tool.id) ?? tool.enabled;
    return enabled === tool.enabled ? tool : { ...tool, enabled };
  });
  return { ...list, items, enabled: items.filter(({ enabled }) => enabled).length };
}

/** Whether switches are saved, and whether clients see them. */
export function progressOf({ chosen, failed }: Switches, { unsealed }: TabProps['server']): string {
  if (chosen.size > 0) return `, saving ${plural(chosen.size, 'switch', 'switches')} …`;
  if (failed.size > 0) return `, ${plural(failed.size, 'switch', 'switches')} not saved`;
  return unsealed && unsealed.code === undefined ? ', saved, clients see it in a moment' : '';
}
