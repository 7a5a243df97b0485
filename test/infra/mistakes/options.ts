/** Mistakes about what an owner may switch on. */
import { NETWORK_WITH_ENDPOINTS } from '../../support/settings.ts';
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
];
