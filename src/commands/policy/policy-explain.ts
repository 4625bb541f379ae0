import { CountersignError, isJsonObject, type JsonValue, type ToolCall, type Verdict } from '../../core/index.ts';
import { type Inspection, inspect } from '../../gate/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import type { Judging } from '../judging/gate-and-facts.ts';
import { judgingOptions } from '../judging/judging-options.ts';
import { setUpJudging } from '../judging/set-up-judging.ts';
import { createPaint } from '../paint.ts';
import { explanation } from './explanation.ts';
import { layersOf } from './layers.ts';
import { remediesFor } from './remedies.ts';

const options = {
	...judgingOptions,
	tool: { type: 'string' },
	args: { type: 'string' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign policy explain`: explains the verdict on any call.
 * @throws CountersignError `bad-input` if no call is named, `bad-policy`, `bad-skill`.
 */
export async function policyExplain(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, options);
	const call = callOf(positionals, values.tool, values.args);
	const judging = await setUpJudging(values, cli);
	const verdict = judging.gate.judge(call, judging.context);
	const inspection = inspectionOf(call, verdict, judging);
	const changes = remediesFor(verdict, { call, inspection, judging });
	if (values.json === true) {
		const { decision, risk, rule, reason, effects, matches, executes } = verdict;
		const { tool, parts, texts } = inspection;
		const told = { tool, args: call.args, verdict: decision, risk, rule, reason, effects, matches, executes };
		cli.print(JSON.stringify({ ...told, parts, texts, changes }));
		return 0;
	}
	const layers = layersOf(verdict, judging.policies);
	const paint = createPaint(cli.colours);
	cli.print(explanation({ call, context: judging.context, inspection, layers, verdict, changes }, paint));
	return 0;
}

/** Inspects a call and returns its parts. A call that was refused before its inspection has no parts. */
function inspectionOf(call: ToolCall, { matches }: Verdict, { context }: Judging): Inspection {
	const isRefused = matches.some(({ stage }) => stage === 'tools' || stage === 'error');
	return isRefused
		? { tool: call.name, isShell: false, parts: [], texts: { raw: [], executed: [] } }
		: inspect(call, context.facts);
}

function callOf(commands: readonly string[], tool: string | undefined, args: string | undefined): ToolCall {
	const [command, ...more] = commands;
	if (tool === undefined) {
		if (args !== undefined) throw wrong('`--args` also needs `--tool`.');
		if (command === undefined) throw wrong('The command to explain is missing.');
		if (more.length > 0) throw wrong('Put the command line in quotes, so that it is one argument.');
		return { id: 'explain', name: 'shell_exec', args: { command } };
	}
	if (command !== undefined) throw wrong('A command line and `--tool` are two calls. Give only one of them.');
	const value = parse(args ?? '{}');
	if (!isJsonObject(value)) throw wrong('`--args` is not a JSON object.');
	return { id: 'explain', name: tool, args: value };
}

function parse(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports that this is not JSON.
		return undefined;
	}
}

function wrong(message: string): CountersignError {
	const fix = 'Write: countersign policy explain "npm ci", or --tool file_write --args \'{"path":"a.txt"}\'.';
	return new CountersignError({ code: 'bad-input', message, fix });
}
