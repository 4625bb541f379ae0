import type { Clock, Forge } from '../core/index.ts';

/** A reading that is older is read again. Milliseconds. */
const freshFor = 2000;
/** What is read again before every effect, and serves what follows it at once. Milliseconds. */
const momentary = 1000;
/** Rights that were read for the event and serve the step that it is about. Milliseconds. */
const eventful = 5000;

interface Kept<T> {
	readonly value: Promise<T>;
	readonly at: number;
}

/** A reading that serves once more. */
export interface OnceMore<T> {
	/** Takes what is kept where it is fresh, or reads. */
	take(key: string | number, read: () => Promise<T>): Promise<T>;
	/** Reads, and keeps it for the next who takes. */
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
			// Whoever takes it hears of a failure; where nobody does, nothing depends on it.
			value.catch(() => undefined);
			return value;
		},
		forget: () => {
			kept = undefined;
		},
	};
}

/** A forge that is asked ahead for what a new run reads first. */
export interface LookingForge extends Forge {
	/** Asks for all of it at the same moment. */
	lookAhead(thread: number): void;
}

type Reading<K extends 'comments' | 'switchedOff' | 'rights' | 'issue'> = Awaited<ReturnType<Forge[K]>>;

/**
 * A forge whose first reading of a thread serves the next one, too, where that follows at once: a run is held against its thread, and then looks there
 * for answers. Every later reading is a new one, so what is signed is still read again right before it is done. The kill switch is read
 * with each thread, in the same request, and serves the claim that follows at once. The rights of whoever set the job off serve until the
 * thread is read again: what is signed is done after that, so they are read again, too. What is asked `beside` the first look is no request of its own.
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
