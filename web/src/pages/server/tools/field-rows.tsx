/** The parameters and body fields of a tool that is added manually: name, location, type, required, description. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useId } from 'react';
import type { ApiError } from '../../../api/client.ts';
import { JsonEditor } from '../../../components/json-editor.tsx';
import { blankRow, CUSTOM, parametersAmong, type Row, TYPES, takesBody, typeOf } from '../../../lib/tool-form.ts';
import { bracesOf } from '../../../lib/tools.ts';

const PLACES = ['query', 'path', 'header', 'cookie', 'body'] as const;
const optionOf = (value: string) => ({ value, label: value });

interface FieldRowsProps {
  readonly value: readonly Row[];
  readonly verb: string;
  readonly path: string;
  /** The body is described by a schema of its own. */
  readonly hasBodySchema: boolean;
  readonly refused?: ApiError;
  readonly onChange: (value: readonly Row[]) => void;
}

export function FieldRows({ value, verb, path, hasBodySchema, refused, onChange }: FieldRowsProps) {
  const open = bracesOf(path).filter((name) => !value.some((row) => row.in === 'path' && row.name === name));
  const hasFields = (takesBody(verb) || value.some((row) => row.in === 'body')) && !hasBodySchema;
  const places = PLACES.filter((place) => place !== 'body' || hasFields);
  const sent = parametersAmong(value);
  const faultsOf = (row: Row): readonly string[] => {
    const at = row.in === 'body' ? `/body/schema/properties/${row.name.trim()}` : `/parameters/${sent.indexOf(row)}`;
    // Compares whole segments: '/parameters/1' is not in '/parameters/10'.
    return refused?.faults.filter(({ field }) => `${field}/`.startsWith(`${at}/`)).map(({ message }) => message) ?? [];
  };
  const added: Row = hasBodySchema ? { ...blankRow(verb), in: 'query' } : blankRow(verb);
  return (
    <fieldset className="plain">
      <legend>{hasFields ? 'Parameters and body fields' : 'Parameters'}</legend>
      <div className="stack tight">
        {value.map((row, index) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            key={index}
            row={row}
            number={index + 1}
            places={places}
            faults={faultsOf(row)}
            onChange={(part) => onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
        <div className="row">
          <Button formAction="none" iconName="add-plus" onClick={() => onChange([...value, added])}>
            Add a parameter
          </Button>
          {open.map((name) => (
            <Button
              key={name}
              formAction="none"
              variant="inline-link"
              onClick={() => onChange([...value, { ...added, name, in: 'path', required: true }])}
            >
              Describe {`{${name}}`}
            </Button>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

interface FieldRowProps {
  readonly row: Row;
  readonly number: number;
  readonly places: readonly Row['in'][];
  readonly faults: readonly string[];
  readonly onChange: (part: Partial<Row>) => void;
  readonly onRemove: () => void;
}

function FieldRow({ row, number, places, faults, onChange, onRemove }: FieldRowProps) {
  const id = useId();
  const type = typeOf(row);
  return (
    <div className="parameter">
      <Input
        value={row.name}
        placeholder="name"
        ariaLabel={`Name of parameter ${number}`}
        ariaRequired
        invalid={faults.length > 0}
        ariaDescribedby={faults.length > 0 ? id : undefined}
        spellcheck={false}
        onChange={({ detail }) => onChange({ name: detail.value })}
      />
      <Select
        ariaLabel={`Place of parameter ${number}`}
        selectedOption={optionOf(row.in)}
        options={places.map(optionOf)}
        // The style of one location does not exist in another.
        onChange={({ detail }) =>
          onChange({ in: detail.selectedOption.value as Row['in'], style: undefined, explode: undefined })
        }
      />
      <Select
        ariaLabel={`Type of parameter ${number}`}
        selectedOption={optionOf(type)}
        options={[...Object.keys(TYPES), CUSTOM].map(optionOf)}
        onChange={({ detail }) =>
          onChange(
            detail.selectedOption.value === CUSTOM
              ? { custom: true }
              : { custom: false, schema: TYPES[detail.selectedOption.value ?? ''] },
          )
        }
      />
      <Checkbox
        checked={row.required || row.in === 'path'}
        disabled={row.in === 'path'}
        onChange={({ detail }) => onChange({ required: detail.checked })}
      >
        required
      </Checkbox>
      <Button
        formAction="none"
        variant="icon"
        iconName="remove"
        ariaLabel={`Remove parameter ${number}`}
        onClick={onRemove}
      />
      <div className="meaning">
        <Input
          value={row.description}
          placeholder="Description for the model"
          ariaLabel={`Meaning of parameter ${number}`}
          onChange={({ detail }) => onChange({ description: detail.value })}
        />
        <span id={id} className="bad small">
          {faults.join(' ')}
        </span>
      </div>
      {type === CUSTOM && (
        <div className="meaning">
          <JsonEditor
            label={`JSON Schema of ${row.name === '' ? `parameter ${number}` : row.name}`}
            value={row.schema ?? {}}
            onChange={(schema) => onChange({ schema })}
          />
        </div>
      )}
    </div>
  );
}
