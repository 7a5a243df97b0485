/** The request of a tool that is added manually: method, path, parameters and body. Used to add the tool and to edit it later. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import type { Ref } from 'react';
import type { ApiError } from '../../../api/client.ts';
import { ChoiceField } from '../../../components/form-fields.tsx';
import { JsonEditor } from '../../../components/json-editor.tsx';
import {
  CONTENT_TYPES,
  type RequestRows,
  requestOf,
  rowsOfForm,
  takesBody,
  VERBS,
  withPath,
  withVerb,
} from '../../../lib/tool-form.ts';
import { bracesOf } from '../../../lib/tools.ts';
import { FieldRows } from './field-rows.tsx';

interface RequestFieldsProps {
  readonly value: RequestRows;
  readonly refused?: ApiError;
  readonly pathRef?: Ref<InputProps.Ref>;
  readonly onChange: (value: RequestRows) => void;
}

export function RequestFields({ value, refused, pathRef, onChange }: RequestFieldsProps) {
  const { verb, path, rows, contentType, bodySchema } = value;
  const braces = bracesOf(path);
  const hasBody = bodySchema !== undefined || rows.some((row) => row.in === 'body');
  const types = CONTENT_TYPES.includes(contentType) ? CONTENT_TYPES : [contentType, ...CONTENT_TYPES];
  const bodyFault = refused?.faults.find(({ field }) => /^\/body(?!\/schema\/properties)/.test(field))?.message;
  /** Converts the fields to their schema, and back if the schema consists of fields only. */
  const asSchema = () => {
    const { body } = requestOf(value);
    const schema = body?.schema ?? { type: 'object', properties: {} };
    onChange({ ...value, rows: rows.filter((row) => row.in !== 'body'), bodySchema: schema });
  };
  const asFields = rowsOfForm(requestOf(value));
  return (
    <>
      <div className="verb-path">
        <ChoiceField
          label="Method"
          errorText={refused?.faultOf('verb')}
          value={verb}
          options={VERBS.map((one) => ({ value: one, label: one }))}
          onChange={(next) => onChange(withVerb(value, next))}
        />
        <FormField
          label="Path"
          constraintText="Relative to the base URL; parameters in {braces}."
          errorText={refused?.faultOf('path')}
          stretch
        >
          <Input
            value={path}
            placeholder="/orders/{orderId}"
            ariaRequired
            spellcheck={false}
            ref={pathRef}
            onChange={({ detail }) => onChange(withPath(value, detail.value))}
          />
        </FormField>
      </div>
      {braces.length > 0 && (
        <span className="small muted">
          Required from the path: <span className="mono">{braces.join(', ')}</span>
        </span>
      )}
      <FieldRows
        value={rows}
        verb={verb}
        path={path}
        hasBodySchema={bodySchema !== undefined}
        refused={refused}
        onChange={(next) => onChange({ ...value, rows: next })}
      />
      {(takesBody(verb) || hasBody) && (
        <div className="two">
          {hasBody && (
            <FormField label="Content type of the body" errorText={refused?.faultOf('body/contentType')} stretch>
              <Select
                selectedOption={{ value: contentType, label: contentType }}
                options={types.map((one) => ({ value: one, label: one }))}
                onChange={({ detail }) => onChange({ ...value, contentType: detail.selectedOption.value as string })}
              />
            </FormField>
          )}
          <div className="align-end">
            {bodySchema === undefined ? (
              <Button formAction="none" variant="inline-link" onClick={asSchema}>
                Write the body as JSON Schema
              </Button>
            ) : (
              asFields.bodySchema === undefined && (
                <Button formAction="none" variant="inline-link" onClick={() => onChange(asFields)}>
                  Show the body as fields
                </Button>
              )
            )}
          </div>
        </div>
      )}
      {bodySchema !== undefined && (
        <JsonEditor
          label="Body"
          description="JSON Schema of the body; the properties of an object become arguments."
          value={bodySchema}
          fault={refused?.faults.find(({ field }) => field.startsWith('/body/schema'))?.message ?? bodyFault}
          onChange={(schema) =>
            onChange({ ...value, bodySchema: schema ?? bodySchema, isBodyBroken: schema === undefined })
          }
        />
      )}
      {bodySchema === undefined && bodyFault !== undefined && <div className="bad small">{bodyFault}</div>}
    </>
  );
}
