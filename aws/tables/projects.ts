/**
 * Projects: rows of the table of sign-ins under one id, so that all of them are one strongly consistent query. Beside them, for each deleted server
 * of another project than `default`, the project that its trail belongs to.
 */
import { DEFAULT_PROJECT, type ProjectRow } from '../../core/model/projects.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { untilWritten } from '../lib/untilWritten.ts';
import { itemsUnder } from './query.ts';
import { createRow, readRow, removal, replaceRow, type TransactItem, writtenTogether } from './versioned.ts';

const ID = 'projects';
const DELETED_SERVERS = 'deleted-servers';
const table = () => requireEnvironment('TABLE_SIGN_INS');
const keyOf = (projectId: string) => ({ id: ID, part: projectId });

/** All projects that have a row, strongly consistent; `default` has one once somebody has changed it. */
export const listProjects = (): Promise<ProjectRow[]> => itemsUnder(table(), { id: ID });

/** Reads a project, strongly consistent; undefined when it has no row. */
export const readProject = (projectId: string): Promise<ProjectRow | undefined> =>
  readRow<ProjectRow>(table(), keyOf(projectId));

/** Stores a new project, together with `beside`. Throws `write_conflict` when it exists. */
export const createProject = (row: ProjectRow, beside: TransactItem): Promise<void> =>
  createRow(table(), keyOf(row.projectId), row, 'The project', beside);

/**
 * Reads, changes and replaces a project's row, and starts again when another writer came between.
 * @param first the row to begin with where there is none
 * @param change undefined leaves the row as it is
 * @returns the row before and after; undefined when there is none
 */
export const changeProject = (
  projectId: string,
  change: (row: ProjectRow) => ProjectRow | undefined,
  beside: (before: ProjectRow, after: ProjectRow) => TransactItem,
  first?: ProjectRow,
): Promise<{ readonly before: ProjectRow; readonly after: ProjectRow } | undefined> =>
  untilWritten(async () => {
    const read = await readProject(projectId);
    const before = read ?? first;
    if (!before) return undefined;
    const after = change(before);
    if (!after) return { before, after: before };
    const item = beside(before, after);
    if (read) return { before, after: await replaceRow(table(), keyOf(projectId), after, 'The project', item) };
    await createRow(table(), keyOf(projectId), after, 'The project', item);
    return { before, after };
  });

/** Deletes a project that is ending, together with `beside`; false when it has changed meanwhile. */
export const removeProject = ({ projectId, version }: ProjectRow, beside: TransactItem): Promise<boolean> =>
  writtenTogether([removal(table(), keyOf(projectId), version), beside]);

/** A condition of a transaction that puts a server into a project: that it exists and is not being deleted. None for `default`. */
export const standingProject = (projectId: string): TransactItem[] =>
  projectId === DEFAULT_PROJECT
    ? []
    : [
        {
          ConditionCheck: {
            TableName: table(),
            Key: keyOf(projectId),
            ConditionExpression: 'attribute_exists(#key) AND attribute_not_exists(isEnding)',
            ExpressionAttributeNames: { '#key': 'id' },
          },
        },
      ];

/** Remembers the project of a server that is being deleted, since its trail outlives it. */
export const keepProjectOf = (serverId: string, project: string | undefined): TransactItem[] =>
  project === undefined
    ? []
    : [{ Put: { TableName: table(), Item: { id: DELETED_SERVERS, part: serverId, project } } }];

/** The project of a server that was deleted; undefined for `default`, and for one that never was. */
export const projectOfDeleted = async (serverId: string): Promise<string | undefined> =>
  (await readRow<{ readonly project: string }>(table(), { id: DELETED_SERVERS, part: serverId }))?.project;
