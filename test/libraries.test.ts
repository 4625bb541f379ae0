import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declarationsOf, type libraries, libraryDeclarations, tsc } from '../scripts/declarations.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const declared = libraryDeclarations();
const strict =
	'--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --noEmit --ignoreConfig';
const resolutions = ['--module nodenext', '--module esnext --moduleResolution bundler'];

interface Use {
	readonly right: string;
	/** Changes to the example, and the expected compiler errors. */
	readonly wrong: readonly (readonly [from: string, to: string])[];
	readonly errors: readonly string[];
}

const uses: Readonly<Record<keyof typeof libraries, Use>> = {
	bot: {
		right: `import { type AppHost, bot, readBotSettings } from 'countersign/bot';
const app: (host: AppHost) => void = bot(readBotSettings({ APP_ID: '1' }));
export const workflow: string = readBotSettings({}).workflow;
export default app;
`,
		wrong: [["APP_ID: '1'", 'APP_ID: 1']],
		errors: ['error TS2322'],
	},
	gate: {
		right: `import { createGate, localFacts, type Verdict } from 'countersign/gate';
const gate = createGate({ knownTools: ['shell_exec'] });
const facts = localFacts({ root: '/checkout', home: '/home/octocat' });
const call = { id: '1', name: 'shell_exec', args: { command: 'ls' } };
const verdict: Verdict = gate.judge(call, { facts, mode: 'default', grants: [] });
export const first: string | undefined = verdict.matches[0]?.file;
`,
		wrong: [
			["mode: 'default'", "mode: 'yolo'"],
			['[0]?.file', '[0]?.reasons'],
		],
		errors: ['error TS2322', 'error TS2551'],
	},
	journal: {
		right: `import { CountersignError, type JournalEntry, openJournal, readContent, readJournal, verifyJournal } from 'countersign/journal';
const journal = await openJournal('log', { secrets: ['hunter2hunter2'] });
const kept = await journal.keep('text');
const entry: JournalEntry = await journal.append({ type: 'call', args: { n: [1, null, 'x'] }, kept: { ...kept } });
export const { ok, text } = await verifyJournal('log', { head: journal.head() });
export const end = await readJournal('log', ({ seq, type }) => [seq.toFixed(), type.length]);
export const whole: string = await readContent('log', kept);
export const why = (thrown: unknown) => thrown instanceof CountersignError && [thrown.code === 'journal-broken', thrown.fix];
export const before: string = entry.prev;
`,
		wrong: [
			["type: 'call', args", 'kind: 1, args'],
			['journal.head()', '7'],
		],
		errors: ['error TS2345', 'error TS2322'],
	},
	skills: {
		right: `import { chooseSkill, loadSkills, patternSource, permittedTools, readSkill, renderSkillError, shippedSkills } from 'countersign/skills';
import { compilePatterns, createGate } from 'countersign/gate';
const { skills, diagnostics } = await loadSkills('skills');
export const faults: readonly string[] = diagnostics.map(renderSkillError);
const skill = chooseSkill('fix it', [...skills, ...(await shippedSkills())]);
export const tools: readonly string[] | undefined = skill && permittedTools(skill);
const reading = readSkill('---\\n', 'SKILL.md');
export const line = reading.ok ? reading.skill.toolLines.get('x') : reading.errors[0]?.line;
const { patterns } = await compilePatterns(skills.map((one) => patternSource(one.patterns)));
export const gate = createGate({ patterns });
`,
		wrong: [['reading.errors[0]?.line', 'reading.skill']],
		errors: ['error TS2339'],
	},
};

/** The compiler output in a project that has installed only this package. */
function compile(text: string, resolution = resolutions[0] ?? ''): string {
	using folder = temporaryFolder();
	const installed = join(folder.path, 'node_modules/countersign');
	mkdirSync(join(installed, 'dist'), { recursive: true });
	copyFileSync(new URL('../package.json', import.meta.url), join(installed, 'package.json'));
	for (const [name, declarations] of declared) writeFileSync(join(installed, `dist/${name}.d.ts`), declarations);
	writeFileSync(join(folder.path, 'use.mts'), text);
	const args = [tsc, ...`${strict} ${resolution}`.split(' '), 'use.mts'];
	return spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' }).stdout;
}

describe.each(declared)('countersign/%s', (name, declarations) => {
	const { right, wrong, errors } = uses[name as keyof typeof libraries];

	it.each(resolutions)('can be imported by a strict project without other packages: %s', (resolution) => {
		expect(compile(right, resolution)).toBe('');
	});

	it('has types that refuse wrong uses', () => {
		const text = wrong.reduce((rest, [from, to]) => rest.replace(from, to), right);
		expect(compile(text).match(/error TS\d+/g)).toEqual(errors);
	});

	it('refers to no other file or package', () => {
		expect(declarations).not.toMatch(/^import\b|\bimport\(|^export .*\bfrom\b|^\/\/\/|^export \*/m);
	});

	it('documents each function and class', () => {
		expect(declarations).not.toMatch(/[^/]\n(?:declare function|declare class)/);
	});
});

it('a declaration file with a type of another package is refused', () => {
	expect(() => declarationsOf('src/core/entry.ts')).toThrow('`z` is of `zod`');
});
