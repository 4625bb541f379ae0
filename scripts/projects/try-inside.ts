import { lookup } from 'node:dns/promises';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressKind } from '../../src/sandbox/network/address-kind.ts';
import { type Ended, ProjectTrouble, runBounded } from './bounded-command.ts';
import { callsOf, type JournalCall } from './journal-calls.ts';
import { judgeOutput, tellingLine } from './judge-output.ts';
import type { Tried } from './outcome.ts';
import { hostsIn, withOwnSetup, withPrivateHosts } from './own-config.ts';
import type { Project } from './project.ts';
import { cloneFresh, notReady, type Trial } from './try-outside.ts';

/** The file to which `init` writes the settings. */
const configPath = '.github/countersign.yml';
const root = join(import.meta.dirname, '..', '..');
const mostCallSeconds = 900;

/** A fresh clone after `init`, before the commit. */
interface Initialised {
	readonly clone: string;
	/** The test commands that `init` found. */
	readonly tests: readonly string[];
}

/** Runs `init`, commits, and starts a run with one call: the first test command that `init` found. */
export async function tryDetected(project: Project, trial: Trial): Promise<Tried> {
	const { clone, tests } = await initialised(project, trial);
	const [test] = tests;
	if (test === undefined) return { started: false, passed: false, seconds: 0, why: '`init` found no test command' };
	return runOnce({ clone, test }, trial);
}

/** Runs `init`, adds the maintainers' own setup, commits, and starts a run with one call: the repository's own test command. */
export async function tryOwn(project: Project, trial: Trial): Promise<Tried> {
	const { clone } = await initialised(project, trial);
	const config = join(clone, configPath);
	writeFileSync(config, withOwnSetup(readFileSync(config, 'utf8'), project.setup));
	if (project.ignore.length > 0) appendFileSync(join(clone, '.gitignore'), `\n${project.ignore.join('\n')}\n`);
	return runOnce({ clone, test: project.test }, trial);
}

const initAnswer = z.object({ stack: z.object({ tests: z.array(z.string()) }) });

async function initialised(project: Project, trial: Trial): Promise<Initialised> {
	const clone = await cloneFresh(project, trial);
	const ended = await countersign(['init', '--yes', '--json'], clone, trial);
	if (ended.code !== 0) throw new ProjectTrouble(`init: ${tellingLine(ended.err) ?? ended.code}`);
	return { clone, tests: initAnswer.parse(JSON.parse(ended.out)).stack.tests };
}

interface OneCall {
	readonly clone: string;
	readonly test: string;
}

const runAnswer = z.object({ audit: z.string(), message: z.string() });

async function runOnce({ clone, test }: OneCall, trial: Trial): Promise<Tried> {
	await openMirrors(join(clone, configPath));
	await commitAll(clone, trial);
	const script = join(trial.work, 'script.json');
	const timeout = Math.min(trial.seconds, mostCallSeconds);
	const call = { tool: 'shell_exec', args: { command: test, timeout_seconds: timeout } };
	writeFileSync(script, JSON.stringify({ turns: [{ calls: [call] }, { text: 'That is how they went.' }] }));
	const ended = await countersign(['run', '--json', '--model', `scripted:${script}`, 'Run the tests.'], clone, trial);
	const answer = runAnswer.safeParse(parsed(ended.out)).data;
	if (answer === undefined) {
		const why = ended.isLate
			? `the run took more than ${trial.seconds} s`
			: (tellingLine(ended.err) ?? 'the run broke off');
		return { command: test, started: false, passed: false, seconds: 0, why };
	}
	return triedOf(test, callsOf(answer.audit), answer.message);
}

/** Returns the result of the one call, and of the setup before it, from the journal. */
function triedOf(test: string, calls: readonly JournalCall[], message: string): Tried {
	const call = calls.find(({ isSetup }) => !isSetup);
	const broken = calls.find(({ isSetup, result }) => isSetup && result?.ok !== true);
	const noted = broken && notReady(test, broken.command, broken.result?.text ?? `${broken.decision}: ${broken.reason}`);
	if (call?.result === undefined) {
		const why = call === undefined ? message : `${call.decision}: ${call.reason}`;
		return noted ?? { command: test, started: false, passed: false, seconds: 0, why };
	}
	const { code, text, seconds } = call.result;
	const judged = judgeOutput(code, text);
	const why = judged.started ? judged.why : (noted?.why ?? judged.why);
	return { command: test, seconds, started: judged.started, passed: judged.passed, ...(why !== undefined && { why }) };
}

async function commitAll(clone: string, { env, seconds }: Trial): Promise<void> {
	const author = [
		'-c',
		'user.name=maintainer',
		'-c',
		'user.email=maintainer@example.com',
		'-c',
		'commit.gpgsign=false',
	];
	for (const args of [
		['add', '--all'],
		[...author, 'commit', '--quiet', '--no-verify', '--message', 'Add Countersign'],
	]) {
		const { code, err } = await runBounded(['git', ...args], { cwd: clone, env, seconds });
		if (code !== 0) throw new ProjectTrouble(`git ${args.at(-1)}: ${err.trim()}`);
	}
}

/** Allows registries that are mirrors with private addresses on this machine, as the maintainers would do. */
async function openMirrors(config: string): Promise<void> {
	const schema = readFileSync(join(root, 'countersign.schema.json'), 'utf8');
	if (!existsSync(config) || !schema.includes('"private"')) return;
	const text = readFileSync(config, 'utf8');
	const found = await Promise.all(hostsIn(text).map(async (host) => ((await isMirrored(host)) ? [host] : [])));
	writeFileSync(config, withPrivateHosts(text, found.flat()));
}

async function isMirrored(host: string): Promise<boolean> {
	try {
		const found = await lookup(host, { all: true });
		return found.every(({ address }) => addressKind(address) === 'private');
	} catch {
		// A name without an address cannot be reached anyway.
		return false;
	}
}

function countersign(args: readonly string[], cwd: string, { env, seconds, work }: Trial): Promise<Ended> {
	const state = { XDG_STATE_HOME: join(work, 'state') };
	return runBounded([process.execPath, join(root, 'dist', 'cli.js'), ...args], {
		cwd,
		env: { ...env, ...state },
		// Time for the setup and for the call, and some more for the report.
		seconds: seconds * 2,
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
