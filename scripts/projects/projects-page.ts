import type { Outcome, Tried } from './outcome.ts';

/** The page of `docs/` that tells how the projects went. */
export function projectsPage(outcomes: readonly Outcome[]): string {
	const sorted = outcomes.toSorted((a, b) => a.ecosystem.localeCompare(b.ecosystem) || a.name.localeCompare(b.name));
	const rows = sorted.map((one) => `| ${cellsOf(one).join(' | ')} |`);
	return `# Public repositories in the sandbox

Written by \`npm run projects\`. Each repository was cloned afresh. \`countersign init --yes\` wrote its files, and they were committed. Then a run
with a scripted model made one call. Outside, the same commands ran in a second clone with nothing around them.

- **as \`init\` wrote it**: the call is the first test command that \`init\` found, and nothing was changed by hand.
- **own command**: the call is the repository's own test command, as its CI has it. Its setup stands in \`.github/countersign.yml\`.

${summaryOf(outcomes)}

| repository | ecosystem | as \`init\` wrote it | own command | starts inside | passes inside | passes outside | seconds inside | why not |
|---|---|---|---|---|---|---|--:|---|
${rows.join('\n')}
`;
}

function summaryOf(outcomes: readonly Outcome[]): string {
	const count = (is: (one: Outcome) => boolean) => outcomes.filter(is).length;
	const ecosystems = new Set(outcomes.map(({ ecosystem }) => ecosystem)).size;
	const outside = count(({ outside }) => outside.passed);
	return [
		`${outcomes.length} repositories of ${ecosystems} ecosystems.`,
		`The own tests start inside in ${count(({ inside }) => inside.started)}.`,
		`They pass outside in ${outside}, and inside in ${count((one) => one.outside.passed && one.inside.passed)} of these.`,
		`As \`init\` wrote it they start in ${count(({ detected }) => detected.started)} and pass in ${count(({ detected }) => detected.passed)}.`,
	].join(' ');
}

function cellsOf({ repository, commit, ecosystem, own, outside, detected, inside }: Outcome): readonly string[] {
	return [
		`[${repository}](https://github.com/${repository}/tree/${commit}) \`${commit.slice(0, 8)}\``,
		ecosystem,
		detected.command === undefined ? 'none found' : `${code(detected.command)}: ${wordOf(detected)}`,
		code(own),
		yesNo(inside.started),
		yesNo(inside.passed),
		yesNo(outside.passed),
		inside.started ? inside.seconds.toFixed(1) : '',
		reasonsOf({ outside, detected, inside }),
	];
}

function wordOf({ started, passed }: Tried): string {
	if (passed) return 'passes';
	return started ? 'starts' : 'does not start';
}

function reasonsOf({ outside, detected, inside }: Pick<Outcome, 'outside' | 'detected' | 'inside'>): string {
	const of = (where: string, { passed, why }: Tried) =>
		passed || why === undefined ? [] : [`${where}: ${code(short(why))}`];
	const isTold = detected.why === inside.why;
	return [...of('inside', inside), ...(isTold ? [] : of('as written', detected)), ...of('outside', outside)].join(
		'<br>',
	);
}

const mostWhy = 140;

function short(text: string): string {
	const line = text.replaceAll('`', "'").replace(/\s+/g, ' ');
	return line.length > mostWhy ? `${line.slice(0, mostWhy)}…` : line;
}

/** Code in a cell: a bar would end it. */
function code(text: string): string {
	return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function yesNo(is: boolean): string {
	return is ? 'yes' : '**no**';
}
