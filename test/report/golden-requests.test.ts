import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';
import { type ApprovalRequest, requestComments } from '../../src/report/index.ts';
import { goldenRequests, longRequest } from '../support/golden-requests.ts';
import { renderedMarkdown } from '../support/rendered-markdown.ts';

const golden = join(import.meta.dirname, '..', 'golden');
const textsOf = (request: ApprovalRequest): readonly string[] =>
	(requestComments(request) ?? []).map(({ text }) => text);

it.each(goldenRequests)('%s matches its golden file', async (name, request) => {
	const comments = textsOf(request);
	expect(comments.length).toBe(name === 'two-parts' ? 2 : 1);
	for (const comment of comments) {
		expect(comment.length).toBeLessThanOrEqual(60_000);
		expect(parseCommands(comment)).toEqual([]);
	}
	// The golden file shows the repeated line of the script only once.
	const kept = comments
		.join('\n\n=== the next comment ===\n\n')
		.replaceAll('step();\n'.repeat(4_500), 'step(); … 4,500 times\n');
	await expect(`${kept}\n`).toMatchFileSnapshot(join(golden, `request-${name}.md`));
});

it('every comment of a long request ends outside of code', () => {
	for (const comment of textsOf(longRequest))
		expect(renderedMarkdown(`${comment}\n\nAFTER`).trimEnd().endsWith('<p>AFTER</p>')).toBe(true);
});

it('the README shows the same request', () => {
	const readme = readFileSync(join(golden, '..', '..', 'README.md'), 'utf8');
	const example = /## How approval looks\n\n((?:>.*\n)+)/.exec(readme)?.[1] ?? '';
	const [comment = ''] = goldenRequests.flatMap(([name, request]) => (name === 'install' ? textsOf(request) : []));
	expect(example).toBe(`${comment.replace(/^/gm, '> ').replace(/ $/gm, '')}\n`);
});
