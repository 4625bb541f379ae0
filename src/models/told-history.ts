import { digestOf, type Message, type Said, type ToolCall } from '../core/index.ts';

interface ToldResult {
	readonly callId: string;
	/** The tool, where it is known. */
	readonly name: string;
	readonly ok: boolean;
	readonly text: string;
}

/** A message as one model is told of it: its own words as its provider sent them, those of another in neutral form. */
export type Told =
	| { readonly kind: 'user'; readonly text: string }
	| { readonly kind: 'own'; readonly raw: string }
	| { readonly kind: 'foreign'; readonly text: string; readonly calls: readonly ToolCall[] }
	| { readonly kind: 'results'; readonly results: readonly ToldResult[] };

/**
 * The conversation as a model is told of it. What another model said becomes text and calls: thinking that one provider signed is refused by
 * every other. What is told once never changes, so each model sees requests that only add to its earlier ones.
 */
export function historyFor(model: string, messages: readonly Message[]): readonly Told[] {
	let said: Said | undefined;
	const history: Told[] = [];
	for (const message of messages) {
		if (message.role === 'assistant') said = message.said;
		history.push(toldMessage(message, said, model));
	}
	return history;
}

/** `said` is what the results that follow belong to. */
function toldMessage(message: Message, said: Said | undefined, model: string): Told {
	const isOwn = said === undefined || said.model === model;
	switch (message.role) {
		case 'user':
			return { kind: 'user', text: message.text.toWellFormed() };
		case 'assistant':
			return isOwn
				? { kind: 'own', raw: message.raw }
				: { kind: 'foreign', text: said.text.toWellFormed(), calls: said.calls.map(neutralCall) };
		case 'tools':
			return {
				kind: 'results',
				results: message.results.map(({ callId, ok, text }) => ({
					callId: isOwn ? callId : neutralId(callId),
					name: neutralName(said?.calls.find(({ id }) => id === callId)?.name ?? ''),
					ok,
					// Empty text and halves of surrogate pairs (output cut in the middle of an emoji) are refused by providers.
					text: text === '' ? '(no output)' : text.toWellFormed(),
				})),
			};
	}
}

function neutralCall({ id, name, args }: ToolCall): ToolCall {
	return { id: neutralId(id), name: neutralName(name), args };
}

/** An id that every provider takes. */
function neutralId(id: string): string {
	return /^[\w-]{1,40}$/.test(id) ? id : `call_${digestOf(id).slice(0, 32)}`;
}

/** A tool's name that every provider takes, also one that a model invented. */
function neutralName(name: string): string {
	return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
}
