import { expect } from 'vitest';
import {
	type DeliveredFile,
	type EntryOf,
	type FileContent,
	type FileState,
	type JsonObject,
	sha256,
	standingReach,
} from '../../src/core/index.ts';
import type { ApprovalRequest, RequestItem, ShownDelivered, ShownState } from '../../src/report/index.ts';
import { aWorkspace, judgeTool } from '../gate/support.ts';

/** Returns a call with the verdict of the shipped policies. */
function asked(
	id: RequestItem['id'],
	name: string,
	args: JsonObject,
	more: Partial<RequestItem> = {},
	facts = aWorkspace(),
): RequestItem {
	const judged = judgeTool(name, args, { mode: 'edit', facts });
	expect(judged.decision).toBe('confirm');
	const verdict: EntryOf<'tool_attempt'> = {
		type: 'tool_attempt',
		call_id: id,
		tool_name: name,
		tool_input: args,
		classification: judged.rule,
		risk_level: judged.risk,
		decision: judged.decision,
		matched_rule: judged.rule,
		reason: judged.reason,
		effects: judged.effects,
		matches: judged.matches,
		...(judged.asks && { asks: judged.asks }),
		binding: sha256(id),
		session_mode: 'edit',
	};
	return { id, call: { id, name, args }, verdict, again: false, ...more };
}

function text(content: string): FileContent {
	return { size: Buffer.byteLength(content), sha256: sha256(content), isText: true, text: content };
}

const deploy =
	'#!/bin/sh\nset -e\n\n# Everything goes to production.\ncurl --data @build.tgz "https://deploy.example.com/$1"\n';
const workflow = 'name: ci\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n';

const install = asked('A1', 'shell_exec', { command: 'npm install ./vendor/tiny-words-1.0.0.tgz' });
const push = asked('A1', 'shell_exec', { command: 'git push --force origin topic:release' });
const edit = asked(
	'A1',
	'file_edit',
	{ path: '.github/workflows/ci.yml', old_text: 'npm test', new_text: 'npm ci && npm test' },
	{
		change: {
			path: '.github/workflows/ci.yml',
			before: workflow,
			after: workflow.replace('npm test', 'npm ci && npm test'),
			determined: [],
		},
	},
);
const script = asked(
	'A1',
	'shell_exec',
	{ command: 'bash scripts/deploy.sh staging' },
	{ scripts: [{ path: 'scripts/deploy.sh', file: text(deploy), isNew: true, isSecret: false }] },
);
const manifest =
	'{\n\t"scripts": {\n\t\t"predeploy": "npm test",\n\t\t"deploy": "bash scripts/deploy.sh staging"\n\t}\n}\n';
const named = asked(
	'A1',
	'shell_exec',
	{ command: 'npm run deploy' },
	{
		declared: [
			{ path: 'package.json', name: 'predeploy', text: 'npm test' },
			{ path: 'package.json', name: 'deploy', text: 'bash scripts/deploy.sh staging' },
		],
		scripts: [
			{ path: 'package.json', file: text(manifest), isNew: false, isSecret: false },
			{ path: 'scripts/deploy.sh', file: text(deploy), isNew: false, isSecret: false },
		],
	},
);
const batch = [
	asked('A1', 'shell_exec', { command: 'rm src/a.ts src/b.ts src/old/c.ts' }),
	asked(
		'A2',
		'file_write',
		{ path: '.husky/pre-commit', content: 'npm test\n' },
		{ change: { path: '.husky/pre-commit', before: undefined, after: 'npm test\n', determined: ['content'] } },
	),
	asked('A3', 'labels_set', { add: ['ready to merge'] }),
];
const long = asked(
	'A7',
	'shell_exec',
	{ command: 'node scripts/migrate.js && node scripts/verify.js' },
	{
		scripts: ['scripts/migrate.js', 'scripts/verify.js'].map((path) => ({
			path,
			file: text(`// ${path}\n${'step();\n'.repeat(4_500)}`),
			isNew: false,
			isSecret: false,
		})),
	},
);

const delivered: readonly DeliveredFile[] = [
	{
		path: '.github/workflows/ci.yml',
		before: state(workflow),
		after: state(workflow.replace('npm test', 'npm ci && npm test')),
	},
	{ path: 'src/slug.ts', before: state('a\n'), after: state('b\n') },
];
const delivery = asked(
	'A1',
	'open_pull_request',
	{ title: 'Install before testing', body: 'The checks need the packages.' },
	{ delivery: { files: [shownOf(delivered[0])], others: 1 } },
	aWorkspace({ delivered: () => delivered }),
);

function state(content: string): FileState {
	return { mode: '100644', bytes: Buffer.from(content) };
}

function shownOf(file: DeliveredFile | undefined): ShownDelivered {
	const shown = ({ mode, bytes }: FileState): ShownState => ({
		...{ mode, size: bytes.length, sha256: sha256(bytes), text: Buffer.from(bytes).toString() },
	});
	const { path = '', before, after } = file ?? {};
	return { path, ...(before && { before: shown(before) }), ...(after && { after: shown(after) }), isSecret: false };
}
/** Returns a request of the run itself, which no gate judges. */
function more(id: RequestItem['id'], raise: NonNullable<RequestItem['raise']>): RequestItem {
	return { ...install, id, call: { id, name: 'budget', args: {} }, raise };
}
/** A plan, which no gate judges either. */
const plan: RequestItem = {
	...install,
	call: { id: 'plan-1', name: 'plan', args: {} },
	plan: {
		text: '1. Let `slug` join words with `-`: one line of `src/slug.ts`.\n2. Run `npm test`.\n3. Open a draft pull request.\n\nNothing else changes, see [the issue](https://github.example/octo-org/sample/issues/7).',
		mode: 'edit',
		isRevisable: true,
	},
};
const budget = [
	more('A4', { cap: 'day-tokens', used: 2_034_512, limit: 2_000_000, to: 4_000_000, day: '2026-11-21' }),
	more('A5', { cap: 'iterations', used: 8, limit: 8, to: 16 }),
];

/** The parts of a request other than its items. */
export const frame: Omit<ApprovalRequest, 'items'> = {
	asked: '2026-11-21T12:00:00.000Z',
	expires: '2026-11-22T12:00:00.000Z',
	said: '',
	requester: 'maintainer',
	standing: standingReach({}),
};

/** One request of each kind, with the name of its golden file. */
export const goldenRequests: readonly (readonly [string, ApprovalRequest])[] = (
	[
		['install', { items: [install] }],
		['push', { items: [push], expires: '2026-11-24T12:00:00.000Z' }],
		['file-edit', { items: [edit], said: 'The checks need the packages.\n/approve A1' }],
		['script-run', { items: [script], standing: standingReach({ standingHosts: ['registry.npmjs.org'] }) }],
		['batch-of-three', { items: batch, expires: '2026-11-21T13:30:00.000Z' }],
		['named-script', { items: [named] }],
		['delivery', { items: [delivery] }],
		['two-parts', { items: [long] }],
		['budget', { items: budget }],
		['plan', { items: [plan] }],
	] satisfies readonly (readonly [string, Partial<ApprovalRequest> & Pick<ApprovalRequest, 'items'>])[]
).map(([name, request]) => [name, { ...frame, ...request }]);

/** A request that needs two comments. */
export const longRequest: ApprovalRequest = { ...frame, items: [long] };
