import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { Chunk, ToolCall, Usage } from '../core/index.ts';
import { invalidArguments, parseArguments } from './call-arguments.ts';
import type { NameCall } from './call-ids.ts';
import { failure } from './model-failure.ts';

type Delta = ChatCompletionChunk.Choice.Delta;
type CallDelta = Omit<ChatCompletionChunk.Choice.Delta.ToolCall, 'index'> & { readonly index?: number };

/** A call that is still growing. Unknown members, such as a signature of Gemini, are kept unchanged. */
interface GrowingCall {
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
	[member: string]: unknown;
}

/** Assembles a streamed chat completion into the message that later requests send again. */
export class OpenAiReply {
	readonly #members: Record<string, unknown> = {};
	readonly #calls: GrowingCall[] = [];
	/** The call of each index in the stream. */
	readonly #places = new Map<number, GrowingCall>();
	readonly #nameCall: NameCall;
	readonly #estimate: (reply: string) => Usage;
	#text = '';
	#usage: Usage | undefined;
	#stop: string | undefined;

	/** `estimate` is used for servers that report no usage. */
	constructor(nameCall: NameCall, estimate: (reply: string) => Usage) {
		this.#nameCall = nameCall;
		this.#estimate = estimate;
	}

	/** Takes one chunk and returns the text in it. */
	take({ choices, usage }: ChatCompletionChunk): Chunk | undefined {
		if (usage) this.#usage = counted(usage);
		// Chunks with usage, and Azure's chunks of content filters, have no choice.
		const choice = choices?.[0];
		if (choice === undefined) return undefined;
		if (choice.finish_reason) this.#stop = String(choice.finish_reason);
		return this.#grow(choice.delta ?? {});
	}

	get ended(): boolean {
		return this.#stop !== undefined;
	}

	/** The calls and the end, after the stream is over. @throws CountersignError `model-overloaded` if the provider gave up the reply. */
	end(): readonly Chunk[] {
		// Only OpenRouter uses this stop reason.
		if (this.#stop === 'error') throw failure('model-overloaded', "The model's provider gave the reply up.");
		const calls = this.#calls.map((call, index) => this.#close(call, index));
		const said = { role: 'assistant', content: this.#text === '' ? null : this.#text, ...this.#members };
		const raw = JSON.stringify(this.#calls.length === 0 ? said : { ...said, tool_calls: this.#calls });
		const end: Chunk = {
			kind: 'end',
			raw,
			stop: this.#stop ?? 'unknown',
			usage: this.#usage ?? this.#estimate(raw),
		};
		return [...calls.map((call): Chunk => ({ kind: 'call', call })), end];
	}

	#grow({ role: _, content, tool_calls: calls, function_call: call, ...others }: Delta): Chunk | undefined {
		for (const [index, part] of (calls ?? []).entries()) this.#growCall(part, index);
		// The older form, before `tool_calls` existed. It has one call without an id.
		if (call) this.#growCall({ index: 0, function: call }, 0);
		for (const [member, part] of Object.entries(others)) this.#members[member] = grown(this.#members[member], part);
		this.#text += content ?? '';
		const text = `${content ?? ''}${others.refusal ?? ''}`;
		return text === '' ? undefined : { kind: 'text', text };
	}

	#growCall({ index, id, function: called, type: _, ...others }: CallDelta, place: number): void {
		const call = this.#callAt(index ?? place, String(id ?? ''));
		const name = String(called?.name ?? '');
		// Some servers repeat the name in every part.
		if (name !== call.function.name) call.function.name += name;
		call.function.arguments += argumentText(called?.arguments);
		for (const [member, part] of Object.entries(others)) if (part != null) call[member] = part;
	}

	/** The call of an index. Some servers use index 0 for every call. There, a new id means a new call. */
	#callAt(index: number, id: string): GrowingCall {
		const known = this.#places.get(index);
		if (known !== undefined && (id === '' || known.id === '' || known.id === id)) {
			if (id !== '') known.id = id;
			return known;
		}
		const call: GrowingCall = { id, type: 'function', function: { name: '', arguments: '' } };
		this.#calls.push(call);
		this.#places.set(index, call);
		return call;
	}

	/**
	 * Completes a call. If its arguments cannot be parsed, they are stored in a valid form, because servers refuse a history with broken
	 * JSON.
	 */
	#close(call: GrowingCall, index: number): ToolCall {
		call.id = this.#nameCall(call.id, index + 1);
		const { function: called } = call;
		const args = parseArguments(called.arguments);
		if (called.arguments.trim() === '' || Object.hasOwn(args, invalidArguments))
			called.arguments = JSON.stringify(args);
		return { id: call.id, name: called.name, args };
	}
}

/** The arguments as text. Some servers send the object itself. */
function argumentText(part: unknown): string {
	if (part === undefined || part === null) return '';
	return typeof part === 'string' ? part : JSON.stringify(part);
}

/** A member of the message after one more part. Texts and lists grow. Any other value is replaced. */
function grown(before: unknown, part: unknown): unknown {
	if (part === undefined || part === null) return before;
	if (typeof part === 'string' && typeof before === 'string') return before + part;
	if (Array.isArray(part)) return part.reduce<unknown[]>(withItem, Array.isArray(before) ? [...before] : []);
	return part;
}

/** Adds an item to a list. The parts of one block of reasoning (OpenRouter) follow each other and have the same index and type. */
function withItem(list: unknown[], item: unknown): unknown[] {
	const last = list.at(-1);
	if (!isBlock(item) || !isBlock(last) || last['index'] !== item['index'] || last['type'] !== item['type'])
		return [...list, item];
	const merged = { ...last };
	for (const [key, value] of Object.entries(item)) {
		const grows = key === 'text' || key === 'summary' || key === 'data';
		merged[key] = grows ? grown(merged[key], value) : (value ?? merged[key]);
	}
	return [...list.slice(0, -1), merged];
}

function isBlock(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && 'index' in value && 'type' in value;
}

function counted({
	prompt_tokens: input,
	completion_tokens: output,
	...more
}: NonNullable<ChatCompletionChunk['usage']>): Usage {
	const cached = more.prompt_tokens_details?.cached_tokens ?? 0;
	return { input: input ?? 0, output: output ?? 0, cached };
}
