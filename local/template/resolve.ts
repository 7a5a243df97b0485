/**
 * Resolves CloudFormation's intrinsic functions with the twins' physical names: Ref, Fn::GetAtt, Join, Sub, Select, Split, GetStackOutput, and
 * dynamic references to secrets. Any other function is an error.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import type { StackTemplate } from './template.ts';

/** Region of stacks that name none. */
export const REGION = 'us-east-1';

/** Account of all local ARNs. */
export const ACCOUNT = '000000000000';

const PSEUDO: Record<string, string> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': '',
};

/** What `Fn::GetStackOutput` asks for, as CDK writes it. */
export interface StackOutput {
  readonly StackName: string;
  readonly Region: string;
  readonly OutputName: string;
}

/** Values for the resolver. */
export interface PhysicalNames {
  /** Value of `Ref`. */
  ref(logicalId: string): string;
  /** Value of `Fn::GetAtt`. */
  attribute(logicalId: string, attribute: string): string;
  /** Value of `Fn::GetStackOutput`, of a stack of another region. */
  output(region: string, name: string): string;
  /** Value of a secret by its ARN, for any version. */
  secret(arn: string): string;
  /** Called last on each resolved text, e.g. to replace a public address that AWS would have assigned. */
  rewrite(text: string): string;
}

/** Returns a value of the template with its intrinsic functions resolved. */
export type Resolve = <T = unknown>(value: unknown) => T;

/** Creates the resolver of a template. It throws PortcullisError `template_unsupported` for an unknown function. */
export function resolver(template: StackTemplate, names: PhysicalNames): Resolve {
  const ref = (id: string): string => {
    if (id in PSEUDO) return PSEUDO[id] as string;
    if (id === 'AWS::Region') return template.region;
    if (id === 'AWS::StackName') return template.name;
    if (id === 'AWS::StackId')
      return `arn:aws:cloudformation:${template.region}:${ACCOUNT}:stack/${template.name}/local`;
    return names.ref(id);
  };

  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return names.rewrite(withSecrets(value, names));
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const keys = Object.keys(value);
    if (keys.length === 1 && /^(Ref|Fn::)/.test(keys[0] as string)) {
      const result = intrinsic(keys[0] as string, (value as Record<string, unknown>)[keys[0] as string]);
      return typeof result === 'string' ? names.rewrite(withSecrets(result, names)) : result;
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };

  const intrinsic = (name: string, argument: unknown): unknown => {
    switch (name) {
      case 'Ref':
        return ref(String(argument));
      case 'Fn::GetAtt': {
        const [id, attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.', 2);
        return names.attribute(id as string, attribute as string);
      }
      case 'Fn::GetStackOutput': {
        const { Region, OutputName } = argument as StackOutput;
        return names.output(Region, OutputName);
      }
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown];
        return (resolve(parts) as unknown[]).map(String).join(separator);
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown];
        return String(resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number | string, unknown];
        return (resolve(list) as unknown[])[Number(index)];
      }
      case 'Fn::Sub': {
        const [text, extra] = (Array.isArray(argument) ? argument : [argument, {}]) as [
          string,
          Record<string, unknown>,
        ];
        return text.replace(/\$\{([^}!]+)\}/g, (_match, key: string) => {
          if (key in extra) return String(resolve(extra[key]));
          const [id, attribute] = key.split('.', 2) as [string, string?];
          return attribute ? names.attribute(id, attribute) : ref(id);
        });
      }
      default:
        throw new PortcullisError('template_unsupported', `The local stack cannot resolve ${name}.`);
    }
  };
  return resolve as Resolve;
}

/** The stack's outputs by name: what a person or script needs to reach it. */
export const outputsOf = ({ outputs }: StackTemplate, resolve: Resolve): Record<string, string> =>
  Object.fromEntries(Object.entries(outputs).map(([name, { Value }]) => [name, resolve<string>(Value)]));

/** `{{resolve:secretsmanager:<arn>:SecretString:<key of its JSON>:<stage>:<version>}}`; without a key, the whole value. */
const withSecrets = (text: string, names: PhysicalNames): string =>
  text.replace(
    /\{\{resolve:secretsmanager:(arn:[^}]*?):SecretString:([^:}]*)[^}]*\}\}/g,
    (_match, arn: string, key: string) => {
      const value = names.secret(arn);
      return key === '' ? value : String((JSON.parse(value) as Record<string, unknown>)[key]);
    },
  );
