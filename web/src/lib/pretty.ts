/** Formats JSON text. */

/** Indented JSON, even if the text was cut off; any other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return /^\s*[[{]/.test(text) ? indented(text) : text;
  }
}

/** Indented JSON in which every value stays as it is written: numbers, and the escapes of characters that nobody sees. */
export function asWritten(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : indented(text);
  } catch {
    return text;
  }
}

/** Breaks lines at brackets and commas outside strings, for JSON whose end is missing. */
function indented(text: string): string {
  let out = '';
  let depth = 0;
  let quoted = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quoted) {
      out += char;
      if (char === '\\') out += text[++at] ?? '';
      else if (char === '"') quoted = false;
    } else if (char === '"') {
      quoted = true;
      out += char;
    } else if (char === '{' || char === '[') {
      depth++;
      out += char + line();
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      out += line() + char;
    } else if (char === ',') out += char + line();
    else if (char === ':') out += ': ';
    else if (!/\s/.test(char)) out += char;
  }
  return out;
}
