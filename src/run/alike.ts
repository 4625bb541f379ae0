import { canonicalJson, type Effect, type JsonValue, type ToolCall } from '../core/index.ts';
import { isOwn } from './call-state.ts';
import type { Asked } from './shown-request.ts';

/**
 * The calls of a request, in groups that one answer can be for: the same tool, rules, hosts, classes and executed files, and commands that
 * differ in nothing that a person decides about. All of them are shown, and each keeps its own binding and its own claim.
 */
export function groupedAlike(asked: readonly Asked[]): readonly (readonly [Asked, ...Asked[]])[] {
	const groups = new Map<string, [Asked, ...Asked[]]>();
	for (const [index, one] of asked.entries()) {
		const key = keyOf(one) ?? String(index);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [one]);
		else group.push(one);
	}
	return [...groups.values()];
}

/** Undefined where each call is a question of its own: the run's own, one that began before, and one that changes or delivers files. */
function keyOf(one: Asked): string | undefined {
	const { call, verdict, again, needs, evidence } = one;
	if (again || isOwn(one) || evidence.rewrites !== undefined || evidence.delivers !== undefined) return undefined;
	const asking = verdict.matches.filter(({ decision }) => decision === 'confirm');
	const about = {
		call: [call.name, decidedArgs(call)],
		rules: [...new Set(asking.map(({ rule, file = '' }) => `${file} ${rule}`))].sort(),
		effects: verdict.effects.map(withoutArguments),
		...{ asks: verdict.asks, executes: verdict.executes, risk: verdict.risk_level, needs },
	};
	return canonicalJson(JSON.parse(JSON.stringify(about)));
}

/** What a program is given stands in the command, which is compared by itself. */
function withoutArguments(effect: Effect): Effect {
	return effect.kind === 'exec' ? { ...effect, argv: [] } : effect;
}

function decidedArgs({ name, args }: ToolCall): JsonValue {
	const { command } = args;
	return name === 'shell_exec' && typeof command === 'string' ? { ...args, command: decidedCommand(command) } : args;
}

/** Words without anything that a shell reads as more than a word. */
const plainWords = /^[\w@%+=:,./ \t-]+$/;
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'pip', 'pip3']);
/** Flags that change only what is printed. */
const quietFlags: ReadonlySet<string> = new Set(['--no-audit', '--no-fund', '--no-progress', '--quiet', '--silent']);

/** A command as it counts for a decision. Everything but plain words is compared to the letter. */
function decidedCommand(command: string): string {
	if (!plainWords.test(command)) return command;
	const words = command.split(/[ \t]+/).filter((word) => word !== '');
	const [program = ''] = words;
	return (packageManagers.has(program) ? words.filter((word) => !quietFlags.has(word)) : words).join(' ');
}
