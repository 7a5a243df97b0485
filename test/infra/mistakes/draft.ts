/** The template that a mistake is put into, and what a mistake is. */
import type { DeploymentConfig } from '../../../lib/config.ts';
import type { Resource } from '../../support/synth.ts';
import { at, nameOf } from '../properties/property.ts';

export type Node = Record<string, unknown>;

/** A copy of a template, with its parts by name. */
export class Draft {
  readonly resources: Record<string, Resource>;

  constructor(resources: Record<string, Resource>) {
    this.resources = structuredClone(resources);
  }

  id(name: string): string {
    const id = Object.keys(this.resources).find((each) => nameOf(each) === name);
    if (!id) throw new Error(`The template has no ${name}.`);
    return id;
  }

  /** Properties of the resource with this name, or a part of them. */
  of(name: string, ...path: ReadonlyArray<string | number>): Node {
    const found = at(this.resources[this.id(name)]?.Properties, ...path);
    if (typeof found !== 'object' || found === null) throw new Error(`${name} has nothing at ${path.join('/')}.`);
    return found as Node;
  }

  behaviour(path: string): Node {
    const behaviours = this.of('EdgeDistribution', 'DistributionConfig', 'CacheBehaviors') as unknown as Node[];
    const found = behaviours.find(({ PathPattern }) => PathPattern === path);
    if (!found) throw new Error(`No behaviour ${path}.`);
    return found;
  }

  origin(id: string): Node {
    const origins = this.of('EdgeDistribution', 'DistributionConfig', 'Origins') as unknown as Node[];
    const found = origins.find(({ Id }) => Id === id);
    if (!found) throw new Error(`No origin ${id}.`);
    return found;
  }

  originOfPages(): Node {
    const origins = this.of('EdgeDistribution', 'DistributionConfig', 'Origins') as unknown as Node[];
    return origins.find((each) => 'S3OriginConfig' in each) ?? {};
  }

  variables = (name: string): Node => this.of(name, 'Environment', 'Variables');

  grant(name: string, Action: string, Resource: unknown): void {
    const statements = this.of(`${name}RoleDefaultPolicy`, 'PolicyDocument', 'Statement') as unknown as Node[];
    statements.push({ Effect: 'Allow', Action, Resource });
  }

  /** A text in the definition of the state machine, put in the place of another. */
  replaceInPipeline(from: string, to: string): void {
    const definition = this.of('PipelineDeployment', 'DefinitionString');
    const [separator, parts] = definition['Fn::Join'] as [string, unknown[]];
    let count = 0;
    const changed = parts.map((part) => {
      if (typeof part !== 'string' || count > 0 || !part.includes(from)) return part;
      count++;
      return part.replace(from, to);
    });
    if (count === 0) throw new Error(`The definition has no ${from}.`);
    definition['Fn::Join'] = [separator, changed];
  }
}

/** What somebody could make in `lib/`, and the property that must name it. */
export interface Mistake {
  readonly mistake: string;
  readonly caughtBy: string;
  /** Of the layout that has what is wrong; by default the one without settings. */
  readonly config?: Partial<DeploymentConfig>;
  make(draft: Draft): void;
}

export const arnOf = (draft: Draft, name: string) => ({ 'Fn::GetAtt': [draft.id(name), 'Arn'] });
