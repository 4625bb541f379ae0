import { digestOf, type Message, type Said, type ToolCall } from '../core/index.ts';

interface ToldResult {
	readonly callId: string;
	/** The name of the tool, if it is known. */
	readonly name: string;
	readonly ok: boolean;
	readonly text: string;
}

/**
 * A message in the form that is sent to one model. Its own messages stay as its provider sent them. Messages of other models are in neutral
 * form.
 */
export type Told =
	| { readonly kind: 'user'; readonly text: string }
	| { readonly kind: 'own'; readonly raw: string }
	| { readonly kind: 'foreign'; readonly text: string; readonly calls: readonly ToolCall[] }
	| { readonly kind: 'results'; readonly results: readonly ToldResult[] };

/**
 * The conversation in the form that is sent to one model. Messages of other models become text and calls, because a provider refuses a
 * thinking block that another provider signed. A message never changes after it was sent, so each request only adds messages.
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

/** Converts one message. `said` is the reply of the assistant to which the following results belong. */
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
					// Providers refuse empty text and halves of surrogate pairs (output that was cut in the middle of an emoji).
					text: text === '' ? '(no output)' : text.toWellFormed(),
				})),
			};
	}
}

function neutralCall({ id, name, args }: ToolCall): ToolCall {
	return { id: neutralId(id), name: neutralName(name), args };
}

/** An id that every provider accepts. */
function neutralId(id: string): string {
	return /^[\w-]{1,40}$/.test(id) ? id : `call_${digestOf(id).slice(0, 32)}`;
}

/** A tool name that every provider accepts. A model may have invented the name. */
function neutralName(name: string): string {
	return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
}
