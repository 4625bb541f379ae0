import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { checkText, progressComment } from '../../src/report/index.ts';
import { endingFor, type Left } from '../../src/run/loop/ending.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const page = join(import.meta.dirname, '../../docs/outcomes.md');
const view = {
	...{ run: '1-a', requester: 'octocat', task: 'mend it', model: 'scripted:a', rehearsal: true, mode: 'edit' },
	...{ answer: '', tokens: { input: 1, output: 2, cached: 0 } },
};
const row = { tool: 'file_write', input: 'a.txt', verdict: 'allow', rule: 'r', result: 'x', people: [] } as const;
const rowsOf = {
	untried: [],
	all: [{ ...row, end: 'done' }],
	some: [
		{ ...row, end: 'done' },
		{ ...row, end: 'failed' },
	],
	none: [{ ...row, end: 'failed' }],
} as const;

/** Returns what people see of an ending: the comment's heading and the check. */
function seen(outcome: Outcome, steps: Left['steps']): readonly [string, string] {
	const shown = { ...view, rows: rowsOf[steps], outcome };
	const [heading = ''] = progressComment(shown).split('\n');
	return [heading.replace('### ', ''), checkText(shown).conclusion];
}

function tableOfEndings(): string {
	const works = ['delivered', 'undelivered', 'unchanged'] as const;
	const steps = ['all', 'some', 'none', 'untried'] as const;
	const rows = works.flatMap((work) =>
		steps.flatMap((step) =>
			[true, false].flatMap((isAnswered) => {
				// A change of files needs a step that succeeded.
				if (work !== 'unchanged' && (step === 'none' || step === 'untried')) return [];
				const outcome = endingFor({ work, steps: step, isAnswered });
				const [heading, check] = seen(outcome, step);
				return [`| ${work} | ${step} | ${isAnswered ? 'yes' : 'no'} | ${heading} | ${check} | \`${outcome.reason}\` |`];
			}),
		),
	);
	const head =
		'| files | steps that succeeded | answered | headline | check | reason-code |\n|---|---|---|---|---|---|';
	return [head, ...rows].join('\n');
}

describe('the ending of a run after the last answer of the model', () => {
	it('matches the table in docs/outcomes.md', () => {
		const [, table] = /<!-- endings-start -->\n([\s\S]*?)\n<!-- endings-end -->/.exec(readFileSync(page, 'utf8')) ?? [];
		expect(table).toBe(tableOfEndings());
	});

	it('is a success only if everything is done', () => {
		const works = ['delivered', 'undelivered', 'unchanged'] as const;
		for (const work of works)
			for (const vain of [undefined, 'A1'])
				for (const steps of ['all', 'some', 'none', 'untried'] as const) {
					const outcome = endingFor({ work, steps, isAnswered: true, ...(vain === undefined ? {} : { vain }) });
					const [heading, check] = seen(outcome, steps);
					const isDone = work !== 'undelivered' && vain === undefined && steps !== 'none';
					expect([work, vain, steps, heading.startsWith('✅')]).toEqual([work, vain, steps, isDone]);
					expect([work, vain, steps, check === 'success']).toEqual([work, vain, steps, isDone && steps === 'all']);
				}
	});
});

async function endOf(
	turns: readonly Turn[],
	answers: readonly string[],
	prepare: (world: World) => void = () => undefined,
): Promise<Outcome> {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), turns);
	prepare(world);
	let outcome = await world.job('comment/1', agentRequest());
	for (const [index, answer] of answers.entries()) {
		if (answer === '') world.now += 8 * 24 * 3_600_000;
		else world.say(maintainer, answer);
		outcome = await world.job(`comment/${index + 2}`);
	}
	return outcome;
}

const append = { tool: 'append', args: { path: 'a.txt', text: 'x' } };
const danger = { tool: 'danger', args: { text: 'x' } };
const failing = (world: World): void => void world.outputs.set('danger', { ok: false, text: 'no' });

describe('a run', () => {
	it('that changes files and delivers none ends as `changes-undelivered`', async () => {
		expect(await endOf([{ calls: [append] }, { text: 'I wrote it.' }], [])).toEqual({
			kind: 'completed',
			reason: 'changes-undelivered',
			message: 'The agent changed files, and delivered none of the changes.',
		});
	});

	it('whose approved step fails ends as `signed-step-failed`, unless the step succeeds later', async () => {
		const once = [{ calls: [danger] }, { text: 'It failed.' }];
		expect(await endOf(once, ['/approve A1'], failing)).toMatchObject({
			reason: 'signed-step-failed',
			message: expect.stringContaining('A1'),
		});
		const again = [{ calls: [danger] }, { calls: [danger] }, { text: 'Then it worked.' }];
		const mended = await endOf(again, ['/approve A1', '/approve A2'], (world) => {
			failing(world);
			world.onMoment = (name) => {
				if (name === 'model' && world.modelCalls === 2) world.outputs.delete('danger');
			};
		});
		expect(mended).toMatchObject({ reason: 'answered' });
	});

	it('with only blocked steps ends as `no-step-succeeded`', async () => {
		const forbidden = { tool: 'forbidden', args: { text: 'x' } };
		expect(await endOf([{ calls: [forbidden] }, { text: 'I may not.' }], [])).toMatchObject({
			reason: 'no-step-succeeded',
		});
	});

	it('ends as expired, withdrawn, or denied, depending on what happened to its request', async () => {
		expect(await endOf([{ calls: [danger] }, { text: 'Nobody came.' }], [''])).toEqual({
			kind: 'denied',
			reason: 'expired',
			message: 'Nobody approved a step in time, and nothing was done after that.',
		});
		const withdrawn = await endOf([{ calls: [danger] }, { text: 'Gone.' }], ['what?'], (world) => {
			world.onLook = (name) => {
				if (name === 'comments')
					world.comments.splice(
						0,
						world.comments.length,
						...world.comments.filter(({ body }) => !body.includes('countersign:request:')),
					);
			};
		});
		expect(withdrawn).toMatchObject({ kind: 'denied', reason: 'withdrawn' });
		expect(await endOf([{ calls: [danger] }, { text: 'Well.' }], ['/deny A1'])).toMatchObject({
			reason: 'denied-by-maintainer',
		});
	});
});
