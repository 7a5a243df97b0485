/** The tools of a server: search, groups by tag or a flat list, switches for one or for a tag, and the panels. */

import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { exposedAs } from '../../../../core/tools/exposed.ts';
import { call } from '../../api/client.ts';
import { toolsQuery } from '../../api/queries.ts';
import type { ToolList as Tools } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Loading } from '../../app/shell.tsx';
import { Empty } from '../../components/empty.tsx';
import { Problem } from '../../components/problem.tsx';
import { useSteady } from '../../components/use-steady.ts';
import { useAddress, useAddressed } from '../../lib/address.ts';
import { count, plural, short } from '../../lib/format.ts';
import { findTools, leftOut } from '../../lib/tools.ts';
import type { TabProps } from './tab.ts';
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
  const all = query.data?.items;
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
  const reload = () => queries.invalidateQueries({ queryKey: ['server', server.id] });
  const { busy, switchTools } = useToolSwitches(server.id, reload);

  const onOpen = useSteady(open);
  const onSwitch = useSteady((ids: readonly string[], on: boolean) => void switchTools(ids, on));

  if (query.isError && query.data === undefined)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the tools" />;
  const { total, enabled } = query.data;
  const missing = leftOut(query.data).length;
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
                ? `${count(enabled)} of ${plural(total, 'tool')} enabled, ${costOf(query.data, server.exposition)} in a model’s context`
                : `${count(found.length)} of ${plural(total, 'tool')} found`}
            </span>
            {add}
          </Toolbar>
          {missing > 0 && (
            <p className="small warn">
              {plural(missing, 'enabled tool')} on other hosts {missing === 1 ? 'is' : 'are'} not available to clients:{' '}
              <Link to={`/servers/${server.id}/settings`}>approve the hosts in the settings</Link>.
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
              busy={busy}
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
          tags={query.data.tags.map((tag) => tag.name)}
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

/** Switches tools on and off; `busy` has the ids of those that are being switched. */
function useToolSwitches(serverId: string, reload: () => Promise<void>) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  /** Shows the new state at once, and restores the old one if the service refuses. */
  const switchTools = async (ids: readonly string[], enabled: boolean) => {
    const key = toolsQuery(serverId).queryKey;
    const before = queries.getQueryData(key);
    const touched = new Set(ids);
    setBusy((old) => new Set([...old, ...ids]));
    queries.setQueryData(
      key,
      (old: Tools | undefined) =>
        old && {
          ...old,
          enabled: old.items.filter((tool) => (touched.has(tool.id) ? enabled : tool.enabled)).length,
          items: old.items.map((tool) => (touched.has(tool.id) ? { ...tool, enabled } : tool)),
        },
    );
    try {
      await call('switchTools', { path: { id: serverId }, body: { enabled, toolIds: [...ids] } });
    } catch (error) {
      queries.setQueryData(key, before);
      notify.failure(error);
    } finally {
      setBusy((old) => new Set([...old].filter((id) => !touched.has(id))));
      await reload();
    }
  };
  return { busy, switchTools };
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
