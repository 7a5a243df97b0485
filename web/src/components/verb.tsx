/** An HTTP method in its colour; the word itself carries the meaning. */
export const Verb = ({ verb }: { readonly verb: string }) => <span className={`verb verb-${verb}`}>{verb}</span>;
