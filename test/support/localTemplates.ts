/** Synthesized stacks as the local stack reads them. */
import { join } from 'node:path';
import { joined } from '../../local/template/joined.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import type { Synthesized } from './synth.ts';

/** The templates of these stacks by region, home first. */
export function localTemplates(stacks: readonly [Synthesized, ...Synthesized[]]) {
  const [{ app }] = stacks;
  const written = stacks.map(({ stack, template }) => ({
    name: stack.stackName,
    region: stack.region,
    text: JSON.stringify(template.toJSON()),
  }));
  const assetOf = (key: string) => join(app.outdir, `asset.${key}`);
  return joined(written).map((region) => ({ ...region, assetOf })) as [StackTemplate, ...StackTemplate[]];
}
