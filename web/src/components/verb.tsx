/** An HTTP method in its colour; the text alone is enough to understand it. */
export const Verb = ({ verb }: { readonly verb: string }) => <span className={`verb verb-${verb}`}>{verb}</span>;
