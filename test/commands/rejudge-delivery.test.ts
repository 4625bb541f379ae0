import { describe, expect, it } from 'vitest';
import type { Judging } from '../../src/commands/judging/gate-and-facts.ts';
import type { PastCall } from '../../src/commands/policy/past-calls.ts';
import { factsThen, rejudge } from '../../src/commands/policy/rejudge.ts';
import { deliveredClasses, type EntryOf } from '../../src/core/index.ts';
import { type DeliverEffect, deliverEffects } from '../../src/gate/index.ts';
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
	// As in a terminal: there is no run that knows the files of the delivery.
	const { delivered: _, ...facts } = aWorkspace();
	const judging = { gate: aGate(), context: aContext({ facts }) } as unknown as Judging;
	const classes = Object.keys(deliveredClasses) as DeliverEffect['what'][];
	const many = 'deleted-in-number';

	it.each(classes.filter((what) => what !== many))('is judged by the effects in its journal: %s', (what) => {
		const effect = { kind: 'deliver', path: paths[what] ?? 'src/a', change: 'changed', what } as const;
		const was = what === 'ordinary' ? 'allow' : 'confirm';
		expect(rejudge(aPastDelivery([effect], was), judging, undefined)).toMatchObject({ kind: 'same' });
	});

	it('is judged by the effects in its journal: deleted-in-number', () => {
		const effects = Array.from(
			{ length: 5 },
			(_, index) => ({ kind: 'deliver', path: `src/${index}`, change: 'deleted', what: many }) as const,
		);
		expect(rejudge(aPastDelivery(effects, 'confirm'), judging, undefined)).toMatchObject({ kind: 'same' });
		const few = effects.map((effect) => ({ ...effect, what: 'ordinary' }) as const);
		expect(rejudge(aPastDelivery(few, 'allow'), judging, undefined)).toMatchObject({ kind: 'same' });
	});

	it('keeps both classes of a file that had two', () => {
		const classesOf = (first: DeliverEffect['what'], second: DeliverEffect['what']) => {
			const effects = [first, second].map(
				(what) => ({ kind: 'deliver', path: 'src/a', change: 'added', what }) as const,
			);
			const delivered = factsThen(aPastDelivery(effects, 'confirm'), facts).delivered?.() ?? [];
			return deliverEffects(delivered).map(({ what }) => what);
		};
		expect(classesOf('generated', 'large')).toEqual(['large', 'generated']);
		expect(classesOf('large', 'generated')).toEqual(['large', 'generated']);
		expect(classesOf('misleading', 'executable')).toEqual(['executable', 'misleading']);
		expect(classesOf('binary', 'large')).toEqual(['binary', 'large']);
	});

	it('without delivery effects in its journal keeps its old verdict', () => {
		expect(rejudge(aPastDelivery([], 'allow'), judging, undefined)).toMatchObject({ kind: 'same' });
	});
});
