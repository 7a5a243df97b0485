/**
 * What stacks of one region read from stacks of another, by `Fn::GetStackOutput`. Here the value is resolved in the stack that puts it out, when
 * it is read. Stacks of one region are one template (joined.ts), in which names of outputs do not repeat.
 */
import type { Resolve } from './resolve.ts';
import { unsupported } from './strict.ts';
import type { StackTemplate } from './template.ts';

/** Outputs by region and name. */
export class CrossRegion {
  private readonly values = new Map<string, () => string>();

  /** Adds what a region's stacks put out. */
  add({ region, outputs }: StackTemplate, resolve: Resolve): void {
    for (const [name, { Value }] of Object.entries(outputs))
      this.values.set(`${region} ${name}`, () => resolve<string>(Value));
  }

  /** Throws PortcullisError `template_unsupported` for what no stack puts out. */
  read(region: string, name: string): string {
    const value = this.values.get(`${region} ${name}`);
    if (!value) throw unsupported(`No stack of ${region} has the output ${name}.`);
    return value();
  }
}
