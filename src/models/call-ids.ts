import type { Message } from '../core/index.ts';

/** The id that a call is known by from now on. */
export type NameCall = (given: string, place: number) => string;

/**
 * Some servers give calls no id, or the same one in every reply. Such a call is named after its place in the conversation: the same
 * conversation gives the same names.
 */
export function callNames(messages: readonly Message[]): NameCall {
	const round = messages.filter(({ role }) => role === 'assistant').length + 1;
	const taken = new Set(
		messages.flatMap((message) => (message.role === 'tools' ? message.results.map(({ callId }) => callId) : [])),
	);
	return (given, place) => {
		let id = given === '' || taken.has(given) ? `call_${round}_${place}` : given;
		while (taken.has(id)) id += '_';
		taken.add(id);
		return id;
	};
}
