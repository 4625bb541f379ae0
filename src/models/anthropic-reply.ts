import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { Chunk, JsonValue, Usage } from '../core/index.ts';
import { parseArguments, soundArguments } from './call-arguments.ts';
import type { NameCall } from './call-ids.ts';
import { failure } from './model-failure.ts';

/** A content block that is still growing. Unknown members are kept unchanged. */
type Block = { type: string } & Record<string, unknown>;
type Event<T extends RawMessageStreamEvent['type']> = Extract<RawMessageStreamEvent, { type: T }>;

/**
 * Assembles a streamed message. The SDK's helper would complete JSON that was cut off, and would fail the whole reply on malformed JSON.
 * Here, such a call is marked as one that cannot run. Every other block is kept as it was sent.
 */
export class AnthropicReply {
	readonly #blocks: Block[] = [];
	readonly #json = new Map<number, string>();
	readonly #closed = new Set<number>();
	readonly #nameCall: NameCall;
	#usage: Usage = { input: 0, output: 0, cached: 0 };
	#stop: string | null = null;
	#ended = false;

	constructor(nameCall: NameCall) {
		this.#nameCall = nameCall;
	}

	/** Takes one event and returns the chunk that this event completes, if any. */
	take(event: RawMessageStreamEvent): Chunk | undefined {
		switch (event.type) {
			case 'message_start':
				this.#count(event.message.usage);
				return undefined;
			case 'content_block_start':
				return this.#begin(event);
			case 'content_block_delta':
				return this.#grow(event);
			case 'content_block_stop':
				return this.#close(event.index);
			case 'message_delta':
				this.#stop = event.delta.stop_reason;
				this.#count(event.usage);
				return undefined;
			case 'message_stop':
				this.#ended = true;
				return this.#end();
		}
	}

	get ended(): boolean {
		return this.#ended;
	}

	/** Starts a block. Blocks must come one after another, and each only once, so that the same blocks can be sent again later. */
	#begin({ index, content_block: block }: Event<'content_block_start'>): undefined {
		if (index !== this.#blocks.length)
			throw failure('model-unreachable', `The model streamed block ${index} as number ${this.#blocks.length}`);
		this.#blocks.push({ ...block });
	}

	#grow({ index, delta }: Event<'content_block_delta'>): Chunk | undefined {
		const block = this.#at(index);
		switch (delta.type) {
			case 'text_delta':
				block['text'] = `${block['text'] ?? ''}${delta.text ?? ''}`;
				return { kind: 'text', text: `${delta.text ?? ''}` };
			case 'input_json_delta':
				this.#json.set(index, (this.#json.get(index) ?? '') + delta.partial_json);
				return undefined;
			case 'thinking_delta':
				block['thinking'] = `${block['thinking'] ?? ''}${delta.thinking}`;
				return undefined;
			case 'signature_delta':
				block['signature'] = delta.signature;
				return undefined;
			case 'citations_delta':
				block['citations'] = [...((block['citations'] as unknown[] | null) ?? []), delta.citation];
				return undefined;
			default:
				// If a part were missing, later requests would send a block that the provider did not sign.
				throw failure(
					'model-refused',
					`The model streamed a part of unknown kind: ${JSON.stringify(delta).slice(0, 80)}`,
				);
		}
	}

	#close(index: number): Chunk | undefined {
		const block = this.#at(index);
		this.#closed.add(index);
		if (block.type !== 'tool_use') return undefined;
		const json = this.#json.get(index);
		const args = json === undefined ? soundArguments(block['input'] as JsonValue | undefined) : parseArguments(json);
		// Later requests send the block with the id of its result, and with valid arguments.
		const id = this.#nameCall(String(block['id'] ?? ''), index + 1);
		Object.assign(block, { id, input: args });
		return { kind: 'call', call: { id, name: String(block['name'] ?? ''), args } };
	}

	#end(): Chunk {
		const open = this.#blocks.findIndex(({ type }, index) => type === 'tool_use' && !this.#closed.has(index));
		if (open !== -1) throw failure('model-unreachable', `The model's reply ended within block ${open}`);
		return {
			kind: 'end',
			raw: JSON.stringify(this.#blocks),
			stop: String(this.#stop ?? 'unknown'),
			usage: this.#usage,
		};
	}

	#at(index: number): Block {
		const block = this.#blocks[index];
		if (block === undefined || this.#closed.has(index))
			throw failure(
				'model-unreachable',
				`The model streamed a part of block ${index}, which ${block === undefined ? 'never began' : 'had ended'}`,
			);
		return block;
	}

	/** Sets the usage. The counters are totals, and some are missing if they do not apply. */
	#count(usage: Event<'message_delta'>['usage'] | Event<'message_start'>['message']['usage'] | undefined): void {
		if (usage === undefined) return;
		const cached = usage.cache_read_input_tokens ?? this.#usage.cached;
		const fresh = usage.input_tokens ?? undefined;
		const written = usage.cache_creation_input_tokens ?? this.#usage.written ?? 0;
		this.#usage = {
			input: fresh === undefined ? this.#usage.input : fresh + written + cached,
			output: usage.output_tokens ?? this.#usage.output,
			cached,
			...(written === 0 ? {} : { written }),
		};
	}
}
