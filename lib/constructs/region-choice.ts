/**
 * Chooses the region for MCP requests: a CloudFront Function looks up the viewer's country in a key-value store. DNS cannot
 * do it, because function URLs have no custom domains.
 */
import { createHash } from 'node:crypto';
import { Duration } from 'aws-cdk-lib';
import {
  CacheHeaderBehavior,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionRuntime,
  ImportSource,
  KeyValueStore,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { type DeploymentConfig, servingRegions } from '../config.ts';
import { mcpRegionsCode } from '../edge/code.ts';
import { regionsByCountry } from '../edge/countries.ts';

/** The viewer-request function that chooses a region, and its key-value store. */
export class RegionChoice extends Construct {
  readonly viewerRequest: EdgeFunction;
  /** Caches nothing. Needed because CloudFront adds the country header only if a policy names it. */
  readonly cachePolicy: CachePolicy;
  readonly store: KeyValueStore;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    const serving = servingRegions(config);
    const entries = {
      ...regionsByCountry(serving, config.countries),
      ...Object.fromEntries(serving.slice(1).map((region) => [region, region])),
    };
    const data = Object.entries(entries).map(([key, value]) => ({ key, value }));
    // CloudFormation writes the entries when it makes the store, and never again: other entries are another store.
    const digest = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8);
    this.store = new KeyValueStore(this, `Countries${digest}`, {
      comment: 'Portcullis: region by country, and what serves a region now',
      source: ImportSource.fromInline(JSON.stringify({ data })),
    });
    this.viewerRequest = new EdgeFunction(this, 'Mcp', {
      code: FunctionCode.fromInline(mcpRegionsCode()),
      runtime: FunctionRuntime.JS_2_0,
      keyValueStore: this.store,
    });
    this.cachePolicy = new CachePolicy(this, 'Country', {
      comment: 'Portcullis: tells the country; answers forbid to be stored',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      headerBehavior: CacheHeaderBehavior.allowList('CloudFront-Viewer-Country', 'x-request-key'),
    });
  }
}
