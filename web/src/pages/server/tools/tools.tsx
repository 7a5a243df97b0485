/** The tools of a server: search, groups by tag or a flat list, switches, changes of many, presets, and the panels. */

import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { exposedAs } from '../../../../../core/model/exposition.ts';
import { inOrder } from '../../../../../core/tools/find.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { ToolList as Tools } from '../../../api/types.ts';
import { Empty } from '../../../components/empty.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { useSteady } from '../../../components/use-steady.ts';
import { useAddress, useAddressed } from '../../../lib/address.ts';
import { count, plural, short } from '../../../lib/format.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { useRanking } from '../../../lib/tool-ranking.ts';
import { findTools, groupTools, leftOut } from '../../../lib/tools.ts';
import { useSession } from '../../../state/session.tsx';
import { ChoiceAdvice } from './choice-advice.tsx';
import { ManyEdit } from './many-edit.tsx';
import { OpenedTool } from './opened-tool.tsx';
import { Presets } from './presets.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Switched, SwitchedNotice } from './switched-notice.tsx';
import { ToolAdd } from './tool-add.tsx';
import { ToolList } from './tool-list.tsx';
import { ToolsetMembersView } from './toolset-members.tsx';
import { useSelection } from './use-selection.ts';
import { progressOf, useToolSwitches } from './use-tool-switches.ts';

/** A toolset has servers in place of tools of its own. */
export default function ToolsPage({ server }: TabProps) {
  return server.source.kind === 'toolset' ? <ToolsetMembersView server={server} /> : <OwnTools server={server} />;
}

function OwnTools({ server }: TabProps) {
  const { canEdit } = useSession();
  const queries = useQueryClient();
  const query = useQuery(toolsQuery(server.id));
  const address = useAddress();
  const [text, setText] = useAddressed('q');
  const [view, setView] = useAddressed('view');
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<readonly string[]>();
  const [last, setLast] = useState<Switched>();
  // The field and the buttons respond at once, the list follows.
  const needle = useDeferredValue(text);
  const byTag = useDeferredValue(view !== 'flat');
  const reload = () => queries.invalidateQueries({ queryKey: ['server', server.id] });
  const listNow = () => queries.getQueryData(toolsQuery(server.id).queryKey);
  const { shown, switches, switchTools } = useToolSwitches(server.id, query.data, reload);
  const all = shown?.items;
  const best = useRanking(query.data?.items, needle);
  const { found, isNear } = useMemo(() => {
    const exact = findTools(all ?? [], needle);
    return { found: inOrder(all ?? [], exact, best), isNear: exact.length === 0 && best.length > 0 };
  }, [all, needle, best]);
  const groups = useMemo(
    () => (byTag ? groupTools(found, { isRanked: best.length > 0 }) : undefined),
    [byTag, found, best],
  );
  const selection = useSelection(() => (groups?.flatMap(({ tools }) => tools) ?? found).map(({ id }) => id));
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  // A new history entry, so that Back closes the panel instead of leaving the page.
  const open = (id: string) => address.step({ tool: id });
  /** Offers to take back what it has switched, once that is saved. */
  const switchMany = async (ids: readonly string[], on: boolean) => {
    const other = new Set(ids);
    const switched = (all ?? []).filter(({ id, enabled }) => other.has(id) && enabled !== on);
    setLast(undefined);
    await switchTools(ids, on);
    const now = new Map(listNow()?.items.map(({ id, enabled }) => [id, enabled]));
    const done = switched.filter(({ id }) => now.get(id) === on).map(({ id }) => id);
    if (done.length > 1) setLast({ ids: done, on });
  };

  const onOpen = useSteady(open);
  const onSwitch = useSteady((ids: readonly string[], on: boolean) => void switchMany(ids, on));

  if (shown === undefined) return <QueryState query={query} what="the tools" />;
  const { total } = shown;
  // Without those that were deleted meanwhile.
  const chosen = new Set(shown.items.flatMap(({ id }) => (selection.chosen.has(id) ? [id] : [])));
  const allFound = found.length > 0 && found.every(({ id }) => chosen.has(id));
  const hidden = chosen.size - found.filter(({ id }) => chosen.has(id)).length;
  const othersOn = shown.items.flatMap(({ id, enabled }) => (enabled && !chosen.has(id) ? [id] : []));
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
            Add the endpoints that AI clients may call. Start with three to five.
          </Empty>
        </div>
      ) : (
        <>
          <Toolbar text={text} view={view} onText={setText} onView={setView}>
            <span className="muted small grow" role="status">
              {found.length === total && !isNear
                ? countOf(shown, server.exposition)
                : `${count(found.length)} of ${plural(total, 'tool')} ${isNear ? 'similar' : 'found'}`}
              {progressOf(switches, server)}
            </span>
            {canEdit && (
              <Presets
                serverId={server.id}
                list={shown}
                reload={() => reload().then(listNow)}
                onSwitchedOff={(ids) => setLast(ids.length > 0 ? { ids, on: false } : undefined)}
              />
            )}
            {add}
          </Toolbar>
          <LeftOut serverId={server.id} list={shown} />
          <ChoiceAdvice server={server} list={shown} />
          {last !== undefined && (
            <SwitchedNotice
              last={last}
              isSaving={switches.chosen.size > 0}
              onUndo={() => onSwitch(last.ids, !last.on)}
              onClose={() => setLast(undefined)}
            />
          )}
          {found.length === 0 ? (
            <Empty title="Nothing found">No tool has all of these words.</Empty>
          ) : (
            <>
              {isNear && (
                <p className="small muted">No tool has all of these words. A search by a client would find:</p>
              )}
              {canEdit && (
                <button
                  type="button"
                  className="text-button small choose-all"
                  onClick={() =>
                    selection.put(
                      found.map(({ id }) => id),
                      !allFound,
                    )
                  }
                >
                  {allFound ? 'Choose none of the' : 'Choose all'} {count(found.length)}
                  {found.length < total ? ' found' : ''}
                </button>
              )}
              <ToolList
                found={found}
                groups={groups}
                needle={needle}
                canEdit={canEdit}
                switches={switches}
                chosen={selection.chosen}
                onOpen={onOpen}
                onSwitch={onSwitch}
                onPick={selection.pick}
                onPut={selection.put}
              />
            </>
          )}
          <SelectionBar
            chosen={chosen.size}
            hidden={hidden}
            othersOn={othersOn.length}
            onSwitch={(on) => onSwitch([...chosen], on)}
            onSwitchOthersOff={() => onSwitch(othersOn, false)}
            onEdit={() => setEditing([...chosen])}
            onClear={selection.clear}
          />
        </>
      )}
      {editing !== undefined && (
        <ManyEdit server={server} ids={editing} onClose={() => setEditing(undefined)} onChanged={() => void reload()} />
      )}
      <OpenedTool server={server} />
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

/** How many tools are on, how many of them clients see where that differs, and what these cost a model. */
function countOf(list: Tools, exposition: TabProps['server']['exposition']): string {
  const missing = leftOut(list).length;
  const seen = missing > 0 ? `, ${count(list.enabled - missing)} seen by clients` : '';
  return `${count(list.enabled)} of ${plural(list.total, 'tool')} enabled${seen}, ${costOf(list, exposition)} in a model’s context`;
}

/** What the list of tools costs a model, as clients get it. */
function costOf(list: Tools, exposition: TabProps['server']['exposition']): string {
  // What is unknown is that of listings which so many tools cannot have.
  const { enabled, tokens, compact = tokens, grouped = { tokens, groups: enabled }, search } = list;
  const whole = `(${short(tokens)} as full tools)`;
  return {
    flat: `≈ ${short(tokens)} tokens`,
    compact: `≈ ${short(compact)} tokens as short tools ${whole}`,
    grouped: `≈ ${short(grouped.tokens)} tokens as ${plural(grouped.groups, 'group')} ${whole}`,
    search: `≈ ${short(search)} tokens behind a search ${whole}`,
  }[exposedAs(exposition, enabled - leftOut(list).length)];
}

function LeftOut({ serverId, list }: { readonly serverId: string; readonly list: Tools }) {
  const missing = leftOut(list).length;
  if (missing === 0) return null;
  return (
    <p className="small warn">
      {plural(missing, 'enabled tool')} on other hosts {missing === 1 ? 'is' : 'are'} not available to clients:{' '}
      <Link to={settingsPath(serverId, 'connection')}>approve the hosts in the settings</Link>.
    </p>
  );
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
          clearAriaLabel="Clear the search"
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
