import { describe, expect, it } from 'vitest';
import type { Judging } from '../../src/commands/judging.ts';
import type { PastCall } from '../../src/commands/past-calls.ts';
import { rejudge } from '../../src/commands/rejudge.ts';
import { deliveredClasses, type EntryOf } from '../../src/core/index.ts';
import type { DeliverEffect } from '../../src/gate/index.ts';
import { aContext, aGate, aWorkspace } from '../gate/support.ts';

const paths: Readonly<Partial<Record<DeliverEffect['what'], string>>> = {
	workflow: '.github/workflows/ci.yml',
	'code-owners': 'CODEOWNERS',
	controls: '.github/countersign.yml',
	'package-scripts': 'package.json',
	'dependency-source': 'package-lock.json',
	lockfile: 'go.sum',
	'git-hooks': '.husky/a',
	'executed-later': '.envrc',
	'agent-instructions': 'AGENTS.md',
};

function aPastDelivery(effects: readonly DeliverEffect[], decision: 'allow' | 'confirm'): PastCall {
	const verdict = {
		call_id: 'c1',
		tool_name: 'open_pull_request',
		decision,
		effects,
		matches: [],
		session_mode: 'edit',
	};
	return { run: '1-r', verdict: verdict as unknown as EntryOf<'tool_attempt'>, args: { title: 'a', body: 'b' } };
}

describe('a delivery of a past run', () => {
	// As in a terminal: no run is there that could tell what would be delivered.
	const { delivered: _, ...facts } = aWorkspace();
	const judging = { gate: aGate(), context: aContext({ facts }) } as unknown as Judging;
	const classes = Object.keys(deliveredClasses) as DeliverEffect['what'][];

	it.each(classes)('is judged by what its journal tells of it: %s', (what) => {
		const effect = { kind: 'deliver', path: paths[what] ?? 'src/a', change: 'changed', what } as const;
		const was = what === 'ordinary' ? 'allow' : 'confirm';
		expect(rejudge(aPastDelivery([effect], was), judging, undefined)).toMatchObject({ kind: 'same' });
	});

	it('of before there were such effects is judged as it was', () => {
		expect(rejudge(aPastDelivery([], 'allow'), judging, undefined)).toMatchObject({ kind: 'same' });
	});
});
