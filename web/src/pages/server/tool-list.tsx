/** One tool as a row, and a tag with its tools that folds, with a switch for all of them. */
import Icon from '@cloudscape-design/components/icon';
import Toggle from '@cloudscape-design/components/toggle';
import { memo, type ReactNode, useState } from 'react';
import type { ToolSummary } from '../../api/types.ts';
import { Verb } from '../../components/verb.tsx';
import { count } from '../../lib/format.ts';
import type { ToolGroup } from '../../lib/tools.ts';

/** Rows of a tag drawn at once; off-screen rows cost little (content-visibility), but not nothing. */
const GROUP_PAGE = 100;

interface ToolRowProps {
  readonly tool: ToolSummary;
  readonly canEdit: boolean;
  readonly busy: boolean;
  /** These two must stay the same, so that a row is drawn again only when its tool changes: there may be 2,000. */
  readonly onOpen: (id: string) => void;
  readonly onSwitch: (id: string, on: boolean) => void;
}

export const ToolRow = memo(function ToolRow({ tool, canEdit, busy, onOpen, onSwitch }: ToolRowProps) {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  return (
    <li className={tool.enabled ? 'tool-row' : 'tool-row off'}>
      <Toggle
        checked={tool.enabled}
        disabled={!canEdit}
        // A disabled switch would lose the focus with each press.
        readOnly={busy}
        ariaLabel={`${tool.name} enabled`}
        onChange={({ detail }) => onSwitch(tool.id, detail.checked)}
      />
      <Verb verb={tool.verb} />
      <button type="button" className="row-button" onClick={() => onOpen(tool.id)}>
        {tool.name}
      </button>
      <span className="mono muted path clip" title={tool.path}>
        {tool.path}
      </span>
      <span className="end">
        {destructiveHint && <span className="chip bad">destructive</span>}
        {!readOnlyHint && !destructiveHint && <span className="chip warn">changes</span>}
        {tool.deprecated && <span className="chip">deprecated</span>}
        {tool.origin === 'manual' && <span className="chip accent">by hand</span>}
        {tool.edited.length > 0 && <span className="chip accent">edited</span>}
      </span>
    </li>
  );
});

interface TagGroupProps {
  readonly group: ToolGroup;
  readonly canEdit: boolean;
  readonly startOpen: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly children: (tool: ToolSummary) => ReactNode;
}

export function TagGroup({ group, canEdit, startOpen, onSwitch, children }: TagGroupProps) {
  const [open, setOpen] = useState<boolean>();
  const [shown, setShown] = useState(GROUP_PAGE);
  const isOpen = open ?? startOpen;
  const all = group.enabled === group.tools.length;
  const name = group.tag || 'No tag';
  return (
    <section className="tag-group">
      <header>
        <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'caret-down-filled' : 'caret-right-filled'} />
          <span className="clip">{name}</span>
          <span className="muted small">
            {all ? count(group.tools.length) : `${count(group.enabled)} of ${count(group.tools.length)} on`}
          </span>
        </button>
        {canEdit && (
          <Toggle checked={all} ariaLabel={`All tools of ${name}`} onChange={({ detail }) => onSwitch(detail.checked)}>
            {all ? 'All on' : group.enabled === 0 ? 'All off' : 'Some on'}
          </Toggle>
        )}
      </header>
      {isOpen && (
        <>
          <ul>{group.tools.slice(0, shown).map(children)}</ul>
          {group.tools.length > shown && (
            <button type="button" className="text-button more" onClick={() => setShown(shown + GROUP_PAGE)}>
              Show more
            </button>
          )}
        </>
      )}
    </section>
  );
}
