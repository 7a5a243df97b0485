/** Mistakes about what AWS gives up. */
import type { Mistake } from './draft.ts';

export const FAILURES: readonly Mistake[] = [
  {
    mistake: 'batches that the archiver could not write are dropped',
    caughtBy: 'what is given up is kept for a person',
    make: (draft) => {
      delete draft.of('AuditArchiverChanges')['DestinationConfig'];
    },
  },
  {
    mistake: 'a reseal that failed three times is dropped',
    caughtBy: 'what is given up is kept for a person',
    make: (draft) => {
      delete draft.of('PipelineResealEventInvokeConfig')['DestinationConfig'];
    },
  },
  {
    mistake: 'functions of events have no alarm',
    caughtBy: 'where alarms are on, each function has one of its errors and one of its throttles',
    config: { alarms: true, events: true },
    make: (draft) => {
      delete draft.resources[draft.id('EventsErrorsAlarm')];
    },
  },
  {
    mistake: 'a backup that fails rings for nobody',
    caughtBy: 'beside those of functions there are the alarms that the settings ask for, and no others',
    config: { alarms: true, backup: 'daily' },
    make: (draft) => {
      delete draft.resources[draft.id('BackupFailed')];
    },
  },
  {
    mistake: 'failures are kept for an hour',
    caughtBy: 'the queue of failures keeps messages for 14 days, encrypted, and rings',
    make: (draft) => {
      draft.of('FailuresQueue')['MessageRetentionPeriod'] = 3_600;
    },
  },
];
