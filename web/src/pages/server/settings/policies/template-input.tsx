/** A field of a template: tools, tags and arguments are chosen from those that there are, everything else is typed. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { TemplateField } from '../../../../../../core/policies/templates.ts';
import type { ComparableTool } from '../../../../api/types.ts';
import { Choice } from '../../../../components/form-fields.tsx';

interface TemplateInputProps {
  readonly field: TemplateField;
  readonly value: string;
  readonly fault: string | undefined;
  readonly tools: readonly ComparableTool[];
  /** The chosen one. */
  readonly tool: ComparableTool | undefined;
  readonly onChange: (value: string) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

const named = (value: string): Option => ({ value, label: value });

/** What can be chosen; undefined where a text is typed. */
function optionsOf(field: TemplateField, tools: readonly ComparableTool[], tool: ComparableTool | undefined) {
  switch (field.kind) {
    case 'tool':
      return tools.map(({ name }) => named(name));
    case 'tag':
      return [...new Set(tools.flatMap(({ tags }) => tags))].sort().map(named);
    case 'argument':
      return (tool?.arguments ?? [])
        .filter(({ type }) => field.types.includes(type))
        .map(({ name, type }): Option => ({ ...named(name), description: type }));
    case 'choice':
      return field.choices.map((choice): Option => ({ ...choice }));
    default:
      return undefined;
  }
}

export function TemplateInput({ field, value, fault, tools, tool, onChange }: TemplateInputProps) {
  const options = optionsOf(field, tools, tool);
  return (
    <FormField label={field.label} errorText={fault} stretch>
      {options === undefined ? (
        <Input
          value={value}
          placeholder={'example' in field ? field.example : ''}
          spellcheck={false}
          autoComplete={false}
          ariaRequired
          onChange={({ detail }) => onChange(detail.value)}
        />
      ) : (
        <Choice
          value={value}
          options={options}
          filteringType={options.length > 8 ? 'auto' : 'none'}
          placeholder="Choose"
          empty={field.kind === 'argument' ? 'The tool has no argument of this type' : 'There are none'}
          ariaRequired
          onChange={onChange}
        />
      )}
    </FormField>
  );
}
