import { stamp } from './http.ts';
import type { Identity, JsonObject } from './types.ts';

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

	/** What of an issue or pull request `change` asks to be said otherwise than `before`. */
	noteOpening(number: number, before: JsonObject, change: JsonObject, who: Identity | undefined): void {
		for (const part of ['title', 'body'])
			if (change[part] !== undefined && change[part] !== before[part]) this.note(`${number}/${part}`, who);
	}

	/** The last change of a part of an issue or pull request. */
	ofOpening(number: number, part: 'title' | 'body'): LastEdit | undefined {
		return this.of(`${number}/${part}`);
	}

	of(url: string): LastEdit | undefined {
		return this.#edits.get(url);
	}
}
