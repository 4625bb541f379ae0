import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Which rooms a room may look into, by their doors. `core` and its own inside are always there. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
	core: [],
	gate: [],
	approvals: [],
	journal: [],
	report: [],
	skills: [],
	memory: [],
	models: [],
	sandbox: [],
	workspace: ['sandbox'],
	tools: ['agent', 'report', 'sandbox', 'workspace'],
	mcp: ['agent', 'sandbox', 'tools'],
	agent: ['skills', 'memory'],
	github: ['approvals', 'config', 'journal', 'report'],
	config: [],
	telemetry: ['journal'],
	readiness: ['config', 'github', 'sandbox'],
	run: ['agent', 'approvals', 'gate', 'journal', 'memory', 'models', 'report', 'skills'],
	job: [
		'agent',
		'config',
		'gate',
		'github',
		'journal',
		'mcp',
		'memory',
		'models',
		'readiness',
		'report',
		'run',
		'sandbox',
		'skills',
		'telemetry',
		'tools',
		'workspace',
	],
	commands: [
		'bot',
		'config',
		'gate',
		'job',
		'journal',
		'models',
		'readiness',
		'report',
		'run',
		'sandbox',
		'skills',
		'terminal',
		'workspace',
	],
	terminal: [...['approvals', 'config', 'gate', 'github', 'job', 'journal', 'report', 'run', 'sandbox', 'workspace']],
	bot: ['approvals', 'config', 'github', 'report', 'sandbox'],
	doors: ['bot', 'commands', 'config', 'gate', 'job', 'journal', 'report', 'run', 'skills', 'telemetry', 'workspace'],
};

/** Packages that reach the outside, and the rooms that may use them. */
const outside: Readonly<Record<string, readonly string[]>> = {
	'@actions/attest': ['doors'],
	'@actions/core': ['doors'],
	'@actions/github': ['doors'],
	octokit: ['doors'],
	probot: ['bot'],
	jose: ['bot'],
	'@anthropic-ai/sdk': ['models'],
	openai: ['models'],
	'@opentelemetry': ['telemetry'],
	'@modelcontextprotocol/sdk': ['mcp'],
	'gray-matter': ['skills'],
	'@clack/prompts': ['commands'],
	'node:child_process': ['sandbox'],
	// The proxy that a command's way out leads through; the bot's server.
	'node:http': ['sandbox', 'bot'],
	'node:dns/promises': ['sandbox'],
	'node:https': [],
	// A named pipe that a child writes to is read without blocking; a log that nobody reads is written so.
	'node:net': ['sandbox', 'bot'],
	'node:sqlite': ['memory'],
};

/** Doors beside a room's `index.ts`. */
const doors = new Set(['gate/loading.ts', 'gate/frozen.ts']);

/** Rooms that touch no disk. */
const pure = new Set(['core', 'gate', 'approvals', 'report', 'agent']);

/** Every import of `src/` that breaks the house's rules, types included. */
export function brokenImports(root: string): readonly string[] {
	const all = sourceImports(root);
	const faults = [...all].flatMap(([file, targets]) =>
		targets.flatMap((target) => fault(file, target).map((why) => `src/${file} imports ${target}: ${why}`)),
	);
	return [...faults, ...circles(all)];
}

/** Returns what each file of `src/` imports, as written. */
function sourceImports(root: string): ReadonlyMap<string, readonly string[]> {
	const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
	const files = names.filter((name) => name.endsWith('.ts')).map((name) => name.replaceAll('\\', '/'));
	return new Map(files.map((file) => [file, importsOf(readFileSync(join(root, 'src', file), 'utf8'))]));
}

/**
 * Returns the files that import each other in a circle, types included. A file is in no circle if nothing that is left imports it, or if it
 * imports nothing that is left. Such files are taken away until none is left to take.
 */
export function circles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
	const left = new Map(
		[...imports].map(([file, targets]) => [file, new Set(targets.map((one) => resolved(file, one)))]),
	);
	for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
		before = left.size;
		const imported = new Set([...left.values()].flatMap((targets) => [...targets]));
		for (const [file, targets] of left) {
			if (!imported.has(file) || ![...targets].some((target) => left.has(target))) left.delete(file);
		}
	}
	return [...left.keys()].map((file) => `src/${file} is in a circle of imports`);
}

function resolved(file: string, target: string): string {
	return posix.normalize(posix.join(posix.dirname(file), target));
}

function importsOf(text: string): readonly string[] {
	return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function fault(file: string, target: string): readonly string[] {
	const room = roomOf(file);
	if (!target.startsWith('.')) return packageFault(room, target);
	const to = resolved(file, target);
	const other = roomOf(to);
	if (other === room) return [];
	if (room === 'core') return ['core imports nothing of ours'];
	// The terminal loads each command by itself, so that a short one does not wait for the others.
	if (room === 'doors' && other === 'commands') return [];
	if (to !== `${other}/index.ts` && !doors.has(to)) return [`only the door ${other}/index.ts may be imported`];
	if (other === 'core' || arrows[room]?.includes(other)) return [];
	return [`there is no arrow from ${room} to ${other}`];
}

function packageFault(room: string, target: string): readonly string[] {
	const name = Object.keys(outside).find((known) => target === known || target.startsWith(`${known}/`));
	if (name !== undefined && !outside[name]?.includes(room)) return [`${room} must not reach ${name}`];
	if (pure.has(room) && /^node:(?!(?:crypto|path)$)/.test(target)) return [`${room} touches neither disk nor process`];
	return [];
}

function roomOf(file: string): string {
	return file.includes('/') ? (file.split('/')[0] ?? '') : 'doors';
}

if (import.meta.main) {
	const faults = brokenImports(join(import.meta.dirname, '..'));
	for (const line of faults) console.error(line);
	process.exitCode = faults.length === 0 ? 0 : 1;
}
