import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { aContext, aGate, aShippedPolicy, judgeTool, outcome } from './support.ts';

const reads: readonly (readonly [string, JsonObject])[] = [
	['issue_read', {}],
	['comments_read', { number: 3 }],
	['reviews_read', { number: 3 }],
	['pull_request_diff', { number: 3 }],
	['checks_read', {}],
	['check_log', { check: 3 }],
	['releases_read', {}],
	['issues_list', { state: 'all', labels: ['bug'] }],
	['merged_read', {}],
	['merged_read', { since: 'v1.0.0' }],
];
const labels = { add: ['needs-info', 'stale'], remove: ['dependencies'] };
const gateOf = (...names: readonly string[]) => aGate({ policies: ['floor', ...names].map(aShippedPolicy) });
const judge = (names: readonly string[], name: string, args: JsonObject): string =>
	outcome(gateOf(...names).judge({ id: 'c', name, args }, aContext()));

describe('the tools for GitHub', () => {
	it.each(['default', 'strict', 'autonomous', 'permissive'])('may read under %s', (policy) => {
		const gate = gateOf(policy);
		const verdicts = reads.map(([name, args]) => gate.judge({ id: 'c', name, args }, aContext()));
		expect(verdicts.map(outcome)).toEqual(reads.map(() => 'allow read-github'));
	});

	it('may read in mode `plan`, and write only comments and reviews', () => {
		const planned = (name: string, args: JsonObject) => outcome(judgeTool(name, args, { mode: 'plan' }));
		expect(reads.map(([name, args]) => planned(name, args))).toEqual(reads.map(() => 'allow read-github'));
		expect(planned('review_write', { body: 'x' })).toBe('allow own-thread');
		expect(planned('review_reply', { comment: 1, body: 'x' })).toBe('allow own-thread');
		expect(planned('labels_set', labels)).toBe('block mode: plan');
		expect(planned('pull_request_update', { title: 'x' })).toBe('block mode: plan');
	});

	it.each<[string, string, JsonObject, string]>([
		['default', 'review_write', { body: 'x' }, 'allow own-thread'],
		['default', 'pull_request_update', { title: 'x' }, 'allow own-thread'],
		['default', 'labels_set', labels, 'confirm forge-writes'],
		['autonomous', 'labels_set', labels, 'confirm default_action'],
		['permissive', 'labels_set', labels, 'confirm forge-writes'],
		['strict', 'review_write', { body: 'x' }, 'confirm writes-on-github'],
		['strict', 'labels_set', labels, 'confirm writes-on-github'],
	])('under %s get the expected decision: %s', (policy, name, args, expected) => {
		expect(judge([policy], name, args)).toBe(expected);
	});

	it('may set only triage labels in unattended runs', () => {
		const unattended = (args: JsonObject) => judge(['autonomous', 'maintenance'], 'labels_set', args);
		expect(unattended(labels)).toBe('allow triage-labels-of-own-thread');
		for (const bad of ['agent', 'automerge', 'stale2', 'stale", add "agent', 'stale\n'])
			expect(unattended({ add: ['stale', bad] }), bad).toBe('confirm forge-writes');
		expect(unattended({ remove: ['agent'] })).toBe('confirm forge-writes');
	});

	it.each(['merge', 'pull_request_merge', 'issue_close', 'release_create', 'workflow_dispatch', 'ref_delete'])(
		'do not include %s, which is opaque',
		(name) => {
			expect(judgeTool(name, {})).toMatchObject({ decision: 'confirm', effects: [{ kind: 'opaque' }] });
		},
	);
});
