import { type Chunk, CountersignError, type Model, type ModelRequest, providers } from '../core/index.ts';
import { callNames } from './call-ids.ts';
import { estimateUsage, promptText, tokens } from './estimate-usage.ts';
import { waitMilliseconds } from './impatient-fetch.ts';
import {
	brokenOff,
	chain,
	codeOfStatus,
	failure,
	isNetworkTrouble,
	type ModelFailure,
	readPart,
	short,
} from './model-failure.ts';
import { OllamaReply } from './ollama-reply.ts';
import { historyFor, type Told } from './told-history.ts';

export interface OllamaOptions {
	readonly name: string;
	readonly baseUrl?: string;
	readonly fetch?: typeof globalThis.fetch;
	readonly maxTokens?: number;
}

/** The smallest context in tokens, and the part of it that is kept free for the reply. */
const smallestContext = 16_384;
const roomForReply = 8_192;

/** A model of Ollama's own `/api/chat`. A failed request is not retried, because your own server would fail again a moment later. */
export function ollamaModel(options: OllamaOptions): Model {
	const id = `ollama:${options.name}`;
	return { id, stream: (request) => streamReply(id, options, request) };
}

async function* streamReply(id: string, options: OllamaOptions, request: ModelRequest): AsyncGenerator<Chunk> {
	const reply = new OllamaReply(callNames(request.messages), estimateUsage(request));
	try {
		const body = await ask(options, JSON.stringify(toBody(id, options, request)));
		for await (const line of linesOf(body)) {
			const text = readPart(() => reply.take(line));
			if (text !== undefined) yield text;
		}
	} catch (thrown) {
		if (thrown instanceof CountersignError || !isNetworkTrouble(thrown)) throw thrown;
		throw failure('model-unreachable', `No answer from the model: ${chain(thrown)}.`, {
			fix: `Start Ollama where the job runs, or set \`ollama-base-url\` to where it does; it was looked for at ${originOf(options)}.`,
		});
	}
	if (!reply.ended) throw brokenOff();
	yield* readPart(() => reply.end());
}

async function ask(options: OllamaOptions, body: string): Promise<ReadableStream<Uint8Array>> {
	const { baseUrl, fetch = globalThis.fetch } = options;
	const url = `${(baseUrl || providers.ollama.url.usual).replace(/\/+$/, '')}/api/chat`;
	const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
	if (!response.ok) throw await refusal(response, options);
	if (response.body === null) throw brokenOff();
	return response.body;
}

async function refusal(response: Response, { name }: OllamaOptions): Promise<ModelFailure> {
	const { status, headers } = response;
	const said = `The model's server answered ${status}: ${short(errorIn(await response.text()))}.`;
	const pull = status === 404 ? { fix: `Run \`ollama pull ${name}\` where the server runs, or correct the name.` } : {};
	return failure(codeOfStatus(status), said, { ...pull, waitMs: waitMilliseconds(headers) });
}

function errorIn(text: string): string {
	const [, error] = /^\s*\{\s*"error"\s*:\s*("(?:[^"\\]|\\.)*")\s*\}\s*$/.exec(text) ?? [];
	return error === undefined ? text : String(JSON.parse(error));
}

function originOf({ baseUrl }: OllamaOptions): string {
	return new URL(baseUrl || providers.ollama.url.usual).origin;
}

/** The lines that are not empty. The last one may have no line end, because Ollama's error in a reply has none. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	let rest = '';
	for await (const part of body.pipeThrough(new TextDecoderStream())) {
		const lines = (rest + part).split('\n');
		rest = lines.pop() ?? '';
		yield* lines.filter((line) => line.trim() !== '');
	}
	if (rest.trim() !== '') yield rest;
}

/** The body of a request. The closing request leaves out the tools, because nothing else keeps the model from calling them here. */
function toBody(id: string, { name, maxTokens }: OllamaOptions, request: ModelRequest) {
	return {
		model: name,
		stream: true,
		...(request.tools.length === 0 || request.closing
			? {}
			: {
					tools: request.tools.map((tool) => ({
						type: 'function',
						function: { name: tool.name, description: tool.description, parameters: tool.parameters },
					})),
				}),
		options: { num_ctx: contextFor(request), ...(maxTokens === undefined ? {} : { num_predict: maxTokens }) },
		messages: [
			{ role: 'system', content: request.system },
			...historyFor(id, request.messages).flatMap((told) => toMessages(told)),
		],
	};
}

/**
 * The context size. If a prompt does not fit, Ollama silently cuts off its beginning, which contains the rules. The size grows by doubling,
 * because the model is loaded again after each change.
 */
function contextFor(request: ModelRequest): number {
	const needed = tokens(promptText(request)) + roomForReply;
	let size = smallestContext;
	while (size < needed) size *= 2;
	return size;
}

function toMessages(told: Told): readonly object[] {
	switch (told.kind) {
		case 'user':
			return [{ role: 'user', content: told.text }];
		case 'own':
			return [JSON.parse(told.raw)];
		case 'foreign': {
			const calls = told.calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } }));
			const said = { role: 'assistant', content: told.text };
			return [calls.length === 0 ? said : { ...said, tool_calls: calls }];
		}
		case 'results':
			return told.results.map(({ callId, name, ok, text }) => ({
				role: 'tool',
				tool_call_id: callId,
				tool_name: name,
				content: ok ? text : `[This call did not succeed.]\n${text}`,
			}));
	}
}
