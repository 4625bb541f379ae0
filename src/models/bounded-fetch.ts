import { failure } from './model-failure.ts';

type Fetch = typeof globalThis.fetch;

/** The limits of a provider's answer. */
export interface AnswerLimits {
	readonly bytes: number;
	readonly milliseconds: number;
}

/** Larger than the longest reply of any model, and longer than a slow model needs for it. */
const limits: AnswerLimits = { bytes: 64 * 1024 * 1024, milliseconds: 30 * 60_000 };

/**
 * A fetch whose answers always end. Threat: a server may send one byte from time to time, forever. The runtime does not stop this, because
 * the connection is never silent. A server may also never stop sending and so fill the memory.
 */
export function boundedFetch(fetch: Fetch, { bytes, milliseconds }: AnswerLimits = limits): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		if (response.body === null) return response;
		const until = performance.now() + milliseconds;
		let left = bytes;
		const bound = new TransformStream<Uint8Array, Uint8Array>({
			transform: (part, controller) => {
				left -= part.byteLength;
				if (left < 0) throw endless(`after ${bytes} bytes`);
				if (performance.now() > until) throw endless(`within ${milliseconds / 60_000} minutes`);
				controller.enqueue(part);
			},
		});
		const { status, statusText, headers } = response;
		return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
	};
}

/** The error for an answer that exceeds a limit. It is not retried, because a retry would take as long again. */
export function endless(when: string) {
	return failure('model-refused', `The model's answer did not end ${when}.`, {
		fix: 'Re-run the job, or choose another model: the run goes on where it stopped.',
	});
}
