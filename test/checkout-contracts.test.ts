import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namesOf } from '../scripts/published-names.ts';
import { readManifest } from '../scripts/release/manifest.ts';

const root = join(import.meta.dirname, '..');
const names = namesOf(readManifest(root));
const workflows = readdirSync(join(root, 'examples', 'workflows')).map((name) => join('examples', 'workflows', name));

/** What in a workflow would check out a pull request, or a name that others can move, next to the secrets. */
const foreign: readonly RegExp[] = [
	/pull_request\s*\.\s*head\b/,
	/\bhead_ref\b|\bGITHUB_HEAD_REF\b/,
	/refs\/pull\//,
	/^\s*(?:with:.*[\s{,])?ref:/m,
	/\bgh pr checkout\b|\bgit (?:fetch|checkout|switch|pull)\b/,
	/allow-unsafe-pr-checkout/,
];

/** Events that run with secrets for outside proposals. Only reviewing needs one, and it checks out the default branch. */
const targets = /\bpull_request_target\b|\bworkflow_run\b/;
const reviewing = join('examples', 'workflows', 'review.yml');

test.each(['README.md', ...workflows])(
	'pwn request: %s checks out no code of a pull request and no ref by name',
	(name) => {
		const text = readFileSync(join(root, name), 'utf8');
		for (const pattern of [...foreign, ...(name === reviewing ? [] : [targets])]) expect(text).not.toMatch(pattern);
		const used = [...text.matchAll(/uses: (\S+)/g)].map(([, uses = '']) => uses);
		expect(used.length).toBeGreaterThan(0);
		// The README may use one movable tag: that of Countersign's releases, if package.json names the repository.
		const others = used.filter((uses) => name !== 'README.md' || uses !== names.uses);
		for (const uses of others) expect(uses).toMatch(/^\.\/$|^\.\/\.github\/workflows\/[a-z-]+\.yml$|@[0-9a-f]{40}$/);
	},
);

test.each([
	'with: { ref: main }',
	'          ref: some-branch',
	'ref: ${{ github.event.pull_request.head.sha }}',
	'run: gh pr checkout 1',
	'on: pull_request_target',
])('the check finds %j', (line) => {
	expect([...foreign, targets].some((pattern) => pattern.test(line))).toBe(true);
});
