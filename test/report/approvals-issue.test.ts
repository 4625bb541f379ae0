import { expect, test } from 'vitest';
import { type ApprovalsView, approvalsText, type WaitingRow } from '../../src/report/index.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const row: WaitingRow = {
	thread: 12,
	url: 'https://github.example/octo-org/sample/issues/12#issuecomment-5',
	id: 'A1',
	tool: 'shell_exec',
	risk: 'high',
	askedAt: '2026-11-22T09:30:00.000Z',
	expiresAt: '2026-11-23T09:30:00.000Z',
	needs: [{ count: 1, who: { roles: ['write'] }, why: 'the configuration' }],
};
const text = (view: Partial<ApprovalsView>): string => approvalsText({ now, rows: [], troubles: [], left: 0, ...view });

test('lists a request with its thread, its age and who may answer', () => {
	expect(text({ rows: [row] })).toContain(
		`| [#12](${row.url}) | **A1** | \`shell_exec\` | high | 2026-11-22 09:30 UTC | 2 hours | 2026-11-23 09:30 UTC | people with write access |`,
	);
	expect(text({ rows: [row] })).not.toContain('Nothing waits.');
});

test('says when nothing waits', () => {
	expect(text({})).toContain('Nothing waits.');
	expect(text({})).not.toContain('| thread |');
});

test('300 rows and 300 failed runs fit into one issue', () => {
	const rows = Array.from({ length: 300 }, () => row);
	const troubles = Array.from({ length: 300 }, (_, thread) => ({ thread, run: `${thread}-a`, why: 'x'.repeat(900) }));
	const shown = text({ rows, troubles });
	expect(shown.length).toBeLessThan(65_000);
	expect(shown).toContain('- and 270 more');
});

test('notifies nobody: people and teams are shown as code', () => {
	const who = { people: [{ id: 583_231, login: 'octocat' }], teams: ['octo-org/security'] };
	const shown = text({
		rows: [{ ...row, needs: [{ count: 1, who, why: 'x' }] }],
		troubles: [{ thread: 3, run: '3-a', why: 'see @octocat\n/approve A1 <!-- x -->' }],
	});
	expect(shown).toContain('`@octocat`');
	expect(shown).toContain('`@octo-org/security`');
	expect(shown.replaceAll(/`@[^`]+`/g, '')).not.toMatch(/@octo|^\/approve|<!--/m);
});

test.each([
	[0, '0 minutes'],
	[61_000, '1 minute'],
	[119 * 60_000, '119 minutes'],
	[121 * 60_000, '2 hours'],
	[47 * 3_600_000, '47 hours'],
	[49 * 3_600_000, '2 days'],
])('shows an age of %d ms as %s', (age, words) => {
	const askedAt = new Date(now.getTime() - age).toISOString();
	expect(text({ rows: [{ ...row, askedAt }] })).toContain(`| ${words} |`);
});

test('marks a request that has expired but is not settled yet', () => {
	expect(text({ rows: [{ ...row, expiresAt: '2026-11-22T11:59:00.000Z' }] })).toContain(
		'2026-11-22 11:59 UTC (this time is over; the next job denies the step)',
	);
});

test.each([
	['config', '`enabled: false`'],
	['label', 'has the label `agent-off`'],
] as const)('says that the %s switched off the runs', (off, words) => {
	expect(text({ off })).toMatch(/\*\*Switched off:\*\*/);
	expect(text({ off })).toContain(words);
	expect(text({})).not.toContain('Switched off');
});

test('lists the hundred oldest requests first and counts the others', () => {
	const rows = Array.from({ length: 102 }, (_, index) => ({
		...row,
		thread: index,
		askedAt: new Date(now.getTime() - index * 60_000).toISOString(),
	}));
	const shown = text({ rows, left: 3 });
	expect(shown.indexOf('[#101]')).toBeLessThan(shown.indexOf('[#100]'));
	expect(shown).not.toContain('[#1](');
	expect(shown).toContain('2 newer requests not shown here.');
	expect(shown).toContain('3 more runs can continue');
});
