/**
 * What stacks of one region read from stacks of another: CDK's custom resources write values as SSM parameters of the reading region
 * (`Custom::CrossRegionExportWriter`) and read them there (`Custom::CrossRegionExportReader`). Here the value is resolved in the stack
 * that writes it, when it is read.
 */
import type { Resolve } from './resolve.ts';
import { unsupported } from './strict.ts';
import { ofType, type StackTemplate } from './template.ts';

/** Values by the names of their parameters. */
export class CrossRegion {
  private readonly values = new Map<string, () => string>();

  /** Adds what a region's stacks write. */
  add(template: StackTemplate, resolve: Resolve): void {
    for (const [, { WriterProps }] of ofType(template, 'Custom::CrossRegionExportWriter')) {
      const { exports } = WriterProps as { readonly exports: Readonly<Record<string, unknown>> };
      for (const [name, value] of Object.entries(exports)) this.values.set(name, () => resolve<string>(value));
    }
  }

  /** Throws PortcullisError `template_unsupported` for what no stack writes. */
  read(name: string): string {
    const value = this.values.get(name);
    if (!value) throw unsupported(`No stack of another region writes ${name}.`);
    return value();
  }
}
