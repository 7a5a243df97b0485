/** What a deployment refuses because of one that is there: the app as it is started, against an answer of CloudFormation on loopback. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/twins.ts';

const root = join(import.meta.dirname, '..', '..');
/** Stacks that are there, with their outputs. */
let deployed: Record<string, Record<string, string>> = {};
/** The template of a stack that is there. */
let template = '{}';
let server: Server;
let folder: ReturnType<typeof temporaryFolder>;

const member = (outputs: Record<string, string>) =>
  Object.entries(outputs)
    .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
    .join('');

beforeAll(async () => {
  folder = temporaryFolder();
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const asked = new URLSearchParams(body);
    const name = asked.get('StackName') ?? '';
    const outputs = deployed[name];
    if (outputs && asked.get('Action') === 'GetTemplate') {
      const text = template.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      response.writeHead(200, { 'content-type': 'text/xml' });
      return void response.end(
        `<GetTemplateResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><GetTemplateResult><TemplateBody>${text}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
      );
    }
    response.writeHead(outputs ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(
      outputs
        ? `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
           <StackName>${name}</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${member(outputs)}</Outputs>
           </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
        : `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
           <Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  deployed = {};
  template = '{}';
});
afterAll(() => {
  server.close();
  folder.remove();
});

/** Runs the app as CDK does. */
async function deploy(
  regions?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; said: string }> {
  const context = regions === undefined ? {} : { regions };
  const app = spawn(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      CDK_OUTDIR: join(folder.path, 'out'),
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
      CDK_DEFAULT_ACCOUNT: '123456789012',
      CDK_DEFAULT_REGION: 'eu-west-1',
      CDK_VALIDATION: 'false',
      PORTCULLIS_DEPLOYS: 'true',
      AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
      ...more,
    },
  });
  let said = '';
  app.stderr.on('data', (piece) => {
    said += String(piece);
  });
  const code = await new Promise<number | null>((done) => app.once('close', done));
  return { code, said };
}

describe('a deployment', () => {
  test('without the regions of the one that is there is refused, with the words to repeat', async () => {
    deployed = { 'Portcullis-Home': { Regions: 'us-east-1,eu-west-1' } };

    const { code, said } = await deploy();

    expect(code).toBe(1);
    expect(said).toContain('Portcullis-Home is deployed, and this configuration names no regions');
    expect(said).toContain('-c regions=us-east-1,eu-west-1');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('with regions is refused where one stack holds the data', async () => {
    deployed = { Portcullis: {} };

    expect(await deploy('us-east-1,eu-west-1')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Portcullis is deployed as one stack'),
    });
  });

  test('that leaves out a region is refused, because its replicas would go', async () => {
    deployed = { 'Portcullis-Home': { Regions: 'us-east-1,eu-west-1,ap-southeast-2' } };

    expect(await deploy('us-east-1,eu-west-1')).toMatchObject({
      code: 1,
      said: expect.stringContaining('deployed with ap-southeast-2, which regions does not name'),
    });
  });

  test.each([
    ['anew', {}, undefined],
    ['again with its regions', { 'Portcullis-Home': { Regions: 'us-east-1' } }, 'us-east-1'],
    ['with one region more', { 'Portcullis-Home': { Regions: 'us-east-1' } }, 'us-east-1,eu-west-1'],
  ] as const)('%s is synthesized', async (_how, there, regions) => {
    deployed = there;

    expect(await deploy(regions)).toMatchObject({ code: 0 });
  });

  test('that would lose a table is refused and names it', async () => {
    deployed = { Portcullis: {} };
    template = JSON.stringify({
      Resources: { Orders: { Type: 'AWS::DynamoDB::GlobalTable', Properties: {}, DeletionPolicy: 'Retain' } },
    });

    const { code, said } = await deploy();

    expect(code).toBe(1);
    expect(said).toContain('This deployment loses data, and was not begun');
    expect(said).toContain('Orders (AWS::DynamoDB::GlobalTable): REMOVED; the old one stays in the account');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('again as it is says that nothing changes for data', async () => {
    const file = join(folder.path, 'out', 'Portcullis.template.json');
    if (!existsSync(file)) await deploy();
    deployed = { Portcullis: {} };
    template = readFileSync(file, 'utf8');

    expect(await deploy()).toMatchObject({
      code: 0,
      said: expect.stringContaining('Portcullis: nothing changes for data.'),
    });
  });
});
