import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Asks, Effect, Grant, Verdict } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const to = (text: string) => ({ tool: 'danger', args: { text } });

/** A gate that asks about each host by rule `network` and applies grants like the real one. */
function asking(host: string, grants: readonly Grant[], says: (asks: Asks) => Partial<Verdict>): Verdict {
	const covers = (grant: Grant): boolean =>
		grant.kind === 'blanket' ||
		(grant.kind === 'tool' && (grant.rule ?? 'network') === 'network' && (grant.hosts?.includes(host) ?? true));
	const decision = grants.some(covers) ? 'allow' : 'confirm';
	const about = { rule: 'network', reason: 'Talks.', risk: 'low', evidence: '' } as const;
	const effects: readonly Effect[] = [{ kind: 'network', host }];
	const matches = [{ stage: 'policy', decision: 'confirm', ...about } as const];
	const asks = decision === 'confirm' ? says({ hosts: [host] }) : {};
	return { decision, risk: 'low', reason: 'Talks.', rule: 'network', effects, matches, executes: [], ...asks };
}

async function answered(folder: string, answer: string, later: readonly Turn[], isOld = false): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: [to('a.example')] }, ...later]);
	const says = (asks: Asks) => (isOld ? {} : { asks });
	world.gate = { judge: ({ args }, { grants }) => asking(String(args['text']), grants, says) };
	await world.job('comment/1', agentRequest());
	world.say(maintainer, answer);
	return world;
}

const waitingFor = (id: string) => ({ kind: 'waiting', message: expect.stringContaining(id) });
const both: readonly Turn[] = [{ calls: [to('a.example')] }, { calls: [to('b.example')] }];

test('`for-run` covers only the hosts in the request', async () => {
	using folder = temporaryFolder();
	const world = await answered(folder.path, '/approve A1 for-run', both);
	const request = world.comments.find(({ body }) => body.includes('needs your approval'));
	expect(request?.body).toContain(
		'- `/approve A1 for-run`: this step. For the rest of this run, `danger` may also reach `a.example`. The run does not ask again about this. Other hosts still need approval.',
	);
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger a.example': 2 });
	const progress = world.comments.find(({ body }) => body.includes('Approved for the rest of this run'));
	expect(progress?.body).toContain('danger under rule network, only for a.example');
});

test.each(['for-run tool', 'for-run everything'])('`%s` covers every host', async (scope) => {
	using folder = temporaryFolder();
	const world = await answered(folder.path, `/approve A1 ${scope}`, both);
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
});

test('`for-run` on an old verdict without hosts covers every host', async () => {
	using folder = temporaryFolder();
	const world = await answered(folder.path, '/approve A1 for-run', both, true);
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger b.example')).toBe(1);
});
