import { hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { genesis, verifyJournalFile } from '../src/journal/index.ts';

const goal = { megabytesPerSecond: 250, megabytes: 100 };
const rounds = 7;

const sum = (text: string): string => hash('sha256', text);
const content = (name: string, words: string) => ({
	preview: words.slice(0, 500),
	sha256: sum(name),
	bytes: words.length,
});

/** The entries of one iteration of a run, in the sizes that runs write. */
function entriesOf(n: number): readonly object[] {
	const call = `toolu_${n}`;
	const command = `npm test -- --grep "${'a case '.repeat(12)}"`;
	return [
		{
			type: 'model_reply',
			iteration: n,
			model: 'anthropic:claude',
			request: sum(`request ${n}`),
			text: content(`text ${n}`, 'I look at the failing test first. '.repeat(15)),
			raw: content(`raw ${n}`, '[{"type":"text","text":"I look at it."}]'.repeat(15)),
			calls: [{ call_id: call, tool_name: 'shell_exec', args: content(`args ${n}`, command), redacted: false }],
			stop: 'calls',
			usage: { input: 12_000, output: 300, cached: 11_000 },
		},
		{
			type: 'tool_attempt',
			call_id: call,
			tool_name: 'shell_exec',
			tool_input: { command },
			decision: 'allow',
			binding: sum(call),
		},
		{ type: 'tool_started', call_id: call, attempt: 1 },
		{
			type: 'tool_result',
			call_id: call,
			ok: true,
			output: content(`out ${n}`, 'ok 1 - a case\n'.repeat(40)),
			duration_ms: 812,
			tree: sum('tree'),
		},
	];
}

/** Writes a journal of at least `size` bytes, and returns its size and its head. */
function writeJournal(path: string, size: number): { bytes: number; head: string } {
	const file = openSync(path, 'w');
	let prev = genesis;
	let seq = 0;
	let bytes = 0;
	for (let n = 1; bytes < size; n++) {
		for (const entry of entriesOf(n)) {
			const line = JSON.stringify({ prev, seq: ++seq, at: '2026-05-01T12:00:00.000Z', ...entry });
			prev = sum(line);
			bytes += writeSync(file, `${line}\n`);
		}
	}
	closeSync(file);
	return { bytes, head: `${seq}:${prev}` };
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
	const path = join(folder, 'journal.jsonl');
	const { bytes, head } = writeJournal(path, goal.megabytes * 1e6);
	const speeds: number[] = [];
	const floors: number[] = [];
	const perProcessor: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const used = process.cpuUsage();
		const from = performance.now();
		const { text, ok } = await verifyJournalFile(path, head);
		speeds.push(bytes / 1000 / (performance.now() - from));
		const { user, system } = process.cpuUsage(used);
		perProcessor.push(bytes / (user + system));
		if (!ok) throw new Error(text);
		const start = performance.now();
		hash('sha256', readFileSync(path));
		floors.push(bytes / 1000 / (performance.now() - start));
	}
	const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
	const speed = median(speeds);
	const isMet = speed >= goal.megabytesPerSecond;
	console.log(
		`audit verify of ${(bytes / 1e6).toFixed(0)} MB, ${head.split(':')[0]} lines: ${speed.toFixed(0)} MB/s (median of ${rounds}; ≥ ${goal.megabytesPerSecond}: ${isMet ? 'goal met' : 'GOAL MISSED'})`,
	);
	console.log(`on a busy machine, for each second of a processor: ${median(perProcessor).toFixed(0)} MB`);
	console.log(`one SHA-256 over the whole file, which proves nothing of its lines: ${median(floors).toFixed(0)} MB/s`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
