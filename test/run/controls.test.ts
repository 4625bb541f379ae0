import { describe, expect, it } from 'vitest';
import { controlsOf } from '../../src/run/index.ts';

const text = 'rules:\n  - {name: free, effects: [write], expires: 2026-06-15, action: allow}\n';
const frozen = JSON.stringify({ policies: [{ file: 'policies/x.yml', text }], skills: [] });

describe('frozen controls', () => {
	it('are read as they hold at the time of the run', () => {
		const rulesAt = (now?: Date) => controlsOf(frozen, now).policies[0]?.rules.map(({ name }) => name);
		expect(rulesAt(new Date('2026-06-15T23:59:59Z'))).toEqual(['free']);
		expect(rulesAt(new Date('2026-06-16T00:00:00Z'))).toEqual([]);
		expect(rulesAt()).toEqual([]);
	});
});
