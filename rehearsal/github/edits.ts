import { stamp } from './http.ts';
import type { Identity, JsonObject } from './types.ts';

export interface LastEdit {
	/** ISO, whole seconds. */
	readonly at: string;
	readonly by: string;
}

/** Records who changed a text, and when. GitHub stores this separately from the times in its REST API. */
export class Edits {
	readonly #edits = new Map<string, LastEdit>();

	/** Notes a change. `url` is the API address of the changed thing. */
	note(url: string, who: Identity | undefined): void {
		this.#edits.set(url, { at: stamp(), by: who?.user.login ?? 'ghost' });
	}

	/** Notes the title or body of an issue or pull request, if `change` makes it differ from `before`. */
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
