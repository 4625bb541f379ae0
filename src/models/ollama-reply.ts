import { z } from 'zod';
import type { Chunk, JsonValue, ToolCall, Usage } from '../core/index.ts';
import { parseArguments, soundArguments } from './call-arguments.ts';
import type { NameCall } from './call-ids.ts';
import { failure } from './model-failure.ts';

const json = z.custom<JsonValue>();
const call = z.looseObject({
	id: z.string().optional(),
	function: z.looseObject({ name: z.string().catch(''), arguments: json.optional() }),
});

/** One line of `/api/chat`. It is a part of the message, the end with the token counts, or an error. */
const line = z.looseObject({
	error: z.string().optional(),
	message: z.looseObject({ tool_calls: z.array(call).nullish() }).optional(),
	done: z.boolean().optional(),
	done_reason: z.string().optional(),
	prompt_eval_count: z.number().int().optional(),
	eval_count: z.number().int().optional(),
});

type Line = z.infer<typeof line>;
type Call = z.infer<typeof call>;

/** Assembles a reply of Ollama into the message that later requests send again. */
export class OllamaReply {
	readonly #members: Record<string, unknown> = {};
	readonly #raw: Call[] = [];
	readonly #calls: ToolCall[] = [];
	readonly #nameCall: NameCall;
	readonly #estimate: (reply: string) => Usage;
	#end: Line | undefined;

	constructor(nameCall: NameCall, estimate: (reply: string) => Usage) {
		this.#nameCall = nameCall;
		this.#estimate = estimate;
	}

	/** Takes one line and returns the text in it. @throws CountersignError `model-…` if the line reports an error or is not from Ollama. */
	take(text: string): Chunk | undefined {
		const parsed = line.safeParse(JSON.parse(text));
		if (!parsed.success)
			throw failure('model-refused', `The model's server sent a line of another form: ${text.slice(0, 80)}`);
		const { error, message = {}, done } = parsed.data;
		if (error !== undefined) throw failure('model-overloaded', `The model's server broke the reply off: ${error}`);
		const { tool_calls: calls, role: _, ...members } = message;
		for (const made of calls ?? []) this.#call(made);
		for (const [member, part] of Object.entries(members)) this.#grow(member, part);
		if (done === true) this.#end = parsed.data;
		const said = members['content'];
		return typeof said === 'string' && said !== '' ? { kind: 'text', text: said } : undefined;
	}

	get ended(): boolean {
		return this.#end !== undefined;
	}

	/** The calls and the end, after the stream is over. */
	end(): readonly Chunk[] {
		const { done_reason: stop = 'unknown', prompt_eval_count: input, eval_count: output } = this.#end ?? {};
		const said = { role: 'assistant', content: '', ...this.#members };
		const raw = JSON.stringify(this.#raw.length === 0 ? said : { ...said, tool_calls: this.#raw });
		const estimate = this.#estimate(raw);
		// Older versions do not count a prompt that is still in the server's cache. A prompt never has zero tokens.
		const usage = { input: input ?? estimate.input, output: output ?? estimate.output, cached: 0 };
		return [...this.#calls.map((made): Chunk => ({ kind: 'call', call: made })), { kind: 'end', raw, stop, usage }];
	}

	/** Adds a call. Its arguments are a whole object, but the templates of some models turn the object into a string. */
	#call(made: Call): void {
		const id = this.#nameCall(made.id ?? '', this.#calls.length + 1);
		const { name, arguments: given = {} } = made.function;
		const args = typeof given === 'string' ? parseArguments(given) : soundArguments(given);
		this.#calls.push({ id, name, args });
		this.#raw.push({ ...made, id, function: { ...made.function, arguments: args } });
	}

	/** Appends a part to a text member (`content`, `thinking`). */
	#grow(member: string, part: unknown): void {
		const before = this.#members[member];
		if (part === undefined || part === null) return;
		this.#members[member] = typeof part === 'string' && typeof before === 'string' ? before + part : part;
	}
}
