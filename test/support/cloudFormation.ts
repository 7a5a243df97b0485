/** CloudFormation on loopback, as far as our commands read it: stacks with outputs, their template, their resources in pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DeployedStack {
  readonly outputs?: Readonly<Record<string, string>>;
  readonly template?: object;
  /** Logical id to type and physical name. */
  readonly resources?: Readonly<Record<string, readonly [type: string, name: string]>>;
  readonly isProtected?: boolean;
  readonly status?: string;
  /** Status of every resource. */
  readonly resourceStatus?: string;
}

const PAGE = 3;
const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export async function startCloudFormation() {
  const stacks = new Map<string, DeployedStack>();
  /** Actions that were asked for. */
  const asked = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const input = new URLSearchParams(body);
    const [name, action] = [input.get('StackName') ?? '', input.get('Action') ?? ''];
    asked.add(action);
    const stack = stacks.get(name);
    response.writeHead(stack ? 200 : 400, { 'content-type': 'text/xml' });
    if (!stack) {
      const error = `<Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message>`;
      return void response.end(`<ErrorResponse xmlns="${NAMESPACE}"><Error>${error}</Error></ErrorResponse>`);
    }
    const result = answers[action]?.(name, stack, input.get('NextToken')) ?? '';
    response.end(
      `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${result}</${action}Result></${action}Response>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    stacks,
    asked,
    /** Variables by which a process reaches it, with credentials. */
    environment: {
      AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'example',
    },
    close: () => void server.close(),
  };
}

type Answer = (name: string, stack: DeployedStack, token: string | null) => string;

const answers: Readonly<Record<string, Answer>> = {
  DescribeStacks: (name, { outputs = {}, isProtected = false, status = 'UPDATE_COMPLETE' }) => {
    const members = Object.entries(outputs).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    return (
      `<Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus>` +
      `<EnableTerminationProtection>${isProtected}</EnableTerminationProtection><Outputs>${members.join('')}</Outputs></member></Stacks>`
    );
  },
  GetTemplate: (_name, { template = {} }) => `<TemplateBody>${escaped(JSON.stringify(template))}</TemplateBody>`,
  ListStackResources: (_name, { resources = {}, resourceStatus = 'CREATE_COMPLETE' }, token) => {
    const from = Number(token ?? 0);
    const all = Object.entries(resources);
    const members = all
      .slice(from, from + PAGE)
      .map(
        ([id, [type, name]]) =>
          `<member><LogicalResourceId>${id}</LogicalResourceId><ResourceType>${type}</ResourceType><PhysicalResourceId>${name}</PhysicalResourceId><ResourceStatus>${resourceStatus}</ResourceStatus></member>`,
      );
    const next = from + PAGE < all.length ? `<NextToken>${from + PAGE}</NextToken>` : '';
    return `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>${next}`;
  },
};
