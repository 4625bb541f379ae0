import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, isJsonObject, type JsonValue, type Mode } from '../core/index.ts';
import {
	compilePatterns,
	compilePolicy,
	type PatternSource,
	type Policy,
	type PolicyData,
	shippedPatterns,
	shippedPolicies,
} from '../gate/index.ts';
import type { HookScope } from './guard-script.ts';
import type { LocalControls } from './local-controls.ts';

/** Where a checkout keeps what its hooks judge by. */
export const controlsPaths: Readonly<Record<HookScope, string>> = {
	personal: '.countersign/hooks/controls.json',
	shared: '.countersign/shared/controls.json',
};

/** What a hook judges by, as it stood when a person installed it: an agent that edits a policy, or a branch that brings another, changes nothing. */
export interface FrozenControls {
	readonly version: 1;
	/** Compiled policies, which are the program's own. */
	readonly shipped: readonly string[];
	/** Policies that were compiled at the installation: shipped overlays and the repository's own. */
	readonly others: readonly (PolicyData & { readonly isOwn?: true })[];
	/** The patterns of skills and configuration; left out: those that are shipped. */
	readonly patterns?: readonly PatternSource[];
	/** What the person, and the repository, allow unasked: it answers what would be asked about, and no block. */
	readonly allows?: PolicyData;
	/** The mode for every call; left out: as Claude Code's own mode says. */
	readonly mode?: Mode;
	/** Folders beside the checkout that count as part of it. */
	readonly allow?: readonly string[];
	/** Claude Code does not ask about what the gate allows. */
	readonly allowsUnasked?: true;
}

/** @throws CountersignError `bad-config` when nothing is installed, or it cannot be read. */
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
	return new CountersignError({ code: 'bad-config', message, fix: 'Do: countersign hook install', cause });
}

/** What is judged by, and what a person allowed. */
export type ThawedControls = LocalControls & { readonly allows?: Policy };

/** Compiles them, as they hold today. What is not shipped runs on the engine for foreign patterns. @throws CountersignError `bad-policy`. */
export async function thawControls(frozen: FrozenControls, today: string): Promise<ThawedControls> {
	const shipped = shippedPolicies(frozen.shipped);
	if (frozen.others.length === 0 && frozen.patterns === undefined && frozen.allows === undefined)
		return { policies: shipped, patterns: shippedPatterns() };
	const { asOf, linearEngine } = await import('../gate/frozen.ts');
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
