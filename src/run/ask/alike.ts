import { canonicalJson, type Effect, type JsonValue, type ToolCall } from '../../core/index.ts';
import { isOwn } from '../state/call-state.ts';
import type { Asked } from './shown-request.ts';

/**
 * Groups those calls of a request that one answer can decide together. Calls of a group have the same tool, rules, hosts, classes and
 * executed files. The differences between their commands do not matter for a decision. The request shows every call. Each call keeps its
 * own binding (the digest that its approval covers) and its own claim (the mark on GitHub that lets only one job do it).
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

/**
 * Returns the key of a call's group, or undefined if the call needs a separate question. Three kinds of calls need one: the run's own
 * calls, calls that an earlier process began and perhaps finished, and calls that change or deliver files.
 */
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

/** Returns an effect without a program's arguments. These are in the command, which is compared separately. */
function withoutArguments(effect: Effect): Effect {
	return effect.kind === 'exec' ? { ...effect, argv: [] } : effect;
}

function decidedArgs({ name, args }: ToolCall): JsonValue {
	const { command } = args;
	return name === 'shell_exec' && typeof command === 'string' ? { ...args, command: decidedCommand(command) } : args;
}

/** Matches a command of plain words, without characters that are special in a shell. */
const plainWords = /^[\w@%+=:,./ \t-]+$/;
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'pip', 'pip3']);
/** Flags that change only the output. */
const quietFlags: ReadonlySet<string> = new Set(['--no-audit', '--no-fund', '--no-progress', '--quiet', '--silent']);

/**
 * Returns the part of a command that matters for a decision. If the command has more than plain words, the whole command is compared
 * exactly.
 */
function decidedCommand(command: string): string {
	if (!plainWords.test(command)) return command;
	const words = command.split(/[ \t]+/).filter((word) => word !== '');
	const [program = ''] = words;
	return (packageManagers.has(program) ? words.filter((word) => !quietFlags.has(word)) : words).join(' ');
}
