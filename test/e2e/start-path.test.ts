import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');

/** The files that a bundle loads before its first line runs. */
function loadedFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
	if (seen.has(file)) return seen;
	seen.add(file);
	for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:import|from)\s*[`"](\.[^`"]+\.js)[`"]/g))
		loadedFrom(join(dirname(file), to), seen);
	return seen;
}

test('a job loads the clients of models, servers and telemetry only when it uses them', () => {
	const loaded = [...loadedFrom(join(dist, 'action.js'))];
	expect(loaded.map((file) => basename(file))).toEqual(expect.arrayContaining(['action.js', 'rolldown-runtime.js']));
	const text = loaded.map((file) => readFileSync(file, 'utf8')).join('\n');
	for (const mark of ['https://auth.openai.com/oauth/token', 'oidc-federation-2026-04-01', 'v1/traces'])
		expect(text).not.toContain(mark);
});

test('a job loads the command line analysis and a second HTTP client only when it uses them', () => {
	const loaded = [...loadedFrom(join(dist, 'action.js')), ...loadedFrom(join(dist, 'action/github.js'))];
	const names = loaded.map((file) => basename(file));
	for (const name of ['shell.js', 'code.js', 'rare.js', 'undici.js']) {
		expect(readFileSync(join(dist, 'action', name), 'utf8').length).toBeGreaterThan(50_000);
		expect(names).not.toContain(name);
	}
});

test('each file that a job loads later exists beside the action', () => {
	const late = new Set(
		[...readFileSync(join(dist, 'action.js'), 'utf8').matchAll(/import\([`"]\.\/([^`"]+)[`"]\)/g)].map(
			([, file]) => file,
		),
	);
	expect(late.size).toBeGreaterThanOrEqual(3);
	for (const file of late) expect(readFileSync(join(dist, file ?? ''), 'utf8').length).toBeGreaterThan(0);
});
