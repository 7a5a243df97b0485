/** One value of a form for a JSON Schema: label, hint, fault, and the control for its kind. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useId } from 'react';
import type { Fault } from '../api/client.ts';
import type { Field, Schema } from '../lib/schema-form.ts';
import { inWords } from '../lib/tools.ts';
import { FileControl, JsonControl, MomentControl, NumberControl } from './schema-inputs.tsx';

export interface SchemaFieldProps {
  readonly name: string;
  readonly schema: unknown;
  /** The schema that references point into. */
  readonly root: Schema;
  readonly value: unknown;
  readonly required: boolean;
  /** JSON pointer of the value, which faults contain. */
  readonly pointer: string;
  readonly faults: readonly Fault[];
  readonly depth: number;
  /** Undefined removes the value. */
  readonly onChange: (value: unknown) => void;
}

export type PartProps = SchemaFieldProps & { readonly field: Field };

export const faultAt = (faults: readonly Fault[], pointer: string): string | undefined =>
  faults.find(({ field }) => field === pointer)?.message;
export const faultWithin = (faults: readonly Fault[], pointer: string): string | undefined =>
  faults.find(({ field }) => `${field}/`.startsWith(`${pointer}/`))?.message;
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const labelOf = (name: string, required: boolean): ReactNode => (
  <>
    <span className="mono break">{name}</span> {!required && <i className="optional">optional</i>}
  </>
);

function hintOf({ kind, schema }: Field): string | undefined {
  const { default: standard, examples } = schema;
  const example = Array.isArray(examples) ? examples[0] : undefined;
  const parts = [
    ['number', 'text', 'lines', 'json'].includes(kind) && inWords(schema) !== 'string' && inWords(schema),
    kind === 'date-time' && 'In your local time; sent in UTC.',
    kind === 'password' && 'Not stored in this browser.',
    standard !== undefined && `Default: ${JSON.stringify(standard)}`,
    example !== undefined && `Example: ${JSON.stringify(example)}`,
  ];
  return (
    parts
      .filter((part) => typeof part === 'string')
      .join(' · ')
      .slice(0, 300) || undefined
  );
}

export function ValueField({ name, field, value, required, pointer, faults, onChange }: PartProps) {
  const id = useId();
  const fault = faultWithin(faults, pointer);
  return (
    <FormField
      label={labelOf(name, required)}
      description={textOf(field.schema['description'])}
      constraintText={hintOf(field)}
      errorText={fault}
      controlId={id}
      stretch
    >
      <Control
        id={id}
        field={field}
        value={value}
        required={required}
        invalid={fault !== undefined}
        onChange={onChange}
      />
    </FormField>
  );
}

interface FieldControlProps extends Pick<PartProps, 'field' | 'value' | 'required' | 'onChange'> {
  readonly id: string;
  readonly invalid: boolean;
}

function Control({ id, field, value, required, invalid, onChange }: FieldControlProps) {
  const { kind, options } = field;
  const same = { id, value, invalid, onChange };
  if (kind === 'enum' || kind === 'boolean') {
    const known = (kind === 'boolean' ? [true, false] : options).map((one) => ({
      value: JSON.stringify(one),
      label: String(one),
    }));
    const none = { value: '', label: 'Not sent' };
    // A value that is none of the choices, which was typed as JSON, is shown as JSON.
    const chosen = value === undefined ? undefined : JSON.stringify(value);
    return (
      <Select
        controlId={id}
        selectedOption={
          chosen === undefined ? none : (known.find((one) => one.value === chosen) ?? { value: chosen, label: chosen })
        }
        options={required ? known : [none, ...known]}
        filteringType={known.length > 20 ? 'auto' : 'none'}
        onChange={({ detail }) => {
          const text = detail.selectedOption.value ?? '';
          onChange(text === '' ? undefined : JSON.parse(text));
        }}
      />
    );
  }
  if (kind === 'number') return <NumberControl {...same} />;
  if (kind === 'file') return <FileControl {...same} />;
  if (kind === 'date' || kind === 'date-time') return <MomentControl {...same} type={kind} />;
  if (kind === 'json' || (value !== undefined && typeof value !== 'string'))
    return <JsonControl {...same} placeholder="JSON" />;
  const text = value ?? '';
  const change = ({ detail }: { readonly detail: { readonly value: string } }) =>
    onChange(detail.value === '' ? undefined : detail.value);
  return kind === 'lines' ? (
    <Textarea controlId={id} value={text} rows={3} onChange={change} />
  ) : (
    <Input
      controlId={id}
      value={text}
      type={kind === 'password' ? 'password' : 'text'}
      autoComplete={false}
      spellcheck={false}
      onChange={change}
    />
  );
}
