import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Candidate, interleave, processCandidate, quantile, table } from './timing.ts';

const rounds = Number(process.argv[2] ?? 30);
/** More calls than the number that adds to a hook's kept code. */
const warmUp = 10;

const cli = join(import.meta.dirname, '../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

const typical = 'git diff --stat HEAD~3 -- src/ && npm test 2>&1 | tee "/tmp/out-$(date +%s).log" | tail -n 20';
const ownPolicy = `version: '1'
name: own
rules:
  - name: no-deploys
    tools: [shell_exec]
    command_patterns: ['\\bdeploy\\b']
    action: deny
    description: Deploys are for people
    match: ['deploy now']
`;

/** A checkout in which the hook is installed. */
function checkout(name: string, policy?: string): string {
	const root = join(folder, name);
	mkdirSync(join(root, '.github'), { recursive: true });
	if (policy !== undefined) {
		writeFileSync(join(root, 'own.yml'), policy);
		writeFileSync(join(root, '.github/countersign.yml'), 'policies: [default, own.yml]\n');
	}
	processCandidate('install', [cli, 'hook', 'install', '--root', root]).run(0);
	return root;
}

/** Returns one call. Its session id is the one for tests, so the call is not logged. */
function hook(name: string, root: string, command: string, expected: 0 | 2 = 0): Candidate {
	const call = { session_id: 'countersign-canary', tool_name: 'Bash', tool_input: { command } };
	return processCandidate(name, [cli, 'hook', '--root', root], JSON.stringify(call), undefined, expected);
}

/** Returns the candidates. The number is the most that each may take, as a multiple of a bare Node's start. */
function candidates(): readonly (readonly [Candidate, number?])[] {
	const empty = join(folder, 'empty.mjs');
	writeFileSync(empty, '');
	const plain = checkout('plain');
	return [
		[processCandidate('floor: node empty.mjs', [empty])],
		[processCandidate('node -e 0', ['-e', '0'])],
		[processCandidate('countersign --version', [cli, '--version']), 1.3],
		[hook('hook, harmless call', plain, 'ls'), 1.5],
		[hook('hook, typical pipeline', plain, typical), 1.5],
		[hook('hook, blocked call', plain, 'rm -rf /', 2), 1.5],
		[hook('hook, a policy of its own', checkout('own', ownPolicy), 'ls')],
	];
}

try {
	const chosen = candidates();
	const rows = interleave(
		chosen.map(([candidate]) => candidate),
		rounds,
		warmUp,
	);
	console.log(table('A process, from its start to its end', rows, 'ms'));
	rows.forEach((row, index) => {
		const [floor] = rows;
		const goal = chosen[index]?.[1];
		if (goal === undefined || floor === undefined) return;
		const ratio = quantile(row, 0.5) / quantile(floor, 0.5);
		const answer = ratio <= goal ? 'goal met' : 'GOAL MISSED';
		console.log(`${row.name}: ${ratio.toFixed(2)} × a bare Node (≤ ${goal}: ${answer})`);
	});
} finally {
	rmSync(folder, { recursive: true, force: true });
}
