import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GitHubFacts, gitHubFindings, type Look, workflowFindings } from '../../src/readiness/index.ts';
import type { WorkflowCheck } from '../../src/readiness/workflow-findings.ts';
import { readWorkflowUse } from '../../src/readiness/workflow-use.ts';

const root = join(import.meta.dirname, '../..');
const sha = 'a'.repeat(40);
const agent = readFileSync(join(root, 'examples/workflows/agent.yml'), 'utf8').replace(
	/uses: \.\/.*/,
	`uses: octo-org/countersign@${sha}`,
);

function findingsOf(text: string, hasAction = false): readonly string[] {
	const use = readWorkflowUse('.github/workflows/agent.yml', text);
	return workflowFindings(use === undefined ? [] : [use], () => hasAction).map(
		({ state, text: said }) => `${state} ${said}`,
	);
}

type Row = readonly [what: string, from: string | RegExp, to: string, told: RegExp];

/** The words for a check in docs/doctor.md, and changes to a workflow that it must find. */
interface Cases {
	readonly onPage: string;
	readonly rows: readonly [Row, ...Row[]];
}

describe('a workflow', () => {
	const examples = [
		'starter/agent-maintenance.yml',
		// It only calls another workflow.
		...readdirSync(join(root, 'examples/workflows'))
			.filter((name) => name !== 'calls-agent.yml')
			.map((name) => `workflows/${name}`),
	];
	it.each(examples)('as it ships, %s, has no findings', (name) => {
		expect(findingsOf(readFileSync(join(root, 'examples', name), 'utf8'), true)).toEqual([
			expect.stringMatching(/^ok workflow: /),
		]);
	});

	it('gets a note about the limit of 60 idle days only when it has a schedule', () => {
		expect(findingsOf(agent)).toEqual([expect.stringContaining('after 60 days without activity')]);
		const [without = ''] = findingsOf(agent.replace(/\n {2}schedule: .*/, ''));
		expect(without).toMatch(/^ok workflow: .* are as they should be$/);
	});

	const cases: Readonly<Record<WorkflowCheck, Cases>> = {
		permissions: {
			onPage: 'the permissions of the token',
			rows: [
				[
					'a missing permission',
					'issues: write, ',
					'',
					/lacks `issues: write` \(comments\)\. Do: give the job `permissions: \{ contents: write/,
				],
				['a read-only permission', 'contents: write', 'contents: read', /lacks `contents: write`/],
				['a missing permission to read Actions', ', actions: read', '', /lacks `actions: read`/],
				[
					'all permissions',
					/\n {4}permissions: \{ contents.*/,
					'\n    permissions: write-all',
					/may everything \(`write-all`\)/,
				],
				[
					'a job of the App without `id-token: write`',
					'anthropic-api-key:',
					'bot: https://bot.example.com\n          anthropic-api-key:',
					/lacks `id-token: write` \(to show the bot which job it is\)/,
				],
			],
		},
		'kept-credential': {
			onPage: '`persist-credentials: false`',
			rows: [
				[
					'a kept credential',
					'persist-credentials: false',
					'persist-credentials: true',
					/leaves the token in \.git\/config\. Do: give that step/,
				],
				['credentials without a setting', 'persist-credentials: false, ', '', /leaves the token/],
			],
		},
		pin: {
			onPage: 'named by commit',
			rows: [
				[
					'a tag',
					/actions\/upload-artifact@[0-9a-f]{40}/,
					'actions/upload-artifact@v5',
					/`actions\/upload-artifact@v5` can be moved by others/,
				],
				[
					'a branch of Countersign',
					`countersign@${sha}`,
					'countersign@main',
					/`octo-org\/countersign@main` can be moved/,
				],
			],
		},
		concurrency: {
			onPage: 'must have its own `concurrency`',
			rows: [['no concurrency', /\n {4}concurrency:[\s\S]*?queue: max/, '', /has no `concurrency`/]],
		},
		'workflow-concurrency': {
			onPage: 'not that of the whole workflow',
			rows: [
				[
					'concurrency of the whole workflow',
					'permissions: {}',
					'permissions: {}\nconcurrency: agent',
					/lets strangers push/,
				],
			],
		},
		event: {
			onPage: 'No event of the workflow',
			rows: [
				['workflow_run', 'on:\n', 'on:\n  workflow_run:\n', /starts on `workflow_run`, which lends its rights/],
				['another event', 'on:\n', 'on:\n  push:\n', /starts on `push`, which no run begins with/],
			],
		},
		'foreign-code': {
			onPage: "a stranger's code",
			rows: [
				[
					"a stranger's commit next to the secrets",
					/on:\n([\s\S]*?)persist-credentials: false/,
					'on:\n  pull_request_target:\n$1ref: refs/pull/1/head, persist-credentials: false',
					/checks out another commit on `pull_request_target`/,
				],
			],
		},
		'action-folder': {
			onPage: '`action.yml`',
			rows: [
				['a missing folder', `octo-org/countersign@${sha}`, './', /`uses: \.\/` names a folder without an action\.yml/],
			],
		},
	};
	const rows = Object.values(cases).flatMap((one) => one.rows);
	it.each(rows)('gets a finding for %s', (_, from, to, told) => {
		const changed = agent.replace(from, to);
		expect(changed).not.toBe(agent);
		expect(findingsOf(changed)).toEqual([expect.stringMatching(told)]);
		expect(findingsOf(changed)[0]).toMatch(/^not .* Do: \S/);
	});

	it('is checked only for what docs/doctor.md lists', () => {
		const page = readFileSync(join(root, 'docs/doctor.md'), 'utf8').replace(/\s+/g, ' ');
		expect(Object.values(cases).filter(({ onPage }) => !page.includes(onPage))).toEqual([]);
	});

	it('gets one finding when it names no permissions, and four when it sets `permissions: {}`', () => {
		expect(findingsOf(agent.replace(/\n {4}permissions: .*/, '').replace('permissions: {}\n', ''))).toEqual([
			expect.stringMatching(/does not say what its token may/),
		]);
		expect(findingsOf(agent.replace(/\n {4}permissions: .*/, '')).length).toBe(4);
	});

	it('is skipped when no workflow uses Countersign', () => {
		expect(findingsOf('on: push')).toEqual([expect.stringMatching(/^skipped workflow: none here/)]);
	});
});

const seen = <T>(value: T): Look<T> => ({ seen: true, value });
const hidden = (status?: number): Look<never> => ({
	seen: false,
	why: 'this token may not see it',
	...(status && { status }),
});
const sound: GitHubFacts = {
	...{ owner: 'octo-org', name: 'slugs' },
	repository: seen({ defaultBranch: 'trunk', mayPush: true, scopes: ['repo', 'workflow'] }),
	...{ actionsOn: seen(true), mayOpenPulls: seen(true), secrets: seen(['ANTHROPIC_API_KEY']) },
	onDefaultBranch: [['.github/workflows/agent.yml', seen(true)]],
};

describe('a repository on GitHub', () => {
	const judge = (facts: Partial<GitHubFacts>) =>
		gitHubFindings({ ...sound, ...facts }, { webUrl: 'https://ghe.example.com', secrets: ['ANTHROPIC_API_KEY'] });
	const notOk = (facts: Partial<GitHubFacts>) =>
		judge(facts)
			.filter(({ state }) => state !== 'ok')
			.map(({ state, text }) => `${state} ${text}`);

	it('that is set up correctly has no findings', () => {
		expect(notOk({})).toEqual([]);
		expect(judge({}).map(({ text }) => text)).toEqual(
			expect.arrayContaining([
				'GitHub: the token may write octo-org/slugs (scopes: repo, workflow)',
				'GitHub: the default branch of octo-org/slugs is `trunk`',
			]),
		);
	});

	const rows: readonly (readonly [string, Partial<GitHubFacts>, RegExp])[] = [
		[
			'a token that GitHub refuses',
			{ repository: { seen: false, why: 'GitHub does not take this token (401)', status: 401 } },
			/^not GitHub: GitHub does not take this token \(401\)\. Do: set GITHUB_TOKEN/,
		],
		[
			'a token that cannot see the repository',
			{ repository: hidden(404) },
			/^not GitHub: GitHub shows this token no octo-org\/slugs \(404\)/,
		],
		['no network', { repository: hidden() }, /^skipped GitHub: not checked/],
		[
			'a read-only token',
			{ repository: seen({ defaultBranch: 'main', mayPush: false }) },
			/^not GitHub: the token may not write octo-org\/slugs\. Do: give it/,
		],
		[
			'a classic token without the scope',
			{ repository: seen({ defaultBranch: 'main', mayPush: true, scopes: ['read:org'] }) },
			/may not write octo-org\/slugs \(scopes: read:org\)/,
		],
		[
			'disabled Actions',
			{ actionsOn: seen(false) },
			/^not GitHub: Actions are switched off\. Do: https:\/\/ghe\.example\.com\/octo-org\/slugs\/settings\/actions$/,
		],
		[
			'Actions that may not create pull requests',
			{ mayOpenPulls: seen(false) },
			/^not .*no pull requests.*settings\/actions$/,
		],
		[
			'a setting that it cannot read',
			{ mayOpenPulls: hidden(403) },
			/^skipped GitHub: whether Actions may open pull requests: not checked: this token/,
		],
		[
			'a missing secret',
			{ secrets: seen(['OTHER']) },
			/^not GitHub: there is no secret ANTHROPIC_API_KEY\. Do: add it at https.*secrets\/actions\/new$/,
		],
		[
			'secrets that it cannot read',
			{ secrets: hidden(403) },
			/^skipped GitHub: whether there is a secret ANTHROPIC_API_KEY/,
		],
		[
			'a workflow that is not merged',
			{ onDefaultBranch: [['a.yml', seen(false)]] },
			/^not GitHub: a\.yml is not on `trunk`, and counts from there only/,
		],
	];
	it.each(rows)('gets a finding for %s', (_, facts, told) => {
		expect(notOk(facts)).toEqual([expect.stringMatching(told)]);
	});
});
