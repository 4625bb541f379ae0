import type { Message } from '../core/index.ts';

/** The id that a call is known by from now on. */
export type NameCall = (given: string, place: number) => string;

/** What a run calls its own requests (`setup-1-2`), and what is too long or too strange to tell calls apart by. */
const unusable = /^(setup|budget|plan)-\d|^(?![\x21-\x7e]{1,200}$)/;

/**
 * Some servers give calls no id, or the same one to several. Such a call is named after its place in the conversation: the same
 * conversation gives the same names.
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
