/** What the twins that start functions of a region's stacks are made of. */
import type { DataFolder } from '../data/folder.ts';
import type { FunctionPool } from '../functions/pool.ts';
import type { Policies } from '../template/policies.ts';
import type { Resolve } from '../template/resolve.ts';
import type { StackTemplate } from '../template/template.ts';
import type { Queues } from './queues.ts';

/** Files and folders of a region in the data folder. */
export type Paths = Pick<DataFolder, 'path' | 'folder'>;

/** The template with what it resolves to, the pools of its functions, and the queues of what they give up. */
export interface StackParts {
  /** The region's part of the data folder. */
  readonly data: Paths;
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly policies: Policies;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly queues: Queues;
}
