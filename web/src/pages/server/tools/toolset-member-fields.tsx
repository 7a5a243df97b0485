/** Which tools of a server a toolset lists, and under which names: all, by tags, single ones; its prefix, and names of the owner's own. */
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { Server } from '../../../api/types.ts';
import { TextField } from '../../../components/form-fields.tsx';

type Stored = NonNullable<Server['source']['members']>[number];
/** A member as it is given: a new one has its prefix made. */
export type GivenMember = Omit<Stored, 'prefix'> & { readonly prefix?: string };

interface MemberFieldsProps {
  readonly name: string;
  readonly member: GivenMember;
  readonly disabled: boolean;
  /** Of its member with this name, what the service refused. */
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (member: GivenMember) => void;
}

export function MemberFields({ name, member, disabled, faultOf, onChange }: MemberFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  // Of a large server that is a long list, which is read by whoever wants to choose.
  const query = useQuery({ ...toolsQuery(member.serverId), enabled: isOpen });
  const { tags = [], tools = [], names = {}, prefix = '', prefixed = false } = member;
  const items = query.data?.items ?? [];
  const optionOf = new Map(
    items.map((tool) => [tool.id, { value: tool.id, label: tool.name, description: tool.title }]),
  );
  const known = [...new Set(items.map(({ tag }) => tag).filter((tag) => tag !== ''))].sort();
  const status = query.isError ? ('error' as const) : query.isLoading ? ('loading' as const) : ('finished' as const);
  const renamed = Object.keys(names);
  /** Without what is empty, which means all tools, and the tools' own names. */
  const change = (part: Partial<Record<keyof GivenMember, unknown>>) => {
    const next = Object.entries({ ...member, ...part }).filter(
      ([, value]) => value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
    );
    onChange(Object.fromEntries(next) as unknown as GivenMember);
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name}: {tags.length + tools.length === 0 ? 'all tools' : 'chosen tools'}
        {renamed.length > 0 && `, ${renamed.length} renamed`}
      </summary>
      <div className="stack part">
        <FormField
          label="Tags"
          description="Tools with one of these tags. Without tags and tools: all."
          errorText={faultOf('tags')}
          stretch
        >
          <Multiselect
            selectedOptions={tags.map((tag) => ({ value: tag, label: tag }))}
            options={known.map((tag) => ({ value: tag, label: tag }))}
            disabled={disabled}
            filteringType="auto"
            statusType={status}
            placeholder="Any tag"
            empty="Its tools have no tags."
            deselectAriaLabel={({ label }) => `Remove ${label}`}
            onChange={({ detail }) => change({ tags: detail.selectedOptions.flatMap(({ value }) => value ?? []) })}
          />
        </FormField>
        <FormField label="Single tools" description="Beside those of the tags." errorText={faultOf('tools')} stretch>
          <Multiselect
            selectedOptions={tools.map((id) => optionOf.get(id) ?? { value: id, label: id })}
            options={[...optionOf.values()]}
            disabled={disabled}
            filteringType="auto"
            statusType={status}
            placeholder="No single tool"
            deselectAriaLabel={({ label }) => `Remove ${label}`}
            onChange={({ detail }) => change({ tools: detail.selectedOptions.flatMap(({ value }) => value ?? []) })}
          />
        </FormField>
        <TextField
          label="Prefix"
          description="Stands before a name that another server has already. Lower-case letters, digits and underscores."
          errorText={faultOf('prefix')}
          value={prefix}
          disabled={disabled}
          placeholder="Made of the name of the server"
          spellcheck={false}
          autoComplete={false}
          onChange={(prefix) => change({ prefix })}
        />
        <Checkbox
          checked={prefixed}
          disabled={disabled}
          onChange={({ detail }) => change({ prefixed: detail.checked })}
        >
          Put the prefix before the names of all its tools
        </Checkbox>
        <FormField
          label="Tools with another name here"
          description="Choose the tools, then name them. A name lasts until you change it."
          errorText={faultOf('names')}
          stretch
        >
          <Multiselect
            selectedOptions={renamed.map((id) => optionOf.get(id) ?? { value: id, label: id })}
            options={[...optionOf.values()]}
            disabled={disabled}
            filteringType="auto"
            statusType={status}
            placeholder="None"
            deselectAriaLabel={({ label }) => `Give ${label} its own name again`}
            onChange={({ detail }) => {
              const ids = detail.selectedOptions.flatMap(({ value }) => value ?? []);
              const next = ids.map((id) => [id, names[id] ?? optionOf.get(id)?.label ?? ''] as const);
              const { names: _, ...rest } = member;
              onChange(next.length > 0 ? { ...rest, names: Object.fromEntries(next) } : rest);
            }}
          />
        </FormField>
        {renamed.map((id) => (
          <TextField
            key={id}
            label={<span className="mono">{optionOf.get(id)?.label ?? id}</span>}
            errorText={faultOf(`names/${id}`)}
            value={names[id] ?? ''}
            disabled={disabled}
            ariaRequired
            spellcheck={false}
            autoComplete={false}
            onChange={(next) => onChange({ ...member, names: { ...names, [id]: next } })}
          />
        ))}
      </div>
    </details>
  );
}
