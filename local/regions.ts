/**
 * The regions of a deployment before anything in them starts: each has a gateway of its own, because most services of AWS are regional,
 * and names that its template resolves to. What regions share is here too: the functions that may call (IAM is global), multi-region keys,
 * replicas of secrets, and what stacks of one region read from another.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { Callers } from './aws/caller.ts';
import { Gateway } from './aws/gateway.ts';
import type { DataFolder } from './data/folder.ts';
import { localKeys, replicaKeys } from './stack/kms-keys.ts';
import { physicalNames } from './stack/physical.ts';
import { CrossRegion } from './template/crossRegion.ts';
import { type Policies, readPolicies } from './template/policies.ts';
import { type PhysicalNames, type Resolve, resolver } from './template/resolve.ts';
import { unsupported } from './template/strict.ts';
import type { StackTemplate } from './template/template.ts';
import type { LocalKey } from './twins/kms.ts';
import type { Paths } from './twins/parts.ts';
import { localSecrets, replicaOf } from './twins/secrets.ts';

/** A region whose twins and functions can be started. */
export interface OpenRegion {
  readonly template: StackTemplate;
  readonly names: PhysicalNames;
  readonly resolve: Resolve;
  readonly policies: Policies;
  readonly gateway: Gateway;
  readonly callers: Callers;
  readonly keys: readonly LocalKey[];
  readonly data: Paths;
}

interface Addresses {
  readonly edgeUrl: string;
  readonly issuer: string;
}

/** Opens them, first the home region. Throws PortcullisError. */
export async function openRegions(
  templates: readonly [StackTemplate, ...StackTemplate[]],
  data: DataFolder,
  { edgeUrl, issuer }: Addresses,
): Promise<readonly [OpenRegion, ...OpenRegion[]]> {
  const [home] = templates;
  refuseOtherRegions(data, home.outputs);
  const crossRegion = new CrossRegion();
  const keys = localKeys(data, home);
  const secrets = localSecrets(data, home);
  const policies = new Map<string, Policies>();
  const gateways = await openGateways(templates, (region) => policies.get(region) as Policies);
  const named = templates.map((template) => {
    const { region } = template;
    const names = physicalNames(template, {
      edgeUrl,
      issuer,
      iotHost: (asked) => gateways.get(asked)?.gateway.host ?? refuseRegion(asked),
      keyId: (logicalId) => keys.get(logicalId)?.id ?? '',
      secret: (id) => (template === home ? secrets.get(id) : replicaOf(home, secrets, region, id)) ?? '',
      crossRegion: (region, name) => crossRegion.read(region, name),
    });
    const resolve = resolver(template, names);
    crossRegion.add(template, resolve);
    return { template, names, resolve };
  });
  const opened = named.map(({ template, names, resolve }): OpenRegion => {
    const { region } = template;
    const own = readPolicies(template, resolve);
    policies.set(region, own);
    return {
      template,
      names,
      resolve,
      policies: own,
      ...(gateways.get(region) as Entrance),
      keys: template === home ? [...keys.values()] : replicaKeys(template, resolve, keys),
      data: template === home ? data : folderOf(data, region),
    };
  });
  return opened as [OpenRegion, ...OpenRegion[]];
}

/** Output of the home stack: its regions, home first. */
const REGIONS_OUTPUT = 'Regions';
/** And the one of them that is being taken away. */
const LEAVING_OUTPUT = 'LeavingRegion';

/**
 * A folder of one deployment is not one of another: with several regions tables have other names, and keys are of another kind. Regions may
 * be added, and one that was leaving may be left out. Throws PortcullisError `data_foreign`.
 */
export function refuseOtherRegions(data: DataFolder, outputs: StackTemplate['outputs']): void {
  const earlier = data.outputs();
  if (!earlier) return;
  const listOf = (value: unknown) => (typeof value === 'string' ? value.split(',') : []);
  const [before, now] = [listOf(earlier[REGIONS_OUTPUT]), listOf(outputs[REGIONS_OUTPUT]?.Value)];
  if (before.length < 2 && now.length < 2) return;
  const leaving = earlier[LEAVING_OUTPUT];
  if (before[0] === now[0] && before.every((region) => now.includes(region) || region === leaving)) return;
  const whose = before.length > 0 ? `a deployment with --context regions=${before.join(',')}` : 'one without regions';
  throw new PortcullisError(
    'data_foreign',
    `${data.root} contains the data of ${whose}. Start it as before, or choose another folder with --data <folder>.`,
  );
}

interface Entrance {
  readonly gateway: Gateway;
  readonly callers: Callers;
}

async function openGateways(
  templates: readonly StackTemplate[],
  policiesOf: (region: string) => Policies,
): Promise<ReadonlyMap<string, Entrance>> {
  const gateways = new Map<string, Entrance>();
  let first: Callers | undefined;
  for (const { region } of templates) {
    const callers = new Callers(() => policiesOf(region), first);
    first ??= callers;
    const gateway = new Gateway(callers);
    await gateway.listen();
    gateways.set(region, { gateway, callers });
  }
  return gateways;
}

function refuseRegion(region: string): never {
  throw unsupported(`The template names the region ${region}, which has no stack.`);
}

/** Name of a region's part of the data folder; the home region has the folder itself. */
export const regionFolder = (region: string): string => `regions/${region}`;

const folderOf = (data: DataFolder, region: string): Paths => ({
  path: (...segments) => data.path(regionFolder(region), ...segments),
  folder: (...segments) => data.folder(regionFolder(region), ...segments),
});

/** The variables by which functions reach the twins of the other regions (aws/regions/edges.ts). */
export function endpointsElsewhere(
  own: string,
  regions: readonly OpenRegion[],
  services: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    regions
      .filter(({ template }) => template.region !== own)
      .flatMap(({ template: { region }, gateway }) =>
        Object.entries(gateway.endpoints(services)).map(([name, url]) => [
          `${name}_${region.toUpperCase().replaceAll('-', '_')}`,
          url,
        ]),
      ),
  );
}
