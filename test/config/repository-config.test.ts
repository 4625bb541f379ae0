import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configPath, readRepositoryConfig } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';
import { named } from './support.ts';

const defaults = {
	...{ enabled: true, model: 'anthropic:claude-sonnet-5-5', mode: 'contained', maxIterations: 8 },
	...{ approvalTimeoutSeconds: 86_400, shippedPolicies: ['default'], policies: [] },
	...{
		listenTo: 'writers',
		blockedPatterns: undefined,
		commandLimits: {},
		standingHosts: [],
		privateHosts: [],
		services: [],
		upstreamProxy: false,
		setup: [],
		mcp: [],
	},
	tools: [],
	env: {},
	warnings: [],
};

const plain = {
	...{ roles: ['write'], people: [], teams: [], notRequester: false },
	...{ signatures: 1, critical: 1, codeowners: false, requireIds: false },
};

/** The line that an error names, and the names in it. */
function refusal(text: string): readonly [line: number, ...names: string[]] {
	const { code, message } = errorOf(() => readRepositoryConfig(text));
	expect(code).toBe('bad-config');
	const [, line] = /^\.github\/countersign\.yml:(\d+): /.exec(message) ?? [];
	return [Number(line), ...named(message)];
}

describe('the configuration of a repository', () => {
	it.each<[string, string | undefined, object]>([
		['no file', undefined, {}],
		['an empty file', '', {}],
		['comments only', '# enabled: false\n\n', {}],
		['one model as a list', 'model: [openai:b]', { model: 'openai:b' }],
		[
			'several models',
			'model: [anthropic:a, openai:b, ollama:c:8b]',
			{ model: 'anthropic:a', fallbacks: ['openai:b', 'ollama:c:8b'] },
		],
		['an empty document', '---\n', {}],
		['an empty mapping', '{}', {}],
		['a byte order mark and CRLF', '\ufeffmode: plan\r\nenabled: false\r\n', { mode: 'plan', enabled: false }],
		[
			'every key',
			`enabled: false
model: scripted:/a.json
mode: auto
auto_for: [583231, '@octocat#583232']
max_iterations: 50
approval_timeout_seconds: 60
listen_to: everyone
policies: [.github/policy.yml, dev-tools, strict, a-b/c_d.yaml, dev-tools]
safety:
  allow_overrides: false
  blocked_patterns:
    - 'rm\\s+-[rf]+\\s+/'
    - pattern: ^npm publish
      reason: Releases are made by people.
      on: executed
    - { pattern: 'x ' }
`,
			{
				blockedPatterns: [
					{ pattern: 'rm\\s+-[rf]+\\s+/', on: 'raw', line: 12 },
					{ pattern: '^npm publish', reason: 'Releases are made by people.', on: 'executed', line: 13 },
					{ pattern: 'x ', on: 'raw', line: 16 },
				],
				shippedPolicies: ['strict', 'dev-tools'],
				...{ enabled: false, model: 'scripted:/a.json', mode: 'auto', maxIterations: 50 },
				...{ capsIterations: true },
				autoFor: [
					{ id: 583231, login: '' },
					{ id: 583232, login: 'octocat' },
				],
				...{ listenTo: 'everyone', approvalTimeoutSeconds: 60, policies: ['.github/policy.yml', 'a-b/c_d.yaml'] },
			},
		],
		['the floor, which always applies', 'policies: [floor]\n', {}],
		[
			'overlay policies',
			'policies: [maintenance, dev-tools]\n',
			{ shippedPolicies: ['default', 'maintenance', 'dev-tools'] },
		],
		['`safety` without keys', 'safety: {}\n', {}],
		['`sandbox` without keys', 'sandbox: {}\n', {}],
		[
			'hosts, once each and in lower case',
			'sandbox:\n  hosts: [Registry.npmjs.org, registry.npmjs.org, "*.example.com", a.example:8443]\n',
			{ standingHosts: ['registry.npmjs.org', '*.example.com', 'a.example:8443'] },
		],
		['no hosts', 'sandbox: { hosts: [] }\n', {}],
		[
			'hosts with private addresses and a reason',
			"sandbox:\n  hosts:\n    - a.example\n    - { host: Registry.corp.internal, private: true, because: ' our own registry ' }\n    - { host: 'b.example:8443', private: true, because: a mirror }\n    - { host: '*.c.example' }\n",
			{
				standingHosts: ['a.example', 'registry.corp.internal', 'b.example:8443', '*.c.example'],
				privateHosts: [
					{ host: 'registry.corp.internal', because: 'our own registry' },
					{ host: 'b.example:8443', because: 'a mirror' },
				],
			},
		],
		[
			'services, once each and by one name',
			"sandbox:\n  services: [localhost:5432, 127.0.0.1:5432, '[::1]:6379', LOCALHOST:1024, 'localhost:65535']\n",
			{ services: ['localhost:5432', 'localhost:6379', 'localhost:1024', 'localhost:65535'] },
		],
		['no services', 'sandbox: { services: [] }\n', {}],
		['folders with programs', 'sandbox: { tools: [/srv/tools, ~/own/bin] }\n', { tools: ['/srv/tools', '~/own/bin'] }],
		[
			'variables for commands',
			'sandbox: { env: { DATABASE_URL: postgres://localhost/test, N: "1" } }\n',
			{ env: { DATABASE_URL: 'postgres://localhost/test', N: '1' } },
		],
		['the proxy of the job', 'sandbox: { upstream_proxy: true }\n', { upstreamProxy: true }],
		['`budget` without keys', 'budget: {}\n', {}],
		['a limit in dollars per run', 'budget: { usd_per_run: 2.5 }\n', { budget: { centsPerRun: 250 } }],
		['a limit in dollars per day', 'budget: { usd_per_day: 0.29 }\n', { budget: { centsPerDay: 29 } }],
		['one limit', 'budget: { tokens_per_run: 200000 }\n', { budget: { tokensPerRun: 200_000 } }],
		[
			'limits of tokens and minutes',
			'budget:\n  tokens_per_run: 1000\n  minutes_per_run: 1\n',
			{ budget: { tokensPerRun: 1000, minutesPerRun: 1 } },
		],
		[
			'limits per day, and what happens at the limit',
			'budget:\n  tokens_per_day: 2000000\n  minutes_per_day: 300\n  at_cap: end\n',
			{ budget: { tokensPerDay: 2_000_000, minutesPerDay: 300, atCap: 'end' } },
		],
		['one limit for commands', 'sandbox: { processes: 64 }\n', { commandLimits: { processes: 64 } }],
		[
			'all limits for commands',
			`sandbox:
  seconds: 600
  cpu_seconds: 1200
  memory_mb: 2048
  processes: 100
  open_files: 512
  file_mb: 10
  scratch_mb: 20
  output_kb: 64
`,
			{
				commandLimits: {
					...{ wallSeconds: 600, cpuSeconds: 1200, memoryBytes: 2_147_483_648, processes: 100, openFiles: 512 },
					...{ fileBytes: 10_485_760, scratchBytes: 20_971_520, headBytes: 32_768, tailBytes: 32_768 },
				},
			},
		],
		[
			'a pattern that is not a valid expression',
			"safety: {blocked_patterns: ['(a']}\n",
			{ blockedPatterns: [{ pattern: '(a', on: 'raw', line: 1 }] },
		],
		['an anchor', 'mode: &m plan\nmodel: anthropic:x\n', { mode: 'plan', model: 'anthropic:x' }],
		[
			'an alias',
			'max_iterations: &n 9\napproval_timeout_seconds: *n\n',
			{ maxIterations: 9, capsIterations: true, approvalTimeoutSeconds: 9 },
		],
		[
			'setup with hosts, as plain text and with a time',
			`setup:
  - run: npm ci
    hosts: [registry.npmjs.org, a-b.c1.example.com]
  - make deps
  - { run: ' x ', seconds: 900 }
`,
			{
				setup: [
					{ run: 'npm ci', hosts: ['registry.npmjs.org', 'a-b.c1.example.com'], seconds: 600 },
					{ run: 'make deps', hosts: [], seconds: 600 },
					{ run: 'x', hosts: [], seconds: 900 },
				],
			},
		],
		['setup with one command', 'setup: npm ci\n', { setup: [{ run: 'npm ci', hosts: [], seconds: 600 }] }],
		['empty setup', 'setup: []\n', {}],
		['`approvals` without keys', 'approvals: {}\n', { approvals: plain }],
		[
			'all keys of `approvals`',
			`approvals:
  role: [maintain, Release captain]
  people: [583231, 'octocat#583232', '@octo_corp#7']
  teams: [octo-org/Security, '@octo-org/security']
  not_requester: true
  signatures: 2
  critical: 3
  codeowners: true
  require_ids: true
`,
			{
				approvals: {
					roles: ['maintain', 'Release captain'],
					people: [
						{ id: 583_231, login: '' },
						{ id: 583_232, login: 'octocat' },
						{ id: 7, login: 'octo_corp' },
					],
					teams: ['octo-org/security'],
					...{ notRequester: true, signatures: 2, critical: 3, codeowners: true, requireIds: true },
				},
			},
		],
		[
			'only people as approvers',
			'approvals: { people: [1, 2], signatures: 2 }\n',
			{
				approvals: {
					...plain,
					roles: [],
					people: [
						{ id: 1, login: '' },
						{ id: 2, login: '' },
					],
					signatures: 2,
				},
			},
		],
		[
			'only a team as approvers',
			'approvals: { teams: [a/b] }\n',
			{ approvals: { ...plain, roles: [], teams: ['a/b'] } },
		],
	])('is read: %s [seeds 82]', (_what, text, expected) => {
		expect(readRepositoryConfig(text)).toEqual({ ...defaults, ...expected });
	});

	it.each<[string, string, readonly [number, ...string[]]]>([
		['a misspelled key, with a suggestion', 'mode: plan\nmax_iteration: 3\n', [2, 'max_iteration', 'max_iterations']],
		['a misspelled key before a list', 'mode: plan\n\npolices:\n  - a.yml\n', [3, 'polices', 'policies']],
		['a misspelled key without a value', 'mode: plan\nmodell:\n', [2, 'modell', 'model']],
		['an unknown key without a suggestion', 'sandbox_everything: yes\n', [1, 'sandbox_everything']],
		['a key that is a number', 'mode: plan\n7: x\n', [2, '7']],
		['a key of the object prototype', 'mode: plan\n__proto__: {enabled: false}\n', [2, '__proto__']],
		['a value of another type', 'mode: plan\nenabled: yes\n', [2, 'enabled']],
		['an unknown mode', 'mode:\n  yolo\n', [1, 'mode']],
		['a number that is too large', 'max_iterations: 51\n', [1, 'max_iterations']],
		['a number in quotes', "\nmax_iterations: '8'\n", [2, 'max_iterations']],
		['a model without a provider', 'model: claude\n', [1, 'model']],
		['an empty list of models', 'model: []\n', [1, 'model']],
		['the same model twice', 'model: [a:b, a:b]\n', [1, 'model']],
		[
			'a model without a provider in a list',
			'model:\n  - a:b\n  - claude\n',
			[3, 'model.1', 'anthropic:claude-sonnet-5-5'],
		],
		['a key without a value', 'mode:\n', [1, 'mode']],
		[
			'a login without its number in `auto_for`',
			'mode: auto\nauto_for:\n  - octocat\n',
			[3, 'auto_for.0', 'octocat', 'id'],
		],
		['one account that is not a list', 'mode: auto\nauto_for: 583231\n', [2, 'auto_for']],
		['an invalid list item, by its line', 'policies:\n  - a.yml\n  - ../b.yml\n', [3, 'policies.1']],
		['a policy outside the repository', 'policies: [/etc/x.yml]\n', [1, 'policies.0']],
		['a policy that is not YAML', 'policies: [x.json]\n', [1, 'policies.0']],
		['a misspelled shipped policy', 'policies:\n  - strikt\n', [2, 'policies.0', 'strikt', 'strict']],
		['an unknown shipped policy', 'policies: [everything-goes]\n', [1, 'policies.0', 'everything-goes']],
		['two base policies', 'policies:\n  - strict\n  - dev-tools\n  - default\n', [4, 'policies', 'strict', 'default']],
		[
			'a misspelled key of safety',
			'safety:\n  blocked_patterns: []\n  allow_override: true\n',
			[3, 'allow_override', 'safety', 'allow_overrides'],
		],
		['an empty pattern', "safety:\n  blocked_patterns:\n    - a\n    - ''\n", [4, 'safety.blocked_patterns.1']],
		[
			'a pattern with an unknown key',
			'safety:\n  blocked_patterns:\n    - {pattern: a, leson: b}\n',
			[3, 'leson', 'safety.blocked_patterns.0', 'reason'],
		],
		[
			'a pattern on an unknown text',
			'safety: {blocked_patterns: [{pattern: a, on: text}]}\n',
			[1, 'safety.blocked_patterns.0'],
		],
		['a pattern that is a number', 'safety: {blocked_patterns: [1]}\n', [1, 'safety.blocked_patterns.0']],
		['patterns that are not a list', 'safety:\n  blocked_patterns: a\n', [2, 'safety.blocked_patterns']],
		['an override that is not true or false', 'safety:\n  allow_overrides: yes\n', [2, 'safety.allow_overrides']],
		['a misspelled limit of commands', 'sandbox:\n  memory: 5\n', [2, 'memory', 'sandbox', 'memory_mb']],
		...['bin', '../bin', '~', '~root/bin', '/a/../b', '/a:/b', ''].map((folder): [string, string, [number, string]] => [
			`the program folder ${JSON.stringify(folder)}`,
			`sandbox:\n  tools: [${JSON.stringify(folder)}]\n`,
			[2, 'sandbox.tools.0'],
		]),
		...['PATH', 'HOME', 'LD_PRELOAD', 'BASH_ENV', 'GIT_DIR', 'HTTPS_PROXY', 'no_proxy', 'A B', '1A'].map(
			(name): [string, string, [number, string]] => [
				`the variable ${name}`,
				`sandbox:\n  env:\n    '${name}': x\n`,
				[3, `sandbox.env.${name}`],
			],
		),
		['a number as the value of a variable', 'sandbox:\n  env:\n    N: 1\n', [3, 'sandbox.env.N']],
		['a secret as the value of a variable', "sandbox:\n  env:\n    N: '${{ secrets.A }}'\n", [3, 'sandbox.env.N']],
		['too many seconds', 'sandbox:\n  seconds: 901\n', [2, 'sandbox.seconds']],
		['less than one cent', 'mode: plan\nbudget: { usd_per_run: 0.001 }\n', [2, 'budget.usd_per_run']],
		['too few tokens', 'mode: plan\nbudget: { tokens_per_run: 10 }\n', [2, 'budget.tokens_per_run']],
		[
			'a misspelled limit of the budget',
			'budget:\n  token_per_run: 5000\n',
			[2, 'token_per_run', 'budget', 'tokens_per_run'],
		],
		['memory of zero', 'sandbox:\n  memory_mb: 0\n', [2, 'sandbox.memory_mb']],
		['a misspelled key of setup', 'setup:\n  - a\n  - run: b\n    host: []\n', [4, 'host', 'setup.1', 'hosts']],
		['setup without a command', 'setup:\n  - hosts: []\n', [2, 'setup.0.run']],
		['an empty command of setup', "setup:\n  - a\n  - ' '\n", [3, 'setup.1.run']],
		['a long command of setup', `setup:\n  - ${'x'.repeat(501)}\n`, [2, 'setup.0.run']],
		['setup that is a number', 'setup:\n  - 7\n', [2, 'setup.0']],
		['setup that is a mapping', 'setup:\n  run: a\n', [1, 'setup']],
		['more than twenty commands', `setup: [${'a, '.repeat(21)}]\n`, [1, 'setup']],
		['too many seconds for a setup command', 'setup:\n  - run: a\n    seconds: 901\n', [3, 'setup.0.seconds']],
		[
			'an IP address as a setup host',
			'setup:\n  - run: a\n    hosts:\n      - a.example.com\n      - 10.0.0.1\n',
			[5, 'setup.0.hosts.1', 'registry.npmjs.org', 'sandbox.hosts'],
		],
		[
			'a local name as a setup host',
			'setup: [{ run: a, hosts: [a.localhost] }]\n',
			[1, 'setup.0.hosts.0', 'registry.npmjs.org', 'sandbox.hosts'],
		],
		[
			'a URL as a setup host',
			'setup: [{ run: a, hosts: ["https://a.com"] }]\n',
			[1, 'setup.0.hosts.0', 'registry.npmjs.org', 'sandbox.hosts'],
		],
		[
			'a pattern as a setup host',
			'setup: [{ run: a, hosts: ["*.npmjs.org"] }]\n',
			[1, 'setup.0.hosts.0', 'registry.npmjs.org', 'sandbox.hosts'],
		],
		['a host with a scheme', 'sandbox:\n  hosts:\n    - a.example\n    - https://b.example\n', [4, 'sandbox.hosts.1']],
		['all hosts', 'sandbox:\n  hosts: ["*"]\n', [2, 'sandbox.hosts.0']],
		['an IP address', 'sandbox:\n  hosts: [10.0.0.1]\n', [2, 'sandbox.hosts.0']],
		['hosts that are not a list', 'sandbox:\n  hosts: a.example\n', [2, 'sandbox.hosts']],
		[
			'a private host without a reason',
			'sandbox:\n  hosts:\n    - a.example\n    - { host: b.example, private: true }\n',
			[4, 'sandbox.hosts.1', 'private: true', 'because'],
		],
		[
			'a private host with an empty reason',
			"sandbox:\n  hosts: [{ host: b.example, private: true, because: ' ' }]\n",
			[2, 'sandbox.hosts.0.because'],
		],
		[
			'a reason with two lines',
			'sandbox:\n  hosts: [{ host: b.example, private: true, because: "a\\nb" }]\n',
			[2, 'sandbox.hosts.0.because'],
		],
		[
			'a reason for a public host',
			'sandbox:\n  hosts: [{ host: b.example, because: ours }]\n',
			[2, 'sandbox.hosts.0', 'because', 'private: true'],
		],
		[
			'a pattern as a private host',
			"sandbox:\n  hosts: [{ host: '*.b.example', private: true, because: ours }]\n",
			[2, 'sandbox.hosts.0', '*'],
		],
		[
			'an IP address as a private host',
			'sandbox:\n  hosts: [{ host: 10.0.0.1, private: true, because: ours }]\n',
			[2, 'sandbox.hosts.0', '*'],
		],
		[
			'a local name as a private host',
			'sandbox:\n  hosts: [{ host: a.localhost, private: true, because: ours }]\n',
			[2, 'sandbox.hosts.0', '*'],
		],
		[
			'`private: false`',
			'sandbox:\n  hosts: [{ host: b.example, private: false, because: ours }]\n',
			[2, 'sandbox.hosts.0.private'],
		],
		[
			'a misspelled key of a host',
			'sandbox:\n  hosts:\n    - { host: b.example, private: true, becuase: ours }\n',
			[3, 'becuase', 'sandbox.hosts.0', 'because'],
		],
		[
			'a private name without `private: true`',
			'sandbox:\n  hosts: [registry.corp.internal]\n',
			[2, 'sandbox.hosts.0', 'registry.corp.internal'],
		],
		[
			'a service on another machine',
			'sandbox:\n  services:\n    - localhost:6379\n    - postgres:5432\n',
			[4, 'sandbox.services.1', 'postgres:5432', 'localhost:5432'],
		],
		[
			'another loopback address',
			'sandbox: { services: [127.0.0.2:5432] }\n',
			[1, 'sandbox.services.0', '127.0.0.2:5432', 'localhost:5432'],
		],
		[
			'every address of this machine',
			'sandbox: { services: ["0.0.0.0:5432"] }\n',
			[1, 'sandbox.services.0', '0.0.0.0:5432', 'localhost:5432'],
		],
		['a service without a port', 'sandbox: { services: [localhost] }\n', [1, 'sandbox.services.0', 'localhost:5432']],
		['a service that is a number', 'sandbox: { services: [5432] }\n', [1, 'sandbox.services.0', 'localhost:5432']],
		[
			'a service as a URL',
			'sandbox: { services: ["redis://localhost:6379"] }\n',
			[1, 'sandbox.services.0', 'localhost:5432'],
		],
		['every port', 'sandbox: { services: ["localhost:*"] }\n', [1, 'sandbox.services.0', 'localhost:5432']],
		['a port that is too low', 'sandbox: { services: [localhost:80] }\n', [1, 'sandbox.services.0']],
		['a port that is too high', 'sandbox: { services: [localhost:70000] }\n', [1, 'sandbox.services.0']],
		["the sandbox's own port", 'sandbox: { services: [localhost:47128] }\n', [1, 'sandbox.services.0']],
		['a proxy as an address', 'sandbox: { upstream_proxy: http://a.example }\n', [1, 'sandbox.upstream_proxy']],
		['services that are not a list', 'sandbox: { services: localhost:5432 }\n', [1, 'sandbox.services']],
		[
			'a misspelled key of approvals',
			'approvals:\n  role: write\n  not_requestor: true\n',
			[3, 'not_requestor', 'approvals', 'not_requester'],
		],
		['a role that may not approve', 'approvals:\n  role: read\n', [2, 'approvals.role.0', 'read', 'triage']],
		['a role in the wrong case', 'approvals:\n  role: Maintain\n', [2, 'approvals.role.0', 'Maintain', 'maintain']],
		['no roles', 'approvals:\n  role: []\n', [2, 'approvals.role']],
		[
			'a login without its number in `people`',
			'approvals:\n  people:\n    - 1\n    - octocat\n',
			[4, 'approvals.people.1', 'octocat', 'id'],
		],
		['an invalid account number', 'approvals:\n  people: [0]\n', [2, 'approvals.people.0', '0', 'id']],
		['a team without its organization', 'approvals:\n  teams: [security]\n', [2, 'approvals.teams.0']],
		['zero approvals', 'approvals:\n  signatures: 0\n', [2, 'approvals.signatures']],
		[
			'more approvals than people',
			'approvals:\n  people: [1, 1]\n  critical: 2\n',
			[3, 'approvals.critical', 'people'],
		],
		['a list', '- mode: plan\n', [1, 'the file']],
		['a plain word', 'plan\n', [1, 'the file']],
	])('is refused with its line and key: %s', (_what, text, expected) => {
		expect(refusal(text)).toEqual(expected);
	});

	it.each([
		['a duplicate key', 'mode: plan\nenabled: true\nmode: auto\n', 3],
		['an unclosed list', 'mode: plan\npolicies: [a.yml\n', 3],
		['a tab in place of spaces', 'mode: plan\npolicies:\n\t- a.yml\n', 3],
		['two documents', 'mode: plan\n---\nmode: auto\n', 2],
	])('is refused with its line: %s', (_what, text, line) => {
		expect(refusal(text)[0]).toBe(line);
	});

	it.each([
		['an unknown alias', 'mode: *m\n', [1]],
		['too many aliases', `policies: [&a x.yml${', *a'.repeat(11)}]\n`, [1]],
		['a merge key', 'mode: plan\n<<: {enabled: false}\n', [2, '<<']],
	])('is refused: %s', (_what, text, expected) => {
		expect(refusal(text)).toEqual(expected);
	});

	it('gets a warning for empty `blocked_patterns` and for `allow_overrides` [seeds 66, 68]', () => {
		const { warnings, blockedPatterns } = readRepositoryConfig(
			'safety:\n  allow_overrides: true\n  blocked_patterns: []\n',
		);
		expect(blockedPatterns).toEqual([]);
		expect(warnings).toEqual([
			expect.stringMatching(/^\.github\/countersign\.yml:3: `blocked_patterns` is empty/),
			expect.stringMatching(/^\.github\/countersign\.yml:2: `allow_overrides` has no effect/),
		]);
	});

	it('gets a warning for a role that looks like a misspelled one', () => {
		const { warnings } = readRepositoryConfig('approvals:\n  role: mantain\n');
		expect(warnings).toEqual([expect.stringMatching(/^\.github\/countersign\.yml:2: `mantain` .* `maintain`\?$/)]);
	});

	it('the error says where to find the number of an account', () => {
		const { message } = errorOf(() => readRepositoryConfig("approvals: { people: ['@octocat'] }\n"));
		expect(message).toContain('https://api.github.com/users/<login> shows as `id`');
	});

	it('cannot switch to another YAML version', () => {
		expect(refusal('%YAML 1.1\n---\nenabled: yes\n')).toEqual([3, 'enabled']);
	});

	it('is in .github/countersign.yml', () => {
		expect(configPath).toBe('.github/countersign.yml');
	});
});

it('the example in docs/configuration.md is valid and causes no warning', () => {
	const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
	const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
	const config = readRepositoryConfig(example);
	expect(config.warnings).toEqual([]);
	expect(config.shippedPolicies).toEqual(['strict', 'dev-tools']);
	expect(config.blockedPatterns?.map(({ pattern, on }) => [pattern, on])).toEqual([
		['DROP\\s+TABLE', 'raw'],
		['^npm publish', 'executed'],
	]);
});
