import { parseCommit } from './commits.ts';
import { ApiError } from './http.ts';
import type { Repository } from './repository.ts';
import type { JsonObject } from './types.ts';

/** A rule of a ruleset, for branches with a matching name. */
export interface BranchRule {
	readonly type: 'creation' | 'update' | 'required_signatures' | 'branch_name_pattern';
	/** Matches the short names of its branches. */
	readonly branches: RegExp;
	/** The pattern that a name must match. Only for `branch_name_pattern`. */
	readonly pattern?: RegExp;
}

/** A ref that a request creates or moves. */
export interface RefChange {
	readonly ref: string;
	readonly sha: string;
	readonly isNew: boolean;
}

/** GitHub's messages (release-please-action#1194, satisfactory-factories/application#67, transloadit/uppy#6442). */
const words: Readonly<Record<BranchRule['type'], string>> = {
	creation: 'Cannot create ref due to creations being restricted.',
	update: 'Cannot update this protected ref.',
	required_signatures: 'Commits must have verified signatures.',
	branch_name_pattern: 'Branch name must match a given regex pattern.',
};

export const secretWords = 'Push cannot contain secrets';

/**
 * The form of a DigitalOcean token, which GitHub recognizes. Our own redaction does not know this form, so the text reaches GitHub's check.
 */
const secretShape = /\bdop_v1_[a-f0-9]{64}\b/;

export const holdsSecret = (content: Buffer | string): boolean => secretShape.test(content.toString());

/** Returns the messages of rules against a change. Empty if the rules allow it. */
export async function violations(repository: Repository, change: RefChange): Promise<readonly string[]> {
	const { switches } = repository;
	const secret = switches.protectsPushes && (await bringsSecret(repository, change)) ? [secretWords] : [];
	const name = /^refs\/heads\/(.+)$/.exec(change.ref)?.[1];
	if (name === undefined) return secret;
	const rules = switches.rules.filter(({ branches }) => branches.test(name));
	const broken: string[] = [];
	for (const rule of rules) if (await isBroken(repository, rule, { ...change, name })) broken.push(words[rule.type]);
	return [...broken, ...secret];
}

async function isBroken(
	repository: Repository,
	{ type, pattern }: BranchRule,
	{ name, sha, isNew }: RefChange & { readonly name: string },
): Promise<boolean> {
	if (type === 'creation') return isNew;
	if (type === 'update') return !isNew;
	if (type === 'branch_name_pattern') return isNew && pattern?.test(name) !== true;
	const raw = await repository.git.read('commit', sha);
	return raw !== undefined && !parseCommit(raw.toString()).signed;
}

/** Whether a file that no branch contains yet has text that looks like a secret. */
async function bringsSecret({ git }: Repository, { sha }: RefChange): Promise<boolean> {
	const listed = await git.run(['rev-list', '--objects', '--no-object-names', sha, '--not', '--branches']);
	const objects =
		listed.code === 0
			? listed.out
					.toString()
					.split('\n')
					.filter((one) => one !== '')
			: [];
	const types = await git.types(objects);
	for (const [object, type] of types) {
		const content = type === 'blob' ? await git.read('blob', object) : undefined;
		if (content !== undefined && holdsSecret(content)) return true;
	}
	return false;
}

/**
 * Refuses a change of a ref over REST, with or without the rule's message. GitHub does both, and it is unknown when
 * (rest-api-description#4887, release-plz/action#518).
 */
export async function obeyRules(repository: Repository, change: RefChange): Promise<void> {
	const broken = await violations(repository, change);
	if (broken.length === 0) return;
	if (repository.switches.hidesRules) throw new ApiError(422, 'Reference update failed');
	throw new ApiError(422, `Repository rule violations found\n\n${broken.join('\n\n')}\n\n`);
}

/**
 * Refuses a blob with a secret (GitHub changelog 2024-08-13: 409 and a placeholder; OpenAPI `git/create-blob` 422 and
 * `repos/create-or-update-file` 409: repository-rule-violation-error).
 */
export function refuseSecret({ switches }: Repository, content: Buffer | string): void {
	if (!switches.protectsPushes || !holdsSecret(content)) return;
	const placeholders = [{ placeholder_id: '2k4dM4tseyC5lPIsjl5emX9sPNk', token_type: 'slack_api_token' }];
	throw new ApiError(409, 'Repository rule violations found\n\nSecret detected in content\n\n', undefined, undefined, {
		metadata: { secret_scanning: { bypass_placeholders: placeholders } },
	});
}

/**
 * Returns the rules for a branch as `GET /rules/branches/{branch}` shows them. Reading needs only `metadata` (OpenAPI,
 * repos/get-branch-rules).
 */
export function rulesAbout({ switches, owner, name }: Repository, branch: string): JsonObject[] {
	const found = switches.rules.filter(({ branches }) => branches.test(branch));
	const ruleset = { ruleset_source_type: 'Repository', ruleset_source: `${owner}/${name}`, ruleset_id: 42 };
	return found.map(({ type }) => ({ type, ...ruleset }));
}
