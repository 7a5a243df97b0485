/** Synthesized stacks as the local stack reads them. */
import { join } from 'node:path';
import { joined } from '../../local/template/joined.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import type { Synthesized } from './synth.ts';

/** The templates of these stacks by region, home first. */
export function localTemplates(stacks: readonly [Synthesized, ...Synthesized[]]) {
  const [{ outdir }] = stacks;
  const written = stacks.map(({ name, region, template }) => ({
    name,
    region,
    text: JSON.stringify(template.toJSON()),
  }));
  const assetOf = (key: string) => join(outdir, `asset.${key}`);
  return joined(written).map((region) => ({ ...region, assetOf })) as [StackTemplate, ...StackTemplate[]];
}
