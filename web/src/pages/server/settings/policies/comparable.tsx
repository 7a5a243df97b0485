/** What policies can compare of each tool, in the notation of Cedar schemas. */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { policySchemaQuery } from '../../../../api/queries/tools.ts';
import { CodeBlock } from '../../../../components/code-block.tsx';
import { ChoiceField } from '../../../../components/form-fields.tsx';
import { Problem } from '../../../../components/problem.tsx';
import { Loading } from '../../../../components/shell.tsx';

export function Comparable({ serverId }: { readonly serverId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<string>();
  const schema = useQuery({ ...policySchemaQuery(serverId), enabled: isOpen });
  const options = (schema.data ?? []).map((tool) => ({ value: tool.name, label: tool.name }));
  const tool = schema.data?.find((one) => one.name === name) ?? schema.data?.[0];
  return (
    <ExpandableSection
      headerText="What policies can compare"
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {schema.isError ? (
        <Problem error={schema.error} retry={() => void schema.refetch()} />
      ) : schema.data === undefined ? (
        isOpen && <Loading what="the tools" />
      ) : tool === undefined ? (
        <p className="muted">There are no tools yet.</p>
      ) : (
        <div className="stack">
          <ChoiceField
            label="Tool"
            value={tool.name}
            options={options}
            filteringType={options.length > 8 ? 'auto' : 'none'}
            onChange={setName}
          />
          <CodeBlock
            title="The tool, and the groups that it is in"
            text={[tool.name, ...tool.groups].map((id) => `Action::${JSON.stringify(id)}`).join('\n')}
          />
          <CodeBlock title="Its arguments: context.input" text={tool.input} />
          <p className="small muted">
            Beside them: context.now (UTC), context.weekday (1 is Monday, UTC); principal is a Person (id, name, client;
            in Groups), a Token (id, label) or a Client (id, name). A value with ? may be absent: write{' '}
            <span className="mono">context.input has name &&</span> before it.
          </p>
        </div>
      )}
    </ExpandableSection>
  );
}
