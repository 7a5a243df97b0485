/** An error response of a service; each protocol writes it in its own form. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}
