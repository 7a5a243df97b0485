import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readTemplate } from '../../../../local/template/template.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** A cloud assembly with one stack, as CDK writes it. */
function assembly(resources: object): string {
  const outdir = join(folder.path, `out-${count++}`);
  mkdirSync(outdir);
  const write = (name: string, value: object) => writeFileSync(join(outdir, name), JSON.stringify(value));
  write('manifest.json', {
    artifacts: { Shop: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Shop.template.json' } } },
  });
  write('Shop.template.json', { Resources: resources });
  write('Shop.assets.json', {
    files: { abc: { source: { path: 'asset.abc' }, destinations: { current: { objectKey: 'abc.zip' } } } },
  });
  return outdir;
}

describe('a synthesized stack', () => {
  test('is read with its assets', () => {
    const outdir = assembly({ Key: { Type: 'AWS::KMS::Key' } });

    const template = readTemplate(outdir);

    expect(template.name).toBe('Shop');
    expect(template.assetOf('abc.zip')).toBe(join(outdir, 'asset.abc'));
    expect(() => template.assetOf('xyz.zip')).toThrow(expect.objectContaining({ code: 'template_unsupported' }));
  });

  test('with a resource that nothing here runs is refused, by its type', () => {
    const outdir = assembly({ Topic: { Type: 'AWS::SNS::Topic' }, Key: { Type: 'AWS::KMS::Key' } });
    expect(() => readTemplate(outdir)).toThrow(
      expect.objectContaining({ code: 'template_unsupported', message: expect.stringContaining('AWS::SNS::Topic') }),
    );
  });
});
