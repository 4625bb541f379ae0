import { posix } from 'node:path';
import {
	type Decision,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type Match,
	type Mode,
	stricterVerdict,
	type ToolCall,
	type Verdict,
} from '../../core/index.ts';
import { isToolName } from '../../gate/index.ts';
import { plain } from '../paint.ts';
import { decisiveMatch, fileAndLine } from '../policy/layers.ts';
import type { SessionFiles } from './agent-places.ts';
import { type Dialect, dialects, type Translated } from './dialects.ts';

/** A call as an agent describes it to a hook. */
export interface HookCall {
	readonly call: ToolCall;
	/** The rest of the agent's call, if it is several calls for the gate. For example, a patch may change many files. */
	readonly more?: readonly ToolCall[];
	/** The agent's name of the tool. */
	readonly tool: string;
	readonly session: string;
	/** What the person lets the agent do without a question, as one of Countersign's modes. */
	readonly mode: Mode;
	/** Where Claude Code has its own files, as the call says. */
	readonly files?: Omit<SessionFiles, 'session'>;
}

/** A hook's answer: its exit code, and what it writes. */
export interface HookAnswer {
	readonly exitCode: 0 | 2;
	readonly stdout?: string;
	readonly stderr?: string;
}

/** Arguments that are paths, relative to the folder of the session. */
const pathKeys = ['file_path', 'notebook_path', 'path'];

/** Tools that work in the folder of the session if they get no path. */
const inFolder = new Set(['Glob', 'Grep', 'LS']);

/** Reads the input of a hook for tool calls. Returns what is wrong with it if it is invalid. */
export function readHookCall(text: string, root: string, dialect: Dialect = dialects.claude): HookCall | string {
	const value = parse(text);
	if (value === undefined)
		return text.trim() === '' ? 'The hook got no call on standard input.' : 'The call is not valid JSON.';
	if (!isJsonObject(value)) return 'The call is not a JSON object.';
	const { tool_name: tool, tool_input: input, hook_event_name: event = dialect.event, cwd = root } = value;
	if (event !== dialect.event)
		return `This hook is for the event ${dialect.event}, but it was called for ${plain(String(event), 50)}.`;
	if (typeof tool !== 'string' || tool === '') return 'The call has no `tool_name`.';
	if (!isJsonObject(input)) return 'The call has no `tool_input`.';
	if (typeof cwd !== 'string' || !cwd.startsWith('/')) return 'The `cwd` of the call is not an absolute path.';
	const calls = translated(tool, input, dialect);
	if (typeof calls === 'string') return calls;
	const [call, ...more] = calls.map(({ name, args }) => ({
		id: 'hook',
		name,
		args: cwd === root ? args : placed(name, args, cwd),
	}));
	if (call === undefined) return 'The call contains nothing to check.';
	return { call, ...(more.length > 0 && { more }), tool, ...spokenBy(value, dialect) };
}

function spokenBy(payload: JsonObject, dialect: Dialect) {
	const { session_id: session, permission_mode: mode } = payload;
	const { modes, mode: usual } = dialect;
	const files = dialect.name === 'claude' ? filesIn(payload) : {};
	return {
		session: typeof session === 'string' ? session : '',
		mode: (typeof mode === 'string' && Object.hasOwn(modes, mode) ? modes[mode] : undefined) ?? usual,
		...(Object.keys(files).length > 0 && { files }),
	};
}

function filesIn({
	transcript_path: transcript,
	scratchpad_dir: scratchpad,
}: JsonObject): Omit<SessionFiles, 'session'> {
	return {
		...(typeof transcript === 'string' && { transcript }),
		...(typeof scratchpad === 'string' && { scratchpad }),
	};
}

function translated(tool: string, input: JsonObject, { tools, name: dialect }: Dialect): Translated {
	const translate = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
	if (translate !== undefined) return translate(input);
	// If an agent other than Claude Code has a tool with the name of one of our tools, it may be a different tool.
	if (dialect !== 'claude') return [{ name: isToolName(tool) ? `${dialect}:${tool}` : tool, args: input }];
	if (tool === 'Bash' && typeof input['command'] !== 'string') return 'The `command` of the Bash call is not a string.';
	return [{ name: tool, args: input }];
}

/** Returns the arguments with paths made absolute from the folder of the session. */
function placed(tool: string, input: JsonObject, cwd: string): JsonObject {
	// A command's own folder is relative to the folder of the session, too.
	if (tool === 'Bash')
		return {
			...input,
			cwd: typeof input['cwd'] === 'string' ? posix.resolve(cwd, input['cwd']) : (input['cwd'] ?? cwd),
		};
	const paths = pathKeys.flatMap((key) => {
		const path = input[key];
		// Only a relative path is changed. The gate judges any other value as it is.
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
	/** Whether the hook tells the agent not to ask about calls that the gate allows. */
	readonly allowsUnasked: boolean;
	readonly dialect?: Dialect;
	/** What a person can do so that this call needs no approval again. */
	readonly advice?: string;
}

/** Returns the strictest of the verdicts about the parts of one call. */
export function strictestOf(verdicts: readonly Verdict[]): Verdict {
	return verdicts.reduce(stricterVerdict);
}

/**
 * Returns the decision on a verdict. If the gate asks about one of the agent's tools without effects (`ownTools`), the call is allowed,
 * unless a pattern or a policy of the repository asks.
 */
export function decisionOn(
	verdict: Verdict,
	tool: string,
	{ ownFiles, dialect = dialects.claude }: Answering,
): Decision {
	if (verdict.decision !== 'confirm' || !dialect.ownTools.has(tool)) return verdict.decision;
	return verdict.matches.some((match) => isMeant(match, ownFiles)) ? 'confirm' : 'allow';
}

/**
 * Returns a verdict in the form that the agent understands. For an allowed call, the hook gives no answer, so the agent can still ask its
 * own question. With `--allow-unasked`, it answers that the call is allowed. If the verdict is `confirm` and the agent cannot ask, the call
 * is blocked, and the reason says what a person can do.
 */
export function hookAnswer(verdict: Verdict, tool: string, answering: Answering): HookAnswer {
	const { allowsUnasked, dialect = dialects.claude, advice = '' } = answering;
	const decision = decisionOn(verdict, tool, answering);
	if (decision === 'allow') {
		const isTold = dialect.asks && allowsUnasked;
		return isTold ? { exitCode: 0, stdout: said('allow', reasonOf(verdict)) } : { exitCode: 0 };
	}
	if (decision === 'confirm' && dialect.asks)
		return { exitCode: 0, stdout: said('ask', `${reasonOf(verdict)} ${advice}`.trim()) };
	if (!dialect.asks) return { exitCode: 2, stderr: unaskable(verdict, dialect, advice) };
	return { exitCode: 2, stdout: said('deny', reasonOf(verdict)), stderr: reasonOf(verdict) };
}

/** Returns a reason that is never empty, because without a reason the call would pass. */
function unaskable(verdict: Verdict, { agent }: Dialect, advice: string): string {
	if (verdict.decision === 'block') return reasonOf(verdict);
	return `${reasonOf(verdict)} This call needs a person's approval, and a hook of ${agent} cannot ask. Tell the person: ${advice}`;
}

/**
 * Whether a match restricts the call, and comes from a pattern or from a policy of the repository. A match of a shipped policy does not
 * count, because it only says that the tool is unknown.
 */
function isMeant({ decision, stage, file = '' }: Match, ownFiles: readonly string[]): boolean {
	return decision !== 'allow' && (stage === 'patterns' || (stage === 'policy' && ownFiles.includes(file)));
}

function said(permissionDecision: 'allow' | 'ask' | 'deny', permissionDecisionReason: string): string {
	return JSON.stringify({
		hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
	});
}

function reasonOf(verdict: Verdict): string {
	const match = decisiveMatch(verdict);
	const place = match === undefined ? '' : fileAndLine(match);
	const rule = `rule \`${plain(verdict.rule)}\`${place === '' ? '' : `, ${place}`}`;
	return `Countersign: ${plain(verdict.reason, 1_000)} (${rule})`;
}

function parse(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports the invalid JSON.
		return undefined;
	}
}
