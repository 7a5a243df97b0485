/** Mistakes about what an owner may switch on. */
import { NETWORK_WITH_ENDPOINTS } from '../../support/settings.ts';
import { OVER_REGIONS } from '../properties/asked.ts';
import type { Mistake, Node } from './draft.ts';

const STATIC = { egress: 'static' as const };

export const OPTIONS: readonly Mistake[] = [
  {
    mistake: 'the network of fixed addresses has no endpoint of S3',
    caughtBy: 'functions in a network of the stack fetch bundles by an endpoint of S3',
    config: STATIC,
    make: (draft) => {
      delete draft.resources[draft.id('SandboxEgressNetworkS3')];
    },
  },
  {
    mistake: 'functions with fixed addresses may send anything',
    caughtBy: 'networks of the stack let nobody in, and out by TCP alone',
    config: STATIC,
    make: (draft) => {
      draft.of('SandboxEgressOutwards')['SecurityGroupEgress'] = [{ IpProtocol: '-1', CidrIp: '0.0.0.0/0' }];
    },
  },
  {
    mistake: 'an endpoint has a name of its own',
    caughtBy: 'endpoints answer under the names of their services',
    config: NETWORK_WITH_ENDPOINTS,
    make: (draft) => {
      draft.of('SandboxOwnerNetworkkms')['PrivateDnsEnabled'] = false;
    },
  },
  {
    mistake: 'a budget rings at $80',
    caughtBy: 'a budget counts per cent of what the owner set',
    config: { monthlyBudget: 500, alarmTopic: 'arn:aws:sns:us-east-1:123456789012:on-call' },
    make: (draft) => {
      const [first] = draft.of('Budget')['NotificationsWithSubscribers'] as [{ Notification: Node }];
      first.Notification['ThresholdType'] = 'ABSOLUTE_VALUE';
    },
  },
  {
    mistake: 'a number that nobody has named',
    caughtBy: 'every number of the template is promised or explained',
    make: (draft) => {
      draft.of('ManagementApi')['EphemeralStorage'] = { Size: 10_240 };
    },
  },
  {
    mistake: 'functions with fixed addresses have no way out',
    caughtBy: 'functions in a network of the stack have a way out of it, by a NAT gateway',
    config: STATIC,
    make: (draft) => {
      for (const [id, { Properties }] of Object.entries(draft.resources))
        if (Properties?.['NatGatewayId'] !== undefined) delete draft.resources[id];
    },
  },
  {
    mistake: 'the web ACL refuses large bodies',
    caughtBy: 'a web ACL only counts what MCP and OAuth clients rightly send',
    config: OVER_REGIONS,
    make: (draft) => {
      const rules = draft.of('WebAcl')['Rules'] as { Statement: { ManagedRuleGroupStatement?: Node } }[];
      for (const { Statement } of rules) delete Statement.ManagedRuleGroupStatement?.['RuleActionOverrides'];
    },
  },
  {
    mistake: 'each bus of an account is called events',
    caughtBy: 'what has a name of its own carries that of the stack',
    config: { events: true },
    make: (draft) => {
      draft.of('EventsBus')['Name'] = 'events';
    },
  },
  {
    mistake: 'a choice that nobody has named',
    caughtBy: 'every choice of the template is named',
    make: (draft) => {
      draft.of('PipelineDeployment')['StateMachineType'] = 'EXPRESS';
    },
  },
];
