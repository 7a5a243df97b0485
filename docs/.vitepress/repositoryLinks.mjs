/**
 * Links to files of the repository outside of docs/, such as `../../design/security.md`: the site does not have those files, so it shows
 * their path. Whoever reads the Markdown follows the link.
 */
import { posix } from 'node:path';

/** The path from the root of the repository; undefined for a link within the site, or to elsewhere. */
function outside(href, page) {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return undefined;
  const path = posix.normalize(posix.join('docs', posix.dirname(page), href.replace(/#.*$/, '')));
  return path.startsWith('docs/') ? undefined : path;
}

/** A plugin of markdown-it. */
export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', ({ tokens, env, Token }) => {
    for (const { type, children } of tokens) {
      if (type !== 'inline' || !children) continue;
      for (let at = 0; at < children.length; at++) {
        const path = children[at].type === 'link_open' && outside(children[at].attrGet('href'), env.relativePath ?? '');
        if (!path) continue;
        const end = children.findIndex((child, index) => index > at && child.type === 'link_close');
        const words = children.slice(at + 1, end);
        const named = words.length === 1 && words[0].content === path;
        const code = made(Token, 'code_inline', 'code', path);
        const shown = named
          ? [code, made(Token, 'text', '', ' in the repository')]
          : [...words, made(Token, 'text', '', ' ('), code, made(Token, 'text', '', ' in the repository)')];
        children.splice(at, end - at + 1, ...shown);
      }
    }
  });
}

function made(Token, type, tag, content) {
  const token = new Token(type, tag, 0);
  token.content = content;
  return token;
}
