/** What remembers, for one answer, which values were redacted. */
export interface ValueMemory {
  /**
   * A whole field was redacted.
   *
   * @param type of its marker
   * @param value as the upstream sent it
   * @param field its name, all words together; empty where none is known
   * @param guessed the field names things as often as people, and the object around it decided
   */
  note(type: string, value: string, field: string, guessed: boolean): void;
}
