/**
 * Answers that are being made for requests which do not wait for them, in the settings table: a row for each server and operation, with the one
 * that was asked for last. Whoever writes it first has it made, so that the same question never begins it twice.
 */
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { isWritten, readRow } from './versioned.ts';

/** Whose answer, to what. */
export interface PreparationPlace {
  readonly serverId: string;
  /** Operation id of the management API. */
  readonly route: string;
}

/** An answer that is being made, or was. */
export interface Preparation {
  /** Its name in the API. */
  readonly reading: string;
  /** A digest of the question and of what it is asked about. */
  readonly asked: string;
  /** Of the server's row when it was asked for. */
  readonly version: number;
  /** How often it was begun: again when whoever made it has ended without a word. */
  readonly attempt: number;
  /** The last sign of life, milliseconds since 1970. */
  readonly heardAt: number;
  /** The number of the step, from 0. */
  readonly step: number;
  /** Its result is written, or there will be none. */
  readonly isOver: boolean;
  /** The result is an answer, and not why there is none. */
  readonly isMade?: boolean;
  /** The one whose place it has taken; its result stays as long. */
  readonly previous?: string;
}

const table = () => requireEnvironment('TABLE_SETTINGS');
const keyOf = ({ serverId, route }: PreparationPlace) => ({ settingsId: `preparing.${serverId}.${route}` });

/** The one that was asked for last; undefined where there was none. */
export const readPreparation = (place: PreparationPlace): Promise<Preparation | undefined> =>
  readRow<Preparation>(table(), keyOf(place));

/**
 * Enters one in the place of that which was read.
 * @param read undefined: there was none
 * @returns false when another request has entered one, or the one that was read has been heard of since
 */
export const enterPreparation = (
  place: PreparationPlace,
  entered: Preparation,
  read: Preparation | undefined,
): Promise<boolean> =>
  isWritten(
    documents().send(
      new PutCommand({
        TableName: table(),
        Item: { ...keyOf(place), ...entered },
        ...(read
          ? {
              ConditionExpression: 'reading = :reading AND heardAt = :heardAt',
              ExpressionAttributeValues: { ':reading': read.reading, ':heardAt': read.heardAt },
            }
          : { ConditionExpression: 'attribute_not_exists(settingsId)' }),
      }),
    ),
  );

/**
 * Says how far it is. What is over stays so, whichever word of it comes last.
 * @returns false when it is over, another one has taken its place, it was begun anew, or the server is gone
 */
export const tellPreparation = (
  place: PreparationPlace,
  { reading, attempt }: Pick<Preparation, 'reading' | 'attempt'>,
  { step, isOver, isMade = false }: Pick<Preparation, 'step' | 'isOver' | 'isMade'>,
): Promise<boolean> =>
  isWritten(
    documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: keyOf(place),
        UpdateExpression: 'SET step = :step, isOver = :isOver, isMade = :isMade, heardAt = :now',
        ConditionExpression: 'reading = :reading AND attempt = :attempt AND isOver = :no',
        ExpressionAttributeValues: {
          ':no': false,
          ':step': step,
          ':isOver': isOver,
          ':isMade': isMade,
          ':now': Date.now(),
          ':reading': reading,
          ':attempt': attempt,
        },
      }),
    ),
  );

/** Removes that of a server which is being deleted. */
export async function removePreparation(place: PreparationPlace): Promise<void> {
  await documents().send(new DeleteCommand({ TableName: table(), Key: keyOf(place) }));
}
