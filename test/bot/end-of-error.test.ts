import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOfError } from '../../src/bot/end-of-error.ts';
import { appPermissions } from '../../src/bot/permissions.ts';
import { ApiRefusal } from '../../src/github/index.ts';

const source = join(import.meta.dirname, '../../src');
const routes = globSync(['github/**/*.ts', 'bot/**/*.ts', 'job/**/*.ts'], { cwd: source })
	.flatMap((file) => [
		...readFileSync(join(source, file), 'utf8').matchAll(/'([A-Z]+ \/(?:repos|repositories|orgs)\/\S*)'/g),
	])
	.map(([, route = '']) => route);

const permissionFor = (route: string): unknown => {
	const refusal = new ApiRefusal(403, route, 'Resource not accessible by integration', undefined);
	const end = endOfError(refusal, new AbortController().signal);
	return 'permission' in end ? end.permission : end;
};

test('each request to a repository has a known permission, even if GitHub names none', () => {
	const known = Object.entries(appPermissions).map(([name, level]) => `${name}=${level}`);
	expect(routes.length).toBeGreaterThan(40);
	expect([...new Set(routes)].filter((route) => !known.includes(String(permissionFor(route))))).toEqual([]);
});

test.each([
	['POST /repos/{owner}/{repo}/pulls', 'pull_requests=write'],
	['GET /repos/{owner}/{repo}/commits/{ref}/check-runs', 'checks=write'],
	['POST /repos/{owner}/{repo}/git/refs', 'contents=write'],
	['GET /repos/{owner}/{repo}', 'metadata=read'],
	['GET /orgs/{org}/teams/{team_slug}', 'members=read'],
])('%s needs %s', (route, permission) => {
	expect(permissionFor(route)).toBe(permission);
});
