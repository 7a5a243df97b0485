/** Mistakes about tables, buckets and keys. */
import type { Mistake, Node } from './draft.ts';

export const DATA: readonly Mistake[] = [
  {
    mistake: 'a table is sorted by another attribute',
    caughtBy: 'tables have the keys by which they are read',
    make: (draft) => {
      (draft.of('DataTools')['KeySchema'] as Node[]).pop();
    },
  },
  {
    mistake: 'the index of tokens holds keys alone',
    caughtBy: 'tokens are found by their server, whole',
    make: (draft) => {
      draft.of('DataTokens', 'GlobalSecondaryIndexes', 0)['Projection'] = { ProjectionType: 'KEYS_ONLY' };
    },
  },
  {
    mistake: 'sessions expire by an attribute that nothing writes',
    caughtBy: 'rows that are to go away have the attribute that says when',
    make: (draft) => {
      draft.of('DataSessions')['TimeToLiveSpecification'] = { AttributeName: 'expires', Enabled: true };
    },
  },
  {
    mistake: 'the trail streams keys alone',
    caughtBy: 'the trail streams what was written and refuses changes of it',
    make: (draft) => {
      draft.of('DataAudit')['StreamSpecification'] = { StreamViewType: 'KEYS_ONLY' };
    },
  },
  {
    mistake: 'a table cannot be restored',
    caughtBy: 'tables can be restored to any second',
    make: (draft) => {
      delete draft.of('DataServers', 'Replicas', 0)['PointInTimeRecoverySpecification'];
    },
  },
  {
    mistake: 'a table has a fixed capacity',
    caughtBy: 'tables are billed by use',
    make: (draft) => {
      draft.of('DataTokens')['BillingMode'] = 'PROVISIONED';
    },
  },
  {
    mistake: 'a bucket may be made public',
    caughtBy: 'no bucket can be public, and each wants TLS',
    make: (draft) => {
      draft.of('DataSpecs', 'PublicAccessBlockConfiguration')['RestrictPublicBuckets'] = false;
    },
  },
  {
    mistake: 'a typo in a lifecycle prefix',
    caughtBy: 'what is to expire lies below a folder that something writes',
    make: (draft) => {
      draft.of('DataSpecs', 'LifecycleConfiguration', 'Rules', 0)['Prefix'] = 'stagings/';
    },
  },
  {
    mistake: 'the archive is not locked',
    caughtBy: 'the archive is locked',
    make: (draft) => {
      draft.of('DataAuditArchive')['ObjectLockEnabled'] = false;
    },
  },
  {
    mistake: 'the key of the archive cannot sign',
    caughtBy: 'keys are made for what they are used for',
    make: (draft) => {
      draft.of('AuditArchiverKey')['KeyUsage'] = 'KEY_AGREEMENT';
    },
  },
  {
    mistake: 'documents have no versions',
    caughtBy: 'what cannot be made again can be brought back after it was overwritten or deleted',
    make: (draft) => {
      delete draft.of('DataSpecs')['VersioningConfiguration'];
    },
  },
  {
    mistake: 'a key may be used from other accounts',
    caughtBy: 'keys are used by roles of this account, as their policies say',
    make: (draft) => {
      draft.of('KeysCredentials', 'KeyPolicy', 'Statement', 0)['Principal'] = { AWS: '*' };
    },
  },
];
