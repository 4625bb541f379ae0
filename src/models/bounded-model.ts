import type { Chunk, Model } from '../core/index.ts';
import { endless } from './bounded-fetch.ts';

/** The longest reply, in characters. It is ten times as long as a model's longest reply. */
const longestReply = 4 * 1024 * 1024;

/**
 * A model whose replies are short enough to redact, log and store. Threat: an answer within the limits of {@link boundedFetch} may still be
 * one line of 60 MB. Everything that the run does with this line would take the memory of the runner.
 */
export function boundedModel(model: Model, longest: number = longestReply): Model {
	return { id: model.id, stream: (request) => bounded(model.stream(request), longest) };
}

async function* bounded(chunks: AsyncIterable<Chunk>, longest: number): AsyncGenerator<Chunk> {
	let said = 0;
	for await (const chunk of chunks) {
		said = chunk.kind === 'end' ? Math.max(said, chunk.raw.length) : said + lengthOf(chunk);
		if (said > longest) throw endless(`after ${longest} characters`);
		yield chunk;
	}
}

function lengthOf(chunk: Exclude<Chunk, { kind: 'end' }>): number {
	return chunk.kind === 'text' ? chunk.text.length : JSON.stringify(chunk.call).length;
}
