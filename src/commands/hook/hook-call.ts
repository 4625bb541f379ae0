import { read, realpathSync } from 'node:fs';
import { asCountersignError, type Verdict } from '../../core/index.ts';
import { createGate } from '../../gate/index.ts';
import { localFacts } from '../../workspace/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { today } from '../judging/local-controls.ts';
import { printLine } from '../standard-streams.ts';
import { type AgentPlaces, agentPlaces, placeRules } from './agent-places.ts';
import { canarySession } from './canary-session.ts';
import { endAfter, withinTime } from './deadline.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { type FrozenControls, readFrozenControls, thawControls } from './frozen-controls.ts';
import type { HookScope } from './guard-script.ts';
import type { Judged } from './hook-advice.ts';
import { decisionOn, type HookAnswer, type HookCall, hookAnswer, readHookCall, strictestOf } from './hook-dialect.ts';
import { hookRulesPaths } from './hook-rules-paths.ts';

/**
 * The time limit for one call. It is much shorter than the hook's own timeout, after which the agent would let the call pass.
 * Milliseconds.
 */
const deadlineMs = 10_000;

/** The largest input that is read. The largest arguments that the gate judges fit into it. Bytes. */
const mostBytes = 8_388_608;

export const hookOptions = {
	root: { type: 'string' },
	deadline: { type: 'string' },
	dialect: { type: 'string' },
	shared: { type: 'boolean' },
} as const;

/**
 * `countersign hook`: judges one call of a hook from standard input, and writes one answer. Exit code 2 blocks the call. Every error ends
 * with 2, too, because any other code would let the call pass.
 */
export async function hookCall(args: readonly string[], cli: CliContext): Promise<number> {
	process.exitCode = 2;
	try {
		const { values } = readCommandLine(args, hookOptions);
		const dialect = dialectOf(values.dialect);
		const scope = values.shared === true ? 'shared' : 'personal';
		const ms = values.deadline === undefined ? deadlineMs : Number(values.deadline) * 1_000;
		if (!(ms > 0 && ms <= deadlineMs)) return blocked('Invalid `--deadline`: write a number of seconds, at most 10.');
		const until = uptime() + ms;
		const timer = endAfter(ms, `Countersign: the gate did not answer within ${ms / 1_000} s, so this call is blocked.`);
		const text = await readInput();
		const answer = await answerTo(text, { cli, until, root: values.root, dialect, scope });
		clearTimeout(timer);
		if (answer.stdout !== undefined) cli.print(answer.stdout);
		if (answer.stderr !== undefined) printError(answer.stderr);
		return answer.exitCode;
	} catch (thrown) {
		const { message, fix, code } = asCountersignError(thrown);
		return blocked(code === 'internal' ? message : `${message} ${fix}`);
	}
}

/** Returns the milliseconds since the process began. `performance` would need time to load. */
function uptime(): number {
	return process.uptime() * 1_000;
}

function blocked(why: string): number {
	printError(unjudged(why));
	return 2;
}

/** Writes at once, because the process ends without waiting for streams. */
function printError(text: string): void {
	printLine(text, 2);
}

function unjudged(why: string): string {
	return `Countersign: this call is blocked, because it could not be checked. ${why}`;
}

interface Setting {
	readonly cli: CliContext;
	readonly root: string | undefined;
	readonly until: number;
	readonly dialect: Dialect;
	readonly scope: HookScope;
}

async function answerTo(text: string, { cli, root: given, until, dialect, scope }: Setting): Promise<HookAnswer> {
	const root = realpathSync(given ?? cli.cwd);
	const frozen = readFrozenControls(root, scope);
	const read = readHookCall(text, root, dialect);
	if (typeof read === 'string') return { exitCode: 2, stderr: unjudged(read) };
	const judged = await judgedBy(frozen, read, { root, home: cli.home, dialect });
	const gate = createGate(judged.options);
	const inTime = <T>(act: () => T): T => withinTime(until - uptime(), act);
	const verdict = inTime(() => strictestOf(judged.calls.map((call) => gate.judge(call, judged.context))));
	await warn(root, read, verdict);
	const ownFiles = frozen.others.filter(({ isOwn }) => isOwn === true).map(({ file }) => file);
	const answering = { ownFiles, allowsUnasked: frozen.allowsUnasked === true, dialect };
	if (decisionOn(verdict, read.tool, answering) !== 'confirm') return hookAnswer(verdict, read.tool, answering);
	const { adviceFor, adviceWords } = await import('./hook-advice.ts');
	const found = await adviceFor(judged, inTime);
	return hookAnswer(verdict, read.tool, { ...answering, advice: adviceWords(found, dialect, scope) });
}

interface CallOrigin {
	readonly root: string;
	readonly home: string;
	readonly dialect: Dialect;
}

/** Returns the calls, the rules they are judged by, and the facts about the disk. */
async function judgedBy(frozen: FrozenControls, read: HookCall, origin: CallOrigin): Promise<Judged> {
	const { policies, patterns, allows } = await thawControls(frozen, today());
	const places = placesOf(read, origin);
	const { root, home } = origin;
	const roots = [...places.written, ...(frozen.allow ?? [])];
	const facts = localFacts({ root, home, roots, readRoots: places.read });
	const rules = [...(allows?.rules ?? []), ...placeRules(places, facts)];
	const standing = { policy: { ...noRules, rules }, answersPatterns: true } as const;
	return {
		calls: [read.call, ...(read.more ?? [])],
		options: { policies, patterns, standing, knownTools: 'any' },
		context: { facts, mode: frozen.mode ?? read.mode, grants: [] },
	};
}

function placesOf({ session, files = {} }: HookCall, { root, home, dialect }: CallOrigin): AgentPlaces {
	return dialect.name === 'claude' ? agentPlaces({ session, ...files }, home, root) : { written: [], read: [] };
}

const noRules = {
	name: 'hook',
	file: hookRulesPaths.repository,
	defaultAction: undefined,
	contained: undefined,
	approvalTimeoutSeconds: undefined,
	warnings: [],
} as const;

/** Writes to the log. The log is for people, so an error here changes no verdict. */
async function warn(root: string, { call, more, tool, session }: HookCall, verdict: Verdict): Promise<void> {
	if (session === canarySession || !isNotable(verdict)) return;
	try {
		const { noteWarning } = await import('./hook-log.ts');
		const args = more === undefined ? call.args : { does: [call, ...more].map((one) => one.args) };
		noteWarning(root, session, { ...call, name: tool, args }, verdict);
	} catch (thrown) {
		printError(`Countersign: the warning could not be written: ${asCountersignError(thrown).message}`);
	}
}

function isNotable({ decision, matches }: Verdict): boolean {
	return decision === 'block' || matches.some(({ stage }) => stage === 'patterns');
}

/** Reads all of standard input without blocking, so that the deadline can still end it. @throws if it is too large or not UTF-8. */
async function readInput(): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for (let chunk = await readSome(); chunk.length > 0; chunk = await readSome()) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > mostBytes) throw new Error(`The call is larger than ${mostBytes} bytes.`);
	}
	return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

function readSome(): Promise<Buffer> {
	const buffer = Buffer.alloc(65_536);
	return new Promise((resolve, reject) => {
		const attempt = (): void =>
			read(0, buffer, 0, buffer.length, null, (error, count) => {
				if (error === null) resolve(buffer.subarray(0, count));
				else if (error.code === 'EAGAIN') setTimeout(attempt, 5);
				else if (error.code === 'EOF') resolve(Buffer.alloc(0));
				else reject(error);
			});
		attempt();
	});
}
