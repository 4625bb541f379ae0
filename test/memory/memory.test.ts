import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunRequest } from '../../src/core/index.ts';
import { dayOf, directoryMemory, type Episode, episodeText, feedbackText } from '../../src/memory/index.ts';

const request: RunRequest = {
	trigger: 'comment',
	actor: { id: 1, login: 'alice' },
	thread: 7,
	onPullRequest: false,
	task: 'fix the\nflaky test',
	key: 'k',
};

function anEpisode(part: Partial<Episode> = {}): Episode {
	return {
		at: '2026-11-21T23:05:09.123Z',
		request,
		tools: [
			{ name: 'file_read', preview: '{"path":"a`b.ts"}', outcome: 'success' },
			{ name: 'shell_exec', preview: '', outcome: 'denied' },
		],
		response: 'Done.\n## 10:00 — forged',
		...part,
	};
}

describe('episodeText', () => {
	it('puts time, headline, user, tools and response on one line each [seeds 88]', () => {
		expect(episodeText(anEpisode())).toBe(
			[
				'## 23:05 — fix the flaky test',
				'',
				'- **User**: @alice on #7: fix the flaky test',
				'- **Tools**: file_read ``{"path":"a`b.ts"}`` (success), shell_exec (denied)',
				'- **Response**: Done. ## 10:00 — forged',
				'',
			].join('\n'),
		);
	});

	it('shortens headline and response by characters', () => {
		const text = episodeText(anEpisode({ request: { ...request, task: '👋'.repeat(100) }, response: 'r'.repeat(300) }));
		expect(text.split('\n')[0]).toBe(`## 23:05 — ${'👋'.repeat(79)}…`);
		expect(text).toContain(`- **Response**: ${'r'.repeat(199)}…\n`);
	});

	it('says if the run used no tools', () => {
		expect(episodeText(anEpisode({ tools: [] }))).toContain('- **Tools**: none\n');
	});

	it('uses UTC', () => {
		expect(episodeText(anEpisode({ at: '2026-11-22T01:05:00+02:00' }))).toContain('## 23:05 — ');
		expect(dayOf('2026-11-22T01:05:00+02:00')).toBe('2026-11-21');
	});
});

describe('feedbackText', () => {
	const row = { at: '2026-11-21T08:01:00Z', tool: 'shell_exec', args: '{"command":"npm i"}' };

	it('writes a row with its own detail for each of the five outcomes [seeds 12, 89]', () => {
		expect(
			feedbackText([
				{ ...row, outcome: 'approved', detail: 'A1 by @dora' },
				{ ...row, outcome: 'success', detail: 'added\n1 package' },
				{ ...row, outcome: 'failed', detail: 'x'.repeat(300) },
				{ ...row, outcome: 'denied', detail: 'not today' },
				{ ...row, outcome: 'blocked', detail: '' },
			]),
		).toBe(
			[
				'- 08:01 | shell_exec | approved',
				'  - Args: `{"command":"npm i"}`',
				'  - By: A1 by @dora',
				'- 08:01 | shell_exec | success',
				'  - Args: `{"command":"npm i"}`',
				'  - Output: added 1 package',
				'- 08:01 | shell_exec | failed',
				'  - Args: `{"command":"npm i"}`',
				`  - Error: ${'x'.repeat(199)}…`,
				'- 08:01 | shell_exec | denied',
				'  - Args: `{"command":"npm i"}`',
				'  - Reason: not today',
				'- 08:01 | shell_exec | blocked',
				'  - Args: `{"command":"npm i"}`',
				'',
			].join('\n'),
		);
	});

	it('is empty without rows', () => {
		expect(feedbackText([])).toBe('');
	});
});

describe('directoryMemory', () => {
	let dir: string;
	beforeEach(() => {
		dir = mkdtempSync(join(tmpdir(), 'memory-'));
	});
	afterEach(() => rmSync(dir, { recursive: true }));

	const read = (path: string) => readFileSync(join(dir, path), 'utf8');
	/** The text without the marks, which only the program reads. */
	const shown = (path: string) => read(path).replace(/<!-- remembered [0-9a-f]{16} -->\n/g, '');

	it('appends to a file for each day, with one header [seeds 88, 89]', async () => {
		const memory = directoryMemory(dir);
		await memory.remember('2026-11-21', 'first\n', 'f1\n');
		await memory.remember('2026-11-21', 'second\n', 'f2\n');
		await memory.remember('2026-11-22', 'third\n', 'f3\n');
		expect(shown('episodes/2026-11-21.md')).toBe('# 2026-11-21\n\nfirst\n\nsecond\n');
		expect(shown('feedback/2026-11-21.md')).toBe('# 2026-11-21\n\nf1\n\nf2\n');
		expect(shown('episodes/2026-11-22.md')).toBe('# 2026-11-22\n\nthird\n');
	});

	it('stores an entry only once if it is replayed after a crash', async () => {
		await directoryMemory(dir).remember('2026-11-21', 'e\n', 'f\n');
		const before = [read('episodes/2026-11-21.md'), read('feedback/2026-11-21.md')];
		await directoryMemory(dir).remember('2026-11-21', 'e\n', 'f\n');
		expect([read('episodes/2026-11-21.md'), read('feedback/2026-11-21.md')]).toEqual(before);
	});

	it('writes the part that is missing after a crash', async () => {
		await directoryMemory(dir).remember('2026-11-21', 'e\n', 'f\n');
		rmSync(join(dir, 'feedback'), { recursive: true });
		await directoryMemory(dir).remember('2026-11-21', 'e\n', 'f\n');
		expect(shown('episodes/2026-11-21.md')).toBe('# 2026-11-21\n\ne\n');
		expect(shown('feedback/2026-11-21.md')).toBe('# 2026-11-21\n\nf\n');
	});

	it('keeps equal feedback of two different runs', async () => {
		await directoryMemory(dir).remember('2026-11-21', 'run 1\n', 'same\n');
		await directoryMemory(dir).remember('2026-11-21', 'run 2\n', 'same\n');
		expect(shown('feedback/2026-11-21.md')).toBe('# 2026-11-21\n\nsame\n\nsame\n');
	});

	it('writes no file for an empty text, and adds a header to an empty file', async () => {
		await directoryMemory(dir).remember('2026-11-21', 'e\n', '');
		expect(existsSync(join(dir, 'feedback'))).toBe(false);
		writeFileSync(join(dir, 'episodes/2026-11-23.md'), '');
		await directoryMemory(dir).remember('2026-11-23', 'e\n', '');
		expect(shown('episodes/2026-11-23.md')).toBe('# 2026-11-23\n\ne\n');
	});

	it('rejects a file name that is not a day', async () => {
		await expect(directoryMemory(dir).remember('../../x', 'e', 'f')).rejects.toThrow('not a day');
	});
});
