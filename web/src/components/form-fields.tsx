/** Fields of forms: a control with its label, description and fault. What is entered is handed on as it is, not as an event. */
import FormField, { type FormFieldProps } from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';

type Frame = Pick<FormFieldProps, 'label' | 'description' | 'info' | 'constraintText' | 'errorText' | 'warningText'> & {
  /** As wide as the form allows, unless false. */
  readonly stretch?: boolean;
};

/** The properties of the frame, and those of the control in it. */
function apart<Props extends Frame>(props: Props) {
  const { label, description, info, constraintText, errorText, warningText, stretch = true, ...control } = props;
  return { frame: { label, description, info, constraintText, errorText, warningText, stretch }, control };
}

interface TextFieldProps extends Frame, Omit<InputProps, 'onChange'> {
  readonly onChange: (value: string) => void;
}

export function TextField({ onChange, ...props }: TextFieldProps) {
  const { frame, control } = apart(props);
  return (
    <FormField {...frame}>
      <Input {...control} onChange={({ detail }) => onChange(detail.value)} />
    </FormField>
  );
}

interface AreaFieldProps extends Frame, Omit<TextareaProps, 'onChange'> {
  readonly onChange: (value: string) => void;
}

export function AreaField({ onChange, ...props }: AreaFieldProps) {
  const { frame, control } = apart(props);
  return (
    <FormField {...frame}>
      <Textarea {...control} onChange={({ detail }) => onChange(detail.value)} />
    </FormField>
  );
}

interface ChoiceProps<Value extends string> extends Omit<SelectProps, 'selectedOption' | 'options' | 'onChange'> {
  readonly value: Value | undefined;
  readonly options: ReadonlyArray<SelectProps.Option & { readonly value: Value }>;
  readonly onChange: (value: Value) => void;
}

/** One of several options, by its value. */
export const Choice = <Value extends string>({ value, options, onChange, ...props }: ChoiceProps<Value>) => (
  <Select
    {...props}
    selectedOption={options.find((option) => option.value === value) ?? null}
    options={options}
    onChange={({ detail }) => onChange(detail.selectedOption.value as Value)}
  />
);

export function ChoiceField<Value extends string>(props: Frame & ChoiceProps<Value>) {
  const { frame, control } = apart(props);
  return (
    <FormField {...frame}>
      <Choice {...control} />
    </FormField>
  );
}
