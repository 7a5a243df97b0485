/** What an owner may switch on: networks and the budget. In layouts without them there is nothing to find. */
import { at, list, nameOf, ofType, type Property, type Resources, target, unlike } from './property.ts';

/** Route tables of the subnets that a function of ours is in. */
function routesOfFunctions(resources: Resources): Set<string> {
  const subnets = new Set(
    ofType(resources, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
      list(at(Properties, 'VpcConfig', 'SubnetIds')).map(target),
    ),
  );
  return new Set(
    ofType(resources, 'AWS::EC2::SubnetRouteTableAssociation')
      .filter(([, { Properties }]) => subnets.has(target(at(Properties, 'SubnetId'))))
      .map(([, { Properties }]) => target(at(Properties, 'RouteTableId')) ?? ''),
  );
}

const serviceOf = (properties: unknown) => JSON.stringify(at(properties, 'ServiceName') ?? '').match(/(\w+)\W*$/)?.[1];

export const OPTIONS: readonly Property[] = [
  {
    name: 'functions in a network of the stack fetch bundles by an endpoint of S3',
    why: 'Each bundle would pass the NAT gateway, at $0.045 a gigabyte.',
    faults: (resources) => {
      const routed = ofType(resources, 'AWS::EC2::VPCEndpoint')
        .filter(
          ([, { Properties }]) => at(Properties, 'VpcEndpointType') === 'Gateway' && serviceOf(Properties) === 's3',
        )
        .flatMap(([, { Properties }]) => list(at(Properties, 'RouteTableIds')).map(target));
      return [...routesOfFunctions(resources)].filter((each) => !routed.includes(each)).map(nameOf);
    },
  },
  {
    name: 'networks of the stack let nobody in, and out by TCP alone',
    why: 'Upstreams speak HTTP: what else leaves would be no call.',
    faults: (resources) =>
      ofType(resources, 'AWS::EC2::SecurityGroup')
        .filter(([id]) => nameOf(id) === 'SandboxEgressOutwards')
        .flatMap(([id, { Properties }]) => [
          ...unlike(`${id} in`, at(Properties, 'SecurityGroupIngress'), undefined),
          ...unlike(
            `${id} out`,
            list(at(Properties, 'SecurityGroupEgress')).map((each) => [at(each, 'IpProtocol'), at(each, 'CidrIp')]),
            [['tcp', '0.0.0.0/0']],
          ),
        ]),
  },
  {
    name: 'endpoints answer under the names of their services',
    why: 'The functions ask for these names, and would find no way to them.',
    faults: (resources) =>
      ofType(resources, 'AWS::EC2::VPCEndpoint')
        .filter(([, { Properties }]) => at(Properties, 'VpcEndpointType') === 'Interface')
        .flatMap(([id, { Properties }]) => unlike(id, at(Properties, 'PrivateDnsEnabled'), true)),
  },
  {
    name: 'a budget counts per cent of what the owner set',
    why: 'It would ring at $80 of $10,000, each month.',
    faults: (resources) =>
      ofType(resources, 'AWS::Budgets::Budget').flatMap(([, { Properties }]) =>
        list(at(Properties, 'NotificationsWithSubscribers')).flatMap((each, index) => [
          ...unlike(`${index}`, at(each, 'Notification', 'ThresholdType'), 'PERCENTAGE'),
          ...unlike(`${index}`, at(each, 'Notification', 'ComparisonOperator'), 'GREATER_THAN'),
        ]),
      ),
  },
];
