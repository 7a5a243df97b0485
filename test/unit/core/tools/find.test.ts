import { describe, expect, test } from '@jest/globals';
import { bestOf, type Findable, findTools, indexOf, inOrder, toolsWith } from '../../../../core/tools/find.ts';

const tool = (name: string, title: string, verb = 'GET', path = `/${name}`, description = ''): Findable => ({
  ...{ id: `id_${name}`, name, title, verb, path, tag: name.split('_')[0] ?? '', tags: [], description },
});
/** As GitHub names them; in the order of a list. */
const TOOLS = [
  tool('copilot_create_space_issue_link', 'Create a link of a space', 'POST', '/spaces/{id}/links', 'Links an issue.'),
  tool('issues_create', 'Create an issue', 'POST', '/repos/{repo}/issues'),
  tool('issues_create_comment', 'Create an issue comment', 'POST', '/repos/{repo}/issues/{n}/comments'),
  tool('issues_get', 'Get an issue', 'GET', '/repos/{repo}/issues/{n}'),
  tool('repos_delete', 'Delete a repository', 'DELETE', '/repos/{repo}'),
];
const names = (found: readonly Findable[]) => found.map(({ name }) => name);

describe('a search of a list of tools', () => {
  test('begins with what the clients’ search puts first, and keeps what has every word', () => {
    expect(names(findTools(TOOLS, 'create issue'))).toEqual([
      'issues_create',
      'issues_create_comment',
      'copilot_create_space_issue_link',
    ]);
  });

  test('finds words as far as they are typed, which the clients’ search does not', () => {
    expect(names(findTools(TOOLS, 'iss get'))).toEqual(['issues_get']);
  });

  test('finds by meaning where no tool has all of the words', () => {
    expect(toolsWith(TOOLS, 'erase repository')).toEqual([]);
    expect(names(findTools(TOOLS, 'erase repository'))).toEqual(['repos_delete']);
    expect(findTools(TOOLS, 'weather in Paris')).toEqual([]);
  });

  test('leaves the list as it is without words', () => {
    expect(findTools(TOOLS, ' ')).toBe(TOOLS);
    expect(inOrder(TOOLS, TOOLS, [])).toBe(TOOLS);
  });

  test('ranks no tool that was not found, and loses none', () => {
    const found = toolsWith(TOOLS, 'issue');
    const best = bestOf(indexOf(TOOLS), 'delete issue');

    const ordered = inOrder(TOOLS, found, ['id_repos_delete', ...best, 'id_of_a_deleted_tool']);

    expect(new Set(ordered)).toEqual(new Set(found));
    expect(ordered).toHaveLength(found.length);
  });
});
