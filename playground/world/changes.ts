import type { Changed } from '../protocol.ts';

type Listener = (changed: Changed) => void;

/** Tells everyone who watches which view has changed. */
export class Changes {
	readonly #listeners = new Set<Listener>();

	/** Returns the function that ends it. */
	listen(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	tell(changed: Changed): void {
		for (const listener of this.#listeners) listener(changed);
	}
}
