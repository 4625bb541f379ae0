import { stamp } from './http.ts';
import type { Identity } from './types.ts';

export interface LastEdit {
	/** ISO, whole seconds. */
	readonly at: string;
	readonly by: string;
}

/** Who changed what was posted, and when: GitHub keeps it apart from the times that its REST API shows. */
export class Edits {
	readonly #edits = new Map<string, LastEdit>();

	/** `url`: the API's address of what was changed. */
	note(url: string, who: Identity | undefined): void {
		this.#edits.set(url, { at: stamp(), by: who?.user.login ?? 'ghost' });
	}

	of(url: string): LastEdit | undefined {
		return this.#edits.get(url);
	}
}
