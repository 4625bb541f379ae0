import { failure } from './model-failure.ts';

type Fetch = typeof globalThis.fetch;

/** What a provider's answer may be at most. */
export interface AnswerLimits {
	readonly bytes: number;
	readonly milliseconds: number;
}

/** More than the longest reply of any model, and longer than a slow one takes for it. */
const limits: AnswerLimits = { bytes: 64 * 1024 * 1024, milliseconds: 30 * 60_000 };

/**
 * A fetch whose answers come to an end. Threat: a server that sends a byte from time to time, for ever, is no silence that the runtime breaks
 * off, and one that never stops fills the memory.
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

/** It is not asked again by itself: that would take as long once more. */
function endless(when: string) {
	return failure('model-refused', `The model's answer did not end ${when}.`, {
		fix: 'Re-run the job, or choose another model: the run goes on where it stopped.',
	});
}
