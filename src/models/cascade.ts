import {
	BrokenReply,
	type Chunk,
	CountersignError,
	type Model,
	type ModelRequest,
	type PassedOver,
} from '../core/index.ts';
import { Health } from './health.ts';
import { brokenOff, failure, isTransient, ModelFailure } from './model-failure.ts';

/** One of several models. */
export interface Member {
	readonly model: Model;
	/** Whether it runs on this machine, so that it answers without a network. */
	readonly isLocal: boolean;
	/** Why it cannot be asked at all: a key is missing. */
	readonly trouble?: CountersignError;
}

interface Conditions {
	readonly now: () => number;
	readonly isOnline: () => boolean;
}

type End = Extract<Chunk, { kind: 'end' }>;

/** A member's try at one reply. */
type Attempt =
	| { readonly kind: 'empty'; readonly end: End }
	| { readonly kind: 'failed'; readonly why: CountersignError };

/**
 * A model made of models: the first answers, and where it cannot, the next that has not failed lately (Wolffish, The Agent Pipeline: LLM Call).
 * Once text or a call has come there is no other for that reply, and calls are handed over with its end only. What a key is refused for ends
 * it at once: another model would hide that. A reply without text and calls is taken where no model has more to say.
 * @throws CountersignError `model-…`
 */
export function cascade(members: readonly Member[], { now, isOnline }: Conditions): Model {
	const health = new Health(now);
	const id = members[0]?.model.id ?? '';
	return { id, stream: (request) => streamReply(request, { members, health, isOnline }) };
}

interface Cascade extends Pick<Conditions, 'isOnline'> {
	readonly members: readonly Member[];
	readonly health: Health;
}

async function* streamReply(request: ModelRequest, within: Cascade): AsyncGenerator<Chunk> {
	const { members, health } = within;
	const trouble = members.find((member) => member.trouble !== undefined)?.trouble;
	if (trouble !== undefined) throw trouble;
	const chosen = health.inOrder(members.map(({ model }) => model.id));
	const passedOver: (PassedOver & { readonly error?: CountersignError })[] = resting(members, chosen, health);
	let empty: End | undefined;
	for (const id of chosen) {
		const member = members.find(({ model }) => model.id === id);
		if (member === undefined) continue;
		const attempt = yield* ask(member, request, { ...within, passedOver });
		if (attempt === undefined) return;
		if (attempt.kind === 'empty') empty ??= { ...attempt.end, model: id };
		passedOver.push(
			attempt.kind === 'empty'
				? { model: id, why: 'It answered nothing.', usage: attempt.end.usage }
				: failed(id, attempt.why),
		);
	}
	if (empty === undefined) throw nobodyAnswered(passedOver);
	const others = passedOver.filter(({ model, usage }) => usage !== undefined && model !== empty.model).map(told);
	yield others.length === 0 ? empty : { ...empty, passedOver: others };
}

function failed(model: string, error: CountersignError) {
	return { model, why: error.message, error };
}

/** Those before the one that is asked first: the others would have been asked after it anyway. */
function resting(members: readonly Member[], [first]: readonly string[], health: Health): PassedOver[] {
	const before = members.slice(
		0,
		members.findIndex(({ model }) => model.id === first),
	);
	return before.flatMap(({ model: { id } }) => {
		const until = health.restingUntil(id);
		return until === undefined
			? []
			: [{ model: id, why: `It failed a moment ago, and is left alone until ${new Date(until).toISOString()}.` }];
	});
}

interface Asking extends Cascade {
	readonly passedOver: readonly PassedOver[];
}

/** A model elsewhere that nobody else stands in for: without a network it is not waited for. @throws CountersignError `model-unreachable` */
export function whenOnline(model: Model, isOnline: () => boolean): Model {
	return {
		id: model.id,
		async *stream(request) {
			if (!isOnline()) throw noNetwork();
			yield* model.stream(request);
		},
	};
}

function noNetwork(): CountersignError {
	return failure('model-unreachable', 'The machine has no network.');
}

/** Passes one member's reply on; what it gives back instead of a whole reply lets the next one try. */
async function* ask(member: Member, request: ModelRequest, within: Asking): AsyncGenerator<Chunk, Attempt | undefined> {
	const { health, isOnline, passedOver } = within;
	const { id } = member.model;
	if (!member.isLocal && !isOnline()) return { kind: 'failed', why: noNetwork() };
	const calls: Chunk[] = [];
	let hasBegun = false;
	try {
		for await (const chunk of member.model.stream(request)) {
			if (chunk.kind === 'end') {
				health.answered(id);
				if (!hasBegun) return { kind: 'empty', end: chunk };
				yield* calls;
				yield { ...chunk, model: id, ...(passedOver.length === 0 ? {} : { passedOver: passedOver.map(told) }) };
				return undefined;
			}
			hasBegun = true;
			if (chunk.kind === 'call') calls.push(chunk);
			else yield chunk;
		}
		throw brokenOff();
	} catch (thrown) {
		if (!isPassing(thrown)) throw thrown;
		health.failed(id, thrown instanceof ModelFailure ? thrown.waitMs : 0);
		if (hasBegun || thrown instanceof BrokenReply) throw thrown;
		return { kind: 'failed', why: thrown };
	}
}

function told({ model, why, usage }: PassedOver): PassedOver {
	return usage === undefined ? { model, why } : { model, why, usage };
}

/** What another model may do better: everything of providers but a refused key. */
function isPassing(thrown: unknown): thrown is CountersignError {
	return thrown instanceof CountersignError && (isTransient(thrown) || thrown.code === 'model-refused');
}

function nobodyAnswered(passedOver: readonly (PassedOver & { readonly error?: CountersignError })[]): CountersignError {
	const errors = passedOver.flatMap(({ error }) => (error === undefined ? [] : [error]));
	const worst = errors.find((error) => isTransient(error)) ?? errors[0];
	const said = passedOver.map(({ model, why }) => `${model}: ${why}`).join(' ');
	return new CountersignError({
		code: worst?.code ?? 'model-unreachable',
		message: `No model answered. ${said}`,
		fix: worst?.fix ?? 'Re-run the job: the run goes on where it stopped.',
	});
}
