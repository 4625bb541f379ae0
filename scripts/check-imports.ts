import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The rooms that each room may import. An import must go to a room's door, which is its `index.ts`. A room may always import `core` and its
 * own files.
 */
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

/** Packages that touch things outside the program, and the rooms that may use them. */
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
	// The sandbox has the proxy for commands, and the bot has a server.
	'node:http': ['sandbox', 'bot'],
	'node:dns/promises': ['sandbox'],
	'node:https': [],
	// The sandbox reads a named pipe without blocking, and the bot writes its log without blocking.
	'node:net': ['sandbox', 'bot'],
	'node:sqlite': ['memory'],
};

/** Doors in addition to a room's `index.ts`. */
const doors = new Set(['gate/loading.ts', 'gate/frozen.ts']);

/** Rooms that touch no disk. */
const pure = new Set(['core', 'gate', 'approvals', 'report', 'agent']);

/** Returns every import of `src/` that breaks these rules, including imports of types. */
export function brokenImports(root: string): readonly string[] {
	const all = sourceImports(root);
	const faults = [...all].flatMap(([file, targets]) =>
		targets.flatMap((target) => fault(file, target).map((why) => `src/${file} imports ${target}: ${why}`)),
	);
	return [...faults, ...circles(all)];
}

/** Returns the imports of each file of `src/`, as they are written. */
function sourceImports(root: string): ReadonlyMap<string, readonly string[]> {
	const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
	const files = names.filter((name) => name.endsWith('.ts')).map((name) => name.replaceAll('\\', '/'));
	return new Map(files.map((file) => [file, importsOf(readFileSync(join(root, 'src', file), 'utf8'))]));
}

/**
 * Returns the files that import each other in a circle, including imports of types. A file that no remaining file imports, or that imports
 * no remaining file, is in no circle. Such files are removed until there are none.
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
	// The entry files import single commands, so that a short command does not load the others.
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
