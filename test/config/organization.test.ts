import { describe, expect, it } from 'vitest';
import { type RepositoryConfig, readConfigUnder, readRepositoryConfig } from '../../src/config/index.ts';
import type { OrganizationKey } from '../../src/config/organization-file.ts';
import type { OrganizationFiles } from '../../src/core/index.ts';
import { errorOf } from '../support/error-of.ts';

const repository = 'octo-org/.github';

function anOrganization(text: string, policies: Readonly<Record<string, string>> = {}): OrganizationFiles {
	const files = Object.entries(policies).map(([name, policy]) => ({
		path: `countersign/policies/${name}`,
		text: policy,
	}));
	return { repository, sha: 'c'.repeat(40), files: [{ path: 'countersign.yml', text }, ...files] };
}

const under = (text: string, organization: string): RepositoryConfig =>
	readConfigUnder(text, anOrganization(organization));

/** A key of the configuration: how it is written, and how it is read. */
interface Case {
	readonly strict: string;
	readonly loose: string;
	readonly of: (config: RepositoryConfig) => unknown;
	/** Its name in `loosen`. */
	readonly loosen: string;
	/** The key in the warning, if it is not the name of the case. */
	readonly key?: string;
}

const budget = (key: string, strict: number | string, loose: number | string, limit: string): Case => ({
	strict: `budget: { ${key}: ${strict} }\n`,
	loose: `budget: { ${key}: ${loose} }\n`,
	of: (config) => (config.budget as Readonly<Record<string, unknown>> | undefined)?.[limit],
	loosen: 'budget',
	key: `budget.${key}`,
});
const sandbox = (key: string, limit: keyof RepositoryConfig['commandLimits']): Case => ({
	strict: `sandbox: { ${key}: 100 }\n`,
	loose: `sandbox: { ${key}: 200 }\n`,
	of: ({ commandLimits }) => commandLimits[limit],
	loosen: 'sandbox',
	key: `sandbox.${key}`,
});
const approvals = (key: string, strict: unknown, loose: unknown, of: Case['of']): Case => ({
	strict: `approvals: { ${key}: ${strict} }\n`,
	loose: `approvals: { ${key}: ${loose} }\n`,
	of,
	loosen: 'approvals',
	key: `approvals.${key}`,
});

const cases: Readonly<Record<string, Case>> = {
	mode: { strict: 'mode: plan\n', loose: 'mode: edit\n', of: ({ mode }) => mode, loosen: 'mode' },
	auto_for: {
		strict: 'auto_for: [1]\n',
		loose: 'auto_for: [1, 2]\n',
		of: ({ autoFor }) => autoFor,
		loosen: 'auto_for',
	},
	max_iterations: {
		strict: 'max_iterations: 3\n',
		loose: 'max_iterations: 30\n',
		of: (config) => [config.maxIterations, config.capsIterations],
		loosen: 'max_iterations',
	},
	approval_timeout_seconds: {
		strict: 'approval_timeout_seconds: 60\n',
		loose: 'approval_timeout_seconds: 90000\n',
		of: (config) => config.approvalTimeoutSeconds,
		loosen: 'approval_timeout_seconds',
	},
	listen_to: {
		strict: 'listen_to: writers\n',
		loose: 'listen_to: everyone\n',
		of: (config) => config.listenTo,
		loosen: 'listen_to',
	},
	'budget.tokens_per_run': budget('tokens_per_run', 1000, 2000, 'tokensPerRun'),
	'budget.usd_per_run': budget('usd_per_run', 0.5, 2.25, 'centsPerRun'),
	'budget.minutes_per_run': budget('minutes_per_run', 1, 2, 'minutesPerRun'),
	'budget.tokens_per_day': budget('tokens_per_day', 1000, 2000, 'tokensPerDay'),
	'budget.usd_per_day': budget('usd_per_day', 0.5, 2.25, 'centsPerDay'),
	'budget.minutes_per_day': budget('minutes_per_day', 1, 2, 'minutesPerDay'),
	'budget.at_cap': budget('at_cap', 'end', 'ask', 'atCap'),
	'sandbox.seconds': sandbox('seconds', 'wallSeconds'),
	'sandbox.cpu_seconds': sandbox('cpu_seconds', 'cpuSeconds'),
	'sandbox.memory_mb': sandbox('memory_mb', 'memoryBytes'),
	'sandbox.processes': sandbox('processes', 'processes'),
	'sandbox.open_files': sandbox('open_files', 'openFiles'),
	'sandbox.file_mb': sandbox('file_mb', 'fileBytes'),
	'sandbox.scratch_mb': sandbox('scratch_mb', 'scratchBytes'),
	'sandbox.output_kb': sandbox('output_kb', 'tailBytes'),
	'sandbox.hosts': {
		strict: 'sandbox: { hosts: [a.example.com] }\n',
		loose: 'sandbox: { hosts: [a.example.com, b.example.com] }\n',
		of: (config) => config.standingHosts,
		loosen: 'hosts',
		key: 'sandbox.hosts',
	},
	'sandbox.hosts, private': {
		strict: 'sandbox: { hosts: [a.corp.example, b.corp.example] }\n',
		loose: 'sandbox: { hosts: [a.corp.example, { host: b.corp.example, private: true, because: ours }] }\n',
		of: (config) => config.privateHosts,
		loosen: 'hosts',
		key: 'sandbox.hosts',
	},
	'sandbox.services': {
		strict: 'sandbox: { services: [localhost:5432] }\n',
		loose: 'sandbox: { services: [localhost:5432, localhost:6379] }\n',
		of: (config) => config.services,
		loosen: 'services',
		key: 'sandbox.services',
	},
	'sandbox.upstream_proxy': {
		strict: 'sandbox: { upstream_proxy: false }\n',
		loose: 'sandbox: { upstream_proxy: true }\n',
		of: (config) => config.upstreamProxy,
		loosen: 'hosts',
		key: 'sandbox.upstream_proxy',
	},
	'approvals.signatures': approvals('signatures', 2, 1, (config) => config.approvals?.signatures),
	'approvals.critical': approvals('critical', 3, 1, (config) => config.approvals?.critical),
	'approvals.not_requester': approvals('not_requester', true, false, (config) => config.approvals?.notRequester),
	'approvals.codeowners': approvals('codeowners', true, false, (config) => config.approvals?.codeowners),
	'approvals.require_ids': approvals('require_ids', true, false, (config) => config.approvals?.requireIds),
};

describe.each(Object.entries(cases))('%s', (name, { strict, loose, of, loosen, key = name }) => {
	const [tight, wide] = [strict, loose].map((text) => of(readRepositoryConfig(text)));

	it('is as strict as the organization says, and a looser value of the repository causes a warning', () => {
		const config = under(loose, strict);
		expect(of(config)).toEqual(tight);
		expect(of(config)).not.toEqual(wide);
		expect(config.warnings).toEqual([
			expect.stringMatching(
				/^\.github\/countersign\.yml:1: `.*` is looser than octo-org\/\.github:countersign\.yml:1 allows, so `.*` is used\.$/,
			),
		]);
		expect(config.warnings[0]?.split(`\`${key}: `)).toHaveLength(3);
	});

	it('can be stricter in a repository, without a warning', () => {
		const config = under(strict, loose);
		expect([of(config), config.warnings]).toEqual([tight, []]);
	});

	it("can be loosened for the repository, but keeps the organization's value by default", () => {
		const loosened = `loosen: [${loosen}]\n${strict}`;
		const config = under(loose, loosened);
		expect([of(config), config.warnings]).toEqual([wide, []]);
		expect(of(under('', loosened))).toEqual(tight);
	});

	it('is the value of the only file that sets it', () => {
		expect(of(under('', loose))).toEqual(wide);
		expect(of(under('enabled: true\n', strict))).toEqual(tight);
		expect(of(under(loose, 'enabled: true\n'))).toEqual(wide);
	});
});

/** What an organization can write for each key. If a key is missing here, this does not compile. */
const written: Readonly<Record<OrganizationKey, string>> = {
	enabled: 'enabled: false\n',
	model: 'model: openai:a\n',
	mode: 'mode: plan\n',
	auto_for: 'auto_for: [1]\n',
	max_iterations: 'max_iterations: 3\n',
	approval_timeout_seconds: 'approval_timeout_seconds: 60\n',
	listen_to: 'listen_to: everyone\n',
	memory: 'memory: artifact\n',
	policies: 'policies: [strict]\n',
	safety: "safety: { blocked_patterns: ['x'] }\n",
	sandbox: 'sandbox: { seconds: 100 }\n',
	budget: 'budget: { tokens_per_run: 1000 }\n',
	approvals: 'approvals: { signatures: 2 }\n',
};

it.each(Object.entries(written))('the key %s of an organization changes its repositories', (_key, text) => {
	const withoutFiles = ({ organization, ...config }: RepositoryConfig) => {
		const { files: _files, teamsAt: _teams, ...rules } = organization ?? {};
		return { ...config, rules };
	};
	expect(withoutFiles(under('', text))).not.toEqual(withoutFiles(under('', '# Nothing\n')));
});

describe('mode auto of a repository', () => {
	it.each([
		['the organization sets no mode', '', 'contained'],
		['the organization sets another mode', 'mode: default\n', 'default'],
		['the organization sets auto', 'mode: auto\n', 'auto'],
		['the organization loosens the mode', 'loosen: [mode]\n', 'auto'],
	])('is allowed only by the organization: %s', (_what, organization, mode) => {
		const config = under('mode: auto\n', organization);
		expect(config.mode).toBe(mode);
		expect(config.warnings).toHaveLength(mode === 'auto' ? 0 : 1);
	});

	it('applies to nobody if the two lists have no person in common', () => {
		expect(under('auto_for: [1]\n', 'auto_for: [2]\n').autoFor).toEqual([]);
		expect(under('auto_for: [1]\n', 'auto_for: []\n').autoFor).toEqual([]);
	});
});

describe('settings without a stricter value', () => {
	it('come from the organization when the repository does not set them', () => {
		const organization = 'model: [openai:a, openai:b]\nmemory: artifact\n';
		expect(under('', organization)).toMatchObject({ model: 'openai:a', fallbacks: ['openai:b'], memory: 'artifact' });
		const own = under('model: ollama:c\nmemory: branch\n', organization);
		expect([own.model, own.fallbacks, own.memory, own.warnings]).toEqual(['ollama:c', undefined, 'branch', []]);
	});
});

describe('the switch `enabled`', () => {
	it.each([
		['', 'enabled: false\n', false],
		['enabled: true\n', 'enabled: false\n', false],
		['enabled: false\n', 'enabled: true\n', false],
		['enabled: true\n', 'mode: edit\n', true],
	])('must be on in both files: %j under %j', (text, organization, enabled) => {
		expect(under(text, organization).enabled).toBe(enabled);
	});
});

describe('hosts', () => {
	it.each([
		['[a.example.com]', "['*.example.com']", ['a.example.com']],
		["['*.example.com']", '[a.example.com]', ['a.example.com']],
		["['*.a.example.com']", "['*.example.com']", ['*.a.example.com']],
		['[example.com]', "['*.example.com']", []],
		['[a.example.com]', "['a.example.com:443']", ['a.example.com:443']],
		["['a.example.com:8443']", '[a.example.com]', []],
		['[badexample.com]', "['*.example.com']", []],
		['[a.example.com]', '[]', []],
	])("the repository's %s under the organization's %s", (own, above, expected) => {
		expect(under(`sandbox: { hosts: ${own} }\n`, `sandbox: { hosts: ${above} }\n`).standingHosts).toEqual(expected);
	});

	it('can be private if both files say so, by the narrower name and with a reason', () => {
		const own = 'hosts: [{ host: a.corp.internal, private: true, because: ours }, b.example.com]';
		const above = "hosts: [{ host: 'a.corp.internal:443', private: true, because: theirs }, b.example.com]";
		const config = under(`sandbox: { ${own} }\n`, `sandbox: { ${above} }\n`);
		expect(config.standingHosts).toEqual(['b.example.com', 'a.corp.internal:443']);
		expect(config.privateHosts).toEqual([{ host: 'a.corp.internal:443', because: 'theirs' }]);
	});
});

describe('the people who may approve', () => {
	it('are two conditions when both files name people', () => {
		const config = under(
			'approvals: { people: [1, 2] }\n',
			'enabled: true\napprovals: { teams: [octo-org/security] }\n',
		);
		expect(config.approvals).toMatchObject({
			people: [
				{ id: 1, login: '' },
				{ id: 2, login: '' },
			],
			organization: { roles: [], people: [], teams: ['octo-org/security'], why: 'octo-org/.github:countersign.yml:2' },
		});
	});

	it.each([
		[
			'only the organization names people',
			'approvals: { signatures: 2 }\n',
			'approvals: { role: maintain }\n',
			['maintain'],
		],
		['only the repository names people', 'approvals: { role: admin }\n', 'approvals: { signatures: 2 }\n', ['admin']],
		['both name the same people', 'approvals: { role: admin }\n', 'approvals: { role: [admin] }\n', ['admin']],
	])('are one list when %s', (_what, text, organization, roles) => {
		const settings = under(text, organization).approvals;
		expect([settings?.roles, settings?.organization]).toEqual([roles, undefined]);
	});

	it("are only the repository's list when the organization loosens this", () => {
		const { approvals: settings } = under(
			'approvals: { role: write }\n',
			'loosen: [approvals]\napprovals: { role: admin }\n',
		);
		expect([settings?.roles, settings?.organization]).toEqual([['write'], undefined]);
	});

	it('are refused when a list names fewer people than must approve', () => {
		const { code, message } = errorOf(() => under('approvals: { people: [1] }\n', 'approvals: { signatures: 2 }\n'));
		expect(code).toBe('bad-config');
		expect(message).toContain('.github/countersign.yml:1: `approvals`: ');
		expect(message).toContain('octo-org/.github:countersign.yml:1 together need 2 approvals');
	});
});

describe('an invalid file of an organization', () => {
	it.each([
		[
			'a misspelled key',
			'mode: plan\nloosn: [mode]\n',
			':2: `loosn` is not a key of the configuration; did you mean `loosen`?',
		],
		[
			'a misspelled key inside another',
			'budget: { token_per_run: 1000 }\n',
			':1: `token_per_run` is not a key of `budget`; did you mean `tokens_per_run`?',
		],
		['a key that only makes sense in a repository', 'setup: npm ci\n', ':1: `setup` is not a key'],
		['MCP servers', 'mcp: {}\n', ':1: `mcp` is not a key'],
		['a key that cannot be loosened', 'loosen: [modes]\n', '`modes` cannot be loosened; did you mean `mode`?'],
		['loosening the key `enabled`', 'loosen: [enabled]\n', '`enabled` cannot be loosened'],
		[
			'a missing policy',
			'policies: [countersign/policies/a.yml]\n',
			':1: `policies` names `countersign/policies/a.yml`',
		],
		['invalid YAML', 'mode: [\n', 'octo-org/.github:countersign.yml:'],
	])('stops every run: %s', (_what, text, words) => {
		const { code, message } = errorOf(() => under('', text));
		expect(code).toBe('bad-config');
		expect(message).toMatch(/^octo-org\/\.github:countersign\.yml:\d+: /);
		expect(message).toContain(words);
	});

	it.each([
		[
			'is too large',
			{ 'a.yml': '#'.repeat(65_537) },
			'octo-org/.github:countersign/policies/a.yml is larger than 64 KiB',
		],
		[
			'is one of too many',
			Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.yml`, 'rules: []\n'])),
			'octo-org/.github has more than 50 policies',
		],
	])('stops every run: a policy that %s', (_what, policies, words) => {
		const { code, message } = errorOf(() => readConfigUnder('', anOrganization('', policies)));
		expect([code, message]).toEqual(['bad-config', expect.stringContaining(words)]);
	});
});

it('without an organization, a configuration is used unchanged', () => {
	const text = 'mode: auto\nbudget: { tokens_per_run: 1000 }\n';
	expect(readConfigUnder(text, undefined)).toEqual(readRepositoryConfig(text));
});
