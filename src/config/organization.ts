import {
	type ListenTo,
	type Mode,
	type OrganizationFiles,
	type Person,
	type PrivateHost,
	plannedModes,
	type SandboxLimits,
	stricterMode,
} from '../core/index.ts';
import { hostsWithin } from './hosts-within.ts';
import { budgetKeys, limitKeys, moneyKeys } from './limit-keys.ts';
import { approvalsUnder } from './organization-approvals.ts';
import { type Organization, readOrganization } from './organization-file.ts';
import {
	type Ceiling,
	type OrganizationRules,
	type RepositoryConfig,
	readWrittenConfig,
	type WrittenConfig,
} from './repository-config.ts';
import { type Weighed, type Words, weigh, writtenAt } from './weigh.ts';

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
	const { config } = repository;
	const plain = weighedPlain(words);
	const reach = weighedReach(words);
	const limits = limitsUnder(words);
	const budget = budgetUnder(words);
	const approvals = approvalsUnder(words);
	const named = repository.lineOf(['policies']) !== undefined;
	return {
		...config,
		...modelOf(words),
		...plain.values,
		...reach.values,
		enabled: config.enabled && organization.config.enabled,
		budget: budget.value,
		commandLimits: limits.value,
		approvals: approvals.value,
		shippedPolicies: named || !namesPolicies(organization) ? config.shippedPolicies : [],
		organization: rulesOf(words, named),
		warnings: [
			...config.warnings,
			...organization.config.warnings,
			...plain.warnings,
			...reach.warnings,
			...budget.warnings,
			...limits.warnings,
			...approvals.warnings,
		],
	};
}

function namesPolicies({ lineOf }: WrittenConfig): boolean {
	return lineOf(['policies']) !== undefined;
}

/** The model and the place of memory. The organization's values are not binding. They are used only if the repository sets none. */
function modelOf({ repository, organization }: Words): Partial<RepositoryConfig> {
	const { model, fallbacks, memory } = organization.config;
	const isTheirs = repository.lineOf(['model']) === undefined && organization.lineOf(['model']) !== undefined;
	return {
		...(isTheirs ? { model, ...(fallbacks === undefined ? {} : { fallbacks }) } : {}),
		...(repository.config.memory === undefined && memory !== undefined ? { memory } : {}),
	};
}

const inList = (values: readonly string[]): string => `[${values.join(', ')}]`;

/** People whom both files list, compared by account number. */
const bothName = (repository: readonly Person[], organization: readonly Person[]): readonly Person[] =>
	repository.filter(({ id }) => organization.some((person) => person.id === id));

const modeKey: Weighed<Mode> = {
	path: ['mode'],
	loosen: 'mode',
	of: ({ mode }) => mode,
	stricter: stricterMode,
};
const autoForKey: Weighed<readonly Person[]> = {
	path: ['auto_for'],
	loosen: 'auto_for',
	of: ({ autoFor }) => autoFor,
	stricter: bothName,
	written: (people) => inList(people.map(({ id }) => String(id))),
};
const iterationsKey: Weighed<number> = {
	path: ['max_iterations'],
	loosen: 'max_iterations',
	of: ({ maxIterations }) => maxIterations,
	stricter: Math.min,
};
const timeoutKey: Weighed<number> = {
	path: ['approval_timeout_seconds'],
	loosen: 'approval_timeout_seconds',
	of: ({ approvalTimeoutSeconds }) => approvalTimeoutSeconds,
	stricter: Math.min,
};
const listenKey: Weighed<ListenTo> = {
	path: ['listen_to'],
	loosen: 'listen_to',
	of: ({ listenTo }) => listenTo,
	stricter: (own, above) => (own === 'writers' ? own : above),
};
const hostsKey: Weighed<readonly string[]> = {
	path: ['sandbox', 'hosts'],
	loosen: 'hosts',
	of: ({ standingHosts }) => standingHosts,
	stricter: hostsWithin,
	written: inList,
};

/** Private addresses that both files allow. The repository's reason is shown. */
const privateKey: Weighed<readonly PrivateHost[]> = {
	path: ['sandbox', 'hosts'],
	loosen: 'hosts',
	of: ({ privateHosts }) => privateHosts,
	stricter: (own, above) => {
		const both = hostsWithin(
			own.map(({ host }) => host),
			above.map(({ host }) => host),
		);
		return both.flatMap((host) => [...own, ...above].find((one) => one.host === host) ?? []);
	},
	written: (hosts) => inList(hosts.map(({ host }) => `{host: ${host}, private: true}`)),
};
const servicesKey: Weighed<readonly string[]> = {
	path: ['sandbox', 'services'],
	loosen: 'services',
	of: ({ services }) => services,
	stricter: (own, above) => own.filter((service) => above.includes(service)),
	written: inList,
};

const upstreamKey: Weighed<boolean> = {
	path: ['sandbox', 'upstream_proxy'],
	loosen: 'hosts',
	of: ({ upstreamProxy }) => upstreamProxy,
	stricter: (own, above) => own && above,
};

function weighedReach(words: Words) {
	const hosts = weigh(hostsKey, words);
	const privateHosts = weigh(privateKey, words);
	const services = weigh(servicesKey, words);
	const upstream = weigh(upstreamKey, words);
	const { config } = words.repository;
	return {
		values: {
			standingHosts: hosts.value ?? config.standingHosts,
			privateHosts: privateHosts.value ?? config.privateHosts,
			services: services.value ?? config.services,
			upstreamProxy: upstream.value ?? config.upstreamProxy,
		},
		warnings: [hosts, privateHosts, services, upstream].flatMap(({ warnings }) => warnings),
	};
}

type Plain = Pick<RepositoryConfig, 'mode' | 'autoFor' | 'maxIterations' | 'capsIterations' | 'listenTo'> &
	Pick<RepositoryConfig, 'approvalTimeoutSeconds'>;

function weighedPlain(words: Words): { readonly values: Partial<Plain>; readonly warnings: readonly string[] } {
	// Mode `auto` is used only if the organization sets it, and not if the organization sets no mode.
	const isAuto = words.repository.config.mode === 'auto';
	const mode = weigh({ ...modeKey, ...(isAuto ? { always: true } : {}) }, words);
	const autoFor = weigh(autoForKey, words);
	const iterations = weigh(iterationsKey, words);
	const timeout = weigh(timeoutKey, words);
	const listen = weigh(listenKey, words);
	const caps = words.repository.config.capsIterations ?? words.organization.config.capsIterations;
	const { config } = words.repository;
	return {
		values: {
			mode: mode.value ?? config.mode,
			...(autoFor.value === undefined ? {} : { autoFor: autoFor.value }),
			maxIterations: iterations.value ?? config.maxIterations,
			...(caps === undefined ? {} : { capsIterations: caps }),
			approvalTimeoutSeconds: timeout.value ?? config.approvalTimeoutSeconds,
			listenTo: listen.value ?? config.listenTo,
		},
		warnings: [mode, autoFor, iterations, timeout, listen].flatMap(({ warnings }) => warnings),
	};
}

function budgetUnder(words: Words) {
	const caps = [...budgetKeys, ...moneyKeys].filter(([key]) => key !== 'at_cap');
	const amounts = caps.map(([key, limit]) => {
		const isMoney = limit === 'centsPerRun' || limit === 'centsPerDay';
		const of = ({ budget }: RepositoryConfig): number | undefined => budget?.[limit as 'tokensPerRun'];
		const written = (value: number): string => String(isMoney ? value / 100 : value);
		const weighed: Weighed<number> = { path: ['budget', key], loosen: 'budget', of, stricter: Math.min, written };
		return { limit, ...weigh(weighed, words) };
	});
	const atCap = weigh<'ask' | 'end'>(
		{
			path: ['budget', 'at_cap'],
			loosen: 'budget',
			of: ({ budget }) => budget?.atCap,
			stricter: (own, above) => (own === 'end' ? own : above),
		},
		words,
	);
	const all = [...amounts, { limit: 'atCap', ...atCap }];
	const given = all.flatMap(({ limit, value }) => (value === undefined ? [] : [[limit, value] as const]));
	const value: RepositoryConfig['budget'] = given.length === 0 ? undefined : Object.fromEntries(given);
	return { value, warnings: all.flatMap(({ warnings }) => warnings) };
}

function limitsUnder(words: Words) {
	const all = limitKeys.map(([key, [first = 'wallSeconds', ...others], unit]) => {
		const of = ({ commandLimits }: RepositoryConfig): number | undefined => commandLimits[first];
		const written = (value: number): string => String(value / unit);
		const weighed: Weighed<number> = { path: ['sandbox', key], loosen: 'sandbox', of, stricter: Math.min, written };
		const { value, warnings } = weigh(weighed, words);
		return { given: value === undefined ? [] : [first, ...others].map((limit) => [limit, value] as const), warnings };
	});
	const value: Partial<SandboxLimits> = Object.fromEntries(all.flatMap(({ given }) => given));
	return { value, warnings: all.flatMap(({ warnings }) => warnings) };
}

/**
 * The organization's rules for a repository. Its own files are used in every repository. Its shipped policies are used, too. But if it
 * allows repositories to choose others, they are only for repositories that choose none.
 */
function rulesOf({ repository, organization }: Words, isChosen: boolean): OrganizationRules {
	const { files, policies, config, file, loosen } = organization;
	const isFree = isChosen && loosen.has('policies');
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

/** The limits that an input of the workflow cannot exceed, because the workflow is in the repository. */
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
