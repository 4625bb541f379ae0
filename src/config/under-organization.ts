import {
	type AtCap,
	atCaps,
	type ListenTo,
	type Mode,
	type Person,
	type PrivateHost,
	type SandboxLimits,
	stricterMode,
} from '../core/index.ts';
import { budgetKeys, limitKeys, moneyKeys } from './limit-keys.ts';
import { approvalsUnder } from './organization-approvals.ts';
import type { OrganizationKey } from './organization-file.ts';
import type { RepositoryConfig, WrittenConfig } from './repository-config.ts';
import { type Weighed, type Words, weigh } from './weigh.ts';

/** The values that replace the repository's, and warnings for the reader. */
interface Under {
	readonly values: Partial<RepositoryConfig>;
	readonly warnings: readonly string[];
}

const silently = (values: Partial<RepositoryConfig>): Under => ({ values, warnings: [] });

/** Whether a file says which policies are used. */
export function namesPolicies({ lineOf }: WrittenConfig): boolean {
	return lineOf(['policies']) !== undefined;
}

/** The organization's model is not binding. It is used only if the repository sets none. */
function modelUnder({ repository, organization }: Words): Under {
	const { model, fallbacks } = organization.config;
	const isTheirs = repository.lineOf(['model']) === undefined && organization.lineOf(['model']) !== undefined;
	return silently(isTheirs ? { model, ...(fallbacks === undefined ? {} : { fallbacks }) } : {});
}

/** The place of memory is not binding either. */
function memoryUnder({ repository, organization }: Words): Under {
	const { memory } = organization.config;
	return silently(repository.config.memory === undefined && memory !== undefined ? { memory } : {});
}

/** If the repository names no policies, those of the organization are used instead of the default. */
function policiesUnder({ repository, organization }: Words): Under {
	const isOwn = repository.lineOf(['policies']) !== undefined || !namesPolicies(organization);
	return silently({ shippedPolicies: isOwn ? repository.config.shippedPolicies : [] });
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

function sandboxUnder(words: Words): Under {
	const hosts = weigh(hostsKey, words);
	const privateHosts = weigh(privateKey, words);
	const services = weigh(servicesKey, words);
	const upstream = weigh(upstreamKey, words);
	const limits = limitsUnder(words);
	const { config } = words.repository;
	return {
		values: {
			standingHosts: hosts.value ?? config.standingHosts,
			privateHosts: privateHosts.value ?? config.privateHosts,
			services: services.value ?? config.services,
			upstreamProxy: upstream.value ?? config.upstreamProxy,
			commandLimits: limits.value,
		},
		warnings: [hosts, privateHosts, services, upstream, limits].flatMap(({ warnings }) => warnings),
	};
}

/** Mode `auto` is used only if the organization's file sets it. If that file sets no mode, `auto` is not used. */
function modeUnder(words: Words): Under {
	const isAuto = words.repository.config.mode === 'auto';
	const { value = words.repository.config.mode, warnings } = weigh(
		{ ...modeKey, ...(isAuto ? { always: true } : {}) },
		words,
	);
	return { values: { mode: value }, warnings };
}

function autoForUnder(words: Words): Under {
	const { value, warnings } = weigh(autoForKey, words);
	return { values: value === undefined ? {} : { autoFor: value }, warnings };
}

function iterationsUnder(words: Words): Under {
	const { repository, organization } = words;
	const caps = repository.config.capsIterations ?? organization.config.capsIterations;
	const { value = repository.config.maxIterations, warnings } = weigh(iterationsKey, words);
	return { values: { maxIterations: value, ...(caps === undefined ? {} : { capsIterations: caps }) }, warnings };
}

function timeoutUnder(words: Words): Under {
	const { value = words.repository.config.approvalTimeoutSeconds, warnings } = weigh(timeoutKey, words);
	return { values: { approvalTimeoutSeconds: value }, warnings };
}

function listenUnder(words: Words): Under {
	const { value = words.repository.config.listenTo, warnings } = weigh(listenKey, words);
	return { values: { listenTo: value }, warnings };
}

function budgetUnder(words: Words): Under {
	const caps = [...budgetKeys, ...moneyKeys].filter(([key]) => key !== 'at_cap');
	const amounts = caps.map(([key, limit]) => {
		const isMoney = limit === 'centsPerRun' || limit === 'centsPerDay';
		const of = ({ budget }: RepositoryConfig): number | undefined => budget?.[limit as 'tokensPerRun'];
		const written = (value: number): string => String(isMoney ? value / 100 : value);
		const weighed: Weighed<number> = { path: ['budget', key], loosen: 'budget', of, stricter: Math.min, written };
		return { limit, ...weigh(weighed, words) };
	});
	const atCap = weigh<AtCap>(
		{
			path: ['budget', 'at_cap'],
			loosen: 'budget',
			of: ({ budget }) => budget?.atCap,
			stricter: (own, above) => (atCaps.indexOf(own) > atCaps.indexOf(above) ? own : above),
		},
		words,
	);
	const all = [...amounts, { limit: 'atCap', ...atCap }];
	const given = all.flatMap(({ limit, value }) => (value === undefined ? [] : [[limit, value] as const]));
	const value: RepositoryConfig['budget'] = given.length === 0 ? undefined : Object.fromEntries(given);
	return { values: { budget: value }, warnings: all.flatMap(({ warnings }) => warnings) };
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
 * What an organization's value of each key does in a repository. If a key is missing here, this does not compile. Otherwise the
 * organization's value would have no effect.
 */
export const underKeys: Readonly<Record<OrganizationKey, (words: Words) => Under>> = {
	enabled: ({ repository, organization }) =>
		silently({ enabled: repository.config.enabled && organization.config.enabled }),
	model: modelUnder,
	memory: memoryUnder,
	mode: modeUnder,
	auto_for: autoForUnder,
	max_iterations: iterationsUnder,
	approval_timeout_seconds: timeoutUnder,
	listen_to: listenUnder,
	policies: policiesUnder,
	// Its patterns are rules of the organization, which are used in addition.
	safety: () => silently({}),
	sandbox: sandboxUnder,
	budget: budgetUnder,
	approvals: (words) => {
		const { value, warnings } = approvalsUnder(words);
		return { values: { approvals: value }, warnings };
	},
};

/** The hosts that both lists allow. If two patterns overlap, the narrower one is used. */
function hostsWithin(wanted: readonly string[], allowed: readonly string[]): readonly string[] {
	const kept = wanted.filter((host) => allowed.some((pattern) => coversHost(pattern, host)));
	const narrower = allowed.filter((host) => wanted.some((pattern) => coversHost(pattern, host)));
	return [...new Set([...kept, ...narrower])];
}

const usualPorts = ['443', '80'];

/** Whether `pattern` allows everything that `host` allows. */
function coversHost(pattern: string, host: string): boolean {
	const [one, other] = [hostParts(pattern), hostParts(host)];
	const isBelow = one.below && other.name.endsWith(`.${one.name}`);
	const isSame = one.below === other.below && one.name === other.name;
	return (isBelow || isSame) && other.ports.every((port) => one.ports.includes(port));
}

function hostParts(pattern: string): {
	readonly below: boolean;
	readonly name: string;
	readonly ports: readonly string[];
} {
	const below = pattern.startsWith('*.');
	const [name = '', port] = (below ? pattern.slice(2) : pattern).split(':');
	return { below, name, ports: port === undefined ? usualPorts : [port] };
}
