/** Chooses servers for a toolset, in the order in which their names have precedence. */
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useQuery } from '@tanstack/react-query';
import { serversQuery } from '../api/queries/servers.ts';
import { plural } from '../lib/format.ts';

interface MemberChoiceProps {
  /** Ids of servers. */
  readonly chosen: readonly string[];
  readonly fault: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (ids: readonly string[]) => void;
}

export function MemberChoice({ chosen, fault, disabled = false, onChange }: MemberChoiceProps) {
  const query = useQuery(serversQuery());
  const options = (query.data?.items ?? [])
    .filter(({ source, status }) => source.kind !== 'toolset' && status !== 'deleting')
    .map(({ id, name, baseUrl, bundle }) => ({
      value: id,
      label: name || id,
      description: [baseUrl, plural(bundle?.tools ?? 0, 'tool')].filter((text) => text !== '').join(', '),
    }));
  const byId = new Map(options.map((option) => [option.value, option]));
  return (
    <FormField
      label="Servers"
      description="Of two tools with one name, the server that is chosen first has it, and the other one gets a prefix."
      errorText={fault}
      stretch
    >
      <Multiselect
        selectedOptions={chosen.map((id) => byId.get(id) ?? { value: id, label: id })}
        options={options}
        disabled={disabled}
        filteringType="auto"
        statusType={query.isLoading ? 'loading' : query.isError ? 'error' : 'finished'}
        loadingText="Loading the servers"
        errorText="The servers could not be loaded. Reload the page."
        placeholder="Choose servers"
        empty="There is no server yet. Create one of an API first."
        deselectAriaLabel={({ label }) => `Take ${label} out`}
        onChange={({ detail }) => onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
      />
    </FormField>
  );
}
