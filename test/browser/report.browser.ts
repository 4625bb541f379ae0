import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ReportView, reportPage } from '../../src/report/index.ts';
import { usualAnswer } from '../report/markdown-texts.ts';
import { call, hostile, view } from '../report/report-views.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { axeFindings, keepPicture, type Opened, openPage, screens, showOn, useBrowser } from './browser.ts';

const signed = {
	who: 'ada',
	role: 'admin',
	at: '2026-11-21T17:00:29.000Z',
	url: 'https://github.example/octo-org/sample/issues/7#issuecomment-9',
};
const question = { id: 'A1', until: '2026-11-22T12:00:00.000Z', needs: [], signatures: [signed] };
const at = (clock: string): string => `2026-11-21T${clock}.000Z`;
const pattern = 'danger_patterns: (?:^|[;&|]\\s*)npm\\s+(?:publish|unpublish|deprecate)\\b(?!.*--dry-run)';

function run(number: number, command: string, more: Partial<Parameters<typeof call>[1]> = {}) {
	const { row } = call(number);
	return call(number, {
		...{ args: [['command', { text: command, bytes: command.length }]], output: { text: 'ok\n', bytes: 3 } },
		...more,
		row: { ...row, input: command, ...more?.row },
	});
}

const { row } = call(1);
const steps = [
	run(1, 'npm test'),
	run(2, 'npm install left-pad', { asked: [question], row: { ...row, verdict: 'confirm', rule: 'network' } }),
	run(3, 'npm publish', {
		asked: [
			{
				...question,
				id: 'A2',
				signatures: [],
				denial: { ...signed, by: 'human', why: 'releases are made by people' },
			},
		],
		row: { ...row, verdict: 'confirm', end: 'denied' },
	}),
	run(4, 'npm unpublish sample@1.0.0', {
		reason: 'Publishing and unpublishing are for people.',
		row: { ...row, verdict: 'block', rule: pattern, end: 'blocked' },
	}),
	run(5, `npm test -- ${'slug '.repeat(30)}`, {
		output: { text: 'not ok 1\n'.repeat(60), bytes: 90_000, sha256: 'b'.repeat(64) },
		row: { ...row, end: 'failed' },
	}),
].map((step) => ({ ...step, row: { ...step.row, input: step.args[0]?.[1].text ?? '' } }));

const usualView = view(steps, {
	...{ began: at('12:00:05'), ended: at('17:04:46') },
	steps: [
		{ at: at('12:00:05'), item: { kind: 'job', number: 1, at: at('12:00:05') } },
		{ at: at('12:00:14'), item: { kind: 'call', what: 'shell npm test', end: 'done' }, call: 1, milliseconds: 1234 },
		{ at: at('12:01:22'), item: { kind: 'asked', ids: ['A1', 'A2'] } },
		{ at: at('17:00:26'), item: { kind: 'wait', milliseconds: 17_944_000, broke: false } },
		{ at: at('17:00:29'), item: { kind: 'signed', id: 'A1', who: 'ada', role: 'admin' } },
		{ at: at('17:00:29'), item: { kind: 'denied', id: 'A2', who: 'ada', role: 'admin' } },
		{
			at: at('17:02:10'),
			item: { kind: 'call', what: 'shell npm install left-pad', end: 'done' },
			...{ call: 2, milliseconds: 98_000 },
		},
	],
	changes:
		'diff --git a/src/slug.ts b/src/slug.ts\n# changed\n--- a/src/slug.ts\n+++ b/src/slug.ts\n@@ -1,2 +1,2 @@\n same\n-a_b\n+a-b\n',
});
const usual: ReportView = {
	...usualView,
	run: {
		...usualView.run,
		...{ answer: usualAnswer, asked: { questions: 2, approved: 1, denied: 1, spared: [] } },
		pullRequest: { number: 9, url: 'https://github.example/octo-org/sample/pull/9' },
	},
};
const waiting: ReportView = {
	...usual,
	calls: steps.slice(0, 2),
	run: {
		...{ ...usual.run, pullRequest: undefined as never, answer: '' },
		waits: [
			{
				...{ id: 'A1', tool: 'shell_exec', input: 'npm install left-pad', until: question.until },
				needs: [{ count: 1, who: { roles: ['write'] }, why: '' }],
			},
		],
		outcome: { kind: 'waiting', reason: 'approval-pending', message: 'Waiting for a maintainer’s answer to A1.' },
	},
};

const pages: Readonly<Record<string, ReportView>> = { usual, waiting, hostile: hostile() };
const { newPage } = useBrowser();

async function open(folder: string, shown: ReportView): Promise<Opened & { readonly file: string }> {
	const path = join(folder, 'report.html');
	writeFileSync(path, reportPage(shown));
	const file = pathToFileURL(path).href;
	return { ...(await openPage(newPage, file)), file };
}

describe.each(Object.entries(pages))('the page of a %s run', (name, shown) => {
	it.each(Object.entries(screens))('is accessible and loads nothing else on %s', async (screen, settings) => {
		using folder = temporaryFolder();
		const { page, troubles, requests, file } = await open(folder.path, shown);
		await showOn(page, settings);
		expect(await axeFindings(page)).toEqual([]);
		// The page does not scroll sideways.
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		await keepPicture(page, `${name}-${screen}`, { fullPage: name !== 'hostile' });
		const box = name === 'hostile' ? await page.$('.markdown') : null;
		if (box !== null) await keepPicture(box, `${name}-answer-${screen}`, { fullPage: false });
		expect(troubles).toEqual([]);
		expect(requests).toEqual([file]);
		await page.close();
	});
});

it('the report keeps a hostile answer inside its box, without active elements', async () => {
	using folder = temporaryFolder();
	const { page } = await open(folder.path, hostile());
	await showOn(page, screens.desk);
	const found = await page.evaluate(`(() => {
		const boxes = [...document.querySelectorAll('.markdown')];
		const inside = boxes.flatMap((box) => [...box.querySelectorAll('*')]);
		const depth = (one) => (one.parentElement === null ? 0 : 1 + depth(one.parentElement));
		const clips = boxes.every((box) => getComputedStyle(box).overflow !== 'visible');
		return {
			boxes: boxes.length,
			clips,
			names: inside.filter(({ localName }) => /^(?:h\\d|a|script|style|iframe|img|form|input|button|details|section|main|nav)$/.test(localName)).map(({ outerHTML }) => outerHTML),
			attributes: [...new Set(inside.flatMap((one) => one.getAttributeNames()))].sort(),
			tooDeep: inside.filter((one) => depth(one) > 60).length,
		};
	})()`);
	expect(found).toEqual({
		...{ boxes: 2, clips: true, names: [], tooDeep: 0 },
		attributes: ['aria-label', 'class', 'role', 'scope', 'tabindex'],
	});
	await page.close();
});

it('the report filters the calls by keyboard alone', async () => {
	using folder = temporaryFolder();
	const { page } = await open(folder.path, usual);
	const visible = () =>
		page.evaluate(`[...document.querySelectorAll('.call')].filter((one) => one.offsetHeight > 0).map(({id}) => id)`);
	expect(await visible()).toEqual(['call-1', 'call-2', 'call-3', 'call-4', 'call-5']);
	await page.focus('#show-all');
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-2', 'call-3']);
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-3', 'call-4']);
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-5']);
	await page.close();
});

it('the first Tab key focuses the skip link, and printing shows folded details', async () => {
	using folder = temporaryFolder();
	const { page } = await open(folder.path, usual);
	await page.keyboard.press('Tab');
	expect(await page.evaluate('document.activeElement.className')).toBe('skip');
	const folded = `document.querySelector('#call-1 dl').checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})`;
	expect(await page.evaluate(folded)).toBe(false);
	await page.emulateMediaType('print');
	// The browser applies a change of the medium with its next frame.
	await page.waitForFunction(folded, { timeout: 20_000 });
	await page.close();
});
