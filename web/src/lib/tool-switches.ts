/**
 * Collects switches of tools and sends them: what is clicked while a request is under way goes with the next one, so that no number of
 * clicks is more than one request for each direction at a time. The last click on a tool wins. No React and no requests of its own.
 */

/** What the page shows of switches that the service has not confirmed. */
export interface Switches {
  /** The state that was chosen, by tool, until the list has been read again after it was sent. */
  readonly chosen: ReadonlyMap<string, boolean>;
  /** Why tools are not as they were chosen to be, until they are switched again. */
  readonly failed: ReadonlyMap<string, unknown>;
}

interface Service {
  /** Switches these tools. */
  readonly send: (ids: readonly string[], on: boolean) => Promise<unknown>;
  /** Whether an error is an answer that says that nothing was changed. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Reads the list again; resolves to which tools are on. */
  readonly read: () => Promise<ReadonlyMap<string, boolean>>;
  readonly show: (switches: Switches) => void;
}

export class SwitchQueue {
  private readonly chosen = new Map<string, boolean>();
  private readonly failed = new Map<string, unknown>();
  /** Chosen, and not sent yet. */
  private waiting = new Map<string, boolean>();
  private isSending = false;

  private readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  /** Resolves when nothing is left to send. */
  async add(ids: readonly string[], on: boolean): Promise<void> {
    for (const id of ids) {
      this.chosen.set(id, on);
      this.waiting.set(id, on);
      this.failed.delete(id);
    }
    this.show();
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.waiting.size > 0) await this.round();
    } finally {
      this.isSending = false;
    }
  }

  /** Sends what waits until nothing does, then reads what has become of it. */
  private async round(): Promise<void> {
    const sent = new Map<string, boolean>();
    const errors = new Map<string, unknown>();
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      for (const [id, on] of batch) sent.set(id, on);
      await Promise.all(
        [true, false].map(async (on) => {
          const ids = [...batch].filter(([, wanted]) => wanted === on).map(([id]) => id);
          if (ids.length === 0) return;
          for (const id of ids) errors.delete(id);
          await this.service.send(ids, on).catch((error: unknown) => {
            for (const id of ids) errors.set(id, error);
            if (this.service.isRefusal(error)) this.putBack(ids);
          });
        }),
      );
    }
    // Without an answer nobody knows whether it was done, but for the list.
    const now = await this.service.read().catch(() => new Map<string, boolean>());
    for (const [id, on] of sent) {
      if (this.waiting.has(id)) continue;
      this.chosen.delete(id);
      if (errors.has(id) && now.get(id) !== on) this.failed.set(id, errors.get(id));
    }
    this.show();
  }

  /** Shows at once that they are as before, so that the next click means what it says. */
  private putBack(ids: readonly string[]): void {
    for (const id of ids) if (!this.waiting.has(id)) this.chosen.delete(id);
    this.show();
  }

  private show(): void {
    this.service.show({ chosen: new Map(this.chosen), failed: new Map(this.failed) });
  }
}
