import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSkill, renderSkillError } from '../../src/skills/index.ts';

const fixtures = new URL('../fixtures/skills/', import.meta.url);
const fixture = (path: string) => readFileSync(new URL(`${path}/SKILL.md`, fixtures), 'utf8');

describe('a valid SKILL.md', () => {
	it('is read as the reference documents it [seeds 13, 18, 20]', () => {
		expect(readSkill(fixture('sound/seed-reference'), 'skills/a/SKILL.md')).toEqual({
			ok: true,
			skill: {
				file: 'skills/a/SKILL.md',
				name: 'my-capability',
				version: '1.0.0',
				description: 'A short description of what this capability does',
				triggers: ['keyword1', 'keyword2', 'keyword3'],
				tools: [
					{
						name: 'my_tool',
						description: 'What this tool does',
						parameters: {
							type: 'object',
							properties: {
								arg1: { type: 'string', description: 'What arg1 is for' },
								arg2: { type: 'number', description: 'What arg2 is for' },
							},
							required: ['arg1'],
						},
					},
				],
				commands: [],
				toolLines: new Map([['my_tool', 10]]),
				patterns: {
					source: 'skills/a/SKILL.md',
					danger: ['rm -rf', 'sudo'],
					confirm: ['npm install', 'git push'],
					lines: { danger: [24, 25], confirm: [27, 28] },
				},
				requires: ['shell'],
				requiresLine: 29,
				body: '# My capability\n\nDirect instructions.',
			},
		});
	});

	it('can give parameters as a flat map and patterns as objects [seeds 18]', () => {
		const reading = readSkill(fixture('sound/flat-parameters'), 'f');
		expect(reading).toMatchObject({
			ok: true,
			skill: {
				tools: [
					{
						parameters: {
							type: 'object',
							properties: { type: { type: 'string' }, count: { type: 'number' } },
							required: ['type'],
						},
					},
				],
				patterns: {
					danger: [{ pattern: '^rm\\s', reason: 'deletes', on: 'executed' }],
					confirm: [{ pattern: 'deploy' }],
				},
			},
		});
		expect(JSON.stringify(reading)).not.toContain('"required":false');
	});

	it('can have Windows line endings', () => {
		const unix = fixture('sound/seed-reference');
		expect(readSkill(unix.replaceAll('\n', '\r\n'), 'f')).toEqual(readSkill(unix, 'f'));
	});

	it('keeps the spaces of a pattern', () => {
		const text = "---\nname: a\ndescription: d\ntriggers: [t]\ndanger_patterns: ['rm ', {pattern: ' x'}]\n---\n";
		expect(readSkill(text, 'f')).toMatchObject({ skill: { patterns: { danger: ['rm ', { pattern: ' x' }] } } });
	});

	it('keeps `yes`, `no`, `on` and `off` as text', () => {
		const text = '---\nname: a\ndescription: no\ntriggers: [yes, on, off]\n---\n';
		expect(readSkill(text, 'f')).toMatchObject({ skill: { description: 'no', triggers: ['yes', 'on', 'off'] } });
	});
});

/** For each broken file: field, line, a part of the message, a part of the fix. */
const broken: Record<string, readonly [field: string, line: number, message: RegExp, fix: RegExp]> = {
	'unknown-key': ['danger_pattern', 5, /not known/, /Did you mean `danger_patterns`\?/],
	'strange-key': ['colour', 5, /not known/, /Use one of: name, version, description, triggers, tools/],
	'missing-triggers': ['triggers', 1, /missing/, /list of key words/],
	'missing-name': ['name', 1, /missing/, /name: my-skill/],
	'bad-name': ['name', 3, /pattern/, /lower-case letters/],
	'version-number': ['version', 3, /expected string/, /version: "1\.0\.0"/],
	'pattern-key': ['confirm_patterns[1].level', 8, /not known/, /Use one of: pattern, reason, on/],
	'pattern-on': ['danger_patterns[0].on', 7, /expected one of "raw"\|"executed"/, /on: executed/],
	'pattern-number': ['danger_patterns[0]', 6, /neither text nor/, /in quotes/],
	'pattern-empty': ['danger_patterns[0]', 6, /must not be empty/, /in quotes/],
	'tool-name': ['tools[0].name', 6, /pattern/, /beginning with a letter/],
	'tool-twice': ['tools[1].name', 9, /`one` is declared twice/, /its own name/],
	'tool-without-parameters': ['tools[0].parameters', 6, /missing/, /JSON Schema/],
	'required-unknown': ['tools[0].parameters.required', 12, /names "paht", which is no property/, /JSON Schema/],
	'parameter-no-schema': ['tools[0].parameters.path', 9, /must be a schema/, /JSON Schema/],
	'duplicate-key': ['', 6, /unique/, /duplicate keys/],
	'custom-tag': ['', 2, /tag/, /tags/],
	'merge-key': ['<<', 5, /not known/, /Use one of/],
	'alias-bomb': ['', 1, /Excessive alias count/, /anchors/],
	'prototype-key': ['', 9, /__proto__/, /Remove/],
	'malformed-yaml': ['', 4, /not plain YAML/, /Correct the YAML/],
	'never-closed': ['', 5, /never closed/, /three dashes/],
	'closed-by-language': ['', 5, /not closed by a bare/, /three dashes/],
	'no-front-matter': ['', 1, /first line must be exactly/, /three dashes and nothing else/],
	'mode-unknown': ['mode', 5, /expected one of/, /one of plan, default, edit, contained, auto/],
	'rounds-too-many': ['max_iterations', 5, /Too big/, /from 1 to 50/],
	'budget-number': ['budget', 5, /expected object/, /budget: \{tokens: 200000/],
	'budget-empty': ['budget', 5, /Neither `tokens` nor `minutes`/, /one of the two/],
	'budget-key': ['budget.token', 6, /not known/, /Did you mean `tokens`/],
	'budget-too-small': ['budget.tokens', 5, /Too small/, /budget: \{tokens: 200000/],
	'budget-minutes-text': ['budget.minutes', 7, /expected number/, /budget: \{tokens: 200000/],
	'budget-misplaced': ['metadata.budget', 6, /does not count/, /Move it to the left/],
	'open-budget-key': ['metadata.budget.tokns', 6, /not known/, /Did you mean `tokens`/],
	'open-budget-spelling': ['triggers', 1, /missing/, /list of key words/],
	'allowed-tools-text': ['allowed_tools', 5, /expected array/, /allowed_tools: \[file_read/],
	'allowed-tools-spelling': ['allowed-tools', 5, /not known/, /Did you mean `allowed_tools`/],
	'open-bad-name': ['name', 2, /pattern/, /lower-case letters/],
	'open-tools-number': ['allowed-tools', 4, /Neither text nor a list/, /allowed-tools: Read Grep/],
	'open-no-description': ['description', 3, /Too small/, /Write one sentence/],
	list: ['', 1, /expected object/, /key: value/],
	empty: ['name', 1, /missing/, /name: my-skill/],
};

describe('an invalid SKILL.md', () => {
	it('has a row for every fixture', () => {
		expect(Object.keys(broken).sort()).toEqual(readdirSync(new URL('broken/', fixtures)).sort());
	});

	it.each(Object.entries(broken))(
		'%s names file, line, field and fix [seeds 14, 17]',
		(name, [field, line, message, fix]) => {
			const reading = readSkill(fixture(`broken/${name}`), 'skills/x/SKILL.md');
			if (reading.ok) throw new Error('was read');
			const [error] = reading.errors;
			expect(error).toMatchObject({ file: 'skills/x/SKILL.md', field, line });
			expect(error?.message).toMatch(message);
			expect(error?.fix).toMatch(fix);
		},
	);

	it('gets all its errors at once [seeds 14, 16]', () => {
		const reading = readSkill('---\nnaem: a\ntriggers: []\n---\n', 'f');
		if (reading.ok) throw new Error('was read');
		expect(reading.errors.map(renderSkillError)).toEqual([
			expect.stringMatching(/^f:1 name: This field is missing\. Fix: Write `name: my-skill`/),
			expect.stringMatching(/^f:1 description: This field is missing\. Fix: /),
			expect.stringMatching(/^f:3 triggers: Too small.* Fix: /),
			expect.stringMatching(/^f:2 naem: The key `naem` is not known\. Fix: Did you mean `name`\?$/),
		]);
	});

	it('is refused above 256 KB, measured in bytes', () => {
		const head = '---\nname: a\ndescription: d\ntriggers: [t]\n---\n';
		expect(readSkill(head + 'x'.repeat(256 * 1024 - head.length), 'f').ok).toBe(true);
		expect(readSkill(`${head}${'x'.repeat(256 * 1024 - head.length)}x`, 'f').ok).toBe(false);
		expect(readSkill(head + 'ä'.repeat(128 * 1024), 'f').ok).toBe(false);
	});

	it('is still invalid when it is read again', () => {
		const text = fixture('broken/malformed-yaml');
		expect(readSkill(text, 'f')).toEqual(readSkill(text, 'f'));
		expect(readSkill(text, 'f').ok).toBe(false);
	});
});
