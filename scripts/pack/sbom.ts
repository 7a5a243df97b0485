/**
 * The software bill of materials of a package (CycloneDX 1.5): what npm says of our lock file (`npm sbom`), held to the packages whose code
 * is shipped and those that are installed with it.
 */
import { spawnSync } from 'node:child_process';
import type { Shipped } from './shipped.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

interface Bom {
  readonly metadata: { readonly component: Component; readonly [member: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn?: readonly string[] }>;
  readonly [member: string]: unknown;
}

/** What a bill is made of. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Of the packages in it or installed with it. */
  readonly parts: ReadonlyArray<Pick<Shipped, 'name' | 'version'> & Partial<Shipped>>;
}

/** Throws Error with what npm says, or with the parts that the lock file does not name. */
export function sbomOf(root: string, { name, version, description, parts }: Subject): Bom {
  const all = lockedIn(root);
  const wanted = new Set(parts.filter((part) => !part.isOfDocumentation).map((part) => `${part.name}@${part.version}`));
  const locked = all.components.filter((one) => wanted.has(`${one.name}@${one.version}`));
  const components = [...locked, ...parts.filter((part) => part.isOfDocumentation).map(componentOf)];
  const found = new Set(locked.map((one) => `${one.name}@${one.version}`));
  const missing = [...wanted].filter((one) => !found.has(one));
  if (missing.length > 0) throw new Error(`package-lock.json does not name ${missing.join(', ')}, which is shipped.`);
  const ref = `${name}@${version}`;
  const refs = new Set(components.map((one) => one['bom-ref']));
  return {
    ...all,
    metadata: {
      ...all.metadata,
      component: {
        ...all.metadata.component,
        'bom-ref': ref,
        name,
        version,
        description,
        purl: `pkg:npm/${name}@${version}`,
        properties: [],
      },
    },
    components,
    dependencies: [
      { ref, dependsOn: [...refs].sort() },
      ...all.dependencies
        .filter((one) => refs.has(one.ref))
        .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((each) => refs.has(each)) })),
    ],
  };
}

/** Of a package that npm does not list, because the documentation has a lock file of its own. */
const componentOf = ({ name, version, licence = '' }: Subject['parts'][number]): Component => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [{ license: { id: licence } }],
});

function lockedIn(root: string): Bom {
  // Without the workspace of the tests, which has no version and of which nothing is shipped.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces=false'];
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as Bom;
}
