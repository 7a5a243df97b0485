/** An answer of DynamoDB, of either kind. */
export interface Answer {
  readonly status: number;
  /** Name of the error without its prefix; '' for none. */
  readonly error: string;
  readonly message: string;
  readonly body: Record<string, unknown>;
}
