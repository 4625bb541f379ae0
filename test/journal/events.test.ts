import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type EntryBody, entryBodySchema, storedBody } from '../../src/core/index.ts';
import {
	eventSchema,
	eventsOf,
	openJournal,
	parseEntries,
	type RunEvent,
	subscribeToEvents,
} from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const journals = join(root, 'test/fixtures/journals');

const rows = [...readFileSync(join(root, 'docs/events.md'), 'utf8').matchAll(/^\| `([a-z.-]+)` \|(.*)\|(.*)\|$/gm)];
const fieldsOf = (cell = '') => cell.split(',').flatMap((field) => (field.trim() === '' ? [] : [field.trim()]));

test('docs/events.md lists exactly the events of the code with their fields, in order', () => {
	const told = rows.map(([, name, fields]) => [name, fieldsOf(fields)]);
	const known = eventSchema.options.map(({ shape }) => {
		const { name, ...fields } = shape;
		const spelled = Object.entries(fields).map(([field, { def }]) => field + (def.type === 'optional' ? '?' : ''));
		return [name.value, spelled];
	});
	expect(told).toEqual(known);
});

test('docs/events.md names every type of journal entry', () => {
	const told = new Set(
		rows.flatMap(([, , , entry = '']) => [...entry.matchAll(/`([a-z_]+)`/g)].map(([, type]) => type)),
	);
	expect([...told].sort()).toEqual(entryBodySchema.options.map(({ shape }) => shape.type.value).sort());
});

describe.each(readdirSync(journals, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl')))(
	'%s',
	(name) => {
		const entries = parseEntries(readFileSync(join(journals, name)));

		test('every entry has an event, and every event matches the schema exactly', () => {
			for (const entry of entries) {
				expect(eventsOf(entry), entry.type).not.toEqual([]);
				for (const event of eventsOf(entry)) expect(eventSchema.parse(event)).toEqual(event);
			}
		});
	},
);

test.each([true, false])('the event of an approval by button says so (approved: %j)', (approved) => {
	const decision: EntryBody = {
		...{ type: 'approval', id: 'A1', call_id: 'c1', tool_name: 'shell_exec', approved, user_id: 1, user: 'octocat' },
		...{ role: 'admin', approver_type: 'human', by_button: true },
	};
	expect(eventsOf(decision)[0]).toMatchObject({ name: 'approval.decided', approved, byButton: true });
	const { by_button: _, ...written } = decision;
	expect(eventsOf(written)[0]).not.toHaveProperty('byButton');
});

test('no event contains arguments, outputs, or texts of a model', () => {
	const content = { preview: 'canary', sha256: '0'.repeat(64), bytes: 6 };
	const call = { call_id: 'c1', tool_name: 'shell_exec', reason: 'it reaches out', risk_level: 'high' } as const;
	const attempt = { ...call, classification: 'x', matched_rule: 'r', effects: [], matches: [], session_mode: 'edit' };
	const entries: readonly EntryBody[] = [
		{ type: 'context', segment: 1, system: content, tools: content, user: content },
		{
			...{ type: 'model_reply', iteration: 1, model: 'anthropic:m', request: '0'.repeat(64), stop: 'tool_use' },
			...{ text: content, raw: content, usage: { input: 1, output: 1, cached: 0 } },
			calls: [{ id: 'c1', name: 'shell_exec', args: content, redacted: false }],
		},
		{
			...{ type: 'tool_attempt', ...attempt, decision: 'confirm', binding: '0'.repeat(64) },
			tool_input: { command: 'canary' },
		},
		{ type: 'tool_retry', call_id: 'c1', attempt: 1, output: content, duration_ms: 1, wait_ms: 2000 },
		{ type: 'tool_result', call_id: 'c1', ok: true, output: content, duration_ms: 1, tree: '0'.repeat(64) },
		{ type: 'security_violation', ...call, matched_rule: 'r', told: content },
		{ type: 'plan_proposed', call_id: 'plan-1', mode: 'edit', args: content },
		{ type: 'mode_changed', call_id: 'plan-1', mode: 'edit', told: content },
		{ type: 'remembered', episode: content, feedback: content },
	];
	for (const entry of entries) expect(entryBodySchema.parse(storedBody(entry))).toEqual(entry);
	expect(JSON.stringify(entries.flatMap(eventsOf))).not.toContain('canary');
});

const redactor = { redact: (text: string) => text, holdsSecret: () => false, secretsIn: () => [] };

test('a failing subscriber changes nothing, and the others get every event in order', async () => {
	using folder = temporaryFolder();
	const clock = { now: () => new Date('2026-11-22T12:00:00Z') };
	const told = (): Parameters<typeof subscribeToEvents>[1] => (event) => void heard.push(event.name);
	const heard: RunEvent['name'][] = [];
	const write = async (name: string, subscribers: readonly Parameters<typeof subscribeToEvents>[1][]) => {
		const journal = await openJournal({ path: join(folder.path, name), clock, redactor });
		for (const subscriber of subscribers) subscribeToEvents(journal, subscriber);
		await journal.append({ type: 'failed', code: 'model-refused', message: 'no', fix: 'ask again' });
		await journal.append({ type: 'heeded' });
		return journal.head();
	};
	const warnings: string[] = [];
	const listen = (warning: Error): void => void warnings.push(warning.message);
	process.on('warning', listen);
	const bad = () => {
		throw new Error('the view fell over');
	};
	const hanging = () => Promise.withResolvers<void>().promise;
	const rejecting = async () => bad();
	const head = await write('disturbed', [bad, rejecting, hanging, told()]);
	await new Promise((wake) => setTimeout(wake, 10));
	process.off('warning', listen);
	expect(head).toEqual(await write('undisturbed', []));
	expect(heard).toEqual(['llm.error', 'run.failed', 'run.heeded']);
	expect(new Set(warnings)).toEqual(
		new Set([1, 2].map((seq) => `A journal subscriber failed on entry ${seq}: the view fell over`)),
	);
});
