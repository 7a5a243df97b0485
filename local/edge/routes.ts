/** Reads the routes, the authorizer and the limits of the HTTP API from the template. */
import { PortcullisError } from '../../core/lib/errors.ts';
import type { FunctionPool } from '../functions/pool.ts';
import type { Permissions } from '../template/permissions.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import type { Authorizer, Route, Throttle } from './http-api.ts';

/** What routes are read from. */
interface RouteContext {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly pools: ReadonlyMap<string, FunctionPool>;
  readonly permissions: Permissions;
}

/** The routes of the template's HTTP API. Throws PortcullisError `template_unsupported` for one that leads to no function. */
export function routesOf({ template, resolve, pools, permissions }: RouteContext): Route[] {
  const integrations = new Map(
    ofType(template, 'AWS::ApiGatewayV2::Integration').map(([id, { IntegrationUri }]) => [
      id,
      resolve<string>(IntegrationUri).split(':').at(-1),
    ]),
  );
  const { RouteSettings = {} } = stageOf(template, resolve);
  return ofType(template, 'AWS::ApiGatewayV2::Route').map(([, properties]) => {
    const key = resolve<string>(properties['RouteKey']);
    const throttle = throttleOf(RouteSettings[key]);
    const integration = resolve<string>(properties['Target']).split('/').at(-1) as string;
    const pool = pools.get(integrations.get(integration) ?? '');
    if (!pool)
      throw new PortcullisError(
        'template_unsupported',
        `The route ${String(properties['RouteKey'])} leads to no function.`,
      );
    if (!permissions.allows(pool.definition.functionName, 'lambda:InvokeFunction', 'apigateway.amazonaws.com')) {
      throw new PortcullisError('template_unsupported', `API Gateway may not invoke ${pool.definition.functionName}.`);
    }
    return {
      key,
      pool,
      ...(throttle && { throttle }),
      ...(properties['AuthorizationType'] === 'JWT'
        ? { authorizer: authorizerOf(template, resolve, resolve<string>(properties['AuthorizerId'])) }
        : {}),
    };
  });
}

function authorizerOf(template: StackTemplate, resolve: Resolve, id: string): Authorizer {
  const { JwtConfiguration } = resolve<{ JwtConfiguration: { Issuer: string; Audience: string[] } }>(
    template.resources[id]?.Properties,
  );
  return { issuer: JwtConfiguration.Issuer, audience: JwtConfiguration.Audience };
}

interface RouteSetting {
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}

interface Stage {
  readonly DefaultRouteSettings?: RouteSetting;
  readonly RouteSettings?: Readonly<Record<string, RouteSetting>>;
}

function stageOf(template: StackTemplate, resolve: Resolve): Stage {
  const [stage] = ofType(template, 'AWS::ApiGatewayV2::Stage');
  return resolve<Stage>(stage?.[1] ?? {});
}

/** The limit of the stage, which all routes without their own share. */
export const throttleOfStage = ({ template, resolve }: RouteContext): Throttle | undefined =>
  throttleOf(stageOf(template, resolve).DefaultRouteSettings);

function throttleOf({ ThrottlingRateLimit: rate, ThrottlingBurstLimit }: RouteSetting = {}): Throttle | undefined {
  return rate ? { rate, burst: ThrottlingBurstLimit ?? rate } : undefined;
}
