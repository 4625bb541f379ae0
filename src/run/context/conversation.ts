import { assembleContext, collectReply, type Reply } from '../../agent/index.ts';
import {
	BrokenReply,
	CountersignError,
	digestOf,
	type EntryBody,
	type EntryOf,
	firstNamed,
	type JsonValue,
	type Message,
	type ModelRequest,
	type Ports,
	type Said,
	type ToolCall,
} from '../../core/index.ts';
import { toolsNotice } from '../calls/tools.ts';
import { isRaiseId } from '../loop/raise.ts';
import { argsOf, type Stage } from '../stage.ts';
import type { CallState, Notice } from '../state/call-state.ts';
import { isPlanId, planAfter } from '../state/plan.ts';
import { isSetupId } from '../state/setup-state.ts';
import type { Round, State } from '../state/state.ts';
import { gatherContext } from './gather-context.ts';
import { remarkedRounds } from './remarks.ts';

/** Builds the beginning of the conversation, once for each run, and stores it unchanged. */
export async function assemble({ state, ports }: Stage): Promise<EntryBody> {
	const context = assembleContext(await gatherContext({ state, ports }));
	return {
		type: 'context',
		segment: 1,
		system: await ports.blobs.put(context.system),
		tools: await ports.blobs.put(JSON.stringify(ports.toolbox.definitions())),
		user: await ports.blobs.put(context.user),
		report: await ports.blobs.put(JSON.stringify(context.report)),
	};
}

/** Sends the full history to the model. Each request repeats the previous one unchanged and adds to its end. */
export async function askModel(
	{ state, ports }: Stage,
	step: { readonly iteration: number; readonly closing: boolean },
): Promise<EntryBody> {
	const request = await requestOf(step.closing, { state, ports });
	const digest = digestOf(request as unknown as JsonValue);
	const reply = await replyTo(request, step, { state, ports });
	if ('reason' in reply) return { type: 'reply_discarded', iteration: step.iteration, ...reply, request: digest };
	const calls = step.closing ? [] : await Promise.all(distinct(reply.calls, state).map((call) => kept(call, ports)));
	const model = reply.model ?? ports.model.id;
	const segment = segmentOf(model, state);
	return {
		type: 'model_reply',
		iteration: step.iteration,
		model,
		...(reply.passedOver === undefined ? {} : { passed_over: reply.passedOver }),
		...(segment === 1 ? {} : { segment }),
		request: digest,
		text: await ports.blobs.put(reply.text),
		raw: await ports.blobs.put(reply.raw),
		calls,
		stop: reply.stop,
		usage: reply.usage,
	};
}

type Discarded = Pick<EntryOf<'reply_discarded'>, 'reason' | 'why' | 'model' | 'usage' | 'passed_over'>;

/** The wait before each new attempt after a reply that broke off. Milliseconds. The run makes as many new attempts as there are waits. */
const waitsAfterBreak = [2000, 6000];

/**
 * Returns the model's reply, or the reason and the usage if it cannot be used. Then the run asks again: twice if a reply broke off, once if
 * it was empty. The closing reply may be empty.
 */
async function replyTo(
	request: ModelRequest,
	{ iteration, closing }: { readonly iteration: number; readonly closing: boolean },
	{ state, ports }: Pick<Stage, 'state' | 'ports'>,
): Promise<Reply | Discarded> {
	const before = state.discarded.filter((discarded) => discarded.iteration === iteration);
	const broken = before.filter(({ reason }) => reason === 'broken-off').length;
	const wait = waitsAfterBreak[broken - 1];
	if (wait !== undefined && before.at(-1)?.reason === 'broken-off') await ports.clock.sleep(wait);
	try {
		const reply = await collectReply(ports.model.stream(request));
		const isEmpty = reply.text.trim() === '' && reply.calls.length === 0;
		if (closing || !isEmpty || broken < before.length) return reply;
		const { model = ports.model.id, usage, passedOver } = reply;
		const others = passedOver === undefined ? {} : { passed_over: passedOver };
		return { reason: 'empty', why: 'It held neither text nor calls.', model, usage, ...others };
	} catch (thrown) {
		if (!(thrown instanceof BrokenReply) || broken >= waitsAfterBreak.length) throw thrown;
		return { reason: 'broken-off', why: thrown.message, model: thrown.model, usage: thrown.usage };
	}
}

/** Returns the number of the conversation's segment. A new segment begins when another model answers. */
function segmentOf(model: string, { rounds }: State): number {
	const last = rounds.at(-1)?.reply;
	if (last === undefined) return 1;
	return (last.segment ?? 1) + (last.model === model ? 0 : 1);
}

async function requestOf(closing: boolean, { state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<ModelRequest> {
	const context = state.context;
	if (context === undefined) throw new Error('the model is asked before its context was assembled');
	const first: Message = { role: 'user', text: await ports.blobs.get(context.user) };
	const rounds = await Promise.all(
		remarkedRounds(state).map((round, index) => messagesOf(round, ports, planAfter(state, index + 1))),
	);
	return {
		system: await ports.blobs.get(context.system),
		tools: JSON.parse(await ports.blobs.get(context.tools)),
		messages: [first, ...rounds.flat()],
		closing,
	};
}

/**
 * Returns the messages that a round adds to the conversation. After a plan, these include the result of the plan. @throws Error if a call
 * or plan of the round has no outcome yet.
 */
export async function messagesOf(
	round: Round,
	ports: Pick<Ports, 'blobs'>,
	plan?: CallState,
): Promise<readonly Message[]> {
	const said = { raw: await ports.blobs.get(round.reply.raw), said: await saidIn(round, ports) };
	if (plan !== undefined) {
		const { text } = await resultOf(plan, ports);
		return [
			{ role: 'assistant', ...said },
			{ role: 'user', text },
		];
	}
	const results = await Promise.all(round.calls.map((call) => resultOf(call, ports)));
	return [
		{ role: 'assistant', ...said },
		{ role: 'tools', results },
	];
}

/** Returns a reply in a neutral form, for a model that did not write it. */
async function saidIn({ reply }: Round, ports: Pick<Ports, 'blobs'>): Promise<Said> {
	const calls = reply.calls.map(async ({ id, name, args }) => ({ id, name, args: await argsOf(args, ports) }));
	return { model: reply.model, text: await ports.blobs.get(reply.text), calls: await Promise.all(calls) };
}

async function resultOf(
	call: CallState,
	ports: Pick<Ports, 'blobs'>,
): Promise<{ callId: string; ok: boolean; text: string }> {
	const { outcome } = call;
	if (outcome === undefined) throw new Error(`call ${call.id} has no outcome to tell the model`);
	const text = typeof outcome.text === 'string' ? outcome.text : await ports.blobs.get(outcome.text);
	const notices = await Promise.all(call.notices.map((notice) => noticeText(notice, ports)));
	return {
		callId: call.id,
		ok: outcome.kind === 'done',
		text: [...notices, text, ...(call.remarks ?? [])].join('\n\n'),
	};
}

/** How many characters from the end of a setup command's output the model reads. */
const noticeTail = 2000;

/**
 * Returns the text about setup that the model reads before a call's result. Setup ran because of this call. The text is made only from the
 * journal, so each request repeats it unchanged.
 */
async function noticeText(notice: Notice, ports: Pick<Ports, 'blobs'>): Promise<string> {
	if ('tools' in notice) return toolsNotice(notice.tools);
	const { run, failed, takenBack } = notice;
	const output = failed === undefined ? '' : (await ports.blobs.get(failed)).slice(-noticeTail).toWellFormed();
	const paths = firstNamed(takenBack, 10);
	return [
		`[Before this call the repository's setup ran \`${run}\`.`,
		...(failed === undefined
			? []
			: [`It failed, so what it installs may be missing. The end of its output:\n${output}\n`]),
		...(takenBack.length === 0 ? [] : [`It changed files that are not ignored, and they were put back: ${paths}.`]),
	]
		.join(' ')
		.concat(']');
}

async function kept(call: ToolCall, ports: Ports): Promise<EntryOf<'model_reply'>['calls'][number]> {
	const text = JSON.stringify(call.args);
	const redacted = ports.redactor.holdsSecret(text);
	return {
		id: call.id,
		name: call.name,
		args: await ports.blobs.put(text),
		redacted,
		// A digest would show whether a guess of the credential is right.
		...(redacted ? {} : { canonical: digestOf(call.args) }),
	};
}

/**
 * Returns the calls if each of them has a unique id, because results, claims and markers refer to it. @throws CountersignError
 * `model-refused` otherwise.
 */
function distinct(calls: readonly ToolCall[], { rounds }: State): readonly ToolCall[] {
	if (calls.some(({ id }) => isSetupId(id) || isRaiseId(id) || isPlanId(id))) throw repeatedId();
	const ids = [...rounds.flatMap((round) => round.calls), ...calls].map((call) => call.id);
	if (new Set(ids).size === ids.length) return calls;
	throw repeatedId();
}

function repeatedId(): CountersignError {
	return new CountersignError({
		code: 'model-refused',
		message: 'The model gave the same id to two calls of one run.',
		fix: 'Re-run the job to ask it again, or choose another model.',
	});
}
