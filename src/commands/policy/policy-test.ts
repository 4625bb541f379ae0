import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, readRepositoryConfig } from '../../config/index.ts';
import { CountersignError, standingPath } from '../../core/index.ts';
import { loadStanding, tryPolicy } from '../../gate/loading.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { hookRulesPaths } from '../hook/hook-rules-paths.ts';
import { readPolicyFile, readTextFile, shippedNames, today } from '../judging/local-controls.ts';
import { createPaint, type Paint } from '../paint.ts';
import { type PatternResult, tryConfigPatterns, trySkills } from './pattern-test.ts';

/** A policy to test. Reading it may fail, too. */
interface Candidate {
	readonly file: string;
	readonly text: () => string;
	/** Set if the file may only contain approvals that are given in advance. */
	readonly onlyAllows?: true;
}

/** The result of testing a file. */
export type TriedFile =
	| PatternResult
	| {
			readonly file: string;
			readonly ok: true;
			readonly rules: number;
			readonly examples: number;
			readonly warnings: readonly string[];
	  };

/**
 * `countersign policy test [names and files]`: loads each policy with its examples. Without names it also tests the patterns of the
 * configuration and of the repository's skills. Exits with 1 if a test fails. @throws CountersignError `bad-input` for an unknown policy.
 */
export async function policyTest(args: readonly string[], cli: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, { root: { type: 'string' }, json: { type: 'boolean' } });
	const folder = join(cli.packageRoot, 'policies');
	const root = values.root ?? cli.cwd;
	const named = positionals.map((name) => readPolicyFile(name, folder));
	const results =
		named.length > 0
			? named.map(({ file, text }) => attempt({ file, text: () => text }))
			: [...shippedOnes(folder), ...tryOwnFiles(root), ...(await trySkills(root, cli.packageRoot))];
	if (values.json === true) cli.print(JSON.stringify(results));
	else for (const result of results) cli.print(show(result, createPaint(cli.colours)));
	return results.every(({ ok }) => ok) ? 0 : 1;
}

function shippedOnes(folder: string): readonly TriedFile[] {
	return shippedNames(folder).map((name) => {
		const { file, text } = readPolicyFile(name, folder);
		return attempt({ file, text: () => text });
	});
}

/**
 * Tests the policies that the configuration names, the standing approvals, the rules of the hook, and the configuration's patterns. If the
 * configuration cannot be read, the only result is this failure.
 */
export function tryOwnFiles(root: string): readonly TriedFile[] {
	const allowing = [standingPath, hookRulesPaths.repository]
		.filter((file) => existsSync(join(root, file)))
		.map((file) => attempt({ file, text: () => readTextFile(join(root, file)), onlyAllows: true }));
	const path = join(root, configPath);
	if (!existsSync(path)) return allowing;
	try {
		const config = readRepositoryConfig(readTextFile(path));
		const policies = config.policies.map((file) => attempt({ file, text: () => readTextFile(join(root, file)) }));
		return [...policies, ...allowing, ...tryConfigPatterns(config)];
	} catch (thrown) {
		return [failure(configPath, thrown)];
	}
}

function attempt({ file, text, onlyAllows }: Candidate): TriedFile {
	try {
		if (onlyAllows === true) loadStanding(text(), { today: today() }, file);
		const { policy, rules, examples } = tryPolicy(text(), file, { today: today() });
		return { file, ok: true, rules, examples, warnings: policy.warnings };
	} catch (thrown) {
		return failure(file, thrown);
	}
}

function failure(file: string, thrown: unknown): TriedFile {
	if (!(thrown instanceof CountersignError)) throw thrown;
	return { file, ok: false, message: thrown.message, fix: thrown.fix };
}

function show(result: TriedFile, paint: Paint): string {
	if (!result.ok) return `${paint.bad('✗')} ${result.file}  ${result.message}\n    ${result.fix}`;
	const counts =
		'patterns' in result
			? count(result.patterns, 'pattern')
			: `${count(result.rules, 'rule')}, ${count(result.examples, 'example')}`;
	return [
		`${paint.good('✓')} ${result.file}  ${counts}`,
		...result.warnings.map((warning) => `    warning: ${warning}`),
	].join('\n');
}

function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}
