import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePolicies, overlayPolicies } from '../../src/core/index.ts';

const folder = join(import.meta.dirname, '../../policies');

/** The texts of all shipped policies, by their names. */
export function policyTexts(): Readonly<Record<string, string>> {
	const names = ['floor', ...basePolicies, ...overlayPolicies];
	return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, `${name}.yml`), 'utf8')]));
}
