/** Limits an access rule to tools that are chosen from the server's list. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import { QueryState } from '../../../components/query-state.tsx';
import { ToolChoice } from '../../../components/tool-choice.tsx';
import { plural } from '../../../lib/format.ts';
import { choiceFault } from '../tokens/scope-choice.tsx';

interface RuleToolsProps {
  readonly serverId: string;
  /** Position of the rule in the list, from 1. */
  readonly number: number;
  /** Ids of the chosen tools; undefined if the rule is not limited to any. */
  readonly tools: readonly string[] | undefined;
  readonly disabled: boolean;
  readonly onChange: (tools: readonly string[] | undefined) => void;
}

export function RuleTools({ serverId, number, tools, disabled, onChange }: RuleToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const regionId = useId();
  if (disabled) {
    return tools === undefined ? null : (
      <span className="muted small">at most {plural(tools.length, 'chosen tool')}</span>
    );
  }
  const open = () => {
    if (tools === undefined) onChange([]);
    setOpen(!isOpen);
  };
  return (
    <>
      <Button
        formAction="none"
        variant="inline-link"
        ariaExpanded={isOpen}
        ariaControls={regionId}
        ariaLabel={`Rule ${number}: ${tools === undefined ? 'choose tools' : 'change the chosen tools'}`}
        onClick={open}
      >
        {tools === undefined ? 'Choose tools' : `At most ${plural(tools.length, 'chosen tool')}`}
      </Button>
      {isOpen && tools !== undefined && (
        <section id={regionId} className="rule-tools stack tight" aria-label={`Tools of rule ${number}`}>
          <Picker serverId={serverId} tools={tools} onChange={onChange} />
          <div className="row">
            <Button
              formAction="none"
              variant="inline-link"
              onClick={() => {
                onChange(undefined);
                setOpen(false);
              }}
            >
              Remove this limit
            </Button>
            <Button formAction="none" variant="inline-link" onClick={() => setOpen(false)}>
              Close the list
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

interface PickerProps extends Pick<RuleToolsProps, 'serverId' | 'onChange'> {
  readonly tools: readonly string[];
}

function Picker({ serverId, tools, onChange }: PickerProps) {
  const query = useQuery(toolsQuery(serverId));
  if (query.data === undefined) {
    return <QueryState query={query} what="the tools" />;
  }
  const chosen = new Set(tools);
  return (
    <ToolChoice
      tools={query.data.items}
      chosen={chosen}
      owner="a rule"
      most={LIMITS.tokenScopeTools}
      fault={choiceFault({ kind: 'chosen', tools: chosen }, 'rule')}
      onChange={(ids) => onChange([...ids])}
    />
  );
}
