/** A tool's effects (MCP tool annotations), as four questions. */
import Checkbox from '@cloudscape-design/components/checkbox';
import type { ReactNode } from 'react';
import type { Tool } from '../api/types.ts';

const ANNOTATIONS = [
  { key: 'readOnlyHint', label: 'Read-only', text: 'It only reads' },
  { key: 'destructiveHint', label: 'Destructive', text: 'It may delete or overwrite data' },
  { key: 'idempotentHint', label: 'Idempotent', text: 'Safe to repeat' },
  { key: 'openWorldHint', label: 'Open world', text: 'It reaches external systems' },
] as const;

interface AnnotationFieldsProps {
  readonly value: Tool['annotations'];
  readonly legend: ReactNode;
  readonly description?: string;
  readonly fault?: string;
  readonly readOnly?: boolean;
  readonly onChange: (value: Tool['annotations']) => void;
}

export function AnnotationFields({ value, legend, description, fault, readOnly, onChange }: AnnotationFieldsProps) {
  return (
    <fieldset className="plain">
      <legend>{legend}</legend>
      {description !== undefined && <div className="small muted">{description}</div>}
      <div className="two">
        {ANNOTATIONS.map(({ key, label, text }) => (
          <Checkbox
            key={key}
            checked={value[key]}
            readOnly={readOnly}
            description={text}
            onChange={({ detail }) => onChange(changed(value, key, detail.checked))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {fault !== undefined && <div className="bad small">{fault}</div>}
    </fieldset>
  );
}

/** A tool cannot be both read-only and destructive: the last choice wins. */
function changed(value: Tool['annotations'], key: keyof Tool['annotations'], on: boolean): Tool['annotations'] {
  const next = { ...value, [key]: on };
  if (on && key === 'readOnlyHint') next.destructiveHint = false;
  if (on && key === 'destructiveHint') next.readOnlyHint = false;
  return next;
}
