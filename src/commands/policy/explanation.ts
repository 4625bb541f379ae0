import { describeEffect, type GateContext, type ToolCall, type Verdict, wallWords } from '../../core/index.ts';
import type { InspectedPart, Inspection } from '../../gate/index.ts';
import { type Paint, plain } from '../paint.ts';
import { decisiveMatch, fileAndLine, type Layer, type Spoken } from './layers.ts';
import type { Remedy } from './remedies.ts';

/** Everything that is shown about a call. */
export interface Explained {
	readonly call: ToolCall;
	readonly context: GateContext;
	readonly inspection: Inspection;
	readonly layers: readonly Layer[];
	readonly verdict: Verdict;
	readonly changes: readonly Remedy[];
}

const mostPlaces = 5;
const mostTexts = 12;

/**
 * Explains the verdict on a call to a person: what the call would do, which rules match, what was decided, and what would change that.
 */
export function explanation(explained: Explained, paint: Paint): string {
	return [
		headOf(explained, paint),
		partsOf(explained, paint),
		textsOf(explained, paint),
		layersTold(explained, paint),
		verdictTold(explained, paint),
		changesTold(explained, paint),
	]
		.filter((block) => block.length > 0)
		.map((block) => block.join('\n'))
		.join('\n\n');
}

function headOf({ call, context, inspection }: Explained, paint: Paint): readonly string[] {
	const { command } = call.args;
	const what = inspection.isShell && typeof command === 'string' ? command : JSON.stringify(call.args);
	return [
		`${paint.bold(plain(call.name, 100))}  ${plain(what)}`,
		paint.dim(`in ${context.facts.root}, mode ${context.mode}`),
	];
}

function partsOf({ inspection: { parts } }: Explained, paint: Paint): readonly string[] {
	if (parts.length === 0) return [];
	return [paint.bold('What it would do'), ...parts.flatMap((part, index) => partTold(part, index + 1))];
}

function partTold({ text, effects, risk }: InspectedPart, number: number): readonly string[] {
	const doings = effects.map((effect) => plain(describeEffect(effect)));
	const why =
		risk.factors.length > 0 ? ` (${risk.factors.join(', ')})` : risk.level === 'medium' ? ' (pipe or chain)' : '';
	const does = doings.length > 0 ? doings : ['changes and reads nothing'];
	return [`  ${number}. ${plain(text)}`, ...does.map((doing) => `       ${doing}`), `       risk: ${risk.level}${why}`];
}

/** Shows the texts that patterns are compared with. People who write a pattern need them. */
function textsOf({ inspection: { texts } }: Explained, paint: Paint): readonly string[] {
	if (texts.raw.length === 0) return [];
	const rows = [
		...texts.raw.map((text) => `  raw       ${plain(text)}`),
		...texts.executed.map((text) => `  executed  ${plain(text)}`),
	];
	const more = rows.length > mostTexts ? [`  and ${rows.length - mostTexts} more`] : [];
	return [paint.bold('Texts that patterns are compared with'), ...rows.slice(0, mostTexts), ...more];
}

function layersTold({ layers }: Explained, paint: Paint): readonly string[] {
	const silent = layers.filter(({ spoken }) => spoken.length === 0).map(({ name }) => name);
	return [
		paint.bold('Rules that match'),
		...layers.flatMap(({ name, spoken }) =>
			spoken.length === 0 ? [] : [`  ${name}`, ...spoken.flatMap((one) => spokenTold(one, paint))],
		),
		...(silent.length > 0 ? [paint.dim(`  nothing matches in: ${silent.join(', ')}`)] : []),
	];
}

function spokenTold(spoken: Spoken, paint: Paint): readonly string[] {
	const { decision, rule, reason, about } = spoken;
	const place = fileAndLine(spoken);
	const where = place === '' ? '' : paint.dim(`  ${place}`);
	const seen = about.filter((evidence) => evidence !== '').slice(0, mostPlaces);
	const more = about.length > mostPlaces ? [`             and ${about.length - mostPlaces} more`] : [];
	return [
		`    ${paint.decision(decision, decision.padEnd(7))}  ${plain(rule)}${where}`,
		// If the default decided, its reason names only one effect. The evidence below names all of them.
		...(rule === 'default_action' ? [] : [`             ${plain(reason)}`]),
		...seen.map((evidence) => paint.dim(`             · ${plain(evidence)}`)),
		...more,
	];
}

function verdictTold({ verdict }: Explained, paint: Paint): readonly string[] {
	const { decision, risk, rule, reason, walls } = verdict;
	const match = decisiveMatch(verdict);
	const place = match === undefined ? '' : fileAndLine(match);
	const name = paint.bold(paint.decision(decision, `▶ ${decision.toUpperCase()}`));
	const by = `by \`${plain(rule)}\`${place === '' ? '' : ` (${place})`}`;
	const counts = walls?.closed.map((wall) => wallWords[wall]).join(', ');
	const inside = counts === undefined ? [] : [`  This decision relies on the sandbox of a run: ${counts}.`];
	return [`${name}  ${by}, risk ${risk}`, `  ${plain(reason)}`, ...inside];
}

function changesTold({ changes }: Explained, paint: Paint): readonly string[] {
	if (changes.length === 0) return [];
	return [
		paint.bold('What would change it'),
		...changes.flatMap(({ text, yaml }) => [
			`  - ${plain(text, 1000)}`,
			...(yaml === undefined ? [] : ['', ...yaml.split('\n').map((line) => `      ${line}`)]),
		]),
	];
}
