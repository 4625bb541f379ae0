import type { Changed } from '../protocol.ts';

type Listener = (changed: Changed) => void;

/** Tells all listeners which view has changed. */
export class Changes {
	readonly #listeners = new Set<Listener>();

	/** Adds a listener, and returns the function that removes it. */
	listen(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	tell(changed: Changed): void {
		for (const listener of this.#listeners) listener(changed);
	}
}
