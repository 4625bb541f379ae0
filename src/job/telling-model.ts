import type { Chunk, Model } from '../core/index.ts';

/**
 * Returns a model whose text is also written to the job's log, line by line as it arrives (Wolffish, The Agent Pipeline: Response
 * Streaming).
 */
export function tellingModel(model: Model, say: (line: string) => void): Model {
	return { id: model.id, stream: (request) => told(model.stream(request), say) };
}

async function* told(chunks: AsyncIterable<Chunk>, say: (line: string) => void): AsyncGenerator<Chunk> {
	let begun: string[] = [];
	const sayBegun = (): void => {
		const line = begun.join('');
		begun = [];
		if (line.trim() !== '') say(`model: ${line}`);
	};
	try {
		for await (const chunk of chunks) {
			const [first = '', ...lines] = chunk.kind === 'text' ? chunk.text.split('\n') : [];
			begun.push(first);
			for (const line of lines) {
				sayBegun();
				begun.push(line);
			}
			if (chunk.kind !== 'text') sayBegun();
			yield chunk;
		}
	} finally {
		sayBegun();
	}
}
