import { expect, test } from 'vitest';
import type { RunSettings } from '../../src/core/index.ts';
import type { JobContext } from '../../src/job/job-context.ts';
import { pricesOf } from '../../src/job/model-for.ts';

const context = (baseUrl?: string) =>
	({
		facts: { inputs: { access: { anthropic: {}, openai: baseUrl === undefined ? {} : { baseUrl }, ollama: {} } } },
	}) as unknown as JobContext;
const settings = (model: string, centsPerRun?: number, fallbacks?: readonly string[]): RunSettings => ({
	mode: 'edit',
	model,
	limits: { maxIterations: 8, approvalTimeoutSeconds: 1, ...(centsPerRun === undefined ? {} : { centsPerRun }) },
	...(fallbacks === undefined ? {} : { fallbacks }),
});
const known = 'anthropic:claude-sonnet-5-5';

test('a run freezes the known prices of all its models', () => {
	const { prices } = pricesOf(settings(known, undefined, ['openai:gpt-6-sol', 'openai:gpt-6']), context());
	expect(prices?.map(({ model }) => model)).toEqual([known, 'openai:gpt-6-sol']);
});

test('a daily cap in money needs the price of each model', () => {
	const ofDay = (model: string): RunSettings => {
		const plain = settings(model);
		return { ...plain, limits: { ...plain.limits, centsPerDay: 100 } };
	};
	expect(() => pricesOf(ofDay(known), context())).not.toThrow();
	expect(() => pricesOf(ofDay('openai:gpt-6'), context())).toThrow(
		expect.objectContaining({
			code: 'bad-config',
			message: '`budget.usd_per_day` caps money, and the price of `openai:gpt-6` is not known.',
			fix: expect.stringContaining('`budget.tokens_per_day`'),
		}),
	);
});

test('a cap in money for a run needs the price of each model', () => {
	expect(() => pricesOf(settings(known, 100), context())).not.toThrow();
	const refused = expect.objectContaining({
		code: 'bad-config',
		message: '`budget.usd_per_run` caps money, and the price of `openai:gpt-6-sol` is not known.',
	});
	expect(() => pricesOf(settings(known, 100, ['openai:gpt-6-sol']), context('https://models.example.com/v1'))).toThrow(
		refused,
	);
	expect(() => pricesOf(settings(known, 100, ['openai:gpt-6-sol']), context())).not.toThrow();
});
