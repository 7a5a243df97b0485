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

/** Rules of AWS's groups that look at bodies, at what no program sends, and at addresses in a query, in their order of the alphabet. */
const COUNTED = [
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'JavaDeserializationRCE_BODY',
  'Log4JRCE_BODY',
  'NoUserAgent_HEADER',
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
];

/** Where names stand that are unique in an account and region, or everywhere. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'AWS::Events::EventBus': ['Name'],
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
  'AWS::Backup::BackupVault': ['BackupVaultName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::CloudWatch::CompositeAlarm': ['AlarmName'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SQS::Queue': ['QueueName'],
};

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
  {
    name: 'functions in a network of the stack have a way out of it, by a NAT gateway',
    why: 'No call would reach an API.',
    faults: (resources) => {
      const routed = ofType(resources, 'AWS::EC2::Route')
        .filter(([, { Properties }]) => at(Properties, 'NatGatewayId') !== undefined)
        .map(([, { Properties }]) => target(at(Properties, 'RouteTableId')));
      return [...routesOfFunctions(resources)].filter((each) => !routed.includes(each)).map(nameOf);
    },
  },
  {
    name: 'a web ACL only counts what MCP and OAuth clients rightly send',
    why: 'Calls with such arguments would be refused, by an answer that says nothing of why.',
    faults: (resources) =>
      ofType(resources, 'AWS::WAFv2::WebACL').flatMap(([, { Properties }]) => {
        const counted = list(at(Properties, 'Rules')).flatMap((rule) =>
          list(at(rule, 'Statement', 'ManagedRuleGroupStatement', 'RuleActionOverrides'))
            .filter((each) => at(each, 'ActionToUse', 'Count') !== undefined)
            .map((each) => String(at(each, 'Name'))),
        );
        return unlike('counted', counted.sort(), COUNTED);
      }),
  },
  {
    name: 'what has a name of its own carries that of the stack',
    why: 'A second installation in the account could not be created.',
    faults: (resources, { stackName }) =>
      Object.entries(NAMED).flatMap(([type, path]) =>
        ofType(resources, type)
          .map(([id, { Properties }]) => [id, at(Properties, ...path)] as const)
          .filter(([, name]) => name !== undefined)
          .filter(([, name]) => !JSON.stringify(name).toLowerCase().includes(stackName.toLowerCase()))
          .filter(([, name]) => !JSON.stringify(name).includes('AWS::StackName'))
          .map(([id]) => id),
      ),
  },
];
