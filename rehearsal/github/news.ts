import type { Happening } from './hands.ts';
import type { Identity } from './types.ts';

type Listener = (happening: Happening & { sender: string }, who: Identity) => void;

/** Passes events in the repository to its listeners. */
export class News {
	readonly #listeners: Listener[] = [];

	listen(listener: Listener): void {
		this.#listeners.push(listener);
	}

	tell(happening: Happening, who: Identity | undefined): void {
		if (!who) return;
		for (const listener of this.#listeners) listener({ ...happening, sender: who.user.login }, who);
	}
}
