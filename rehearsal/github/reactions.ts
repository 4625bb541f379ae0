import type { JsonObject, LocalUser } from './types.ts';

export const contents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

export interface Reaction {
	id: number;
	user: LocalUser;
	content: string;
	created_at: string;
}

/** Reactions, by the API address of the issue or comment. The emulator has no reactions. */
export class Reactions {
	readonly #given = new Map<string, Reaction[]>();
	#lastId = 240_000_000;

	of(url: string): Reaction[] {
		return this.#given.get(url) ?? [];
	}

	/** A second reaction of the same person with the same content is the first one. */
	add(url: string, given: Omit<Reaction, 'id'>): { reaction: Reaction; isNew: boolean } {
		const same = this.of(url).find((one) => one.user.id === given.user.id && one.content === given.content);
		if (same) return { reaction: same, isNew: false };
		const reaction = { ...given, id: ++this.#lastId };
		this.#given.set(url, [...this.of(url), reaction]);
		return { reaction, isNew: true };
	}

	remove(url: string, id: number): void {
		this.#given.set(
			url,
			this.of(url).filter((one) => one.id !== id),
		);
	}

	summary(url: string): JsonObject {
		const given = this.of(url);
		const counts = contents.map((content) => [content, given.filter((one) => one.content === content).length]);
		return { url: `${url}/reactions`, total_count: given.length, ...Object.fromEntries(counts) };
	}
}
