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
	/** Whether the model runs on this machine, so it answers without a network. */
	readonly isLocal: boolean;
	/** Why the model cannot be asked at all. For example, a key is missing. */
	readonly trouble?: CountersignError;
}

interface Conditions {
	readonly now: () => number;
	readonly isOnline: () => boolean;
}

type End = Extract<Chunk, { kind: 'end' }>;

/** The result of a failed or empty attempt. */
type Attempt =
	| { readonly kind: 'empty'; readonly end: End }
	| { readonly kind: 'failed'; readonly why: CountersignError };

/**
 * A model that consists of several models. It asks the first one. If that fails, it asks the next model that has not failed recently
 * (Wolffish, The Agent Pipeline: LLM Call). After text or a call of a reply has arrived, no other model is tried for that reply. Calls are
 * passed on only when the reply ends. A refused key is an error at once, because a reply of another model would hide the error. A reply
 * without text and calls is used only if no model returns more.
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

/** Returns the resting models that come before the first model to be asked. Resting models after it would be asked later anyway. */
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

/** A remote model without a replacement. If there is no network, it fails at once. @throws CountersignError `model-unreachable` */
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

/** Passes on one member's reply. If there is no complete reply, returns why, so that the next member can try. */
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

/** Whether another model may succeed. True for all errors of providers, except a refused key. */
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
