/** One tool in a panel: edit what models see, try it, or delete it. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router';
import { toolQuery } from '../../../api/queries/tools.ts';
import type { Server } from '../../../api/types.ts';
import { Problem } from '../../../components/problem.tsx';
import { Loading } from '../../../components/shell.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { Verb } from '../../../components/verb.tsx';
import { TOOL_VIEWS, type ToolView, toolViewOf } from '../../../lib/tool-panel-views.ts';
import { useSession } from '../../../state/session.tsx';
import { ToolDelete } from './tool-delete.tsx';
import { ToolEdit } from './tool-edit.tsx';
import { TryConsole } from './try-console.tsx';

interface ToolPanelProps {
  readonly server: Server;
  readonly toolId: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Arrow keys move between tabs, as in any tab list (ARIA Authoring Practices). */
function arrow(event: KeyboardEvent<HTMLElement>, view: ToolView, setView: (view: ToolView) => void): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const index = TOOL_VIEWS.findIndex((one) => one.id === view);
  const next = TOOL_VIEWS.at((index + step) % TOOL_VIEWS.length);
  if (next === undefined) return;
  setView(next.id);
  event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
}

export function ToolPanel({ server, toolId, onClose, onChanged }: ToolPanelProps) {
  const { canEdit } = useSession();
  const { state } = useLocation();
  const [view, setView] = useState(() => toolViewOf(state));
  const query = useQuery(toolQuery(server.id, toolId));
  // The panel appears at once, its form right after.
  const ready = useDeferredValue(query.data !== undefined);
  const tool = ready ? query.data : undefined;
  return (
    <SidePanel
      onClose={onClose}
      title={
        tool === undefined ? (
          'Tool'
        ) : (
          <>
            <span className="break">{tool.name}</span>
            <div className="small">
              <Verb verb={tool.verb} /> <span className="mono muted break">{tool.path}</span>
            </div>
          </>
        )
      }
    >
      {canEdit && (
        <div
          className="segment-tabs"
          role="tablist"
          aria-label="Views of the tool"
          onKeyDown={(event) => arrow(event, view, setView)}
        >
          {TOOL_VIEWS.map((one) => (
            <button
              key={one.id}
              type="button"
              role="tab"
              id={`tab-${one.id}`}
              tabIndex={view === one.id ? 0 : -1}
              aria-selected={view === one.id}
              onClick={() => setView(one.id)}
            >
              {one.title}
            </button>
          ))}
        </div>
      )}
      {query.isError && <Problem error={query.error} retry={() => void query.refetch()} />}
      {tool === undefined && !query.isError && <Loading what="the tool" />}
      {tool !== undefined && (
        <div className="panel-view" {...(canEdit ? { role: 'tabpanel', 'aria-labelledby': `tab-${view}` } : {})}>
          {/* Stays mounted while another view is shown, to keep what was typed. */}
          <div hidden={view !== 'edit'}>
            <ToolEdit key={tool.id} server={server} tool={tool} readOnly={!canEdit} onSaved={onChanged} />
          </div>
          {view === 'try' && <TryConsole server={server} tool={tool} />}
          {view === 'delete' && (
            <ToolDelete
              server={server}
              tool={tool}
              onDeleted={() => {
                onClose();
                onChanged();
              }}
            />
          )}
        </div>
      )}
      {!canEdit && <Button onClick={onClose}>Close</Button>}
    </SidePanel>
  );
}
