import { type Ecosystem, type Installation, type TestWay, type Toolset, way } from './ecosystem.ts';
import { cmake } from './ecosystems/cmake.ts';
import { deno } from './ecosystems/deno.ts';
import { dotnet } from './ecosystems/dotnet.ts';
import { elixir } from './ecosystems/elixir.ts';
import { erlang } from './ecosystems/erlang.ts';
import { go } from './ecosystems/go.ts';
import { jvm } from './ecosystems/jvm.ts';
import { lua } from './ecosystems/lua.ts';
import { node } from './ecosystems/node.ts';
import { perl } from './ecosystems/perl.ts';
import { php } from './ecosystems/php.ts';
import { python } from './ecosystems/python.ts';
import { ruby } from './ecosystems/ruby.ts';
import { rust } from './ecosystems/rust.ts';
import { eachOnce, type SetupStep, throughMise } from './setup-steps.ts';
import type { ProjectFacts, StackFacts } from './stack-facts.ts';
import { fileNames, monorepoMarks } from './stack-tables.ts';

/** A decision with several options, of which one is taken. */
export interface StackChoice {
	/** The id of this choice in the checkout. */
	readonly id: string;
	readonly about: 'manager' | 'tests';
	/** The language, and the folder if it is not the top. */
	readonly where: string;
	/** The options, the best first. */
	readonly options: readonly string[];
	readonly taken: string;
}

/** The options that were chosen, by the id of the choice. */
export type Picks = Readonly<Record<string, string>>;

/** The languages and tools of a checkout, and the steps and commands for them. */
export interface Stack {
	readonly languages: readonly string[];
	readonly managers: readonly string[];
	/** The steps of a workflow that install the tools. */
	readonly steps: readonly SetupStep[];
	/** The commands that download what builds and tests need, in order. */
	readonly setup: readonly Installation[];
	/** Package managers of projects without `setup` that may need something. */
	readonly unprepared: readonly string[];
	/** The test commands, one for each language and folder. */
	readonly tests: readonly string[];
	readonly choices: readonly StackChoice[];
	/** What shows that the checkout contains several packages. */
	readonly monorepo?: string;
}

export const ecosystems: readonly Ecosystem[] = [
	node,
	deno,
	python,
	go,
	rust,
	ruby,
	jvm,
	php,
	dotnet,
	elixir,
	erlang,
	lua,
	cmake,
	perl,
];

/** The decision for one language in one folder. */
interface Part {
	readonly language: string;
	readonly project: ProjectFacts;
	readonly toolset: Toolset;
	readonly way: TestWay | undefined;
	readonly choices: readonly StackChoice[];
}

/**
 * Detects the stack from the facts about a checkout. The result contains only commands from our own tables, and never text of the project.
 */
export function detectStack(facts: StackFacts, picks: Picks = {}): Stack {
	const atTop = partsOf(facts, picks, () => true);
	// A workspace installs the folders below it. Without a workspace, a folder with a lock file is a separate project.
	const isNew = (ecosystem: Ecosystem, project: ProjectFacts) =>
		ecosystem.toolsets(facts).length === 0 || (monorepoOf(facts) === undefined && hasLock(project));
	const parts = [...atTop, ...facts.projects.flatMap((project) => partsOf(project, picks, isNew))];
	const monorepo =
		monorepoOf(facts) ?? (parts.some(({ project }) => project.folder !== '') ? 'several folders' : undefined);
	const steps = parts.flatMap(({ toolset, way }) => [...toolset.steps, ...(way?.steps ?? [])]);
	const setup = parts.flatMap(({ project, toolset, way }) =>
		[...toolset.setup, ...(way?.setup ?? [])].map((one) => ({ ...one, run: inFolder(project, one.run) })),
	);
	return {
		languages: languagesOf(parts, facts),
		managers: unique(parts.map(({ toolset }) => toolset.name).filter((name) => name !== '')),
		steps: throughMise(eachOnce(steps), facts.text('mise.toml') || facts.text('.mise.toml')),
		setup: setup.slice(0, mostCommands),
		unprepared: unique(parts.filter(isUnprepared).map(({ toolset }) => toolset.name)),
		tests: unique(parts.flatMap(({ project, way }) => (way === undefined ? [] : [inFolder(project, way.command)]))),
		choices: parts.flatMap(({ choices }) => choices),
		...(monorepo === undefined ? {} : { monorepo }),
	};
}

/** The most setup commands that the configuration allows. */
const mostCommands = 20;

function isUnprepared({ toolset }: Part): boolean {
	return toolset.setup.length === 0 && toolset.needsNothing !== true;
}

function unique(names: readonly string[]): readonly string[] {
	return [...new Set(names)];
}

function inFolder({ folder }: ProjectFacts, command: string): string {
	return folder === '' ? command : `cd ${folder} && ${command}`;
}

function hasLock(project: ProjectFacts): boolean {
	return project.has(/(?:lock|lock\.json|lock\.yaml|lockb|shrinkwrap\.json|^go\.sum)$/);
}

/** The ecosystem of a project in an unknown language, which may still have make targets. */
const plain: Ecosystem = {
	name: 'the project',
	marks: [],
	toolsets: () => [{ name: '', steps: [], setup: [], tests: [], needsNothing: true }],
};

function partsOf(
	project: ProjectFacts,
	picks: Picks,
	counts: (ecosystem: Ecosystem, project: ProjectFacts) => boolean,
): readonly Part[] {
	const present = ecosystems.flatMap((ecosystem) => {
		const toolsets = counts(ecosystem, project) ? ecosystem.toolsets(project) : [];
		return toolsets.length === 0 ? [] : [{ ecosystem, toolsets }];
	});
	const runners = runnersOf(project);
	const isBare = present.length === 0 && runners.length > 0 && project.folder === '';
	const all = isBare ? [{ ecosystem: plain, toolsets: plain.toolsets(project) }] : present;
	// A make target is offered only once: as another way to test the first language that has tests.
	const tested = Math.max(
		all.findIndex(({ toolsets }) => toolsets.some(({ tests }) => tests.length > 0)),
		0,
	);
	return all.map((one, index) => decide(project, { ...one, runners: index === tested ? runners : [] }, picks));
}

interface Open {
	readonly ecosystem: Ecosystem;
	readonly toolsets: readonly Toolset[];
	readonly runners: readonly TestWay[];
}

function decide(project: ProjectFacts, { ecosystem, toolsets, runners }: Open, picks: Picks): Part {
	const where = `${ecosystem.name}${project.folder === '' ? '' : ` in ${project.folder}/`}`;
	const pick = <T>(about: StackChoice['about'], options: readonly T[], name: (option: T) => string) => {
		const id = `${about} of ${where}`;
		const taken = options.find((option) => name(option) === picks[id]) ?? options[0];
		const names = options.map(name);
		const choice = { id, about, where, options: names, taken: taken === undefined ? '' : name(taken) };
		return { taken, choices: names.length > 1 ? [choice] : [] };
	};
	const manager = pick('manager', toolsets, ({ name }) => name);
	const toolset = manager.taken ?? { name: '', steps: [], setup: [], tests: [] };
	const ways = [...toolset.tests, ...runners].toSorted(
		(a, b) => Number(a.isGuess ?? false) - Number(b.isGuess ?? false),
	);
	const tests = pick('tests', ways, ({ command }) => command);
	return {
		language: ecosystem.name,
		project,
		toolset,
		way: tests.taken,
		choices: [...manager.choices, ...tests.choices],
	};
}

function languagesOf(parts: readonly Part[], facts: StackFacts): readonly string[] {
	const projects = [facts, ...parts.map(({ project }) => project)];
	const marks = ecosystems.flatMap((ecosystem) => ecosystem.marks);
	const marked = marks.flatMap(([mark, language]) => (projects.some((one) => one.has(mark)) ? [language] : []));
	const all = unique([...marked, ...parts.flatMap(({ language }) => (language === plain.name ? [] : [language]))]);
	return all.includes('TypeScript') ? all.filter((name) => name !== 'JavaScript') : all;
}

function monorepoOf(facts: ProjectFacts): string | undefined {
	return monorepoMarks.find(
		({ file, holds }) =>
			facts.has(file) &&
			(holds === undefined || fileNames.some((name) => file.test(name) && holds.test(facts.text(name)))),
	)?.kind;
}

/** Ways to test that a project defines in addition to its language's own: make targets, just recipes, scripts. */
function runnersOf(project: ProjectFacts): readonly TestWay[] {
	return [
		...makeTargets(project),
		...justRecipes(project),
		...(project.names.has('script/test') ? [way('script/test')] : []),
	];
}

function makeTargets({ text }: ProjectFacts): readonly TestWay[] {
	// make reads the first of these that exists.
	const rules = (['GNUmakefile', 'makefile', 'Makefile'] as const).map(text).find((one) => one !== '') ?? '';
	const target = ['test', 'check', 'tests'].find((name) => new RegExp(`^${name}\\s*::?(?!=)`, 'm').test(rules));
	return target === undefined ? [] : [way(`make ${target}`)];
}

function justRecipes({ text }: ProjectFacts): readonly TestWay[] {
	const rules = (['justfile', 'Justfile', '.justfile'] as const).map(text).find((one) => one !== '') ?? '';
	const recipe = ['test', 'check'].find((name) =>
		new RegExp(`^@?${name}(?:\\s[^:=\\n]{0,80})?:(?!=)`, 'm').test(rules),
	);
	return recipe === undefined ? [] : [{ command: `just ${recipe}`, steps: [{ tool: 'just' }] }];
}
