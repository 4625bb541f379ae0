import { changesText, type ReportCall, type ReportView } from '../../src/report/index.ts';
import { hostileMarkdown } from './markdown-texts.ts';

const home = 'https://github.example/octo-org/sample/';
const at = '2026-11-21T12:00:05.000Z';

/** An ordinary step. */
export function call(number: number, more: Partial<ReportCall> = {}): ReportCall {
	const command = `npm test -- ${'x'.repeat(60)} ${number}`;
	const match = {
		stage: 'policy',
		decision: 'allow',
		rule: 'tests',
		reason: 'It is declared.',
		risk: 'low',
		evidence: command,
	} as const;
	return {
		number,
		row: {
			tool: 'shell_exec',
			input: command,
			verdict: 'allow',
			rule: 'tests',
			end: 'done',
			result: '✓ done',
			people: [],
		},
		args: [['command', { text: command, bytes: command.length }]],
		effects: [{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }],
		reason: 'It is declared.',
		risk: 'low',
		matches: [{ ...match, file: 'policies/base.yml', line: 3 }, match],
		asked: [],
		output: { text: 'y'.repeat(500), bytes: 90_000, sha256: 'b'.repeat(64) },
		milliseconds: 1234,
		...more,
	};
}

/** A run with these steps. */
export function view(calls: readonly ReportCall[], more: Partial<ReportView> = {}): ReportView {
	return {
		run: {
			...{
				run: '7-0123456789ab',
				requester: 'octocat',
				task: 'Make the test pass',
				mode: 'edit',
				model: 'm',
				rehearsal: false,
			},
			...{ rows: calls.map(({ row }) => row), answer: 'It passes.', tokens: { input: 1200, output: 340, cached: 900 } },
			outcome: { kind: 'completed', reason: 'answered', message: 'The agent has finished.' },
			costs: [{ model: 'm', input: 1200, output: 340, cached: 900, usd: 0.5, asOf: '2026-11-05' }],
		},
		...{ repository: 'octo-org/sample', thread: 7, program: 'test', base: { branch: 'main', sha: 'a'.repeat(40) } },
		...{ home, comment: `${home}issues/7#issuecomment-1`, began: at, ended: at, calls },
		steps: calls.map(({ number, row }) => ({
			at,
			item: { kind: 'call', what: row.input, end: 'done' },
			call: number,
			milliseconds: 5,
		})),
		requests: calls.map(() => ({ at, model: 'm', input: 1200, output: 34, cached: 900, usd: 0.01 })),
		check: { kind: 'written', count: 31, hash: '4f'.repeat(32) },
		...more,
	};
}

const nasty = [
	'</pre></details><script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'"><svg onload=alert(1)>',
	"' style='position:fixed;inset:0' x='",
	'javascript:alert(1)',
	'&lt;script&gt; &#x3c; &amp',
	'<!-- x --><![CDATA[ x ]]></style></title>',
	'\u001b[2J\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
	'\u202e\u2066gnp.exe\u2069 \u200b\u{e0041}',
	'עברית مرحبا',
	'\ud83d \u0000 \r\n\t',
	'𝕏'.repeat(3000),
	'`${1}` {{x}} <%= x %>',
].join(' ');

/** A run in which every text is hostile. */
export function hostile(): ReportView {
	const text = { text: nasty, bytes: 10_000_000, sha256: nasty };
	const signed = { who: nasty, role: nasty, at: nasty, scope: nasty, url: `https://evil.example/${nasty}` };
	const bad = call(1, {
		row: { tool: nasty, input: nasty, verdict: 'block', rule: nasty, end: 'denied', result: nasty, people: [] },
		args: [[nasty, text]],
		effects: [
			{ kind: 'network', host: nasty },
			{ kind: 'git.push', remote: nasty, ref: nasty, force: true },
			{ kind: 'opaque', why: nasty },
		],
		reason: nasty,
		matches: [1, 2].map(() => ({
			stage: 'policy',
			decision: 'block',
			rule: nasty,
			reason: nasty,
			risk: 'low',
			evidence: nasty,
			file: nasty,
			line: 1,
		})),
		asked: [
			{
				id: nasty,
				until: nasty,
				url: 'javascript:alert(1)',
				needs: [],
				signatures: [signed],
				denial: { ...signed, by: 'human', why: nasty },
				void: nasty,
			},
		],
		output: text,
	});
	const base = view([bad, { ...bad, number: 2, row: { ...bad.row, end: 'blocked' } }]);
	const file = {
		path: nasty,
		after: { mode: '100644', size: 1, sha256: 'x', text: nasty },
		isSecret: false,
	} as const;
	return {
		...base,
		run: {
			...base.run,
			...{
				run: nasty,
				requester: nasty,
				task: `${nasty}\n${hostileMarkdown}`,
				answer: `${nasty}\n\n${hostileMarkdown}`,
				model: nasty,
				mode: nasty,
				skill: nasty,
				notice: nasty,
			},
			warnings: [nasty],
			grants: [{ id: nasty, by: nasty, what: nasty }],
			waits: [
				{
					id: nasty,
					tool: nasty,
					input: nasty,
					until: nasty,
					needs: [{ count: 1, who: { roles: [nasty] }, why: nasty }],
					url: nasty,
				},
			],
			outcome: { kind: 'failed', reason: 'internal', message: nasty },
			pullRequest: { number: 1, url: `https://evil.example/octo-org/sample/pull/${nasty}` },
			jobUrl: 'https://github.example.evil.example/octo-org/sample/actions',
		},
		...{
			repository: nasty,
			program: nasty,
			base: { branch: nasty, sha: nasty },
			comment: nasty,
			began: nasty,
			ended: nasty,
		},
		steps: [
			{ at: nasty, item: { kind: 'call', what: nasty, end: 'failed' } },
			{ at: nasty, item: { kind: 'signed', id: nasty, who: nasty, role: nasty } },
			{ at: nasty, item: { kind: 'stopped', who: nasty } },
		],
		requests: [{ at: nasty, model: nasty, input: 1, output: 1, cached: 5, discarded: nasty }],
		changes: changesText([file]),
	};
}
