/** Chooses tools from a server's list, which may be long: it can be searched, and is drawn a page at a time. */
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { ToolSummary } from '../api/types.ts';
import { count, plural } from '../lib/format.ts';
import { findTools, marksOf } from '../lib/tools.ts';
import { TextField } from './form-fields.tsx';
import { GrowingList } from './growing-list.tsx';
import { ListCheckbox } from './list-inputs.tsx';
import { Marks } from './marks.tsx';
import { useSteady } from './use-steady.ts';
import { Verb } from './verb.tsx';

interface ToolChoiceProps {
  readonly tools: readonly ToolSummary[];
  readonly chosen: ReadonlySet<string>;
  readonly label?: string;
  readonly info?: ReactNode;
  readonly constraint?: string;
  readonly fault?: string | undefined;
  /** Maximum number of chosen tools. */
  readonly most: number;
  /** What has this maximum, such as “a rule”. */
  readonly owner: string;
  readonly disabled?: boolean;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export function ToolChoice(props: ToolChoiceProps) {
  const { tools, chosen, label = 'Tools', info, constraint, fault, most, owner, disabled = false, onChange } = props;
  const [text, setText] = useState('');
  const needle = useDeferredValue(text);
  const found = useMemo(() => findTools(tools, needle), [tools, needle]);
  const put = (ids: readonly string[], { on }: { readonly on: boolean }) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange(next);
  };
  const onPick = useSteady((id: string, on: boolean) => put([id], { on }));
  const allFound = found.every((tool) => chosen.has(tool.id));
  return (
    <div className="stack tight">
      <TextField
        label={label}
        info={info}
        constraintText={constraint}
        errorText={fault}
        type="search"
        value={text}
        placeholder="Find by name, path, description, “destructive” …"
        ariaLabel="Find a tool to choose"
        clearAriaLabel="Clear the search"
        onChange={setText}
        onKeyDown={(event) => event.detail.key === 'Enter' && event.preventDefault()}
      />
      <div className="row spread small">
        <span className="muted" role="status">
          {count(chosen.size)} of {plural(tools.length, 'tool')} chosen
          {found.length < tools.length && `, ${count(found.length)} found`}
          {tools.length > most && `; ${owner} takes ${count(most)} at most`}
        </span>
        {/* Both buttons stay when they have nothing to do; otherwise the focus would move from one to the other. */}
        <span className="row">
          {found.length <= most && (
            <TextButton
              idle={allFound || disabled}
              onClick={() =>
                put(
                  found.map((tool) => tool.id),
                  { on: true },
                )
              }
            >
              Choose all {count(found.length)}
            </TextButton>
          )}
          <TextButton idle={chosen.size === 0 || disabled} onClick={() => onChange(new Set())}>
            Choose none
          </TextButton>
        </span>
      </div>
      {found.length > 0 && (
        <GrowingList className="tool-choice" label={label} items={found} of={needle}>
          {(tool) => (
            <Row key={tool.id} tool={tool} checked={chosen.has(tool.id)} disabled={disabled} onPick={onPick} />
          )}
        </GrowingList>
      )}
    </div>
  );
}

interface TextButtonProps {
  /** Has nothing to do; unlike a disabled button it keeps the focus. */
  readonly idle: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const TextButton = ({ idle, onClick, children }: TextButtonProps) => (
  <button type="button" className="text-button" aria-disabled={idle} onClick={() => idle || onClick()}>
    {children}
  </button>
);

interface RowProps {
  readonly tool: ToolSummary;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** Must have a stable identity, so that a row is rendered again only when it changes. */
  readonly onPick: (id: string, on: boolean) => void;
}

const Row = memo(function Row({ tool, checked, disabled, onPick }: RowProps) {
  return (
    <li>
      <ListCheckbox checked={checked} disabled={disabled} onChange={(on) => onPick(tool.id, on)}>
        {tool.name}
      </ListCheckbox>
      <span className="muted small what">
        <Verb verb={tool.verb} /> <span className="mono clip">{tool.path}</span>
        <Marks marks={marksOf(tool).filter(({ tone }) => tone === 'bad' || tone === 'warn')} />
        {!tool.enabled && <span className="chip">off</span>}
      </span>
    </li>
  );
});
