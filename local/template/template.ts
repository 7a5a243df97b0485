/** A synthesized stack as the local stack sees it, and how its resources are found. It knows CloudFormation's format, not the product. */
import { PortcullisError } from '../../core/lib/errors.ts';

/** A resource of the template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

/** A synthesized stack. */
export interface StackTemplate {
  readonly name: string;
  readonly region: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  /** Absolute path of the folder (or file) of the asset with the object key `<hash>.zip` or similar. */
  assetOf(objectKey: string): string;
}

/** Logical id and properties of every resource of a type. */
export const ofType = (template: StackTemplate, type: string): Array<[string, Record<string, unknown>]> =>
  Object.entries(template.resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties ?? {}]);

/** Logical id of the role in a `RoleArn` or `Role`. Throws PortcullisError for a role that is not in the template. */
export function roleOf(reference: unknown): string {
  const id = (reference as { 'Fn::GetAtt'?: [string, string] } | undefined)?.['Fn::GetAtt']?.[0];
  if (!id)
    throw new PortcullisError('template_unsupported', 'The local stack runs things under roles of the stack only.');
  return id;
}
