import { describe, expect, it } from 'vitest';
import { controlsOf } from '../../src/run/index.ts';

const text = 'rules:\n  - {name: free, effects: [write], expires: 2026-06-15, action: allow}\n';
const frozen = JSON.stringify({ policies: [{ file: 'policies/x.yml', text }], skills: [] });

describe('frozen controls', () => {
	it('apply the expiry of rules at the time of the run', () => {
		const rulesAt = (now?: Date) => controlsOf(frozen, now).policies[0]?.rules.map(({ name }) => name);
		expect(rulesAt(new Date('2026-06-15T23:59:59Z'))).toEqual(['free']);
		expect(rulesAt(new Date('2026-06-16T00:00:00Z'))).toEqual([]);
		expect(rulesAt()).toEqual([]);
	});

	it("mark the repository's own policies, but not old ones without a mark", () => {
		const policies = [
			{ file: 'policies/default.yml', text },
			{ file: 'policies/default.yml', text, isOwn: true },
		];
		const controls = controlsOf(JSON.stringify({ policies, skills: [] }));
		expect(controls.policies.map(({ isOwn }) => isOwn)).toEqual([undefined, true]);
	});

	it('include the warnings of the configuration and the policies [seeds 63]', () => {
		const controls = JSON.stringify({ ...JSON.parse(frozen), warnings: ['c.yml:1: empty'] });
		expect(controlsOf(controls, new Date('2026-06-16T00:00:00Z')).warnings).toEqual([
			'c.yml:1: empty',
			expect.stringMatching(/`free` expired on 2026-06-15.*policies\/x\.yml:2/),
		]);
	});

	it('contain the patterns of skills with their lines, and the blocked patterns [seeds 20]', () => {
		const skill =
			"---\nname: mend\ndescription: d\ntriggers: [t]\ndanger_patterns:\n  - '(a'\n  - {pattern: b, on: executed}\n---\n";
		const patterns = [{ pattern: '^x', reason: 'why', on: 'executed', line: 4 }];
		const controls = controlsOf(
			JSON.stringify({
				policies: [],
				skills: [{ file: 's/SKILL.md', text: skill }],
				blocked: { file: 'c.yml', patterns },
			}),
		);
		expect(controls.blocked).toEqual(patterns);
		expect(controls.patterns).toEqual([
			{
				file: 's/SKILL.md',
				danger: [
					{ pattern: '(a', line: 6 },
					{ pattern: 'b', on: 'executed', line: 7 },
				],
				confirm: [],
				isShipped: true,
			},
			{ file: 'c.yml', danger: [], confirm: [], blocked: patterns },
		]);
	});

	it('of an old run without blocked patterns have none', () => {
		expect(controlsOf(frozen)).toMatchObject({ blocked: [], patterns: [], warnings: [expect.any(String)] });
	});
});
