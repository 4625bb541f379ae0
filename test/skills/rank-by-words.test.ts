import { describe, expect, it } from 'vitest';
import { chooseSkill, loadSkills, readSkills, requireSkills, toldSkills } from '../../src/skills/index.ts';

/** Skills of the open format, as a repository may have them. */
const texts: Readonly<Record<string, string>> = {
	pdf: 'Everything about PDF files: read their text, join or cut them, stamp pages, and fill in a PDF form.',
	spreadsheets: 'Read, write and repair spreadsheet files such as .xlsx and .csv, with their formulas and charts.',
	'writing-plans': 'Use when there are requirements for work of several steps, before any code is touched.',
	'executing-plans': 'Use when a written plan is there and has to be carried out step by step.',
	'writing-skills': 'Use when a skill is created or changed, or before one is published.',
	'database-migrations':
		'Write and check migrations of the Postgres schema. Use for tables, columns, indexes and rollbacks.',
	'release-train': 'Cut a release: changelog, version, tag, announcement. Use when a release is prepared or published.',
	'component-library': 'Build accessible components with our design tokens, stories and visual regression snapshots.',
	'load-testing': 'Measure throughput and latency with k6 scenarios. Use when a service must hold more traffic.',
	'threat-model':
		'List assets, attackers and mitigations of a new design. Use when security of an architecture is judged.',
	translations: 'Add a language or complete message catalogues. Use when texts of the interface are translated.',
	'flag-cleanup': 'Remove feature flags that are fully rolled out, with the code that they guard.',
};
const fileOf = (name: string) => `.claude/skills/${name}/SKILL.md`;
const open = (name: string, description: string, more = '') => ({
	file: fileOf(name),
	text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${more}---\nBody of ${name}.\n`,
	isOwn: true,
	isForeign: true,
});
const files = Object.entries(texts).map(([name, description]) => open(name, description));
const { skills } = readSkills(files);

describe('the choice of an open-format skill', () => {
	it.each([
		['fill out the pdf form', 'pdf'],
		['write a plan for the new parser', 'writing-plans'],
		['join the three PDFs of the invoice', 'pdf'],
		['carry out the plan in docs/plans/cache.md', 'executing-plans'],
		['the spreadsheet budget.xlsx needs a formula for the totals', 'spreadsheets'],
		['add a migration that indexes the orders table', 'database-migrations'],
		['prepare the release of 4.2', 'release-train'],
		['publish a release and tag it', 'release-train'],
		['translate the interface to Danish', 'translations'],
		['measure the latency of the gateway with k6', 'load-testing'],
		['model the threats of the new upload service', 'threat-model'],
		['clean up the flags that are rolled out', 'flag-cleanup'],
		['build an accessible date picker component with stories', 'component-library'],
		['Please use database-migrations for this', 'database-migrations'],
	])('chooses for “%s”: %s [seeds 17]', (task, name) => {
		expect(chooseSkill(task, skills)?.name).toBe(name);
	});

	it.each([
		'fix the crash when the input is empty',
		'the timeout option is ignored',
		'why does the server answer 500 after a restart',
		'establish a connection again when it is lost',
		'what does this mean',
		'the common prefix is cut off twice',
		'the plan page shows an old price',
		'the release date has the wrong format',
		'the component unmounts twice',
		'rename the flag field of the session',
		'messages are cut in the middle of a word',
		'load the settings once',
		'drop support for python 3.8',
		'please take care of it',
		'use the monotonic clock',
		'',
	])('chooses nothing for: %s', (task) => {
		expect(chooseSkill(task, skills)).toBeUndefined();
	});

	it('also works with a single skill', () => {
		const [plans] = readSkills([open('writing-plans', texts['writing-plans'] ?? '')]).skills;
		const alone = plans === undefined ? [] : [plans];
		expect(chooseSkill('write a plan for the new parser', alone)?.name).toBe('writing-plans');
		expect(chooseSkill('fix the parser', alone)).toBeUndefined();
	});

	it('also works next to the shipped skills', async () => {
		const shipped = requireSkills(await loadSkills('skills'));
		const all = [...shipped, ...skills];
		expect(chooseSkill('fill out the pdf form', all)?.name).toBe('pdf');
		expect(chooseSkill('write a plan for the new parser', all)?.name).toBe('writing-plans');
		expect(chooseSkill('fix the parser', all)?.name).toBe('fix-issue');
	});

	it('chooses a skill that the model may not choose only by its name', () => {
		const own = readSkills([open('deploy-site', 'Deploy the site.', 'disable-model-invocation: true\n')]).skills;
		expect(chooseSkill('deploy the site', own)).toBeUndefined();
		expect(chooseSkill('run deploy-site', own)?.name).toBe('deploy-site');
		expect(toldSkills(own, { task: 'deploy the site', paths: [] }).map(({ body }) => body)).toEqual(['']);
	});

	it('is stricter for skills with all tools than for skills with a tool list', () => {
		const own = readSkills([
			open('code-audit', 'Audit code for common faults.'),
			open('invoice-export', 'Export invoices as XML for the tax office.', 'allowed-tools: Read\n'),
		]).skills;
		expect(chooseSkill('address the remarks of the code audit', own)).toBeUndefined();
		expect(chooseSkill('audit the code of the parser', own)?.name).toBe('code-audit');
		expect(chooseSkill('the export of the invoices to the tax office', own)?.name).toBe('invoice-export');
	});
});

describe('the text of open-format skills', () => {
	it('is complete for matching skills, and one line for the others', () => {
		const told = toldSkills(skills, {
			task: 'fill out the pdf form',
			paths: [fileOf('pdf'), '.claude/skills/pdf/forms.md'],
		});
		const bodies = Object.fromEntries(told.map(({ name, body }) => [name, body]));
		expect(bodies['pdf']).toMatch(
			/^Body of pdf\.\n\nThe folder of this skill is `\.claude\/skills\/pdf\/`[\s\S]*- \.claude\/skills\/pdf\/forms\.md$/,
		);
		expect(bodies['threat-model']).toContain(`Read \`${fileOf('threat-model')}\` with \`skill_read\``);
	});
});
