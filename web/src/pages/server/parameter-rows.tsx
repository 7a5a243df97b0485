/** The parameters of a tool that is typed in: name, place, type, required, meaning. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useId } from 'react';
import type { ApiError } from '../../api/client.ts';
import type { NewTool } from '../../api/types.ts';

type Parameter = NonNullable<NewTool['parameters']>[number];

export interface ParameterDraft {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

const PLACES = ['query', 'path', 'header', 'cookie'] as const;
const TYPES = ['string', 'integer', 'number', 'boolean', 'string list'] as const;

/** A draft as the API takes it. */
export function schemaOf(draft: ParameterDraft): Parameter {
  const schema = draft.type === 'string list' ? { type: 'array', items: { type: 'string' } } : { type: draft.type };
  return {
    name: draft.name.trim(),
    in: draft.in,
    schema,
    ...(draft.required || draft.in === 'path' ? { required: true } : {}),
    ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
  };
}

interface ParameterRowsProps {
  readonly value: readonly ParameterDraft[];
  readonly braces: readonly string[];
  readonly refused?: ApiError;
  readonly onChange: (value: readonly ParameterDraft[]) => void;
}

export function ParameterRows({ value, braces, refused, onChange }: ParameterRowsProps) {
  const change = (index: number, part: Partial<ParameterDraft>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const id = useId();
  // A whole row, not '/parameters/1' in '/parameters/10'.
  const faultsOf = (index: number) =>
    refused?.faults.filter(({ field }) => `${field}/`.startsWith(`/parameters/${index}/`)) ?? [];
  const open = braces.filter((name) => !value.some((one) => one.in === 'path' && one.name === name));
  return (
    <fieldset className="plain">
      <legend>Parameters</legend>
      <div className="stack tight">
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={index} className="parameter">
            <Input
              value={one.name}
              placeholder="name"
              ariaLabel={`Name of parameter ${index + 1}`}
              ariaRequired
              invalid={faultsOf(index).length > 0}
              ariaDescribedby={faultsOf(index).length > 0 ? `${id}-${index}` : undefined}
              spellcheck={false}
              onChange={({ detail }) => change(index, { name: detail.value })}
            />
            <Select
              ariaLabel={`Place of parameter ${index + 1}`}
              selectedOption={{ value: one.in, label: one.in }}
              options={PLACES.map((place) => ({ value: place, label: place }))}
              onChange={({ detail }) => change(index, { in: detail.selectedOption.value as ParameterDraft['in'] })}
            />
            <Select
              ariaLabel={`Type of parameter ${index + 1}`}
              selectedOption={{ value: one.type, label: one.type }}
              options={TYPES.map((type) => ({ value: type, label: type }))}
              onChange={({ detail }) => change(index, { type: detail.selectedOption.value ?? 'string' })}
            />
            <Checkbox
              checked={one.required || one.in === 'path'}
              disabled={one.in === 'path'}
              onChange={({ detail }) => change(index, { required: detail.checked })}
            >
              required
            </Checkbox>
            <Button
              formAction="none"
              variant="icon"
              iconName="remove"
              ariaLabel={`Remove parameter ${index + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
            <div className="meaning">
              <Input
                value={one.description}
                placeholder="What it means, for the model"
                ariaLabel={`Meaning of parameter ${index + 1}`}
                onChange={({ detail }) => change(index, { description: detail.value })}
              />
              <span id={`${id}-${index}`} className="bad small">
                {faultsOf(index)
                  .map(({ message }) => message)
                  .join(' ')}
              </span>
            </div>
          </div>
        ))}
        <div className="row">
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() =>
              onChange([...value, { name: '', in: 'query', type: 'string', required: false, description: '' }])
            }
          >
            Add a parameter
          </Button>
          {open.map((name) => (
            <Button
              key={name}
              formAction="none"
              variant="inline-link"
              onClick={() =>
                onChange([...value, { name, in: 'path', type: 'string', required: true, description: '' }])
              }
            >
              Describe {`{${name}}`}
            </Button>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
