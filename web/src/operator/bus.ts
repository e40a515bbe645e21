// Who wants to be notified of what happens on the page.

export class Bus<Events> {
  private readonly listeners = new Map<keyof Events, Set<(value: never) => void>>();

  on<K extends keyof Events>(event: K, handler: (value: Events[K]) => void): () => void {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all);
    all.add(handler);
    return () => all.delete(handler);
  }

  // one listener that fails does not keep the others from running
  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const handler of this.listeners.get(event) ?? []) {
      try {
        (handler as (value: Events[K]) => void)(value);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
