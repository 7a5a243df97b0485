/**
 * The CloudFront distribution: MCP paths lead to the functions, /v1 to the HTTP API, everything else to the dashboard.
 * `Edge` is created before the functions that need its URL; `route` adds their origins afterwards.
 */
import { Aws, Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { edgeCode, mcpCode } from '../edge/code.ts';
import type { McpOrigin, McpOrigins } from './mcp-origins.ts';
import type { OwnDomain } from './own-domain.ts';
import { contentSecurityPolicy, HTTPS_ONLY_DAYS } from './page-headers.ts';
import { RegionChoice } from './region-choice.ts';

/** Error statuses that CloudFront caches for ten seconds by default, whatever the Cache-Control of the origin. */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Paths of the authorization server's metadata, and of descriptions of servers (lib/constructs/http-api.ts). Other discovery paths do not exist. */
const METADATA_PATHS = [
  '/.well-known/oauth-protected-resource/*',
  '/.well-known/oauth-authorization-server/*',
  '/.well-known/openid-configuration/*',
  '/.well-known/mcp/*',
];

/** Files of the site whose names contain a digest. */
const ASSETS = ['assets/*', 'docs/assets/*'];

/** Properties of {@link Edge}. */
export interface EdgeProps {
  /** Folder of the built dashboard, with the documentation in docs/. */
  readonly dashboard: string;
  /** Origins of the login that the pages of the dashboard may connect to. */
  readonly loginHosts: readonly string[];
  /** The owner's domain names; undefined: only the name of the distribution. */
  readonly domain: OwnDomain | undefined;
  /** ARN of a web ACL (constructs/web-acl.ts). */
  readonly webAclArn?: string | undefined;
}

interface MachineOrigins extends McpOrigins {
  readonly originSecret: string;
  readonly api: HttpApi;
  /** With several regions: the configuration for choosing one, and the functions of those other than home. */
  readonly others?: {
    readonly config: DeploymentConfig;
    readonly regions: readonly RegionOrigins[];
  };
}

/** Origins for MCP clients in a region other than home. */
export interface RegionOrigins extends McpOrigins {
  readonly region: string;
}

/** The distribution and the bucket of the dashboard. */
export class Edge extends Construct {
  readonly distribution: Distribution;
  readonly site: Bucket;
  /** Base URL of the product, with the first domain name. */
  readonly url: string;
  /** All base URLs of the dashboard. */
  readonly urls: readonly [string, ...string[]];

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    this.site = new Bucket(this, 'Site', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: false,
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Portcullis',
      ...(props.webAclArn !== undefined && { webAclId: props.webAclArn }),
      ...(props.domain && { domainNames: [...props.domain.names], certificate: props.domain.certificate }),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // All edge locations, because cheaper classes lack those near Sydney or São Paulo.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      // Errors must not be cached: they are for one client, or may be over a second later.
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.site, { originAccessControl: this.siteAccess() }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy: this.pageHeaders(props.loginHosts),
        functionAssociations: [this.viewerRequest('Pages', edgeCode('pages.js'))],
      },
    });
    const own = (props.domain?.names ?? []).map((name) => `https://${name}`);
    const made = `https://${this.distribution.distributionDomainName}`;
    this.url = own[0] ?? made;
    this.urls = [this.url, ...own.slice(1), ...(own.length > 0 ? [made] : [])];
    props.domain?.pointTo(this.distribution);
    this.deploy(props.dashboard);
  }

  /**
   * Copies the dashboard into its bucket, and the documentation where the folder has it in docs/. Names of files below assets/ contain a
   * digest, so browsers may keep them; pages name them, so browsers have to ask for each page. Old assets stay, because an open page may still load them. The pages come last.
   */
  private deploy(dashboard: string): void {
    const common = {
      sources: [Source.asset(dashboard)],
      destinationBucket: this.site,
      memoryLimit: 512,
      // The files can be built again, and a bucket with files cannot be deleted.
      retainOnDelete: false,
    };
    const assets = new BucketDeployment(this, 'DashboardAssets', {
      ...common,
      exclude: ['*'],
      include: ASSETS,
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Dashboard', {
      ...common,
      exclude: ASSETS,
      cacheControl: [CacheControl.noCache()],
      distribution: this.distribution,
      distributionPaths: ['/index.html', '/docs/*'],
      prune: true,
    });
    pages.node.addDependency(assets);
  }

  route({ rpc, stream, originSecret, api, others }: MachineOrigins): void {
    // By it the functions know that a request came this way, with what the edge and the web ACL have seen of it.
    const customHeaders = { 'x-origin-verify': originSecret };
    const functionOrigin = ({ domain, path }: McpOrigin, originId: string): IOrigin =>
      new HttpOrigin(domain, {
        originId,
        ...(path !== undefined && { originPath: path }),
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        // A call may take up to a minute, the time limit of the sandbox, before its first byte.
        readTimeout: Duration.seconds(120),
        keepaliveTimeout: Duration.seconds(60),
        customHeaders,
      });
    const machine = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
    };
    const choice = others && new RegionChoice(this, 'Regions', others.config);
    const entrance = choice
      ? { eventType: FunctionEventType.VIEWER_REQUEST, function: choice.viewerRequest }
      : this.viewerRequest('Mcp', mcpCode());
    const challenges = {
      eventType: FunctionEventType.VIEWER_RESPONSE,
      function: this.edgeFunction('McpChallenges', edgeCode('mcp-challenges.js')),
    };
    const mcp = {
      ...machine,
      ...(choice && { cachePolicy: choice.cachePolicy }),
      functionAssociations: [entrance],
    };
    const challenging = { ...mcp, functionAssociations: [entrance, challenges] };
    const { region } = Stack.of(this);
    const apiOrigin = new HttpOrigin(`${api.apiId}.execute-api.${region}.amazonaws.com`, {
      originId: 'api',
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      readTimeout: Duration.seconds(60),
      customHeaders,
    });
    // Before the MCP paths, whose pattern also matches the metadata of a server.
    for (const path of METADATA_PATHS) this.distribution.addBehavior(path, apiOrigin, machine);
    this.distribution.addBehavior('/oauth/*', apiOrigin, {
      ...machine,
      functionAssociations: [this.viewerRequest('SignIn', edgeCode('sign-in.js'))],
    });
    const rpcOrigin = functionOrigin(rpc, 'rpc');
    // Also with a slash at the end, which people type and some clients append.
    const bothForms = (path: string, behaviour: typeof mcp) => {
      for (const form of [path, `${path}/`]) this.distribution.addBehavior(form, rpcOrigin, behaviour);
    };
    // The addresses at which the token is in a header, so that a refusal has a challenge (core/mcp/access.ts): the shared one and those of
    // servers, which come before their like with a token in the path. There no refusal has one, and no answer pays for a second function.
    for (const path of ['/srv_*/mcp', '/mcp']) bothForms(path, challenging);
    bothForms('/*/mcp', mcp);
    // Not requested by clients; it adds the origin that the CloudFront Function chooses for GET.
    this.distribution.addBehavior('/_origin/stream', functionOrigin(stream, 'stream'), mcp);
    for (const each of others?.regions ?? []) {
      for (const kind of ['rpc', 'stream'] as const) {
        const originId = `${kind}-${each.region}`;
        this.distribution.addBehavior(`/_origin/${originId}`, functionOrigin(each[kind], originId), mcp);
      }
    }
    const management = {
      ...machine,
      functionAssociations: [
        this.viewerRequest('ApiEntrance', edgeCode('api.js'), {
          LOGINS: `https://cognito-idp.${region}.amazonaws.com`,
        }),
      ],
    };
    for (const path of ['/v1/*', '/scim/*']) this.distribution.addBehavior(path, apiOrigin, management);
  }

  /** A viewer-request function. `values` replace `{{NAME}}` in its code. */
  private viewerRequest(id: string, text: string, values: Readonly<Record<string, string>> = {}) {
    const code = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] as string);
    return { eventType: FunctionEventType.VIEWER_REQUEST, function: this.edgeFunction(id, code) };
  }

  private edgeFunction(id: string, code: string): EdgeFunction {
    return new EdgeFunction(this, id, { code: FunctionCode.fromInline(code), runtime: FunctionRuntime.JS_2_0 });
  }

  private siteAccess(): S3OriginAccessControl {
    return new S3OriginAccessControl(this, 'SiteAccess', { originAccessControlName: this.nameInAccount('Site', 64) });
  }

  /** CloudFront's names are the account's, and the same stack may stand in several regions: so they end with the region. */
  private nameInAccount(id: string, maxLength: number): string {
    const regionLength = 15;
    return `${Names.uniqueResourceName(this, { maxLength: maxLength - regionLength - id.length })}${id}-${Aws.REGION}`;
  }

  private pageHeaders(loginHosts: readonly string[]): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'PageHeaders', {
      responseHeadersPolicyName: this.nameInAccount('PageHeaders', 128),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          override: true,
          contentSecurityPolicy: contentSecurityPolicy(loginHosts),
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(HTTPS_ONLY_DAYS),
          includeSubdomains: true,
          override: true,
        },
      },
    });
  }
}
