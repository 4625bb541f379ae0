import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, type RepositoryConfig, readRepositoryConfig, shippedBlockedPatterns } from '../../config/index.ts';
import { CountersignError, ownSkillFolder } from '../../core/index.ts';
import {
	compilePatterns,
	isCompiledPolicy,
	type PatternSource,
	type PolicyData,
	policyData,
	tellProblem,
} from '../../gate/index.ts';
import { linearEngine, loadPolicy, loadStanding } from '../../gate/loading.ts';
import { patternSource, readSkillFiles, readSkills, renderSkillError, requireSkills } from '../../skills/index.ts';
import { readPolicyFile, readTextFile, today } from '../judging/local-controls.ts';
import { checkSkills } from '../skills/skill-check.ts';
import type { FrozenControls } from './frozen-controls.ts';
import type { HookScope } from './guard-script.ts';
import { hookRulesPaths } from './hook-rules-paths.ts';

/** What a person chooses for a hook, in addition to the files of the checkout. */
export type HookChoice = Pick<FrozenControls, 'mode' | 'allow' | 'allowsUnasked'>;

/**
 * Reads the current configuration, policies and skills of a checkout, checks every example, and compiles them.
 * @throws CountersignError for the first error, like a run: `bad-config`, `bad-policy`, `bad-skill`.
 */
export async function freezeControls(
	packageRoot: string,
	owner: RulesOwner,
	choice: HookChoice,
): Promise<FrozenControls> {
	const { root } = owner;
	const allows = readHookRules(owner);
	const path = join(root, configPath);
	const config = readRepositoryConfig(existsSync(path) ? readTextFile(path) : undefined);
	const patterns = await ownPatterns(root, packageRoot, config);
	return {
		version: 1,
		shipped: config.shippedPolicies.filter(isCompiledPolicy),
		others: [...overlays(config, packageRoot), ...ownPolicies(config, root)],
		...(patterns === undefined ? {} : { patterns }),
		...(allows === undefined ? {} : { allows }),
		...choice,
	};
}

function overlays({ shippedPolicies }: RepositoryConfig, packageRoot: string): FrozenControls['others'] {
	const folder = join(packageRoot, 'policies');
	return shippedPolicies
		.filter((name) => !isCompiledPolicy(name))
		.map((name) => {
			const { file, text } = readPolicyFile(name, folder);
			return policyData(loadPolicy(text, file, { today: today() }));
		});
}

function ownPolicies({ policies }: RepositoryConfig, root: string): FrozenControls['others'] {
	return policies.map((file) => {
		const text = readTextFile(join(root, file));
		return { ...policyData(loadPolicy(text, file, { today: today(), isOwn: true })), isOwn: true as const };
	});
}

/**
 * Returns all patterns if the checkout has its own ones, or undefined. @throws CountersignError `bad-config` if one does not compile,
 * because nobody would notice if it were skipped.
 */
async function ownPatterns(
	root: string,
	packageRoot: string,
	{ blockedPatterns }: RepositoryConfig,
): Promise<readonly PatternSource[] | undefined> {
	const own = await skillPatterns(root, packageRoot);
	if (own.length === 0 && blockedPatterns === undefined) return undefined;
	const { files } = await readSkillFiles(join(packageRoot, 'skills'));
	const shipped = requireSkills(readSkills(files)).map(({ patterns }) => ({
		...patternSource(patterns),
		isShipped: true as const,
	}));
	const { file, patterns: blocked } =
		blockedPatterns === undefined
			? shippedBlockedPatterns(packageRoot)
			: { file: configPath, patterns: blockedPatterns };
	const all = [...shipped, ...own, { file, danger: [], confirm: [], blocked }];
	const [problem] = compilePatterns(all, linearEngine).problems;
	if (problem === undefined) return all;
	throw new CountersignError({ code: 'bad-config', message: `${tellProblem(problem)}.`, fix: 'Correct the pattern.' });
}

async function skillPatterns(root: string, packageRoot: string): Promise<readonly PatternSource[]> {
	const folder = join(root, ownSkillFolder);
	if (!existsSync(folder)) return [];
	const { skills, faults } = await checkSkills({ folder, shownAs: ownSkillFolder, packageRoot });
	const [fault] = faults;
	if (fault === undefined) return skills.map(({ patterns }) => patternSource(patterns));
	throw new CountersignError({
		code: 'bad-skill',
		message: renderSkillError(fault),
		fix: 'Correct it. `countersign skills check` lists all errors.',
	});
}

/** The checkout, the home folder and the scope from which rules are read. */
interface RulesOwner {
	readonly root: string;
	readonly home: string;
	/** A shared hook must judge the same on every machine, so it uses only the rules of the repository. */
	readonly scope: HookScope;
}

/** Returns the rules that allow calls of the hook, as one policy. Undefined if no rule does. @throws CountersignError `bad-policy`. */
function readHookRules({ root, home, scope }: RulesOwner): PolicyData | undefined {
	const { repository, person } = hookRulesPaths;
	const files = [
		{ file: repository, path: join(root, repository) },
		...(scope === 'personal' ? [{ file: person, path: join(home, person.slice(2)) }] : []),
	];
	const loaded = files
		.filter(({ path }) => existsSync(path))
		.map(({ file, path }) => policyData(loadStanding(readTextFile(path), { today: today() }, file)));
	const rules = loaded.flatMap((policy) => policy.rules);
	return rules.length === 0 ? undefined : { name: 'hook', file: repository, rules, warnings: [] };
}
