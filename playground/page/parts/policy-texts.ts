import autonomous from '../../../policies/autonomous.yml';
import defaults from '../../../policies/default.yml';
import devTools from '../../../policies/dev-tools.yml';
import floor from '../../../policies/floor.yml';
import maintenance from '../../../policies/maintenance.yml';
import permissive from '../../../policies/permissive.yml';
import strict from '../../../policies/strict.yml';
import type { ShippedPolicy } from '../../../src/core/shipped-policies.ts';

/** The texts of all shipped policies, by their names. */
export const policyTexts: Readonly<Record<ShippedPolicy, string>> = {
	...{ floor, default: defaults, strict, permissive, autonomous },
	...{ 'dev-tools': devTools, maintenance },
};
