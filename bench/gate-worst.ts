import { join } from 'node:path';
import type { GateContext } from '../src/core/index.ts';
import { createGate, shippedPatterns, shippedPolicies } from '../src/gate/index.ts';
import { localFacts } from '../src/workspace/index.ts';
import { longestLine, worstLines } from '../test/gate/shell/worst-lines.ts';
import { lineAt } from './lines.ts';

/**
 * Finds the command lines that take the most time for their length, slowest first. It prints the gate's time for each, and for usual lines.
 */

const goalMs = 50;
const shown = 25;
const tries = 5;

const root = join(import.meta.dirname, '../test/fixtures/checkout');
const gate = createGate({ policies: shippedPolicies(['default']), patterns: shippedPatterns(), knownTools: 'any' });
const context: GateContext = { facts: localFacts({ root, home: '/home/runner' }), mode: 'default', grants: [] };

/** Returns the processor time in milliseconds. On a shared machine, the clock would include the work of others. */
function costOf(command: string): number {
	const start = process.cpuUsage();
	const { rule, reason } = gate.judge({ id: 'bench', name: 'Bash', args: { command } }, context);
	if (rule === 'gate-error') throw new Error(reason);
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}

const least = (command: string) => Math.min(...Array.from({ length: tries }, () => costOf(command)));

for (let i = 0; i < 2_000; i++) costOf(lineAt(i));
const usual = Array.from({ length: 400 }, (_, i) => costOf(lineAt(i))).sort((a, b) => a - b)[200] ?? Number.NaN;
const rows = Object.entries(worstLines)
	.map(([name, command]) => ({ name, length: command.length, ms: least(command) }))
	.sort((a, b) => b.ms - a.ms);

console.log(`### The slowest of ${rows.length} kinds of lines below ${longestLine} characters\n`);
console.log('| line | characters | ms | × a usual one |\n|---|--:|--:|--:|');
for (const { name, length, ms } of rows.slice(0, shown))
	console.log(`| ${name} | ${length} | ${ms.toFixed(1)} | ${(ms / usual).toFixed(0)} |`);
const slow = rows.filter(({ ms }) => ms > goalMs).length;
console.log(`\nGoal: none over ${goalMs} ms; ${slow} are.`);
