/** The tools of a server: search, groups by tag or a flat list, switches for one or for a tag, and the panels. */

import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { exposedAs } from '../../../../../core/model/exposition.ts';
import { ApiError, call } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries.ts';
import type { ToolList as Tools } from '../../../api/types.ts';
import { Empty } from '../../../components/empty.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Loading } from '../../../components/shell.tsx';
import { useSteady } from '../../../components/use-steady.ts';
import { useAddress, useAddressed } from '../../../lib/address.ts';
import { count, plural, short } from '../../../lib/format.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { type Switches, SwitchQueue } from '../../../lib/tool-switches.ts';
import { findTools, leftOut } from '../../../lib/tools.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { ToolAdd } from './tool-add.tsx';
import { ToolList } from './tool-list.tsx';
import { ToolPanel } from './tool-panel.tsx';

export default function ToolsPage({ server }: TabProps) {
  const { canEdit } = useSession();
  const queries = useQueryClient();
  const query = useQuery(toolsQuery(server.id));
  const address = useAddress();
  const [text, setText] = useAddressed('q');
  const [view, setView] = useAddressed('view');
  const [adding, setAdding] = useState(false);
  // The field and the buttons respond at once, the list follows.
  const needle = useDeferredValue(text);
  const byTag = useDeferredValue(view !== 'flat');
  const reload = () => queries.invalidateQueries({ queryKey: ['server', server.id] });
  const { shown, switches, switchTools } = useToolSwitches(server.id, query.data, reload);
  const all = shown?.items;
  const found = useMemo(() => findTools(all ?? [], needle), [all, needle]);
  const openId = address.parameters.get('tool');
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  // A new history entry, so that Back closes the panel instead of leaving the page.
  const open = (id: string) => address.step({ tool: id });
  const close = () => address.set({ tool: '' });

  const onOpen = useSteady(open);
  const onSwitch = useSteady((ids: readonly string[], on: boolean) => void switchTools(ids, on));

  if (query.isError && shown === undefined) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (shown === undefined) return <Loading what="the tools" />;
  const { total, enabled } = shown;
  const missing = leftOut(shown).length;
  const add = canEdit && (
    <Button iconName="add-plus" onClick={() => setAdding(true)}>
      Add tool
    </Button>
  );
  return (
    <>
      {total === 0 ? (
        <div className="card">
          <Empty title="No tools yet" action={add}>
            Add the endpoints that AI clients may call. Three to five good ones are a better start than thirty.
          </Empty>
        </div>
      ) : (
        <>
          <Toolbar text={text} view={view} onText={setText} onView={setView}>
            <span className="muted small grow" role="status">
              {found.length === total
                ? `${count(enabled)} of ${plural(total, 'tool')} enabled, ${costOf(shown, server.exposition)} in a model’s context`
                : `${count(found.length)} of ${plural(total, 'tool')} found`}
              {progressOf(switches, server)}
            </span>
            {add}
          </Toolbar>
          {missing > 0 && (
            <p className="small warn">
              {plural(missing, 'enabled tool')} on other hosts {missing === 1 ? 'is' : 'are'} not available to clients:{' '}
              <Link to={settingsPath(server.id, 'connection')}>approve the hosts in the settings</Link>.
            </p>
          )}
          {found.length === 0 ? (
            <Empty title="Nothing found">No tool has all of these words.</Empty>
          ) : (
            <ToolList
              found={found}
              needle={needle}
              byTag={byTag}
              canEdit={canEdit}
              switches={switches}
              onOpen={onOpen}
              onSwitch={onSwitch}
            />
          )}
        </>
      )}
      {openId !== null && all?.some((tool) => tool.id === openId) && (
        <ToolPanel key={openId} server={server} toolId={openId} onClose={close} onChanged={() => void reload()} />
      )}
      {adding && (
        <ToolAdd
          server={server}
          tags={shown.tags.map((tag) => tag.name)}
          onClose={() => setAdding(false)}
          onChanged={() => void reload()}
          onAdded={(id) => {
            setAdding(false);
            // Not if the person has gone to another page meanwhile.
            void reload().then(() => isShown.current && open(id));
          }}
        />
      )}
    </>
  );
}

/** What the list of tools costs a model, as clients get it. */
function costOf(list: Tools, exposition: TabProps['server']['exposition']): string {
  const { enabled, tokens, compact, grouped, search } = list;
  const whole = `(${short(tokens)} as full tools)`;
  return {
    flat: `≈ ${short(tokens)} tokens`,
    compact: `≈ ${short(compact)} tokens as short tools ${whole}`,
    grouped: `≈ ${short(grouped.tokens)} tokens as ${plural(grouped.groups, 'group')} ${whole}`,
    search: `≈ ${short(search)} tokens behind a search ${whole}`,
  }[exposedAs(exposition, enabled - leftOut(list).length)];
}

/** The list with the switches that the person has made and the service has not confirmed yet. */
function useToolSwitches(serverId: string, list: Tools | undefined, reload: () => Promise<void>) {
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
          await call('changeTools', { path: { id: serverId }, body: { enabled, toolIds: [...ids] } });
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
  return { shown, switches, switchTools: (ids: readonly string[], on: boolean) => queue.add(ids, on) };
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
function progressOf({ chosen, failed }: Switches, { unsealed }: TabProps['server']): string {
  if (chosen.size > 0) return `, saving ${plural(chosen.size, 'switch', 'switches')} …`;
  if (failed.size > 0) return `, ${plural(failed.size, 'switch', 'switches')} not saved`;
  return unsealed && unsealed.code === undefined ? ', saved, clients see it in a moment' : '';
}

interface ToolbarProps {
  readonly text: string;
  readonly view: string;
  readonly onText: (text: string) => void;
  readonly onView: (view: string) => void;
  readonly children: ReactNode;
}

function Toolbar({ text, view, onText, onView, children }: ToolbarProps) {
  return (
    <div className="toolbar">
      <div className="search">
        <Input
          type="search"
          value={text}
          placeholder="Find by name, path, description, “destructive” …"
          ariaLabel="Find a tool"
          onChange={({ detail }) => onText(detail.value)}
        />
      </div>
      <SegmentedControl
        label="View"
        selectedId={view === 'flat' ? 'flat' : 'tags'}
        options={[
          { id: 'tags', text: 'By tag' },
          { id: 'flat', text: 'Flat' },
        ]}
        onChange={({ detail }) => onView(detail.selectedId === 'flat' ? 'flat' : '')}
      />
      {children}
    </div>
  );
}
