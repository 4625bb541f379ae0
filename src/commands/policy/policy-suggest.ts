import { CountersignError } from '../../core/index.ts';
import type { ProposedFile } from '../../job/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import type { Connection } from '../connection.ts';
import { judgingOptions } from '../judging/judging-options.ts';
import { setUpJudging } from '../judging/set-up-judging.ts';
import { plain } from '../paint.ts';
import { type AskedCall, askedCalls, countQuestions } from './asked-calls.ts';
import { readPastCalls } from './read-past-calls.ts';
import { type Suggestions, suggestRules, yamlOf } from './suggested-rules.ts';
import type { SuggestedFile } from './suggestion-pull-request.ts';

/** The options of `countersign policy suggest`. */
export const suggestOptions = {
	...judgingOptions,
	'at-least': { type: 'string' },
	'pull-request': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign policy suggest`: suggests rules for calls to which maintainers always gave the same answer, and says how often they were
 * asked. It prints the rules, or proposes them in a draft pull request. @throws CountersignError `bad-input`, `journal-broken`,
 * `bad-policy`, `bad-skill`, and GitHub's refusals.
 */
export async function policySuggest(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, suggestOptions);
	if (positionals.length === 0) throw badInput('The journal to learn from is missing.');
	const atLeast = Number(values['at-least'] ?? 3);
	if (!Number.isInteger(atLeast) || atLeast < 1) throw badInput(`Invalid number in --at-least: ${values['at-least']}.`);
	const judging = await setUpJudging(values, cli);
	const asked = askedCalls(await readPastCalls(positionals));
	const found = suggestRules(asked, judging, atLeast);
	const text = document(asked, found, atLeast);
	const opened =
		values['pull-request'] === true && found.rules.length > 0
			? await opening({ rules: found.rules, text, asked: askedWords(asked) }, cli.connection)
			: undefined;
	const told = { ...asJson(asked, found), ...(opened === undefined ? {} : { pullRequest: opened }) };
	if (values.json === true) cli.print(JSON.stringify(told));
	else cli.print(values['pull-request'] === true ? openedWords(asked, opened) : text);
	return 0;
}

/** Opens the pull request. The GitHub client is loaded only if it is needed. */
async function opening(file: SuggestedFile, connection: Connection): Promise<ProposedFile> {
	const { openSuggestion } = await import('./suggestion-pull-request.ts');
	return openSuggestion(file, connection);
}

function openedWords(asked: readonly AskedCall[], opened: ProposedFile | undefined): string {
	const count = askedWords(asked);
	if (opened === undefined) return `${count} This gives no rule to suggest, so nothing was proposed.`;
	const { url, left, isNew } = opened;
	if (!isNew) return `${count} These rules were already proposed: ${url}`;
	return left === undefined ? `${count} Opened a draft pull request: ${url} Merging it applies no rule.` : left;
}

function document(asked: readonly AskedCall[], { rules, without }: Suggestions, atLeast: number): string {
	const yaml = yamlOf(rules, (index) => {
		const rule = rules[index];
		if (rule === undefined) return '';
		const word = rule.action === 'allow' ? 'Approved' : 'Denied';
		const who = rule.by.map((user) => `@${user}`).join(', ');
		return comment(
			`  # ${word} each of ${times(rule.times)}, by ${who}, in ${rule.runs.join(', ')}. It would have saved ${questions(rule.spares)}. Put it into ${rule.place}.`,
		);
	});
	return [
		'# Suggested by `countersign policy suggest`. Nothing was applied. Read the rules, and copy the ones that you want.',
		`# ${askedWords(asked)}`,
		`# Below are rules for calls that got the same answer at least ${times(atLeast)}, and never another answer.`,
		...without.map(({ past }) =>
			comment(`# No rule is possible for ${past.verdict.tool_name} ${JSON.stringify(past.args)}.`).trimEnd(),
		),
		yaml,
	].join('\n');
}

/** Returns a text that fits on one line of a comment, even if a name or a path contains a line break. */
function comment(text: string): string {
	return `${plain(text, 400)}\n`;
}

function times(count: number): string {
	return count === 1 ? '1 time' : `${count} times`;
}

function askedWords(asked: readonly AskedCall[]): string {
	const { asked: count, yes, no, unanswered, share } = countQuestions(asked);
	const part = share === undefined ? '' : ` (${Math.round(100 * share)} %)`;
	return `Runs asked for approval ${times(count)}. People approved ${times(yes)}${part} and denied ${times(no)}; ${unanswered} got no answer.`;
}

function questions(count: number): string {
	return count === 1 ? '1 question' : `${count} questions`;
}

function asJson(asked: readonly AskedCall[], { rules, without }: Suggestions): Readonly<Record<string, unknown>> {
	return {
		...countQuestions(asked),
		rules: rules.map(({ items, ...rule }) => ({ ...rule, yaml: yamlOf([{ items }]) })),
		without: without.map(({ past }) => ({ run: past.run, tool: past.verdict.tool_name, args: past.args })),
	};
}

function badInput(message: string): CountersignError {
	const fix = 'Write: countersign policy suggest <journal.jsonl|folder|zip>… [--at-least <times>] [--pull-request].';
	return new CountersignError({ code: 'bad-input', message, fix });
}
