import { posix } from 'node:path';
import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type Match,
	type Mode,
	type ToolCall,
	type Verdict,
} from '../core/index.ts';
import { decisiveMatch, placeOf } from './layers.ts';
import { plain } from './paint.ts';

/** A call as Claude Code tells it to a hook. */
export interface HookCall {
	readonly call: ToolCall;
	readonly session: string;
	/** How far the person lets Claude Code go unasked, as our modes. */
	readonly mode: Mode;
}

/** What a hook answers: its exit code, and what it writes. */
export interface HookAnswer {
	readonly exitCode: 0 | 2;
	readonly stdout?: string;
	readonly stderr?: string;
}

/** Its other modes ask about more, or do not ask; neither makes a signature of ours needless. */
const modes: Readonly<Record<string, Mode>> = { acceptEdits: 'edit' };

/** Arguments that name a path, which Claude Code means from the folder that the session is in. */
const pathKeys = ['file_path', 'notebook_path', 'path'];

/** Tools that take that folder where they are given no path. */
const inFolder = new Set(['Glob', 'Grep', 'LS']);

/** Tools of Claude Code that do nothing beyond the conversation, or whose calls come to the hook one by one. */
const ownTools = new Set([
	...['Agent', 'AskUserQuestion', 'BashOutput', 'EnterPlanMode', 'ExitPlanMode', 'KillShell', 'Task', 'TaskCreate'],
	...['TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate', 'TodoWrite', 'ToolSearch'],
]);

/** Reads what a PreToolUse hook is given; or tells what is wrong with it. */
export function readHookCall(text: string, root: string): HookCall | string {
	const value = parse(text);
	if (value === undefined) return text.trim() === '' ? 'The hook was given no call.' : 'The call is no JSON.';
	if (!isJsonObject(value)) return 'The call is no JSON object.';
	const { tool_name: name, tool_input: input, hook_event_name: event = 'PreToolUse', cwd = root } = value;
	if (event !== 'PreToolUse') return `This is a hook for PreToolUse, and was called for ${plain(String(event), 50)}.`;
	if (typeof name !== 'string' || name === '') return 'The call names no `tool_name`.';
	if (!isJsonObject(input)) return 'The call has no `tool_input`.';
	if (typeof cwd !== 'string' || !cwd.startsWith('/')) return 'The `cwd` of the call is no absolute path.';
	if (name === 'Bash' && typeof input['command'] !== 'string')
		return 'The call of Bash has no `command` that is a text.';
	const { session_id: session, permission_mode: mode } = value;
	return {
		call: { id: 'hook', name, args: cwd === root ? input : placed(name, input, cwd) },
		session: typeof session === 'string' ? session : '',
		mode: (typeof mode === 'string' && Object.hasOwn(modes, mode) ? modes[mode] : undefined) ?? 'default',
	};
}

/** The arguments with the folder that they are meant from. */
function placed(tool: string, input: JsonObject, cwd: string): JsonObject {
	if (tool === 'Bash') return { ...input, cwd };
	const paths = pathKeys.flatMap((key) => {
		const path = input[key];
		// What is no plain path is left to the gate, which refuses it.
		const isRelative = typeof path === 'string' && path !== '' && !/^[/~]/.test(path);
		return isRelative ? [[key, posix.join(cwd, path)] as const] : [];
	});
	return {
		...input,
		...(inFolder.has(tool) && input['path'] === undefined && { path: cwd }),
		...Object.fromEntries(paths),
	};
}

export interface Answering {
	/** The policies that the repository wrote. */
	readonly ownFiles: readonly string[];
	/** Whether Claude Code is told not to ask about what the gate allows. */
	readonly allowsUnasked: boolean;
}

/**
 * A verdict in Claude Code's words. What is allowed is left to Claude Code's own rules, unless a person chose otherwise: a guard should
 * not take away a question that was asked before it was there.
 */
export function hookAnswer(verdict: Verdict, tool: string, { ownFiles, allowsUnasked }: Answering): HookAnswer {
	const isHarmless = ownTools.has(tool) && !verdict.matches.some((match) => isMeant(match, ownFiles));
	const decision = verdict.decision === 'confirm' && isHarmless ? 'allow' : verdict.decision;
	if (decision === 'allow') return allowsUnasked ? { exitCode: 0, stdout: said('allow', verdict) } : { exitCode: 0 };
	if (decision === 'confirm') return { exitCode: 0, stdout: said('ask', verdict) };
	return { exitCode: 2, stdout: said('deny', verdict), stderr: reasonOf(verdict) };
}

/** Whether somebody asks about just this tool; that the gate does not know what it does is no such thing. */
function isMeant({ decision, stage, file = '' }: Match, ownFiles: readonly string[]): boolean {
	return decision !== 'allow' && (stage === 'patterns' || (stage === 'policy' && ownFiles.includes(file)));
}

function said(permissionDecision: 'allow' | 'ask' | 'deny', verdict: Verdict): string {
	const permissionDecisionReason = reasonOf(verdict);
	return JSON.stringify({
		hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
	});
}

function reasonOf(verdict: Verdict): string {
	const match = decisiveMatch(verdict);
	const place = match === undefined ? '' : placeOf(match);
	const rule = `rule \`${plain(verdict.rule)}\`${place === '' ? '' : `, ${place}`}`;
	return `Countersign: ${plain(verdict.reason, 1_000)} (${rule})`;
}

function parse(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// The caller says so.
		return undefined;
	}
}
