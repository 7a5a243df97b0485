/** The found tools as rows, flat or grouped by tag, with a switch for each tool and each tag. */
import Icon from '@cloudscape-design/components/icon';
import Toggle from '@cloudscape-design/components/toggle';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { ToolSummary } from '../../../api/types.ts';
import { GrowingList } from '../../../components/growing-list.tsx';
import { ListSwitch } from '../../../components/list-inputs.tsx';
import { Marks } from '../../../components/marks.tsx';
import { Verb } from '../../../components/verb.tsx';
import { count } from '../../../lib/format.ts';
import type { Switches } from '../../../lib/tool-switches.ts';
import { groupTools, marksOf, type ToolGroup } from '../../../lib/tools.ts';
import { messageOf } from '../../../state/notices.tsx';

/** With more tools than this, groups are closed at first. */
const OPEN_BELOW = 60;

interface ToolListProps {
  readonly found: readonly ToolSummary[];
  /** The search text. */
  readonly needle: string;
  readonly byTag: boolean;
  readonly canEdit: boolean;
  readonly switches: Switches;
  /** These two must have a stable identity, so that a row is rendered again only when its tool changes: there may be 20,000. */
  readonly onOpen: (id: string) => void;
  readonly onSwitch: (ids: readonly string[], on: boolean) => void;
}

export const ToolList = memo(function ToolList(props: ToolListProps) {
  const { found, needle, byTag, canEdit, switches, onOpen, onSwitch } = props;
  const groups = useMemo(() => (byTag ? groupTools(found) : []), [byTag, found]);
  const row = (tool: ToolSummary) => (
    <ToolRow
      key={tool.id}
      tool={tool}
      canEdit={canEdit}
      isSaving={switches.chosen.has(tool.id)}
      failure={switches.failed.get(tool.id)}
      onOpen={onOpen}
      onSwitch={onSwitch}
    />
  );
  if (!byTag)
    return (
      <div className="tag-group">
        <GrowingList items={found} of={needle}>
          {row}
        </GrowingList>
      </div>
    );
  return (
    <div className="stack">
      {groups.map((group) => (
        <TagGroup
          key={group.tag}
          group={group}
          canEdit={canEdit}
          isFound={needle.trim() !== ''}
          startOpen={found.length < OPEN_BELOW || groups.length === 1}
          onSwitch={onSwitch}
        >
          <GrowingList items={group.tools} of={needle}>
            {row}
          </GrowingList>
        </TagGroup>
      ))}
    </div>
  );
});

interface ToolRowProps extends Pick<ToolListProps, 'canEdit' | 'onOpen' | 'onSwitch'> {
  readonly tool: ToolSummary;
  readonly isSaving: boolean;
  /** Why it is not as it was switched. */
  readonly failure: unknown;
}

const ToolRow = memo(function ToolRow({ tool, canEdit, isSaving, failure, onOpen, onSwitch }: ToolRowProps) {
  return (
    <li className={tool.enabled ? 'tool-row' : 'tool-row off'}>
      <ListSwitch
        checked={tool.enabled}
        disabled={!canEdit}
        label={`${tool.name} enabled`}
        onChange={(on) => onSwitch([tool.id], on)}
      />
      <Verb verb={tool.verb} />
      <button
        type="button"
        className="row-button"
        title={`${tool.title}\n${tool.description}`}
        onClick={() => onOpen(tool.id)}
      >
        {tool.name}
      </button>
      <span className="mono muted path clip" title={tool.path}>
        {tool.path}
      </span>
      <span className="end">
        {isSaving && <span className="muted small">saving …</span>}
        {failure !== undefined && (
          <span className="small warn" title={messageOf(failure)}>
            not saved
          </span>
        )}
        <Marks marks={marksOf(tool)} />
      </span>
    </li>
  );
});

interface TagGroupProps extends Pick<ToolListProps, 'canEdit' | 'onSwitch'> {
  readonly group: ToolGroup;
  /** Not all tools of the tag are shown, and only those that are found are switched. */
  readonly isFound: boolean;
  readonly startOpen: boolean;
  readonly children: ReactNode;
}

function TagGroup({ group, canEdit, isFound, startOpen, onSwitch, children }: TagGroupProps) {
  const [open, setOpen] = useState<boolean>();
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
          <Toggle
            checked={all}
            ariaLabel={isFound ? `The tools of ${name} that were found` : `All tools of ${name}`}
            onChange={({ detail }) =>
              onSwitch(
                group.tools.map((tool) => tool.id),
                detail.checked,
              )
            }
          >
            {isFound ? 'Found: ' : ''}
            {all ? 'All on' : group.enabled === 0 ? 'All off' : 'Some on'}
          </Toggle>
        )}
      </header>
      {isOpen && children}
    </section>
  );
}
