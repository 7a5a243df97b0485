/** A text in which the first mention of each term of the glossary leads to its explanation. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { GLOSSARY, termAnchor } from '../lib/glossary.ts';

const TERMS = new RegExp(GLOSSARY.map(({ id, words }) => `\\b(?<${id}>${words})\\b`).join('|'), 'gi');

interface TermTextProps {
  readonly text: string;
  /** The term that the text explains, which is no link there. */
  readonly of?: string;
  /** A page that is being filled in stays open. */
  readonly target?: '_blank';
}

export function TermText({ text, of, target }: TermTextProps) {
  const parts: ReactNode[] = [];
  const linked = new Set([of]);
  let end = 0;
  for (const match of text.matchAll(TERMS)) {
    const id = Object.entries(match.groups ?? {}).find(([, word]) => word !== undefined)?.[0];
    if (id === undefined || linked.has(id)) continue;
    linked.add(id);
    parts.push(
      text.slice(end, match.index),
      <Link key={id} to={`/help#${termAnchor(id)}`} target={target}>
        {match[0]}
      </Link>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
