import { type Chunk, CountersignError, type PassedOver, type ToolCall, type Usage } from '../core/index.ts';

/** A model's whole reply (Wolffish, The Agent Pipeline: Response Parsing). */
export interface Reply {
	readonly text: string;
	readonly calls: readonly ToolCall[];
	/** The provider's own content blocks, to send again unchanged. */
	readonly raw: string;
	readonly stop: string;
	readonly usage: Usage;
	/** The model that answered, and the models that did not. Left out if there is only one model. */
	readonly model?: string;
	readonly passedOver?: readonly PassedOver[];
}

/**
 * Collects a streamed reply, and returns it only after it has ended. If a stream breaks off after a call, the request may be sent again,
 * and then the call must not run twice. @throws CountersignError `model-unreachable` if the stream stops without its end.
 */
export async function collectReply(stream: AsyncIterable<Chunk>): Promise<Reply> {
	let text = '';
	const calls: ToolCall[] = [];
	for await (const chunk of stream) {
		if (chunk.kind === 'end') {
			const { kind: _, ...end } = chunk;
			return { text, calls, ...end };
		}
		if (chunk.kind === 'call') calls.push(chunk.call);
		else text += chunk.text;
	}
	throw new CountersignError({
		code: 'model-unreachable',
		message: "The model's reply broke off before its end.",
		fix: 'Re-run the job: the run goes on where it stopped.',
	});
}
