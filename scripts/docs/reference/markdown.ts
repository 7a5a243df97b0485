/** Markdown of texts that are not Markdown: VitePress reads tags and Vue's braces in it, which these texts do not mean. */

/** A text as it is. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[&<>[\]*_|\\`{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A comment of the source, whose `code` stays code. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? code(part.slice(1, -1)) : plainWithin(part)))
    .join('');

/** The spaces at the ends separate it from code. */
const plainWithin = (text: string): string =>
  text.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, before, body, after) => {
    const space = (gap: string) => (gap === '' ? '' : ' ');
    return body === '' ? space(before) : space(before) + plain(body) + space(after);
  });

/** A text in the type of code; '' stays empty. */
export function code(text: string): string {
  if (text === '') return '';
  const escaped = text.replace(/\s+/g, ' ').replace(/[&<>|\\`{}[\]*_]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<code v-pre>${escaped}</code>`;
}

/** A table; cells are Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A page with its title, what it is, and parts. `head`: lines of its front matter. */
export const page = (title: string, intro: string, parts: readonly string[], head = ''): string =>
  [`---\noutline: 2\n${head}---`, `# ${title}`, intro, ...parts, ''].join('\n\n');

/** A text block that is shown as it is. */
export const block = (text: string, language = 'text'): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
