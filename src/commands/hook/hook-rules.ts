import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PolicyData, policyData } from '../../gate/index.ts';
import { loadStanding } from '../../gate/loading.ts';
import { readTextFile, today } from '../judging/local-controls.ts';
import type { HookScope } from './guard-script.ts';
import { hookRulesPaths } from './hook-rules-paths.ts';

/** Whose rules are read. */
export interface RulesOwner {
	readonly root: string;
	readonly home: string;
	/** A shared hook must judge alike on every machine, so it uses only the rules of the repository. */
	readonly scope: HookScope;
}

/** Returns the rules that allow calls of the hook, as one policy. Undefined if there are none. @throws CountersignError `bad-policy`. */
export function readHookRules({ root, home, scope }: RulesOwner): PolicyData | undefined {
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
