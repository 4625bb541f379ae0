import { type ReportCall, type ReportView, reportPage } from '../src/report/index.ts';
import { interleave, quantile } from './timing.ts';

const at = '2026-11-21T12:00:05.000Z';
const steps = 500;

/** Returns a call with arguments as long as a page and an output that is cut, as in most calls. */
function call(number: number): ReportCall {
	const content = `export const value${number} = ${number}; // ${'<b> & "text" '.repeat(160)}`;
	const match = {
		stage: 'policy',
		decision: 'allow',
		rule: 'own',
		reason: 'Within the checkout.',
		risk: 'low',
	} as const;
	return {
		number,
		row: {
			tool: 'file_write',
			input: `src/${number}.ts`,
			verdict: 'allow',
			rule: 'own',
			end: 'done',
			result: '',
			people: [],
		},
		args: [
			['path', { text: `src/${number}.ts`, bytes: 10 }],
			['content', { text: content, bytes: content.length }],
		],
		effects: [{ kind: 'write', path: `src/${number}.ts` }],
		reason: match.reason,
		risk: 'low',
		matches: [1, 2].map((line) => ({ ...match, evidence: '', file: 'policies/base.yml', line })),
		asked: [],
		output: { text: 'ok '.repeat(166), bytes: 90_000, sha256: 'b'.repeat(64) },
		milliseconds: 12,
	};
}

const calls = Array.from({ length: steps }, (_, index) => call(index + 1));
const diff = Array.from({ length: 4000 }, (_, index) => `+const line${index} = "${'x'.repeat(60)}";`).join('\n');
const view: ReportView = {
	run: {
		...{
			run: '7-0123456789ab',
			requester: 'octocat',
			task: 'Write 500 files',
			mode: 'edit',
			model: 'm',
			rehearsal: false,
		},
		...{ rows: calls.map(({ row }) => row), answer: 'Done.', tokens: { input: 1, output: 1, cached: 0 } },
		outcome: { kind: 'completed', reason: 'answered', message: 'The agent has finished.' },
	},
	...{ repository: 'octo-org/sample', thread: 7, program: 'bench', base: { branch: 'main', sha: 'a'.repeat(40) } },
	...{ began: at, ended: at, calls, changes: `diff --git a/a b/a\n# new\n@@ -0,0 +1,4000 @@\n${diff}` },
	steps: calls.map(({ number, row }) => ({ at, item: { kind: 'call', what: row.input, end: 'done' }, call: number })),
	requests: calls.map(() => ({ at, model: 'm', input: 12_000, output: 340, cached: 9000, usd: 0.01 })),
	check: { kind: 'written', count: 3000, hash: '4f'.repeat(32) },
};

const limits = { seconds: 1, bytes: 3_000_000 } as const;
let bytes = 0;
const render = (): void => {
	bytes = Buffer.byteLength(reportPage(view));
};
const [timed] = interleave([{ name: 'report', run: render }], 10, 0);
const slowest = timed === undefined ? Number.NaN : quantile(timed, 1) / 1e6;
const told = (holds: boolean): string => (holds ? 'met' : 'MISSED');
console.log(
	`page of ${steps} steps: ${slowest.toFixed(3)} s at most of 10, ≤ ${limits.seconds} s: ${told(slowest <= limits.seconds)}`,
);
console.log(`its size: ${(bytes / 1e6).toFixed(2)} MB, ≤ ${limits.bytes / 1e6} MB: ${told(bytes <= limits.bytes)}`);
process.exitCode = slowest <= limits.seconds && bytes <= limits.bytes ? 0 : 1;
