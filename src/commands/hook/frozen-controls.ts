import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, isJsonObject, type JsonValue, type Mode } from '../../core/index.ts';
import {
	compilePatterns,
	compilePolicy,
	type PatternSource,
	type Policy,
	type PolicyData,
	shippedPatterns,
	shippedPolicies,
} from '../../gate/index.ts';
import type { LocalControls } from '../judging/local-controls.ts';
import type { HookScope } from './guard-script.ts';

/** Where a checkout keeps the rules that its hooks judge by. */
export const controlsPaths: Readonly<Record<HookScope, string>> = {
	personal: '.countersign/hooks/controls.json',
	shared: '.countersign/shared/controls.json',
};

/**
 * The rules that a hook judges by, frozen when a person installed it. An agent that edits a policy, or a branch with another policy,
 * changes nothing.
 */
export interface FrozenControls {
	readonly version: 1;
	/** Names of compiled policies that are part of the program. */
	readonly shipped: readonly string[];
	/** Policies that were compiled at the installation: shipped overlays and the repository's own. */
	readonly others: readonly (PolicyData & { readonly isOwn?: true })[];
	/** The patterns of skills and configuration. If left out, the shipped ones are used. */
	readonly patterns?: readonly PatternSource[];
	/** Rules of the person and the repository that allow calls without a question. They never lift a block. */
	readonly allows?: PolicyData;
	/** The mode for every call. If left out, Claude Code's own mode is used. */
	readonly mode?: Mode;
	/** Folders outside the checkout that are treated as part of it. */
	readonly allow?: readonly string[];
	/** If set, Claude Code does not ask about calls that the gate allows. */
	readonly allowsUnasked?: true;
}

/** Reads the frozen rules. @throws CountersignError `bad-config` if nothing is installed, or if the file cannot be read. */
export function readFrozenControls(root: string, scope: HookScope): FrozenControls {
	const path = join(root, controlsPaths[scope]);
	const value = parse(path);
	if (
		isJsonObject(value) &&
		value['version'] === 1 &&
		Array.isArray(value['shipped']) &&
		Array.isArray(value['others'])
	)
		return value as unknown as FrozenControls;
	throw notInstalled(`${path} was written by another version of Countersign.`);
}

function parse(path: string): JsonValue {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (cause) {
		throw notInstalled(`${path} cannot be read.`, cause);
	}
}

function notInstalled(message: string, cause?: unknown): CountersignError {
	return new CountersignError({ code: 'bad-config', message, fix: 'Run: countersign hook install', cause });
}

/** The rules to judge by, and what a person allowed. */
export type ThawedControls = LocalControls & { readonly allows?: Policy };

/**
 * Compiles frozen rules, as of the day `today`. Patterns that are not shipped run on an engine with linear time. @throws CountersignError
 * `bad-policy`.
 */
export async function thawControls(frozen: FrozenControls, today: string): Promise<ThawedControls> {
	const shipped = shippedPolicies(frozen.shipped);
	if (frozen.others.length === 0 && frozen.patterns === undefined && frozen.allows === undefined)
		return { policies: shipped, patterns: shippedPatterns() };
	const { asOf, linearEngine } = await import('../../gate/frozen.ts');
	const others = frozen.others.map((data): Policy => {
		const policy = compilePolicy(data, linearEngine);
		return asOf(data.isOwn === true ? { ...policy, isOwn: true } : policy, today);
	});
	const { patterns, allows } = frozen;
	return {
		...(allows && { allows: asOf(compilePolicy(allows, linearEngine), today) }),
		policies: [...shipped, ...others],
		patterns: patterns === undefined ? shippedPatterns() : compilePatterns(patterns, linearEngine).patterns,
	};
}
