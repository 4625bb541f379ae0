import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { botPaths } from '../src/bot/serve.ts';
import { exportFormats } from '../src/commands/audit/audit-export.ts';
import { completionShells } from '../src/commands/completion.ts';
import { helpOf } from '../src/commands/help.ts';
import { hookPlaces } from '../src/commands/hook/hook-places.ts';
import { configJsonSchema } from '../src/config/config-json-schema.ts';
import { logLevels } from '../src/config/index.ts';
import { auditPlaces, skipConditions } from '../src/config/input-rows.ts';
import { exitCodeOf, offLabel, reasonCodes, standardRoles } from '../src/core/index.ts';
import { reportParts } from '../src/report/html/page.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const inputs = (): Readonly<Record<string, { description: string }>> => parse(read('action.yml')).inputs;
const missing = (values: readonly string[], text: string): readonly string[] =>
	values.filter((value) => !new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(text));

/** The values of a key in the JSON Schema of the configuration, by the path of the key. */
function valuesIn(schema: unknown, path: readonly string[] = []): readonly (readonly [string, readonly string[]])[] {
	const { properties = {}, enum: values } = schema as {
		properties?: Readonly<Record<string, unknown>>;
		enum?: readonly string[];
	};
	const own = values === undefined ? [] : [[path.at(-1) ?? '', values] as const];
	return [...own, ...Object.entries(properties).flatMap(([key, below]) => valuesIn(below, [...path, key]))];
}

describe('a page and the help list every value', () => {
	it('docs/configuration.md lists the values of each key beside the key', () => {
		const page = read('docs/configuration.md');
		const wrong = valuesIn(configJsonSchema()).filter(([key, values]) => {
			const line = new RegExp(`^ *${key}:.*`, 'm').exec(page)?.[0] ?? '';
			return missing(values, line).length > 0;
		});
		expect(valuesIn(configJsonSchema()).map(([key]) => key)).toContain('at_cap');
		expect(wrong).toEqual([]);
	});

	it('docs/configuration.md lists the standard roles', () => {
		expect(read('docs/configuration.md')).toContain(` ${standardRoles.join(' | ')}:`);
	});

	it('the help and docs/audit.md list the formats of an export', () => {
		const [, listed = ''] = /--format ([a-z|]+)/.exec(helpOf('audit')) ?? [];
		expect(listed.split('|').toSorted()).toEqual(exportFormats.toSorted());
		expect(missing(exportFormats, read('docs/audit.md'))).toEqual([]);
	});

	it('the help, docs/command-line.md and docs/terminal.md list the exit codes of a run', () => {
		const exits = Object.entries(reasonCodes).flatMap(([kind, codes]) =>
			codes.map((reason) => exitCodeOf({ kind, reason } as Parameters<typeof exitCodeOf>[0])),
		);
		const codes = [...new Set([...exits, 2])].map(String);
		for (const text of [
			/Exit codes:.*/.exec(helpOf('run'))?.[0] ?? '',
			read('docs/command-line.md'),
			read('docs/terminal.md'),
		])
			expect(missing(codes, text)).toEqual([]);
	});

	it('the help of the bot lists the log levels, and the help and docs/bot.md list the paths of its server', () => {
		const line = /^ *LOG_LEVEL .*/m.exec(helpOf('bot'))?.[0] ?? '';
		expect(missing(logLevels, line)).toEqual([]);
		for (const text of [helpOf('bot'), read('docs/bot.md')])
			expect(botPaths.filter((path) => !text.includes(path))).toEqual([]);
	});

	it('action.yml and docs/maintenance.md list the conditions of `skip-if`', () => {
		for (const text of [inputs()['skip-if']?.description ?? '', read('docs/maintenance.md')])
			expect(missing(skipConditions, text)).toEqual([]);
	});

	it('action.yml lists the places of the audit', () => {
		expect(missing(auditPlaces, inputs()['audit']?.description ?? '')).toEqual([]);
	});

	it('docs/report.md lists the parts of the report page', () => {
		const page = read('docs/report.md');
		expect(reportParts.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
	});

	it('the help lists the shells of the completion', () => {
		for (const text of [helpOf(), helpOf('completion')]) expect(missing(completionShells, text)).toEqual([]);
	});

	it('the help and docs/hook.md list the agents of the hook and their settings', () => {
		const agents = Object.keys(hookPlaces);
		const choices = [...helpOf('hook').matchAll(/(?:--for|--dialect) ([a-z|]+)/g)].map(([, list = '']) => list);
		expect(choices).not.toEqual([]);
		expect(choices.filter((list) => list.includes('|') && list !== agents.join('|'))).toEqual([]);
		const files = Object.values(hookPlaces).flatMap((place) => Object.values(place.files));
		expect(files.filter((file) => !read('docs/hook.md').includes(file))).toEqual([]);
	});

	it('the pages name the label that switches all runs off', () => {
		for (const name of ['docs/configuration.md', 'docs/maintenance.md', 'docs/outcomes.md', 'README.md'])
			expect(read(name)).toContain(`\`${offLabel}\``);
	});
});
