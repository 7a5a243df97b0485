/**
 * The found tools as rows, flat or grouped by tag: what a model reads of each, what it does, a switch for each tool and each tag, and a
 * checkbox that chooses it for a change of many.
 */
import Icon from '@cloudscape-design/components/icon';
import Toggle from '@cloudscape-design/components/toggle';
import { memo, type ReactNode, useState } from 'react';
import type { ToolSummary } from '../../../api/types.ts';
import { GrowingList } from '../../../components/growing-list.tsx';
import { ListPick, ListSwitch } from '../../../components/list-inputs.tsx';
import { Marks } from '../../../components/marks.tsx';
import { Verb } from '../../../components/verb.tsx';
import { count } from '../../../lib/format.ts';
import type { Switches } from '../../../lib/tool-switches.ts';
import { marksOf, saidOf, type ToolGroup } from '../../../lib/tools.ts';
import { messageOf } from '../../../state/notices.tsx';

/** With more tools than this, groups are closed at first. */
const OPEN_BELOW = 60;

interface ToolListProps {
  readonly found: readonly ToolSummary[];
  /** The found tools by tag; undefined for a flat list. */
  readonly groups: readonly ToolGroup[] | undefined;
  /** The search text. */
  readonly needle: string;
  readonly canEdit: boolean;
  readonly switches: Switches;
  readonly chosen: ReadonlySet<string>;
  /** These must have a stable identity, so that a row is rendered again only when its tool changes: there may be 20,000. */
  readonly onOpen: (id: string) => void;
  readonly onSwitch: (ids: readonly string[], on: boolean) => void;
  readonly onPick: (id: string, on: boolean, isRange: boolean) => void;
  readonly onPut: (ids: readonly string[], on: boolean) => void;
}

export const ToolList = memo(function ToolList(props: ToolListProps) {
  const { found, groups, needle, canEdit, switches, chosen, onOpen, onSwitch, onPick, onPut } = props;
  const row = (tool: ToolSummary) => (
    <ToolRow
      key={tool.id}
      tool={tool}
      canEdit={canEdit}
      isChosen={chosen.has(tool.id)}
      isSaving={switches.chosen.has(tool.id)}
      failure={switches.failed.get(tool.id)}
      onOpen={onOpen}
      onSwitch={onSwitch}
      onPick={onPick}
    />
  );
  if (groups === undefined)
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
          isChosen={group.tools.every(({ id }) => chosen.has(id))}
          startOpen={found.length < OPEN_BELOW || groups.length === 1}
          onSwitch={onSwitch}
          onPut={onPut}
        >
          <GrowingList items={group.tools} of={needle}>
            {row}
          </GrowingList>
        </TagGroup>
      ))}
    </div>
  );
});

interface ToolRowProps extends Pick<ToolListProps, 'canEdit' | 'onOpen' | 'onSwitch' | 'onPick'> {
  readonly tool: ToolSummary;
  readonly isChosen: boolean;
  readonly isSaving: boolean;
  /** Why it is not as it was switched. */
  readonly failure: unknown;
}

const ToolRow = memo(function ToolRow(props: ToolRowProps) {
  const { tool, canEdit, isChosen, isSaving, failure, onOpen, onSwitch, onPick } = props;
  return (
    <li className={tool.enabled ? 'tool-row' : 'tool-row off'}>
      <span className="picks">
        {canEdit && (
          <ListPick
            checked={isChosen}
            label={`Choose ${tool.name}`}
            onChange={(on, isRange) => onPick(tool.id, on, isRange)}
          />
        )}
        <ListSwitch
          checked={tool.enabled}
          disabled={!canEdit}
          label={`${tool.name} enabled`}
          onChange={(on) => onSwitch([tool.id], on)}
        />
      </span>
      <Verb verb={tool.verb} />
      <span className="what">
        <button type="button" className="row-button" onClick={() => onOpen(tool.id)}>
          {tool.name}
        </button>
        <span className="said muted small" title={saidOf(tool)}>
          {saidOf(tool)}
        </span>
      </span>
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

interface TagGroupProps extends Pick<ToolListProps, 'canEdit' | 'onSwitch' | 'onPut'> {
  readonly group: ToolGroup;
  /** Not all tools of the tag are shown, and only those that are found are switched. */
  readonly isFound: boolean;
  readonly isChosen: boolean;
  readonly startOpen: boolean;
  readonly children: ReactNode;
}

function TagGroup({ group, canEdit, isFound, isChosen, startOpen, onSwitch, onPut, children }: TagGroupProps) {
  const [open, setOpen] = useState<boolean>();
  const isOpen = open ?? startOpen;
  const all = group.enabled === group.tools.length;
  const name = group.tag || 'No tag';
  const found = `${count(group.tools.length)} found in ${name}`;
  const which = isFound ? `The ${found}` : `All tools of ${name}`;
  const ids = () => group.tools.map((tool) => tool.id);
  return (
    <section className="tag-group">
      <header>
        {canEdit && (
          <ListPick
            checked={isChosen}
            label={isFound ? `Choose the ${found}` : `Choose the tools of ${name}`}
            onChange={(on) => onPut(ids(), on)}
          />
        )}
        <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'caret-down-filled' : 'caret-right-filled'} />
          <span className="clip">{name}</span>
          <span className="muted small">
            {all ? count(group.tools.length) : `${count(group.enabled)} of ${count(group.tools.length)} on`}
          </span>
        </button>
        {canEdit && (
          <Toggle checked={all} ariaLabel={which} onChange={({ detail }) => onSwitch(ids(), detail.checked)}>
            {isFound ? `The ${count(group.tools.length)} found: ` : ''}
            {all ? 'All on' : group.enabled === 0 ? 'All off' : 'Some on'}
          </Toggle>
        )}
      </header>
      {isOpen && children}
    </section>
  );
}
