import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { batchOf, keyName, type Press, pressLine, readButton, readPress } from '../approvals/index.ts';
import { type ApprovalId, type Comment, CountersignError, type Forge, type Person } from '../core/index.ts';
import { type Api, createForge, refusalText } from '../github/index.ts';
import { allNumbers, isRequest, newestRequestOf, staleButtonMarker } from '../report/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { gone, inRepository } from './installation-api.ts';
import { mayBeHeard, type ReplyContext, startedEnd, startIn, tellUnfit, unlessRefused } from './serve-command.ts';
import type { Served } from './served.ts';

const schema = z.object({
	check_run: z.object({
		external_id: z.string(),
		head_sha: z.string(),
		app: z.object({ id: z.number() }).nullable(),
	}),
	requested_action: z.object({ identifier: z.string() }),
	sender: z.object({ id: z.number(), login: z.string(), type: z.string() }),
});

/** A button of one of our checks, pressed by a person. */
interface Pressed {
	readonly run: string;
	readonly thread: number;
	readonly batch: string;
	readonly approved: boolean;
	readonly person: Person;
	readonly head: string;
}

/**
 * Records the press of a button as a signed comment of the bot, which says who pressed which button for which steps. The run treats the
 * comment as that person's own, and checks the person's rights itself. @throws CountersignError `bad-event`
 */
export async function press(payload: unknown, served: Served): Promise<DeliveryEnd> {
	const pressed = readPressed(payload, served.settings.appId);
	if ('kind' in pressed) return pressed;
	const end = await inRepository(served.connection, served.place, (api, place) =>
		writeDown(pressed, { api, place, served }),
	);
	return end === gone ? { kind: 'gone', why: 'repository' } : end;
}

function readPressed(payload: unknown, appId: number): Pressed | DeliveryEnd {
	const parsed = schema.safeParse(payload);
	if (!parsed.success) throw malformed();
	const { check_run: check, requested_action: action, sender } = parsed.data;
	const button = readButton(action.identifier);
	const thread = /^([1-9]\d{0,15})-[0-9a-f]+$/.exec(check.external_id)?.[1];
	if (check.app?.id !== appId || button === undefined || thread === undefined)
		return { kind: 'nothing', why: 'foreign-button' };
	if (sender.type !== 'User') return { kind: 'nothing', why: 'bot-author' };
	const person = { id: sender.id, login: sender.login };
	return { run: check.external_id, thread: Number(thread), ...button, person, head: check.head_sha };
}

async function writeDown(pressed: Pressed, { api, place, served }: ReplyContext): Promise<DeliveryEnd> {
	const { thread, person } = pressed;
	const forge = createForge(api, { login: await served.login() });
	const rights = await forge.rights(person);
	if (!mayBeHeard(rights)) {
		const text = refusalText('answer', person.login, rights.role);
		await served.refuse({ thread, actor: person, text }, { api, place, login: await served.login() });
		return { kind: 'refused', why: 'no-write-access' };
	}
	const own = (await forge.comments(thread)).filter(({ mine }) => mine);
	const asked = newestRequestOf(pressed.run, own);
	const { privateKey } = served.settings;
	const what = { v: 1, repository: place.id, ids: idsOf(asked), role: rights.role } as const;
	const signed: Press = { ...pressed, ...what, at: new Date().toISOString(), key: keyName(privateKey) };
	const known = recordOf(signed, own, privateKey);
	if (signed.ids.length === 0 || batchOf(pressed.run, asked) !== pressed.batch) {
		// If this press was recorded before the request changed, it was in time, so nobody is told that the button is out of date.
		if (known === undefined) await tellStale(pressed, forge);
		return { kind: 'stale-button', why: pressed.run };
	}
	const id = known ?? (await record(signed, privateKey, api));
	const started = await startIn(api, () =>
		served.runs.start(`comment/${id}`, { api, place, installation: served.installation }),
	);
	if (started.kind === 'started') return startedEnd('pressed', `comment/${id}`, started);
	await tellUnfit({ actor: person, thread, about: id, why: started.why }, { api, served });
	return { kind: 'no-workflow', command: `comment/${id}` };
}

/** Tells the person in a comment that the button is out of date, because GitHub shows no answer to a press. */
async function tellStale({ thread, run, person }: Pressed, forge: Pick<Forge, 'upsertComment'>): Promise<void> {
	const text = `@${person.login} that button is out of date: its step has changed since, or is decided. It approved nothing. Look at what is asked now.`;
	await forge.upsertComment(thread, staleButtonMarker(run, person.id), text).catch(unlessRefused);
}

function idsOf(asked: readonly Comment[]): ApprovalId[] {
	const last = asked.findLast(({ body }) => isRequest(body));
	return last === undefined ? [] : allNumbers(last.body).map((number) => `A${number}` as ApprovalId);
}

/** Returns the id of the comment that already records the same press. GitHub may send a delivery again, and a person may press twice. */
function recordOf(wanted: Press, own: readonly Comment[], privateKey: string): number | undefined {
	const publicKey = createPublicKey(privateKey);
	const found = own.find(({ body, edited }) => {
		if (edited !== false) return false;
		const there = readPress(body, publicKey);
		return there !== undefined && isSame(there, wanted);
	});
	return found?.id;
}

function isSame(a: Press, b: Press): boolean {
	const keys = ['repository', 'thread', 'run', 'batch', 'approved', 'key'] as const;
	return keys.every((key) => a[key] === b[key]) && a.person.id === b.person.id;
}

async function record(signed: Press, privateKey: string, api: Api): Promise<number> {
	const { person, approved, ids, thread } = signed;
	const text = `@${person.login} pressed **${approved ? 'Approve all' : 'Deny'}**: ${ids.join(', ')}.`;
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
	const body = `${text}\n\n${pressLine(signed, privateKey)}`;
	return (await api.callOnce(route, z.object({ id: z.number() }), { issue_number: thread, body })).id;
}

function malformed(): CountersignError {
	return new CountersignError({
		code: 'bad-event',
		message: 'The payload of check_run.requested_action is not what GitHub sends.',
		fix: 'See the delivery in the settings of the App.',
	});
}
