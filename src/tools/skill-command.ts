import type { JsonObject, ToolDefinition, ToolOutput, Workspace } from '../core/index.ts';
import { defaultLimits, plainText, renderCaptured, runSandboxed, type SandboxResult } from '../sandbox/index.ts';
import type { AddedTool } from './added-tool.ts';
import { indentedJson } from './indented-json.ts';
import { limitSentence } from './limit-sentences.ts';
import { notBegun, type ToolServices, wallOf } from './tool.ts';

/** A command of a skill, and the folder of its files from the run's base commit. */
export interface CommandRequest {
	readonly definition: ToolDefinition;
	readonly run: readonly string[];
	readonly timeoutSeconds?: number;
	/** A directory that no tool and no command can write. */
	readonly folder: string;
	readonly problem: AddedTool['problem'];
	readonly workspace: Pick<Workspace, 'root'>;
	readonly sandbox: NonNullable<ToolServices['sandbox']>;
}

/** The folder in which a command sees the files of its skill, in every run. */
const skillPlace = '/skill';

/**
 * Returns a tool that runs a program of a skill. The program gets its arguments as JSON on standard input, and starts in the skill's
 * folder, which is read-only. It answers with JSON or text on standard output, and explains failures on standard error.
 */
export function skillCommand(request: CommandRequest): AddedTool {
	const { definition, problem } = request;
	return { definition, problem, run: (args) => runCommand(args, request) };
}

async function runCommand(args: JsonObject, request: CommandRequest): Promise<ToolOutput> {
	const { run, timeoutSeconds, folder, workspace, sandbox } = request;
	const wallSeconds = timeoutSeconds ?? sandbox.limits?.wallSeconds ?? defaultLimits.wallSeconds;
	await sandbox.ready;
	const result = await runSandboxed({
		argv: run,
		input: JSON.stringify(args),
		apart: true,
		workspace: workspace.root,
		shown: [{ source: folder, target: skillPlace }],
		cwd: skillPlace,
		env: { SKILL_DIR: skillPlace, WORKSPACE: workspace.root },
		...wallOf(sandbox),
		limits: { ...sandbox.limits, wallSeconds },
	});
	if (result.open !== undefined) return notBegun(result.open);
	return result.exitCode === 0 ? { ok: true, text: answer(result) } : { ok: false, text: failure(result) };
}

/** Returns the program's answer. It indents JSON, unless this would make the answer too large. */
function answer({ output, limits }: SandboxResult): string {
	const text = renderCaptured(output).trim();
	const isWhole = output.omittedBytes === 0;
	return plainText(isWhole ? indentedJson(text, limits.headBytes + limits.tailBytes) : text) || '(no output)';
}

function failure(result: SandboxResult): string {
	const [output, errors] = [result.output, result.errors].map((one) => plainText(renderCaptured(one)).trim());
	const limit =
		result.exceeded === 'wallSeconds'
			? `stopped after ${result.limits.wallSeconds} s, with everything it had started; ask it for less at once`
			: limitSentence(result, `${output}\n${errors}`);
	const seconds = (result.durationMs / 1000).toFixed(1);
	const notes = [
		...(result.exceeded === undefined ? [`the command failed: exit code ${result.exitCode} after ${seconds} s`] : []),
		...(limit === undefined ? [] : [limit]),
	];
	return [output, errors, ...notes.map((note) => `[${note}]`)].filter((part) => part !== '').join('\n');
}
