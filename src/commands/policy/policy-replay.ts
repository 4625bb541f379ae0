import { CountersignError } from '../../core/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import type { Judging } from '../judging/gate-and-facts.ts';
import { modeOf } from '../judging/judging.ts';
import { judgingOptions } from '../judging/judging-options.ts';
import { setUpJudging } from '../judging/set-up-judging.ts';
import { createPaint, type Paint, plain } from '../paint.ts';
import { decisiveMatch, fileAndLine } from './layers.ts';
import type { PastCall } from './past-calls.ts';
import { readPastCalls } from './read-past-calls.ts';
import { type Rejudged, rejudge } from './rejudge.ts';

const options = {
	...judgingOptions,
	'fail-on-loosening': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

type Flip = Extract<Rejudged, { kind: 'flip' }>;
type Untold = Extract<Rejudged, { kind: 'untold' }>;

interface Replay {
	readonly flips: readonly Flip[];
	readonly untold: readonly Untold[];
	readonly unchanged: number;
	readonly judging: Judging;
}

/**
 * `countersign policy replay`: shows which calls of past runs other policies would decide differently. With `--fail-on-loosening` it
 * exits with 1 if a decision became looser. @throws CountersignError `bad-input`, `journal-broken`, `bad-policy`, `bad-skill`.
 */
export async function policyReplay(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, options);
	if (positionals.length === 0) throw noJournal();
	const judging = await setUpJudging(values, cli);
	const mode = values.mode === undefined ? undefined : modeOf(values.mode);
	const judged = (await readPastCalls(positionals)).map((past) => rejudge(past, judging, mode));
	const replay: Replay = {
		flips: judged.filter((one) => one.kind === 'flip'),
		untold: judged.filter((one) => one.kind === 'untold'),
		unchanged: judged.filter((one) => one.kind === 'same').length,
		judging,
	};
	const text = values.json === true ? JSON.stringify(asJson(replay)) : table(replay, createPaint(cli.colours));
	cli.print(text);
	return values['fail-on-loosening'] === true && replay.flips.some(({ isLooser }) => isLooser) ? 1 : 0;
}

function table({ flips, untold, unchanged, judging }: Replay, paint: Paint): string {
	const widths = [
		Math.max(0, ...flips.map(({ past }) => past.verdict.decision.length)),
		Math.max(0, ...flips.map(({ now }) => now.decision.length)),
		Math.max(0, ...flips.map(({ past }) => past.verdict.tool_name.length)),
	] as const;
	const rows = flips.map(({ past, now }) => {
		const was = paint.decision(past.verdict.decision, past.verdict.decision.padEnd(widths[0]));
		const is = paint.decision(now.decision, now.decision.padEnd(widths[1]));
		return `${was} → ${is}  ${past.verdict.tool_name.padEnd(widths[2])}  ${plain(whatOf(past), 120)}  (${ruleOf({ now })})`;
	});
	const all = flips.length + untold.length + unchanged;
	const looser = flips.filter(({ isLooser }) => isLooser).length;
	const files = judging.policies.map(({ file }) => file).join(', ');
	return [
		...rows,
		...(rows.length > 0 ? [''] : []),
		`The decision changes for ${flips.length} of ${all} calls: ${looser} less strict, ${flips.length - looser} stricter. ${unchanged} unchanged.`,
		...untold.map(
			({ past, why }) =>
				`not judged again: ${plain(`${past.verdict.tool_name} ${past.verdict.call_id} of ${past.run}`)}: ${why}`,
		),
		paint.dim(`Judged by ${files}, in ${judging.context.facts.root} as it is now.`),
	].join('\n');
}

function ruleOf({ now }: Pick<Flip, 'now'>): string {
	const match = decisiveMatch(now);
	const place = match === undefined ? '' : fileAndLine(match);
	return plain(`rule ${now.rule}${place === '' ? '' : ` ${place}`}`);
}

function whatOf({ args }: PastCall): string {
	if (typeof args === 'string') return args;
	const known = args['command'] ?? args['path'] ?? args['file_path'];
	return typeof known === 'string' ? known : JSON.stringify(args);
}

function asJson({ flips, untold, unchanged, judging }: Replay): Readonly<Record<string, unknown>> {
	const nameOf = ({ run, verdict }: PastCall) => ({ run, call: verdict.call_id, tool: verdict.tool_name });
	return {
		policies: judging.policies.map(({ file }) => file),
		root: judging.context.facts.root,
		unchanged,
		flips: flips.map(({ past, now, isLooser }) => {
			const { file, line } = decisiveMatch(now) ?? {};
			return {
				...nameOf(past),
				args: past.args,
				looser: isLooser,
				was: { verdict: past.verdict.decision, rule: past.verdict.matched_rule },
				now: { verdict: now.decision, rule: now.rule, reason: now.reason, file, line },
			};
		}),
		untold: untold.map(({ past, why }) => ({ ...nameOf(past), why })),
	};
}

function noJournal(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'The journal to replay is missing.',
		fix: 'Write: countersign policy replay <journal.jsonl|folder>… --policy <name|file>.',
	});
}
