import { BrokenReply, type Chunk, CountersignError, type Model, type ModelRequest, type Usage } from '../core/index.ts';
import { estimateUsage } from './estimate-usage.ts';
import { brokenOff, isTransient, ModelFailure } from './model-failure.ts';

/** How a model is asked again after a temporary failure. */
export interface Patience {
	/** The waits after the first, second… failure, in milliseconds. After the last wait, the next failure is final. */
	readonly waits: readonly number[];
	/** If a provider asks for a longer wait, the request fails. */
	readonly longestWaitMs: number;
}

/**
 * For a model without a fallback (Wolffish, The Agent Pipeline: 2 s, 6 s, 18 s). The longest wait is one minute, because a paid runner
 * waits, too.
 */
export const patience: Patience = { waits: [2000, 6000, 18_000], longestWaitMs: 60_000 };

type Sleep = (milliseconds: number) => Promise<void>;

/**
 * A model that retries after a temporary failure, if no part of the reply has arrived. Calls are passed on when the reply ends. @throws
 * BrokenReply if a part had arrived.
 */
export function patientModel(model: Model, patience: Patience, sleep: Sleep): Model {
	return { id: model.id, stream: (request) => streamReply({ model, patience, sleep }, request) };
}

interface Asking {
	readonly model: Model;
	readonly patience: Patience;
	readonly sleep: Sleep;
}

async function* streamReply(asking: Asking, request: ModelRequest): AsyncGenerator<Chunk> {
	const { model, patience, sleep } = asking;
	for (let tries = 1; ; tries++) {
		const failed = yield* tryOnce(model, request);
		if (failed === undefined) return;
		const wait = waitAfter(failed, tries, patience);
		if (wait === undefined) throw toldTries(failed, tries);
		await sleep(wait);
	}
}

/** Passes on one reply. If it fails and a retry may help, returns the error. */
async function* tryOnce(model: Model, request: ModelRequest): AsyncGenerator<Chunk, CountersignError | undefined> {
	const calls: Chunk[] = [];
	let text = '';
	let hasBegun = false;
	try {
		for await (const chunk of model.stream(request)) {
			if (chunk.kind === 'end') {
				yield* calls;
				yield { ...chunk, usage: soundUsage(chunk.usage, estimateUsage(request)(saidIn(text, calls))) };
				return undefined;
			}
			hasBegun = true;
			if (chunk.kind === 'call') calls.push(chunk);
			else {
				text += chunk.text;
				yield chunk;
			}
		}
		throw brokenOff();
	} catch (thrown) {
		if (!(thrown instanceof CountersignError) || !isTransient(thrown)) throw thrown;
		if (!hasBegun) return thrown;
		const { code, message, fix } = thrown;
		throw new BrokenReply(
			{ code, message, fix },
			{ model: model.id, usage: estimateUsage(request)(saidIn(text, calls)) },
		);
	}
}

function saidIn(text: string, calls: readonly Chunk[]): string {
	return `${text}${calls.map((call) => JSON.stringify(call)).join('')}`;
}

function waitAfter(failed: CountersignError, tries: number, { waits, longestWaitMs }: Patience): number | undefined {
	const own = waits[tries - 1];
	const asked = failed instanceof ModelFailure ? failed.waitMs : 0;
	return own === undefined || asked > longestWaitMs ? undefined : Math.max(own, asked);
}

function toldTries(failed: CountersignError, tries: number): CountersignError {
	if (tries === 1) return failed;
	const { code, message, fix } = failed;
	const waitMs = failed instanceof ModelFailure ? failed.waitMs : 0;
	return new ModelFailure({ code, message: `${message} [tried ${tries} times]`, fix }, waitMs);
}

/** No reply has more tokens. A larger count is invalid. */
const mostTokens = 1_000_000_000;

/**
 * Returns the usage that a server reports, or the estimate if the report cannot be true. A negative count, a value that is not a number, or
 * zero for a prompt would bypass the token limits.
 */
function soundUsage(told: Usage, estimated: Usage): Usage {
	const { input, output, cached, written } = told;
	if (!isCount(input) || input === 0) return estimated;
	return {
		input,
		output: isCount(output) && (output > 0 || estimated.output === 0) ? output : estimated.output,
		cached: isCount(cached) ? Math.min(cached, input) : 0,
		...(isCount(written) ? { written } : {}),
	};
}

function isCount(told: unknown): told is number {
	return typeof told === 'number' && Number.isInteger(told) && told >= 0 && told <= mostTokens;
}
