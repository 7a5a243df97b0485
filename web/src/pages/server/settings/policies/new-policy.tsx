/** Adds a policy: from a template, whose fields are asked for, or empty. */
import Button from '@cloudscape-design/components/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy } from '../../../../../../core/model/policies.ts';
import {
  POLICY_TEMPLATES,
  type TemplateValues,
  templateFault,
  templateText,
} from '../../../../../../core/policies/templates.ts';
import { policySchemaQuery } from '../../../../api/queries/tools.ts';
import { CodeBlock } from '../../../../components/code-block.tsx';
import { ChoiceField } from '../../../../components/form-fields.tsx';
import { Problem } from '../../../../components/problem.tsx';
import { Loading } from '../../../../components/shell.tsx';
import { TemplateInput } from './template-input.tsx';

interface NewPolicyProps {
  readonly serverId: string;
  readonly onAdd: (policy: Policy) => void;
}

const OPTIONS = POLICY_TEMPLATES.map(({ id, title, says }) => ({ value: id, label: title, description: says }));

export function NewPolicy({ serverId, onAdd }: NewPolicyProps) {
  const [id, setId] = useState<string>();
  const [values, setValues] = useState<TemplateValues>({});
  const [isTried, setTried] = useState(false);
  const template = POLICY_TEMPLATES.find((one) => one.id === id);
  const needsTools = template?.fields.some(({ kind }) => kind === 'tool' || kind === 'tag') ?? false;
  const schema = useQuery({ ...policySchemaQuery(serverId), enabled: needsTools });
  const tools = schema.data ?? [];
  const tool = tools.find(({ name }) => name === values['tool']);
  const type = tool?.arguments.find(({ name }) => name === values['argument'])?.type;
  const faults = template?.fields.map((field) => templateFault(field, values[field.id] ?? '', type)) ?? [];
  const isWhole = faults.every((fault) => fault === undefined);
  const close = () => {
    setId(undefined);
    setValues({});
    setTried(false);
  };
  const add = () => {
    setTried(true);
    if (!template || !isWhole) return;
    const { id: name, advice } = template;
    onAdd({ name, text: templateText(template, values, type), mode: 'enforce', ...(advice && { advice }) });
    close();
  };
  return (
    <section className="card stack" aria-label="Add a policy">
      <h2>Add a policy</h2>
      <ChoiceField
        label="What it does"
        description={template?.says}
        value={id}
        options={OPTIONS}
        placeholder="Choose a template"
        onChange={(next) => {
          close();
          setId(next);
        }}
      />
      {needsTools && schema.isPending && <Loading what="the tools" />}
      {needsTools && schema.isError && <Problem error={schema.error} retry={() => void schema.refetch()} />}
      {template !== undefined && (!needsTools || schema.isSuccess) && (
        <>
          {template.fields.map((field, at) => (
            <TemplateInput
              key={field.id}
              field={field}
              value={values[field.id] ?? ''}
              fault={isTried ? faults[at] : undefined}
              tools={tools}
              tool={tool}
              onChange={(value) =>
                setValues((old) => ({ ...old, [field.id]: value, ...(field.kind === 'tool' && { argument: '' }) }))
              }
            />
          ))}
          {isWhole && <CodeBlock title="The policy" text={templateText(template, values, type)} />}
        </>
      )}
      <div className="row">
        {template !== undefined && (
          <Button formAction="none" onClick={add}>
            Add
          </Button>
        )}
        <Button
          formAction="none"
          iconName="add-plus"
          onClick={() => {
            close();
            onAdd({ name: 'policy', text: 'forbid(principal, action, resource)\nwhen {  };', mode: 'shadow' });
          }}
        >
          Write one by hand
        </Button>
      </div>
    </section>
  );
}
