import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readInputs } from '../src/config/index.ts';
import { readRepositoryConfig } from '../src/config/repository-config.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const page = read('docs/maintenance.md');
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
	language,
	text,
}));

interface Workflow {
	readonly on: { readonly schedule?: readonly { readonly cron: string }[] };
	readonly jobs: Readonly<
		Record<string, { readonly steps?: readonly { readonly with?: Readonly<Record<string, string>> }[] }>
	>;
}

const days = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

function whenOf(cron: string): string {
	const [, hour, day, , weekday] = cron.split(' ');
	if (hour === '*') return 'hourly';
	return day === '*' ? (days[Number(weekday)] ?? '') : 'monthly';
}

test('the page lists every shipped workflow and when it starts', () => {
	const shipped = readdirSync(join(root, 'examples/workflows')).filter(
		(name) => !/^(?:agent|federated)\.yml$/.test(name),
	);
	for (const name of shipped) expect(page).toContain(`\`${name}\``);
	const rows = [...page.matchAll(/^\| `([a-z-]+\.yml)` \| (\w+)[^|]* \| [^|]+ \| ([^|]+) \|$/gm)];
	expect(rows.length).toBe(7);
	for (const [, name = '', when, skips = ''] of rows) {
		const { on, jobs } = parse(read(`examples/workflows/${name}`)) as Workflow;
		expect(whenOf(on.schedule?.[0]?.cron ?? ''), name).toBe(when);
		const given = Object.values(jobs).flatMap(({ steps = [] }) => steps.map((step) => step.with?.['skip-if'] ?? ''));
		const told = given.find((text) => text !== '') ?? '';
		if (told.includes('matrix')) continue;
		expect(skips.includes('committed'), name).toBe(told.includes('no-changes'));
		expect(skips.includes('open'), name).toBe(told.includes('own-pull-request'));
	}
});

test('the issue on the page matches the golden file', () => {
	const [issue] = blocks.filter(({ language }) => language === 'markdown');
	expect(read('test/golden/standing-issue.md').startsWith(issue?.text.trimEnd() ?? '?')).toBe(true);
});

test('the settings on the page are valid', () => {
	const settings = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
	expect(settings).toHaveLength(2);
	const [skip = '', budget = ''] = settings;
	const given: Readonly<Record<string, string>> = { 'github-token': 'x', ...(parse(skip) as object) };
	expect(readInputs((name) => given[name] ?? '', {}).skipIf).toEqual(['no-changes', 'own-pull-request']);
	expect(readRepositoryConfig(budget).budget).toMatchObject({ centsPerRun: 200, centsPerDay: 1000 });
});
