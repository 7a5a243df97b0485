/**
 * A form for a JSON Schema: nested objects, lists, alternatives, choices, dates, files. Its value is JSON; an empty field is left out.
 * The service validates it, and its faults are shown at their fields.
 */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Select from '@cloudscape-design/components/select';
import { type ReactNode, useState } from 'react';
import { isCredentialName } from '../lib/credential-names.ts';
import {
  beginningOf,
  branchOf,
  fieldOf,
  type Member,
  membersOf,
  pointerTo,
  type Schema,
  withMember,
} from '../lib/schema-form.ts';
import { asObject, inWords } from '../lib/tools.ts';
import {
  faultAt,
  faultWithin,
  labelOf,
  type PartProps,
  type SchemaFieldProps,
  textOf,
  ValueField,
} from './schema-value.tsx';

export function SchemaField(props: SchemaFieldProps) {
  const { name, schema, root, value, depth } = props;
  const field = fieldOf(schema, root, depth);
  // A value of another shape than the schema's, which was typed as JSON, is shown as JSON.
  const isAnother =
    (field.kind === 'object' && value !== undefined && asObject(value) !== value) ||
    ((field.kind === 'array' || field.kind === 'set') && value !== undefined && !Array.isArray(value));
  if (isAnother) return <ValueField {...props} field={{ ...field, kind: 'json' }} />;
  if (field.kind === 'object') return <ObjectField {...props} field={field} />;
  if (field.kind === 'array') return <ListField {...props} field={field} />;
  if (field.kind === 'set') return <SetField {...props} field={field} />;
  if (field.kind === 'choice') return <ChoiceField {...props} field={field} />;
  const isSecret = field.kind === 'text' && isCredentialName(name);
  return <ValueField {...props} field={isSecret ? { ...field, kind: 'password' } : field} />;
}

function Group({ name, field, required, pointer, faults, children }: PartProps & { readonly children: ReactNode }) {
  const fault = faultAt(faults, pointer);
  return (
    <fieldset className="plain nested">
      <legend>{labelOf(name, required)}</legend>
      <div className="stack">
        {textOf(field.schema['description']) && (
          <div className="small muted">{textOf(field.schema['description'])}</div>
        )}
        {children}
        {fault !== undefined && <div className="bad small">{fault}</div>}
      </div>
    </fieldset>
  );
}

function ObjectField(props: PartProps) {
  const { name, field, value, required, onChange } = props;
  if (value === undefined) {
    return (
      <Group {...props}>
        <div>
          <Button formAction="none" iconName="add-plus" onClick={() => onChange(beginningOf(field))}>
            Add {name}
          </Button>
        </div>
      </Group>
    );
  }
  return (
    <Group {...props}>
      <Members {...props} schema={field.schema} />
      {!required && (
        <div>
          <Button formAction="none" variant="inline-link" onClick={() => onChange(undefined)}>
            Remove {name}
          </Button>
        </div>
      )}
    </Group>
  );
}

/** Further optional fields are hidden behind a button, unless there are very few. */
const SHOWN = 8;
const FEW = 3;

type MembersProps = Pick<SchemaFieldProps, 'root' | 'value' | 'pointer' | 'faults' | 'depth' | 'onChange'> & {
  readonly schema: Schema;
};

export function Members({ schema, root, value, pointer, faults, depth, onChange }: MembersProps) {
  const all = membersOf(schema);
  const object = asObject(value);
  const isInSight = ({ name, required }: Member) =>
    required || object[name] !== undefined || faultWithin(faults, pointerTo(pointer, name)) !== undefined;
  // Decided once: a field must not move while it is filled in.
  const [first] = useState(() => {
    const inSight = all.filter(isInSight);
    const others = all.filter((member) => !inSight.includes(member)).slice(0, Math.max(0, SHOWN - inSight.length));
    return new Set([...inSight, ...others].map(({ name }) => name));
  });
  const waits = all.length - first.size > FEW;
  const isWaiting = ({ name, required }: Member) => waits && !required && !first.has(name);
  const waiting = all.filter(isWaiting);
  const drawn = (member: Member) => (
    <SchemaField
      key={member.name}
      {...member}
      root={root}
      value={object[member.name]}
      pointer={pointerTo(pointer, member.name)}
      faults={faults}
      depth={depth + 1}
      onChange={(next) => onChange(withMember(object, member.name, next))}
    />
  );
  return (
    <>
      {all.filter((member) => !isWaiting(member)).map(drawn)}
      {waiting.length > 0 && (
        <ExpandableSection
          headerText={`${waiting.length} more optional arguments`}
          defaultExpanded={waiting.some(isInSight)}
        >
          <div className="stack">{waiting.map(drawn)}</div>
        </ExpandableSection>
      )}
    </>
  );
}

/** Longer lists are edited as JSON. */
const ITEMS = 100;

function ListField(props: PartProps) {
  const { name, field, value, root, pointer, faults, depth, onChange } = props;
  const items = Array.isArray(value) ? value : [];
  const item = field.schema['items'];
  const { maxItems } = field.schema;
  if (items.length > ITEMS) return <ValueField {...props} field={{ ...field, kind: 'json' }} />;
  const put = (next: readonly unknown[]) => onChange(next.length === 0 && !props.required ? undefined : next);
  return (
    <Group {...props}>
      {items.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
        <div key={index} className="list-item">
          <SchemaField
            name={`${name} ${index + 1}`}
            schema={item}
            root={root}
            value={one}
            required
            pointer={pointerTo(pointer, index)}
            faults={faults}
            depth={depth + 1}
            onChange={(next) => put(items.map((old, at) => (at === index ? (next ?? '') : old)))}
          />
          <Button
            formAction="none"
            variant="icon"
            iconName="remove"
            ariaLabel={`Remove ${name} ${index + 1}`}
            onClick={() => put(items.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          formAction="none"
          iconName="add-plus"
          disabled={typeof maxItems === 'number' && items.length >= maxItems}
          disabledReason={`${String(maxItems)} at most.`}
          onClick={() => put([...items, beginningOf(fieldOf(item, root, depth + 1))])}
        >
          Add to {name}
        </Button>
      </div>
    </Group>
  );
}

function SetField(props: PartProps) {
  const { field, value, onChange } = props;
  const chosen = Array.isArray(value) ? value : [];
  const put = (option: unknown, on: boolean) => {
    const next = field.options.filter((one) => (one === option ? on : chosen.includes(one)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Group {...props}>
      <div className="row">
        {field.options.map((option) => (
          <Checkbox
            key={String(option)}
            checked={chosen.includes(option)}
            onChange={({ detail }) => put(option, detail.checked)}
          >
            {String(option)}
          </Checkbox>
        ))}
      </div>
    </Group>
  );
}

function ChoiceField(props: PartProps) {
  const { name, field, value, root, depth, onChange } = props;
  const [at, setAt] = useState(() => branchOf(value, field.branches, root));
  const branches = field.branches.map((branch, index) => ({
    value: String(index),
    label: textOf(branch['title']) ?? `Alternative ${index + 1}: ${inWords(branch)}`,
  }));
  const branch = field.branches[at] ?? {};
  const choose = (index: number) => {
    setAt(index);
    const next = fieldOf(field.branches[index], root, depth + 1);
    onChange(next.kind === 'object' ? beginningOf(next) : undefined);
  };
  return (
    <Group {...props}>
      <Select
        ariaLabel={`Kind of ${name}`}
        selectedOption={branches[at] ?? null}
        options={branches}
        onChange={({ detail }) => choose(Number(detail.selectedOption.value))}
      />
      <SchemaField {...props} key={at} schema={branch} depth={depth + 1} onChange={onChange} value={value} />
    </Group>
  );
}
