import { type Chunk, CountersignError, type ToolCall, type Usage } from '../core/index.ts';

/** A model's whole reply (Wolffish, The Agent Pipeline: Response Parsing). */
export interface Reply {
	readonly text: string;
	readonly calls: readonly ToolCall[];
	/** The provider's own content blocks, to be resent unchanged. */
	readonly raw: string;
	readonly stop: string;
	readonly usage: Usage;
}

/**
 * Collects a streamed reply; `onText` sees the text as it comes. Calls are handed over only with a reply that ended: a stream that broke
 * off after a call may be asked again, and the call must not run twice.
 * @throws CountersignError `model-unreachable` when the stream stops without its end.
 */
export async function collectReply(stream: AsyncIterable<Chunk>, onText?: (text: string) => void): Promise<Reply> {
	let text = '';
	const calls: ToolCall[] = [];
	for await (const chunk of stream) {
		if (chunk.kind === 'end') return { text, calls, raw: chunk.raw, stop: chunk.stop, usage: chunk.usage };
		if (chunk.kind === 'call') calls.push(chunk.call);
		else {
			text += chunk.text;
			onText?.(chunk.text);
		}
	}
	throw new CountersignError({
		code: 'model-unreachable',
		message: "The model's reply broke off before its end.",
		fix: 'Re-run the job: the run goes on where it stopped.',
	});
}
