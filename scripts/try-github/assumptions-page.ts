import { type Assumption, assumptions } from './assumptions.ts';

const opening = `# Assumptions about GitHub

The tests of Countersign use a local server that plays GitHub. This page lists what this server cannot prove: each assumption about GitHub, where the code uses it, where it comes from, and what happens if it is wrong.
\`npm run try-github\` checks them [on the real GitHub](first-run.md), in a scratch repository of yours. Its table is the source of this page.
`;

/** Returns docs/assumptions.md. */
export function assumptionsPage(): string {
	const head = '| id | assumption | used in | source | if it is wrong | how it is tried |\n|---|---|---|---|---|---|';
	return `${opening}\n${head}\n${assumptions.map(rowOf).join('\n')}\n`;
}

function rowOf({ id, assumed, usedIn, source, ifWrong, probe }: Assumption): string {
	return `| ${[`\`${id}\``, assumed, usedIn, source, ifWrong, probe].join(' | ')} |`;
}
