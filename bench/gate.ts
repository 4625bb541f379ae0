import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'unbash';
import { assumedWalls, type GateContext, type Mode } from '../src/core/index.ts';
import { createGate, type Policy, shippedPatterns, shippedPolicies } from '../src/gate/index.ts';
import { localFacts } from '../src/workspace/index.ts';
import { lineAt, lines } from './lines.ts';
import { patterns } from './patterns.ts';
import { type Candidate, interleave, processCandidate, quantile, type Timed, table } from './timing.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist', 'cli.js');
const typical = (i: number): string =>
	`git diff --stat HEAD~${i % 97} -- src/ && npm test 2>&1 | tee "/tmp/out-$(date +%s)-${i % 251}.log" | tail -n 20`;

/** Returns the least work of any gate of this kind: 100 regular expressions, 30 rules, and a parse that visits every field. */
function floor(): (command: string) => number {
	const expressions = patterns.map((pattern) => new RegExp(pattern));
	const rules = patterns.slice(0, 30).map((pattern) => new RegExp(`^${pattern}`));
	return (command) => {
		let hits = 0;
		for (const expression of [...expressions, ...rules]) if (expression.test(command)) hits++;
		return hits + fieldsOf(parse(command));
	};
}

function fieldsOf(value: object): number {
	let count = 1;
	for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) count += fieldsOf(field);
	return count;
}

const context: GateContext = {
	facts: localFacts({ root: join(root, 'test/fixtures/checkout'), home: '/home/runner' }),
	mode: 'default',
	grants: [],
	walls: assumedWalls,
};

function decides(policies: readonly Policy[], mode: Mode = 'default'): (command: string) => void {
	const gate = createGate({ policies, patterns: shippedPatterns(), knownTools: 'any' });
	return (command) => {
		const verdict = gate.judge({ id: 'bench', name: 'Bash', args: { command } }, { ...context, mode });
		if (verdict.rule === 'gate-error') throw new Error(verdict.reason);
	};
}

/** Returns ten times as many rules: the shipped ones under other names, so that the gate checks each of them. */
function tenfold(policies: readonly Policy[]): readonly Policy[] {
	const copies = Array.from({ length: 9 }, (_, i) =>
		policies.filter(({ name }) => name !== 'floor').map((policy) => ({ ...policy, name: `${policy.name}-${i}` })),
	);
	return [...policies, ...copies.flat()];
}

function inProcess(): void {
	const base = floor();
	const policies = shippedPolicies(['default']);
	const once = decides(policies);
	const ten = decides(tenfold(policies));
	const candidate = (name: string, run: (command: string) => unknown): Candidate => ({
		name,
		perRound: lines.length,
		run: (i) => void run(lineAt(i)),
	});
	const rows = interleave(
		[
			candidate('floor: 130 RegExp + parse + walk', base),
			candidate('decision', once),
			candidate('decision, 10 × the rules', ten),
			candidate('decision in mode edit', decides(policies, 'edit')),
			candidate('decision in mode contained', decides(policies, 'contained')),
		],
		20,
		2_000,
	);
	console.log(table(`One decision in process, warm, over ${lines.length} lines`, rows, 'µs'));
	tell(rows, 'decision', 2);
	const [, one, many, edit, contained] = rows;
	if (edit !== undefined && contained !== undefined) {
		const ratio = quantile(contained, 0.5) / quantile(edit, 0.5);
		console.log(`mode contained costs ${ratio.toFixed(2)} × the time of mode edit (goal ≤ 1.1)`);
	}
	if (one !== undefined && many !== undefined) {
		const ratio = quantile(many, 0.5) / quantile(one, 0.5);
		console.log(
			`10 × the rules cost ${ratio.toFixed(2)} × the time (goal ≤ 1.5); p99 ${(quantile(one, 0.99) / 1000).toFixed(2)} ms (goal ≤ 1)\n`,
		);
	}
}

function asProcess(): void {
	const line = JSON.stringify({ tool: 'Bash', args: { command: typical(1) } });
	const hookLine = JSON.stringify({ tool_name: 'Bash', tool_input: { command: typical(1) } });
	const rows = interleave(
		[
			processCandidate('floor: node -e 0', ['-e', '0']),
			processCandidate(
				'countersign gate, one line',
				[cli, 'gate', '--root', join(root, 'test/fixtures/checkout')],
				line,
			),
			processCandidate('countersign hook, one call', [cli, 'hook', '--root', withHook()], hookLine),
		],
		30,
		10,
	);
	console.log(table('As a process', rows, 'ms'));
	tell(rows, 'countersign gate, one line', 1.8);
	tell(rows, 'countersign hook, one call', 1.6);
}

/** A checkout in which the hook is installed. */
function withHook(): string {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
	processCandidate('install', [cli, 'hook', 'install', '--root', folder]).run(0);
	return folder;
}

/** Measures the first decision of a process, from the first line of the bundle: loading, policies, skills and parsing. */
function cold(): void {
	const script = join(mkdtempSync(join(tmpdir(), 'countersign-bench-')), 'cold.mjs');
	writeFileSync(
		script,
		`const start = process.hrtime.bigint();
const { createGate, localFacts } = await import(${JSON.stringify(join(root, 'dist/gate.js'))});
const gate = createGate();
gate.judge({ id: '1', name: 'Bash', args: { command: ${JSON.stringify(typical(1))} } }, { facts: localFacts({ root: ${JSON.stringify(join(root, 'test/fixtures/checkout'))}, home: '/home/runner' }), mode: 'default', grants: [] });
process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1000));`,
	);
	const times: number[] = [];
	const once = processCandidate('first decision', [script], '', (output) => times.push(Number(output)));
	interleave([once], 20, 2);
	const row: Timed = { name: 'load and first decision', times: times.slice(2).sort((a, b) => a - b) };
	console.log(table('The first decision of a process', [row], 'ms'));
	console.log(`Goal ≤ 40 ms: ${(quantile(row, 0.5) / 1000).toFixed(1)} ms\n`);
}

function tell(rows: readonly Timed[], name: string, goal: number): void {
	const [base] = rows;
	const row = rows.find((one) => one.name === name);
	if (base === undefined || row === undefined) return;
	console.log(`${name}: ${(quantile(row, 0.5) / quantile(base, 0.5)).toFixed(2)} × the floor (goal ≤ ${goal})\n`);
}

inProcess();
cold();
asProcess();
