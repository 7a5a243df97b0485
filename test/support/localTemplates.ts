/** Synthesized stacks as the local stack reads them. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { joined } from '../../local/template/joined.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import { defined } from './defined.ts';
import type { Synthesized } from './synth.ts';

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** The templates of these stacks by region, home first. */
export function localTemplates(stacks: readonly [Synthesized, ...Synthesized[]]) {
  const [{ outdir }] = stacks;
  const written = stacks.map(({ name, region, template }) => ({
    name,
    region,
    text: JSON.stringify(template.toJSON()),
  }));
  const assets = globSync('*.assets.json', { cwd: outdir }).flatMap((file) =>
    Object.values((JSON.parse(readFileSync(join(outdir, file), 'utf8')) as AssetManifest).files),
  );
  /** Where it was made: these layouts have no copy of it (synth.ts). */
  const assetOf = (key: string) => {
    const found = assets.find(({ destinations }) => Object.values(destinations).some((one) => one.objectKey === key));
    return resolve(outdir, defined(found).source.path);
  };
  return joined(written).map((region) => ({ ...region, assetOf })) as [StackTemplate, ...StackTemplate[]];
}
