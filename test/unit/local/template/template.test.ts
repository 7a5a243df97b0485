import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readTemplates } from '../../../../local/template/read.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** A cloud assembly with these templates, as CDK writes it; each has one asset, `<name in small letters>.zip`. */
function assembly(templates: Record<string, object>, region: (name: string) => string = () => 'unknown-region') {
  const outdir = join(folder.path, `out-${count++}`);
  mkdirSync(outdir);
  const write = (name: string, value: object) => writeFileSync(join(outdir, name), JSON.stringify(value));
  const artifacts = Object.keys(templates).map((name) => [
    name,
    {
      type: 'aws:cloudformation:stack',
      environment: `aws://unknown-account/${region(name)}`,
      properties: { templateFile: `${name}.template.json` },
    },
  ]);
  write('manifest.json', { artifacts: { Tree: { type: 'cdk:tree' }, ...Object.fromEntries(artifacts) } });
  for (const [name, template] of Object.entries(templates)) {
    const key = name.toLowerCase();
    write(`${name}.template.json`, template);
    write(`${name}.assets.json`, {
      files: { [key]: { source: { path: `asset.${key}` }, destinations: { current: { objectKey: `${key}.zip` } } } },
    });
  }
  return outdir;
}

describe('a synthesized stack', () => {
  test('is read with its assets', () => {
    const outdir = assembly({ Shop: { Resources: { Key: { Type: 'AWS::KMS::Key' } } } });

    const [template] = readTemplates(outdir);

    expect(template.name).toBe('Shop');
    expect(template.assetOf('shop.zip')).toBe(join(outdir, 'asset.shop'));
    expect(() => template.assetOf('xyz.zip')).toThrow(expect.objectContaining({ code: 'template_unsupported' }));
  });

  test('with a resource that nothing here runs is refused, by its type', () => {
    const Resources = { Topic: { Type: 'AWS::SNS::Topic' }, Key: { Type: 'AWS::KMS::Key' } };
    const outdir = assembly({ Shop: { Resources } });

    expect(() => readTemplates(outdir)).toThrow(
      expect.objectContaining({ code: 'template_unsupported', message: expect.stringContaining('AWS::SNS::Topic') }),
    );
  });
});

describe('the stacks of one region', () => {
  const key = (Properties: object) => ({ Type: 'AWS::KMS::Key', Properties });
  const home = {
    Resources: { Key: key({ Description: 'of eu-west-1' }) },
    Outputs: {
      PublishOutputKey: { Value: { 'Fn::GetAtt': ['Key', 'Arn'] } },
      Regions: { Value: 'eu-west-1' },
    },
  };
  const read = { 'Fn::GetStackOutput': { StackName: 'Home', Region: 'eu-west-1', OutputName: 'PublishOutputKey' } };
  const front = {
    Resources: { Other: key({ Copies: [read] }) },
    Outputs: { Url: { Value: read } },
  };

  test('are read as one: what one reads of another is a reference', () => {
    const outdir = assembly({ Home: home, Front: front }, () => 'eu-west-1');

    const [template] = readTemplates(outdir);

    expect(template.region).toBe('eu-west-1');
    expect(template.resources).toEqual({
      Key: key({ Description: 'of eu-west-1' }),
      Other: key({ Copies: [{ 'Fn::GetAtt': ['Key', 'Arn'] }] }),
    });
    expect(template.outputs).toEqual({
      PublishOutputKey: { Value: { 'Fn::GetAtt': ['Key', 'Arn'] } },
      Regions: { Value: 'eu-west-1' },
      Url: { Value: { 'Fn::GetAtt': ['Key', 'Arn'] } },
    });
    expect(['home.zip', 'front.zip'].map((name) => template.assetOf(name))).toEqual([
      join(outdir, 'asset.home'),
      join(outdir, 'asset.front'),
    ]);
  });

  test('may each have alarms under one id, because nothing runs them', () => {
    const Unhealthy = { Type: 'AWS::CloudWatch::CompositeAlarm' };
    const withAlarm = (stack: typeof front) => ({ ...stack, Resources: { ...stack.Resources, Unhealthy } });
    const outdir = assembly({
      Home: { ...home, Resources: { ...home.Resources, Unhealthy } },
      Front: withAlarm(front),
    });

    expect(Object.keys(readTemplates(outdir)[0].resources).sort()).toEqual(['Key', 'Other', 'Unhealthy']);
  });

  test.each([
    ['that reads what no stack puts out', { Front: front }, 'No stack of eu-west-1 has the output PublishOutputKey.'],
    ['that has a resource of the same id', { Home: home, Front: home }, 'Two stacks define Key.'],
  ])('are refused with one %s', (_what, templates, message) => {
    const outdir = assembly(templates, () => 'eu-west-1');

    expect(() => readTemplates(outdir)).toThrow(expect.objectContaining({ code: 'template_unsupported', message }));
  });
});

test('the stacks of several regions stay apart, first those of the region with the distribution', () => {
  const Key = { Type: 'AWS::KMS::Key' };
  const templates = {
    Near: { Resources: { Key } },
    Home: { Resources: { Key } },
    Front: { Resources: { Edge: { Type: 'AWS::CloudFront::Distribution' } } },
  };
  const outdir = assembly(templates, (name) => (name === 'Near' ? 'eu-west-1' : 'us-east-1'));

  const found = readTemplates(outdir).map(({ name, region, resources }) => [name, region, Object.keys(resources)]);

  expect(found).toEqual([
    ['Home', 'us-east-1', ['Key', 'Edge']],
    ['Near', 'eu-west-1', ['Key']],
  ]);
});
