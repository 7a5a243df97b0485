/** Filters by one tool of the server. Of 20,000 tools only as many are offered as fit a list; the others are found by typing. */
import Select from '@cloudscape-design/components/select';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toolsQuery } from '../../api/queries/tools.ts';
import { count } from '../../lib/format.ts';
import { findTools } from '../../lib/tools.ts';

const OFFERED = 25;
const ANY = { value: '', label: 'Any tool' };

interface ToolFilterProps {
  readonly serverId: string;
  /** Name of the tool; '' for any. */
  readonly value: string;
  readonly onChange: (name: string) => void;
}

export function ToolFilter({ serverId, value, onChange }: ToolFilterProps) {
  const { data } = useQuery(toolsQuery(serverId));
  const [text, setText] = useState('');
  const found = useMemo(() => findTools(data?.items ?? [], text), [data, text]);
  const options = useMemo(() => found.slice(0, OFFERED).map(({ name }) => ({ value: name, label: name })), [found]);
  return (
    <Select
      ariaLabel="Tool"
      selectedOption={value === '' ? ANY : { value, label: value }}
      options={text === '' ? [ANY, ...options] : options}
      filteringType="manual"
      filteringAriaLabel="Find a tool"
      filteringPlaceholder="Find a tool"
      onLoadItems={({ detail }) => setText(detail.filteringText)}
      empty="No tool has all of these words."
      finishedText={found.length > OFFERED ? `and ${count(found.length - OFFERED)} more: find them by name` : undefined}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
}
