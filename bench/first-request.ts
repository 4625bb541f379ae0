import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '../rehearsal/sample-repository.ts';

/**
 * Measures the built action from the start of its process to its first request to a model on loopback. A stand-in in another process
 * replaces GitHub. The time of its answers is printed separately, because the real GitHub takes longer and the stand-in shares this
 * machine.
 * `node bench/first-request.ts [rounds] [dist folder]`
 */
/** The goal for the action's own time, without GitHub's answers. Milliseconds. */
const goal = 350;
const rounds = Number(process.argv[2] ?? 9);
const action = join(process.argv[3] ?? join(import.meta.dirname, '..', 'dist'), 'action.js');
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const runnerPath = (process.env['PATH'] ?? '')
	.split(':')
	.filter((place) => !place.includes('node_modules') && !place.includes('node-gyp-bin'))
	.join(':');
/** A key as long as a real one, because the state is sealed with it. */
const apiKey = 'not-a-key-and-as-long-as-one'.repeat(4);
const now = (): number => performance.timeOrigin + performance.now();

interface Asked {
	readonly what: string;
	readonly from: number;
	readonly to: number;
}
interface Round {
	readonly [phase: string]: number;
}

const standIn = fork(join(import.meta.dirname, 'github-stand-in.ts'), { stdio: 'inherit' });
const heard = async <T>(message?: unknown): Promise<T> => {
	if (message !== undefined) standIn.send(message as object);
	return (await once(standIn, 'message'))[0] as T;
};
const github = await heard<{ readonly url: string; readonly token: string; readonly repository: string }>();

let arrived = Promise.withResolvers<number>();
const provider = createServer(() => arrived.resolve(now()));
await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

/** Returns the variables that a runner sets. Of this process's variables it contains only PATH, without the folders that npm adds. */
function environmentOf(disk: string, run: number, event: unknown): NodeJS.ProcessEnv {
	const workspace = join(disk, 'work');
	const temporary = join(disk, 'temp');
	mkdirSync(temporary, { recursive: true });
	git(disk, 'clone', '-q', github.repository, workspace);
	writeFileSync(join(temporary, 'event.json'), JSON.stringify(event));
	writeFileSync(join(temporary, 'output'), '');
	return {
		...{ PATH: runnerPath, HOME: temporary, GITHUB_ACTIONS: 'true', RUNNER_TEMP: temporary },
		...{ GITHUB_EVENT_NAME: 'issue_comment', GITHUB_EVENT_PATH: join(temporary, 'event.json') },
		...{ GITHUB_REPOSITORY: 'octo-org/slugs', GITHUB_RUN_ID: String(run), GITHUB_WORKSPACE: workspace },
		...{ GITHUB_SHA: git(workspace, 'rev-parse', 'HEAD'), GITHUB_REF_NAME: git(workspace, 'branch', '--show-current') },
		...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url, GITHUB_OUTPUT: join(temporary, 'output') },
		...{ 'INPUT_GITHUB-TOKEN': github.token, 'INPUT_ANTHROPIC-API-KEY': apiKey, ANTHROPIC_BASE_URL: providerUrl },
		INPUT_MODEL: 'anthropic:claude-bench',
	};
}

/** Returns the times at which the journal's entries were written. */
function writtenAt(disk: string): ReadonlyMap<string, number> {
	const runs = join(disk, 'temp', 'countersign');
	const [run = ''] = readdirSync(runs);
	const lines = readFileSync(join(runs, run, 'journal.jsonl'), 'utf8')
		.trimEnd()
		.split('\n');
	const entries = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly at: string });
	return new Map(entries.map(({ type, at }) => [type, Date.parse(at)]));
}

/** Returns the time in which the action waited for at least one answer from GitHub. */
function waitedFor(asked: readonly Asked[], from: number, to: number): number {
	const spans = asked.map((each) => [Math.max(each.from, from), Math.min(each.to, to)] as const);
	let end = from;
	let sum = 0;
	for (const [start, stop] of spans.filter(([start, stop]) => stop > start).sort(([a], [b]) => a - b)) {
		sum += Math.max(stop - Math.max(start, end), 0);
		end = Math.max(end, stop);
	}
	return sum;
}

async function measure(round: number): Promise<{ readonly times: Round; readonly asked: readonly Asked[] }> {
	const run = 9_000_000_001 + round;
	const disk = join(folder, String(round));
	mkdirSync(disk);
	const env = environmentOf(disk, run, await heard({ run }));
	await heard('asked');
	arrived = Promise.withResolvers<number>();
	const start = now();
	const child = spawn(process.execPath, [action], {
		cwd: env['GITHUB_WORKSPACE'],
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let log = '';
	child.stdout.on('data', (text: Buffer) => {
		log += text.toString();
	});
	const ended = once(child, 'exit');
	const first = await Promise.race([arrived.promise, ended.then(() => Number.NaN)]);
	if (Number.isNaN(first)) throw new Error(`the action asked no model: ${log}`);
	const cpu = cpuOf(child.pid ?? 0);
	child.kill('SIGKILL');
	await ended;
	const asked = (await heard<readonly Asked[]>('asked')).filter(({ from }) => from < first);
	const at = writtenAt(disk);
	const marks = [
		['start and load', start],
		['rights, checkout, controls', Math.min(...asked.map(({ from }) => from))],
		['admission, claim, checkpoint, comment', at.get('run_started') ?? Number.NaN],
		['context', at.get('reported') ?? Number.NaN],
		['first request', at.get('context') ?? Number.NaN],
		['', first],
	] as const;
	const times: Record<string, number> = { 'all of it': first - start };
	times['waiting for GitHub'] = waitedFor(asked, start, first);
	times['without it'] = times['all of it'] - times['waiting for GitHub'];
	times['its CPU, with its children'] = cpu;
	marks.slice(0, -1).forEach(([name, from], index) => {
		const to = marks[index + 1]?.[1] ?? Number.NaN;
		times[name] = to - from;
		times[`${name}: waiting`] = waitedFor(asked, from, to);
	});
	rmSync(disk, { recursive: true });
	return { times, asked };
}

/** Returns the CPU time of a process and its ended children, in milliseconds. On a shared machine, it says more than the clock. */
function cpuOf(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ');
	const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
	return ticks * 10;
}

function median(times: readonly number[]): number {
	return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

try {
	const measured: Round[] = [];
	let last: readonly Asked[] = [];
	for (let round = -1; round < rounds; round++) {
		const { times, asked } = await measure(round + 1);
		last = asked;
		if (round >= 0) measured.push(times);
	}
	const of = (name: string): number => median(measured.map((times) => times[name] ?? Number.NaN));
	const names = Object.keys(measured[0] ?? {}).filter((name) => !name.endsWith(': waiting'));
	console.log(
		`### From the start of the process to the first request to a model (${rounds} rounds, ${last.length} requests to GitHub)\n`,
	);
	console.log('| part | median ms | of it waiting for GitHub |\n|---|--:|--:|');
	for (const name of names) {
		const waiting = of(`${name}: waiting`);
		console.log(`| ${name} | ${of(name).toFixed(0)} | ${Number.isNaN(waiting) ? '' : waiting.toFixed(0)} |`);
	}
	for (const { what, from, to } of last) console.log(`${(to - from).toFixed(0).padStart(5)} ms  ${what}`);
	const own = of('without it');
	console.log(`\nGoal ≤ ${goal} ms of its own: ${own <= goal ? 'met' : 'missed'} with ${own.toFixed(0)} ms.`);
} finally {
	standIn.send('end');
	provider.closeAllConnections();
	provider.close();
	rmSync(folder, { recursive: true, force: true });
}
