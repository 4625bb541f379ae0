import type { Clock, Forge } from '../core/index.ts';

/** How long the first reading of a thread may be used again. Milliseconds. */
const freshFor = 2000;
/**
 * How long the reading of the kill switch may be used again. It is read before every effect, and used again only for the claim that follows
 * at once. Milliseconds.
 */
const momentary = 1000;
/** How long rights and issues that were read for the event may be used again, for the step that the event is about. Milliseconds. */
const eventful = 5000;

interface Kept<T> {
	readonly value: Promise<T>;
	readonly at: number;
}

/** Keeps one reading, so that the next caller with the same key can use it once. */
export interface OnceMore<T> {
	/** Returns the kept reading if it is fresh, or reads. */
	take(key: string | number, read: () => Promise<T>): Promise<T>;
	/** Reads, and keeps the result for the next `take`. */
	ahead(key: string | number, read: () => Promise<T>): Promise<T>;
	forget(): void;
}

export function onceMore<T>(clock: Clock, fresh: number): OnceMore<T> {
	let kept: (Kept<T> & { readonly key: string | number }) | undefined;
	return {
		take: (key, read) => {
			const there = kept;
			kept = undefined;
			return there?.key === key && clock.now().getTime() - there.at < fresh ? there.value : read();
		},
		ahead: (key, read) => {
			const value = read();
			kept = { key, value, at: clock.now().getTime() };
			// The caller of `take` receives an error. If there is no such caller, nothing depends on the reading.
			value.catch(() => undefined);
			return value;
		},
		forget: () => {
			kept = undefined;
		},
	};
}

/** A forge that can read early what a new run reads first. */
export interface LookingForge extends Forge {
	/** Starts all of these requests at the same moment. */
	lookAhead(thread: number): void;
}

type Reading<K extends 'comments' | 'switchedOff' | 'rights' | 'issue'> = Awaited<ReturnType<Forge[K]>>;

/**
 * A forge whose first reading of a thread is used a second time, if the second reading follows at once. A run is compared with its
 * thread, and then looks there for answers. Every later reading is new, so the approval of a step is still read again right before the
 * step runs. The kill switch is read with each thread, in the same request, and is used for the claim that follows at once. The rights of
 * the person who started the job are kept until the thread is read again. An approved step runs after that, so their rights are read
 * again, too. The function `beside` is called with the first look, so that its question becomes part of the same request.
 */
export function oneLook(forge: Forge, clock: Clock, beside: () => void = () => undefined): LookingForge {
	const threads = onceMore<Reading<'comments'>>(clock, freshFor);
	const switches = onceMore<Reading<'switchedOff'>>(clock, momentary);
	const rights = onceMore<Reading<'rights'>>(clock, eventful);
	const issues = onceMore<Reading<'issue'>>(clock, eventful);
	let isFirstLook = true;
	let isFirstPerson = true;
	const comments: Forge['comments'] = (thread, since) => {
		const key = `${thread} ${since ?? ''}`;
		const read = () => {
			if (!isFirstLook) rights.forget();
			void switches.ahead('', forge.switchedOff);
			return forge.comments(thread, since);
		};
		if (!isFirstLook) return threads.take(key, read);
		beside();
		const first = threads.ahead(key, read);
		isFirstLook = false;
		return first;
	};
	return {
		...forge,
		comments,
		switchedOff: () => switches.take('', forge.switchedOff),
		issue: (thread) => issues.take(thread, () => forge.issue(thread)),
		rights: (person) => {
			const read = () => forge.rights(person);
			if (!isFirstPerson) return rights.take(person.id, read);
			isFirstPerson = false;
			return rights.ahead(person.id, read);
		},
		upsertComment: (...comment) => {
			threads.forget();
			return forge.upsertComment(...comment);
		},
		lookAhead: (thread) => {
			void comments(thread);
			void issues.ahead(thread, () => forge.issue(thread));
		},
	};
}
