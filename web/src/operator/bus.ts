// Who wants to hear of what happens on the page.

export class Bus<Events> {
  private readonly listeners = new Map<keyof Events, Set<(value: never) => void>>();

  on<K extends keyof Events>(event: K, heard: (value: Events[K]) => void): () => void {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all);
    all.add(heard);
    return () => all.delete(heard);
  }

  // one listener that fails does not keep the others from hearing
  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const heard of this.listeners.get(event) ?? []) {
      try {
        (heard as (value: Events[K]) => void)(value);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
