import { looseWarnings, refuseLooseAllows } from './loose-allows.ts';
import { type LoadOptions, loadPolicy } from './policy-load.ts';
import { policySchema } from './policy-schema.ts';
import { readPolicyYaml } from './policy-yaml.ts';
import type { Policy } from './rule.ts';

/** The result of trying a policy file: the policy, and the numbers of its rules and examples. */
export interface PolicyTrial {
	readonly policy: Policy;
	/** The number of rules of the file, including expired rules. */
	readonly rules: number;
	/** The number of calls under `match` and `not_match`. All of them passed. */
	readonly examples: number;
}

/** Loads a policy file, and checks and counts its examples. @throws CountersignError `bad-policy` that names file and line. */
export function tryPolicy(text: string, file: string, options: LoadOptions): PolicyTrial {
	const policy = loadPolicy(text, file, options);
	if (options.isOwn !== false) refuseLooseAllows(policy);
	const rules = policySchema.parse(readPolicyYaml(text, file).value ?? {}).rules ?? [];
	const examples = rules.flatMap(({ match = [], not_match = [] }) => [...match, ...not_match]);
	const warnings = [...policy.warnings, ...looseWarnings(policy)];
	return { policy: { ...policy, warnings }, rules: rules.length, examples: examples.length };
}
