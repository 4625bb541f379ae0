import { type OrganizationFiles, plannedModes } from '../core/index.ts';
import { type Organization, readOrganization } from './organization-file.ts';
import {
	type Ceiling,
	type OrganizationRules,
	type RepositoryConfig,
	readWrittenConfig,
	type WrittenConfig,
} from './repository-config.ts';
import { namesPolicies, underKeys } from './under-organization.ts';
import { type Words, writtenAt } from './weigh.ts';

/**
 * Reads a repository's configuration under its organization's rules. If `organization` is undefined, there are no such rules.
 * @throws CountersignError `bad-config` for either file, with line and nearest key.
 */
export function readConfigUnder(
	text: string | undefined,
	organization: OrganizationFiles | undefined,
	file?: string,
): RepositoryConfig {
	const written = readWrittenConfig(text, file);
	return organization === undefined ? written.config : withOrganization(written, readOrganization(organization));
}

/**
 * Combines a repository's configuration with its organization's. If only one file sets a key, its value is used. If both set it, the
 * stricter value is used. If the repository's value is not used, there is a warning.
 * @throws CountersignError `bad-config` if the approval rules of both can never be met.
 */
export function withOrganization(repository: WrittenConfig, organization: Organization): RepositoryConfig {
	const words = { repository, organization };
	const all = Object.values(underKeys).map((under) => under(words));
	const values: Partial<RepositoryConfig> = Object.assign({}, ...all.map((one) => one.values));
	return {
		...repository.config,
		...values,
		organization: rulesOf(words),
		warnings: [repository.config, organization.config, ...all].flatMap(({ warnings }) => warnings),
	};
}

/**
 * Returns the organization's rules for a repository. The organization's own policy files apply in every repository. The shipped policies
 * that it names do not apply if it lets the repository choose and the repository does so.
 */
function rulesOf({ repository, organization }: Words): OrganizationRules {
	const { files, policies, config, file, loosen } = organization;
	const isFree = repository.lineOf(['policies']) !== undefined && loosen.has('policies');
	const patterns = config.blockedPatterns ?? [];
	const isOwn = repository.config.blockedPatterns !== undefined && loosen.has('safety');
	return {
		files,
		shippedPolicies: namesPolicies(organization) && !isFree ? config.shippedPolicies : [],
		policies,
		...(patterns.length === 0 || isOwn ? {} : { blocked: { file, patterns } }),
		ceiling: ceilingOf({ repository, organization }),
		...(repository.lineOf(teamsKey) === undefined ? { teamsAt: writtenAt(teamsKey, organization) } : {}),
	};
}

const teamsKey = ['approvals', 'teams'];

/**
 * Returns the limits for the workflow's inputs. Without them, the repository could exceed the organization's limits by its own workflow.
 */
function ceilingOf({ repository, organization }: Words): Ceiling {
	const { config, lineOf, loosen } = organization;
	const planned = plannedModes.find((mode) => [repository, organization].some((one) => one.config.mode === mode));
	const binds = (key: 'mode' | 'max_iterations' | 'approval_timeout_seconds'): boolean =>
		lineOf([key]) !== undefined && !loosen.has(key);
	const at = <T>(key: string, value: T) => ({ value, place: writtenAt([key], organization) });
	return {
		...(binds('mode') ? { mode: at('mode', config.mode) } : {}),
		...(binds('mode') && planned !== undefined ? { planned } : {}),
		...(binds('max_iterations') ? { maxIterations: at('max_iterations', config.maxIterations) } : {}),
		...(binds('approval_timeout_seconds')
			? { approvalTimeoutSeconds: at('approval_timeout_seconds', config.approvalTimeoutSeconds) }
			: {}),
	};
}
