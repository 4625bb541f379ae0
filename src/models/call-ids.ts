import type { Message } from '../core/index.ts';

/** Returns the id that a call has from now on. */
export type NameCall = (given: string, place: number) => string;

/** Ids that the run uses for its own requests (`setup-1-2`), and ids that are too long or contain unusual characters. */
const unusable = /^(setup|budget|plan)-\d|^(?![\x21-\x7e]{1,200}$)/;

/**
 * Returns a function that gives each call a unique id. Some servers give calls no id, or the same id to several calls. Such a call gets an
 * id from its place in the conversation, so the same conversation always gives the same ids.
 */
export function callNames(messages: readonly Message[]): NameCall {
	const round = messages.filter(({ role }) => role === 'assistant').length + 1;
	const taken = new Set(
		messages.flatMap((message) => (message.role === 'tools' ? message.results.map(({ callId }) => callId) : [])),
	);
	return (given, place) => {
		let id = unusable.test(given) || taken.has(given) ? `call_${round}_${place}` : given;
		while (taken.has(id)) id += '_';
		taken.add(id);
		return id;
	};
}
