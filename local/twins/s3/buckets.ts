/**
 * Reads the buckets from the template. A bucket that a deployment fills is served from the asset itself, because nobody else writes to
 * it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolve } from '../../template/resolve.ts';
import { knowsAll } from '../../template/strict.ts';
import { ofType, type StackTemplate } from '../../template/template.ts';
import { type BucketSettings, ObjectStore, type Retention } from './store.ts';

/** A file of a bucket. */
export interface SiteFile {
  readonly body: Buffer;
  /** What the deployment gave it; undefined for none, as S3 sends none by itself. */
  readonly cacheControl?: string;
}

/** A file of the site, or undefined when there is none. */
export type SiteFiles = (key: string) => SiteFile | undefined | Promise<SiteFile | undefined>;

interface BucketProperties {
  readonly VersioningConfiguration?: { readonly Status: string };
  readonly ObjectLockEnabled?: boolean;
  readonly ObjectLockConfiguration?: {
    readonly Rule?: { readonly DefaultRetention?: { readonly Mode: Retention['mode']; Days?: number; Years?: number } };
  };
  readonly LifecycleConfiguration?: {
    readonly Rules: ReadonlyArray<{ Status: string; Prefix?: string; ExpirationInDays?: number }>;
  };
}

/** Buckets by name; `folder` creates the folder of a bucket. */
export function makeBuckets(
  template: StackTemplate,
  resolve: Resolve,
  folder: (name: string) => string,
): Map<string, ObjectStore> {
  const filled = new Set(deployments(template, resolve).map(({ bucket }) => bucket));
  return new Map(
    ofType(template, 'AWS::S3::Bucket')
      .map(([id, properties]) => [resolve<string>({ Ref: id }), resolve<BucketProperties>(properties)] as const)
      .filter(([name]) => !filled.has(name))
      .map(([name, properties]) => [name, new ObjectStore(folder(name), settingsOf(name, properties))]),
  );
}

function settingsOf(name: string, properties: BucketProperties): BucketSettings {
  const { VersioningConfiguration, ObjectLockEnabled, ObjectLockConfiguration, LifecycleConfiguration } = properties;
  const rule = ObjectLockConfiguration?.Rule?.DefaultRetention;
  return {
    name,
    versioned: VersioningConfiguration?.Status === 'Enabled' || ObjectLockEnabled === true,
    ...(ObjectLockEnabled
      ? { lock: rule ? { default: { mode: rule.Mode, days: rule.Days ?? (rule.Years ?? 0) * 365 } } : {} }
      : {}),
    expirations: (LifecycleConfiguration?.Rules ?? [])
      .filter(({ Status, ExpirationInDays }) => Status === 'Enabled' && ExpirationInDays)
      .map(({ Prefix = '', ExpirationInDays = 0 }) => ({ prefix: Prefix, days: ExpirationInDays })),
  };
}

/** Files of the buckets that deployments fill, by bucket name; `more`: further files, beside those. */
export function deployedFiles(
  template: StackTemplate,
  resolve: Resolve,
  more: SiteFiles = () => undefined,
): Map<string, SiteFiles> {
  const files = new Map<string, Map<string, { readonly path: string; readonly cacheControl?: string }>>();
  for (const { bucket, assets, takes, cacheControl } of deployments(template, resolve)) {
    const found = files.get(bucket) ?? new Map();
    for (const asset of assets) {
      for (const entry of globSync('**/*', { cwd: asset, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const key = path.slice(asset.length + 1).replaceAll('\\', '/');
        if (takes(key)) found.set(key, { path, ...(cacheControl !== undefined && { cacheControl }) });
      }
    }
    files.set(bucket, found);
  }
  return new Map(
    [...files].map(([bucket, found]) => [
      bucket,
      async (key) => {
        const file = found.get(key);
        return file ? { ...file, body: readFileSync(file.path) } : await more(key);
      },
    ]),
  );
}

/** Members of CDK's custom resource that change nothing here: what was there before, and what is removed with the stack. */
const WITHOUT_EFFECT = ['ServiceToken', 'SourceBucketNames', 'RetainOnDelete', 'Prune', 'OutputObjectKeys'];
const OF_DISTRIBUTION = ['DistributionId', 'DistributionPaths', 'WaitForDistributionInvalidation'];

const deployments = (template: StackTemplate, resolve: Resolve) =>
  ofType(template, 'Custom::CDKBucketDeployment').map(([id, properties]) => {
    knowsAll(id, properties, [
      ...WITHOUT_EFFECT,
      ...OF_DISTRIBUTION,
      'DestinationBucketName',
      'SourceObjectKeys',
      'Exclude',
      'Include',
      'SystemMetadata',
    ]);
    const {
      Exclude = [],
      Include = [],
      SystemMetadata = {},
    } = properties as {
      Exclude?: string[];
      Include?: string[];
      SystemMetadata?: Record<string, string>;
    };
    knowsAll(`${id}.SystemMetadata`, SystemMetadata, ['cache-control']);
    const [excluded, included] = [matching(Exclude), matching(Include)];
    return {
      bucket: resolve<string>(properties['DestinationBucketName']),
      assets: resolve<string[]>(properties['SourceObjectKeys']).map((key) => template.assetOf(key)),
      takes: (key: string) => !excluded(key) || included(key),
      cacheControl: SystemMetadata['cache-control'],
    };
  });

/** Patterns of `aws s3 sync`, of which `*` is the one that is known here. */
function matching(patterns: readonly string[]): (key: string) => boolean {
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  );
  return (key) => expressions.some((expression) => expression.test(key));
}
