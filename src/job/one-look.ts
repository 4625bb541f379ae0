import type { Clock, Forge } from '../core/index.ts';

/** How long the first reading of a thread may be used again. Milliseconds. */
const freshFor = 2000;
/**
 * How long the reading of the kill switch may be used again. A run reads it before every effect, and uses it again only for the claim right
 * after that. Milliseconds.
 */
const momentary = 1000;
/** How long rights and issues that a job read for its event may be used again. Milliseconds. */
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
			// An error goes to the caller of `take`. If nobody calls `take`, nobody needs the reading, so its error is ignored.
			value.catch(() => undefined);
			return value;
		},
		forget: () => {
			kept = undefined;
		},
	};
}

/** A forge that can send the first requests of a new run early. */
export interface LookingForge extends Forge {
	/** Starts the first requests of a new run on this thread, all at the same moment. */
	lookAhead(thread: number): void;
}

type Reading<K extends 'comments' | 'switchedOff' | 'rights' | 'issue'> = Awaited<ReturnType<Forge[K]>>;

/**
 * Returns a forge that saves requests. If a run reads its thread twice in a row at its start, the second reading reuses the first. Every
 * later reading is a new request, so an approval is still read again right before its step runs. Each reading of a thread also reads the
 * kill switch, in the same request, for the claim right after that. The rights of the person who started the job are reused until the
 * thread is read again. An approved step runs after that, so these rights are read again, too. `beside` is called together with the first
 * look, so that its query becomes part of the same request.
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
