import { type Chunk, CountersignError, type PassedOver, type ToolCall, type Usage } from '../core/index.ts';

/** A model's whole reply (Wolffish, The Agent Pipeline: Response Parsing). */
export interface Reply {
	readonly text: string;
	readonly calls: readonly ToolCall[];
	/** The provider's own content blocks, to be resent unchanged. */
	readonly raw: string;
	readonly stop: string;
	readonly usage: Usage;
	/** Which of several models it is of, and which did not answer; left out where there is one. */
	readonly model?: string;
	readonly passedOver?: readonly PassedOver[];
}

/**
 * Collects a streamed reply. Calls are handed over only with a reply that ended: a stream that broke off after a call may be asked again, and
 * the call must not run twice.
 * @throws CountersignError `model-unreachable` when the stream stops without its end.
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
