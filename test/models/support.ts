import type { Chunk, Model, ModelRequest, ToolDefinition } from '../../src/core/index.ts';

export const readTool: ToolDefinition = {
	name: 'file_read',
	description: 'Reads a file',
	parameters: {
		type: 'object',
		properties: { path: { type: 'string' }, offset: { type: 'integer' } },
		required: ['path'],
	},
};

/** A request of one user message. */
export function aRequest(part: Partial<ModelRequest> = {}): ModelRequest {
	return {
		system: 'You are a test.',
		tools: [readTool],
		messages: [{ role: 'user', text: 'Hello' }],
		closing: false,
		...part,
	};
}

export async function chunksOf(model: Model, request: ModelRequest = aRequest()): Promise<Chunk[]> {
	const chunks: Chunk[] = [];
	for await (const chunk of model.stream(request)) chunks.push(chunk);
	return chunks;
}

/** Returns the error that a stream throws. */
export async function errorOf(model: Model, request?: ModelRequest): Promise<unknown> {
	try {
		await chunksOf(model, request);
	} catch (thrown) {
		return thrown;
	}
	throw new Error('nothing was thrown');
}

/** A real fetch that stores the body of every request. */
export function recordingFetch(): { readonly fetch: typeof globalThis.fetch; readonly bodies: string[] } {
	const bodies: string[] = [];
	return {
		bodies,
		fetch: (input, init) => {
			bodies.push(String(init?.body));
			return globalThis.fetch(input, init);
		},
	};
}

type Event = { readonly type: string } & Record<string, unknown>;

/** Server-sent events as Anthropic's API writes them. */
export function sse(...events: readonly Event[]): string {
	return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export const messageStart = (usage: object = { input_tokens: 10, output_tokens: 1 }): Event => ({
	type: 'message_start',
	message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage },
});

export const messageEnd = (stop = 'tool_use', usage: object = { output_tokens: 7 }): readonly Event[] => [
	{ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
	{ type: 'message_stop' },
];

export const block = (index: number, content: object, ...deltas: readonly object[]): readonly Event[] => [
	{ type: 'content_block_start', index, content_block: content },
	...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
	{ type: 'content_block_stop', index },
];

export const toolBlock = (index: number, json: readonly string[], id = `toolu_${index}`): readonly Event[] =>
	block(
		index,
		{ type: 'tool_use', id, name: 'file_read', input: {} },
		...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
	);
