import { expect, it } from 'vitest';
import { refusalWords } from '../../src/github/api/refusal-words.ts';

const refs = 'POST /repos/{owner}/{repo}/git/refs';
const comments = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const answering = (response: object) => Object.assign(new Error('refused'), { response });

// The messages of GitHub, as public threads quote them.
it.each([
	['github-archived', 403, comments, 'Repository was archived so is read-only.'],
	['github-gone', 410, comments, 'This issue was deleted'],
	['github-locked', 403, comments, 'Unable to create comment because issue is locked.'],
	['github-rules', 422, refs, 'Repository rule violations found Cannot create ref due to creations being restricted.'],
	['github-rules', 409, refs, 'Repository rule violations found Commits must have verified signatures.'],
	['github-rules', 422, refs, 'Reference update failed'],
	['github-refused', 422, comments, 'Reference update failed'],
	['github-secret', 409, refs, 'Repository rule violations found Secret detected in content'],
	['github-secret', 422, refs, 'Repository rule violations found Push cannot contain secrets'],
	['github-refused', 403, comments, 'Resource not accessible by integration'],
	['github-refused', 422, refs, 'Reference already exists'],
	['github-refused', 500, refs, 'Repository was archived so is read-only.'],
])('%s is the code for %i from %s: "%s"', (code, status, route, said) => {
	const words = refusalWords({ status, route, said, cause: undefined });
	expect(words.code).toBe(code);
	expect(words.message).toContain(`\`${route}\` with ${status}: ${said}`);
});

it('push protection is recognized by its own field in the answer', () => {
	const cause = answering({ headers: {}, data: { metadata: { secret_scanning: { bypass_placeholders: [] } } } });
	expect(refusalWords({ status: 422, route: refs, said: 'Validation Failed', cause }).code).toBe('github-secret');
});

it('a missing right to write workflows is recognized by the permission that GitHub names', () => {
	const headers = { 'x-accepted-github-permissions': 'contents=write; contents=write,workflows=write' };
	const refused = { status: 403, route: refs, said: 'Resource not accessible by integration' };
	expect(refusalWords({ ...refused, cause: answering({ headers }) }).code).toBe('github-workflows');
});

it.each([
	['issues=write', '`issues: write`'],
	['issues=write; pull_requests=write', '`issues: write`, or `pull_requests: write`'],
	['contents=read,actions=write', '`contents: read` and `actions: write`'],
])('the fix names the permissions that GitHub accepts: %s', (header, named) => {
	const cause = answering({ headers: { 'x-accepted-github-permissions': header } });
	const refused = { status: 403, route: comments, said: 'Resource not accessible by integration', cause };
	expect(refusalWords(refused).fix).toContain(`GitHub names what would do: ${named}.`);
});

it('the fix names no permission if GitHub names none', () => {
	const cause = answering({ headers: { 'x-accepted-github-permissions': '' } });
	const refused = { status: 403, route: comments, said: 'Resource not accessible by integration', cause };
	expect(refusalWords(refused).fix).not.toContain('GitHub names');
});
