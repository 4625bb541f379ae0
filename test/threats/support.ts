import { join } from 'node:path';
import type { Outcome, Person } from '../../src/core/index.ts';
import { createForge, type Incoming, readEvent } from '../../src/github/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { aPayload, type Changes } from '../github/payloads.ts';
import { anApi } from '../github/support.ts';
import { agentRequest, type Turn, World } from '../support/world.ts';

export const danger = (text: string) => ({ tool: 'danger', args: { text } });
const oneDanger: readonly Turn[] = [{ calls: [danger('x')] }];

/** A run that waits for approval, by default of one dangerous step. */
export async function aWaitingWorld(
	folder: string,
	prepare: (world: World) => void = () => undefined,
	turns = oneDanger,
): Promise<World> {
	const world = new World(join(folder, 'job'), turns);
	prepare(world);
	await world.job('comment/1', agentRequest());
	return world;
}

/** Adds a comment to the thread, as the adapter reads it from GitHub's answer. */
export async function hear(
	world: World,
	{ edited = false, ...said }: { readonly user: object; readonly body: string; readonly edited?: boolean },
): Promise<void> {
	const { author: _, ...first } = world.say({ id: 0, login: '', type: 'User' }, said.body);
	const at = { created_at: first.createdAt, node_id: `IC_${first.id}` };
	const [read] = await forgeOn([{ id: first.id, html_url: 'u', ...at, ...said }], edited).comments(1);
	if (read !== undefined) world.comments.splice(-1, 1, read);
}

/** Gives a person the permissions that the adapter reads from GitHub's answer. */
export async function hold(
	world: World,
	person: Person,
	said: { readonly permission: string; readonly role_name?: string; readonly user?: object },
): Promise<void> {
	world.rights.set(person.id, await forgeOn({ user: { id: person.id }, ...said }).rights(person));
}

/** The adapter, with a GitHub that answers every request with this. */
function forgeOn(data: unknown, edited = false) {
	const graph = { data: { q0_nodes: [{ lastEditedAt: edited ? '2030-01-01T00:00:00Z' : null }] } };
	const request = async (route: string) => ({
		status: 200,
		data: route.endsWith('/graphql') ? graph : data,
		headers: {},
	});
	return createForge(anApi({ request }), { login: 'github-actions[bot]' });
}

/** Runs the job that the newest comment starts. */
export function next(world: World): Promise<Outcome> {
	return world.job(`comment/${world.comments.at(-1)?.id}`);
}

/** Whether the one dangerous step was done, once. */
export const isDone = (world: World): boolean => world.effects.get('danger x') === 1;

/** The last saved journal of the run. */
export function entriesOf({ checkpoints }: World) {
	const [run] = [...checkpoints.values()];
	return parseEntries(run?.checkpoint.journal ?? new Uint8Array());
}

/** The bindings of the requests, in order. */
export function bindingsOf(world: World): readonly string[] {
	return entriesOf(world).flatMap((entry) =>
		entry.type === 'approval_requested' ? entry.items.map(({ binding }) => binding) : [],
	);
}

export function voidsOf(world: World): readonly string[] {
	return entriesOf(world).flatMap((entry) => (entry.type === 'approval_void' ? [entry.why] : []));
}

export function readDelivery(name: string, payload: unknown): Incoming {
	return readEvent({ name, payload, workflowRunId: '1001', task: '', label: 'agent' });
}

/** A new comment as GitHub delivers it. */
export function aDelivery(body: string, changes: Changes = {}, name = 'issue_comment'): Incoming {
	return readDelivery(name, aPayload('issue_comment', 'created', { 'comment.body': body, ...changes }));
}
