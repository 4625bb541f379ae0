import type { Outcome, Tried } from './outcome.ts';
import { code, plainReason } from './plain-reason.ts';

/** Returns the page of `docs/` with the outcomes of the projects. */
export function projectsPage(outcomes: readonly Outcome[]): string {
	const sorted = outcomes.toSorted((a, b) => a.ecosystem.localeCompare(b.ecosystem) || a.name.localeCompare(b.name));
	const rows = sorted.map((one) => `| ${cellsOf(one).join(' | ')} |`);
	return `# Public repositories in the sandbox

\`npm run projects\` writes this page. It makes a fresh clone of each repository, calls \`countersign init --yes\`, and commits the files that
\`init\` wrote. Then a run with a scripted model makes one call in the sandbox. For comparison, the same commands run outside the sandbox, in a
second clone.

- **as \`init\` wrote it**: the call is the first test command that \`init\` found. The setup commands are those that \`init\` wrote.
- **own command**: the call is the repository's own test command, as in its CI. The setup commands use programs that the machine has.
- **starts**: the tests ran, whether or not they passed.

The machine of these trials reaches only the registry of npm. That registry has a private address there. So \`sandbox.hosts\` opens it to every
command of these projects, including tests. If a setup command of \`init\` needs another registry or a missing tool, the last column says so.
Outside the sandbox, the tests run as root; inside, they do not. Other programs used the machine at the same time, so the times are rough.

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
	const startedOutside = count(({ outside }) => outside.started);
	return [
		`${outcomes.length} repositories of ${ecosystems} ecosystems.`,
		`The own tests start outside in ${startedOutside}, and inside in ${count(({ inside }) => inside.started)}.`,
		`They pass outside in ${outside}, and inside in ${count((one) => one.outside.passed && one.inside.passed)} of these.`,
		`As \`init\` wrote it they start in ${count(({ detected }) => detected.started)} and pass in ${count(({ detected }) => detected.passed)}.`,
	].join(' ');
}

function cellsOf(outcome: Outcome): readonly string[] {
	const { repository, commit, ecosystem, own, outside, detected, inside, detectedOutside } = outcome;
	return [
		`[${repository}](https://github.com/${repository}/tree/${commit}) \`${commit.slice(0, 8)}\``,
		ecosystem,
		detected.command === undefined ? 'none found' : `${code(detected.command)}: ${wordOf(detected, detectedOutside)}`,
		code(own),
		yesNo(inside.started),
		yesNo(inside.passed),
		yesNo(outside.passed),
		inside.started ? inside.seconds.toFixed(1) : '',
		reasonsOf(outcome),
	];
}

function wordOf({ started, passed }: Tried, outside: Tried | undefined): string {
	if (passed) return 'passes';
	if (!started) return 'does not start';
	return outside === undefined || outside.passed ? 'starts' : 'starts; does not pass outside either';
}

function reasonsOf({ outside, detected, inside, note }: Outcome): string {
	const of = (where: string, { passed, why }: Tried) =>
		passed || why === undefined ? [] : [`${where}: ${plainReason(why)}`];
	const isTold = detected.command === undefined || detected.why === inside.why;
	const seen = [...of('inside', inside), ...(isTold ? [] : of('as written', detected)), ...of('outside', outside)];
	return [...seen, ...(note === undefined ? [] : [note])].join('<br>');
}

function yesNo(is: boolean): string {
	return is ? 'yes' : '**no**';
}
