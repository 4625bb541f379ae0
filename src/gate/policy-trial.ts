import { looseWarnings, refuseLooseAllows } from './loose-allows.ts';
import { type LoadOptions, loadPolicy } from './policy-load.ts';
import { policySchema } from './policy-schema.ts';
import { readPolicyYaml } from './policy-yaml.ts';
import type { Policy } from './rule.ts';

/** What trying a policy file found: the policy, and how much of it there was to try. */
export interface PolicyTrial {
	readonly policy: Policy;
	/** Rules of the file, those that have expired included. */
	readonly rules: number;
	/** Calls under `match` and `not_match`, all of which held. */
	readonly examples: number;
}

/** Loads a policy file with its examples, and counts them. @throws CountersignError `bad-policy` that names file and line. */
export function tryPolicy(text: string, file: string, options: LoadOptions): PolicyTrial {
	const policy = loadPolicy(text, file, options);
	if (options.isOwn !== false) refuseLooseAllows(policy);
	const rules = policySchema.parse(readPolicyYaml(text, file).value ?? {}).rules ?? [];
	const examples = rules.flatMap(({ match = [], not_match = [] }) => [...match, ...not_match]);
	const warnings = [...policy.warnings, ...looseWarnings(policy)];
	return { policy: { ...policy, warnings }, rules: rules.length, examples: examples.length };
}
