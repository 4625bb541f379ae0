import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configPath, readRepositoryConfig, shippedBlockedPatterns } from '../../config/index.ts';
import { compilePatterns, decisionOf, type PatternSource, type Patterns, tellProblem } from '../../gate/index.ts';
import { linearEngine } from '../../gate/loading.ts';
import { loadSkills, patternSource } from '../../skills/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { readTextFile } from '../judging/local-controls.ts';
import { createPaint, type Paint } from '../paint.ts';
import { checkRepository, hasSkillFolder } from '../skills/skill-check.ts';

type Pattern = Patterns['raw'][number];

/**
 * `countersign policy patterns`: lists every pattern that a run of this repository uses, grouped by file, and counts them (agtop, Safety
 * Hooks:
 * Patterns, PatternCount). Exits with 1 if a pattern cannot be used.
 * @throws CountersignError `bad-config` for a configuration that cannot be read.
 */
export async function policyPatterns(args: readonly string[], cli: CliContext): Promise<number> {
	const { cwd, packageRoot, print, colours } = cli;
	const { values } = readCommandLine(args, { root: { type: 'string' }, json: { type: 'boolean' } }, 0);
	const root = resolve(cwd, values.root ?? '.');
	const { patterns, problems } = compilePatterns(await sourcesOf(root, packageRoot), linearEngine);
	const all = [...patterns.raw, ...patterns.executed];
	if (values.json === true) print(JSON.stringify({ count: all.length, patterns: all.map(facts), problems }));
	else for (const line of shown(all, createPaint(colours))) print(line);
	if (values.json !== true) for (const problem of problems) print(`${tellProblem(problem)}.`);
	return problems.length === 0 ? 0 : 1;
}

async function sourcesOf(root: string, packageRoot: string): Promise<readonly PatternSource[]> {
	const shipped = (await loadSkills(join(packageRoot, 'skills'))).skills;
	const own = hasSkillFolder(root) ? (await checkRepository(root, packageRoot)).skills : [];
	const replaced = new Set(own.map(({ name }) => name));
	const skills = [...shipped.filter(({ name }) => !replaced.has(name)), ...own];
	return [...skills.map((skill) => patternSource(skill.patterns)), blockedIn(root, packageRoot)];
}

/** Returns the blocked patterns of the configuration, or the shipped ones if it has none. */
function blockedIn(root: string, packageRoot: string): PatternSource {
	const path = join(root, configPath);
	const own = existsSync(path) ? readRepositoryConfig(readTextFile(path)).blockedPatterns : undefined;
	if (own !== undefined) return { file: configPath, danger: [], confirm: [], blocked: own };
	const { file, patterns } = shippedBlockedPatterns(packageRoot);
	return { file, danger: [], confirm: [], blocked: patterns };
}

function facts(pattern: Pattern) {
	const { file, line, pattern: text, reason, on } = pattern;
	return { file, ...(line && { line }), pattern: text, decision: decisionOf(pattern), on, ...(reason && { reason }) };
}

function shown(all: readonly Pattern[], paint: Paint): readonly string[] {
	const files = [...Map.groupBy(all, ({ file }) => file)];
	return [
		...files.flatMap(([file, own]) => [`${paint.bold(file)}  ${own.length}`, ...own.map((one) => row(one, paint))]),
		`${all.length} patterns in ${files.length} files`,
	];
}

function row(pattern: Pattern, paint: Paint): string {
	const decision = decisionOf(pattern);
	const why = pattern.reason === undefined ? '' : `  ${paint.dim(pattern.reason)}`;
	return `  ${paint.decision(decision, decision.padEnd(7))}  ${pattern.pattern}${why}`;
}
