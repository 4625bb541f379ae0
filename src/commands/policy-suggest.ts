import { CountersignError } from '../core/index.ts';
import { type Answer, type AskedCall, askedCalls } from './asked-calls.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { judgingOptions, setUpJudging } from './judging.ts';
import { plain } from './paint.ts';
import { readPastCalls } from './past-calls.ts';
import { type Suggestions, suggestRules, yamlOf } from './suggested-rules.ts';

const options = { ...judgingOptions, 'at-least': { type: 'string' }, json: { type: 'boolean' } } as const;

/**
 * `countersign policy suggest`: rules for what maintainers always answered alike, and how often they were asked. It only prints.
 * @throws CountersignError `bad-input`, `journal-broken`, `bad-policy`, `bad-skill`.
 */
export async function policySuggest(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values, positionals } = readCommandLine(args, options);
	if (positionals.length === 0) throw badInput('There is no journal to learn from.');
	const atLeast = Number(values['at-least'] ?? 3);
	if (!Number.isInteger(atLeast) || atLeast < 1)
		throw badInput(`--at-least ${values['at-least']} is no number of times.`);
	const judging = await setUpJudging(values, surroundings);
	const asked = askedCalls(await readPastCalls(positionals));
	const found = suggestRules(asked, judging, atLeast);
	surroundings.print(values.json === true ? JSON.stringify(asJson(asked, found)) : document(asked, found, atLeast));
	return 0;
}

function document(asked: readonly AskedCall[], { rules, without }: Suggestions, atLeast: number): string {
	const yaml = yamlOf(rules, (index) => {
		const rule = rules[index];
		if (rule === undefined) return '';
		const word = rule.action === 'allow' ? 'Approved' : 'Denied';
		const who = rule.by.map((user) => `@${user}`).join(', ');
		return comment(
			`  # ${word} each of ${times(rule.times)}, by ${who}, in ${rule.runs.join(', ')}. Its place: ${rule.place}.`,
		);
	});
	return [
		'# Suggested by `countersign policy suggest`. Nothing was applied: read it, and copy what you want.',
		`# ${askedWords(asked)}`,
		`# Below: what was answered at least ${times(atLeast)}, and always alike.`,
		...without.map(({ past }) =>
			comment(`# No rule would do for ${past.verdict.tool_name} ${JSON.stringify(past.args)}.`).trimEnd(),
		),
		yaml,
	].join('\n');
}

/** A comment ends at its line's end, whatever a name or a path holds. */
function comment(text: string): string {
	return `${plain(text, 400)}\n`;
}

function times(count: number): string {
	return count === 1 ? '1 time' : `${count} times`;
}

function askedWords(asked: readonly AskedCall[]): string {
	const yes = countOf(asked, 'yes');
	const share = asked.length === 0 ? '' : ` (${Math.round((100 * yes) / asked.length)} %)`;
	const no = countOf(asked, 'no');
	return `People were asked ${times(asked.length)}. They said yes ${times(yes)}${share} and no ${times(no)}; ${countOf(asked, 'unanswered')} got no answer.`;
}

function countOf(asked: readonly AskedCall[], answer: Answer): number {
	return asked.filter((one) => one.answer === answer).length;
}

function asJson(asked: readonly AskedCall[], { rules, without }: Suggestions): Readonly<Record<string, unknown>> {
	return {
		asked: asked.length,
		yes: countOf(asked, 'yes'),
		no: countOf(asked, 'no'),
		unanswered: countOf(asked, 'unanswered'),
		rules: rules.map(({ items, ...rule }) => ({ ...rule, yaml: yamlOf([{ items }]) })),
		without: without.map(({ past }) => ({ run: past.run, tool: past.verdict.tool_name, args: past.args })),
	};
}

function badInput(message: string): CountersignError {
	const fix = 'Write: countersign policy suggest <journal.jsonl|folder>… [--at-least <times>].';
	return new CountersignError({ code: 'bad-input', message, fix });
}
