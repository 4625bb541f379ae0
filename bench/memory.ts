import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex } from '../src/memory/index.ts';
import { quantile } from './timing.ts';

const episodes = 100_000;
const perDay = 100;
const queries = 300;
const goals = { queryMs: 5, megabytes: 30 };

const vocabulary = Array.from({ length: 4_000 }, (_, n) => `word${((n * 7919) % 4_000).toString(36)}${'aeiou'[n % 5]}`);
let seed = 42;
/** Returns the same sequence of numbers in each run. Small numbers are more frequent, as some words are in people's texts. */
function next(below: number): number {
	seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
	return Math.floor((seed / 2_147_483_648) ** 2 * below);
}
const words = (count: number): string =>
	Array.from({ length: count }, () => vocabulary[next(vocabulary.length)]).join(' ');

function* days(): Generator<readonly [string, string]> {
	for (let first = 0; first < episodes; first += perDay) {
		const day = new Date(Date.UTC(2020, 0, 1) + (first / perDay) * 86_400_000).toISOString().slice(0, 10);
		const blocks = Array.from(
			{ length: perDay },
			(_, n) =>
				`## 10:00 — ${words(6)}\n\n- **User**: @octocat on #7: ${words(20)}\n- **Tools**: file_read (success)\n- **Response**: ${words(25)}\n<!-- remembered ${(first + n).toString(16).padStart(16, '0')} -->\n`,
		);
		yield [`episodes/${day}.md`, `# ${day}\n\n${blocks.join('\n')}`];
	}
}

const megabytes = (): number => process.memoryUsage().rss / 1_048_576;
const isMet = (met: boolean): string => (met ? 'goal met' : 'GOAL MISSED');

/** Searches in a separate process that has not built the index. */
async function ask(file: string): Promise<void> {
	const asked = Array.from({ length: queries }, () => words(2));
	const before = megabytes();
	const index = await openSearchIndex(file);
	const times = asked.map((query) => {
		const from = performance.now();
		index.search(query, 12);
		return (performance.now() - from) * 1000;
	});
	const extra = megabytes() - before;
	index.close();
	times.sort((a, b) => a - b);
	const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((at) => quantile({ name: 'query', times }, at) / 1000);
	const met = [p50 <= goals.queryMs, extra <= goals.megabytes] as const;
	console.log(
		`a query of two words: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms (p50 ≤ ${goals.queryMs}: ${isMet(met[0])})`,
	);
	console.log(`extra memory: ${extra.toFixed(1)} MB (≤ ${goals.megabytes}: ${isMet(met[1])})`);
	if (met.includes(false)) process.exitCode = 1;
}

async function build(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
	try {
		const file = join(folder, 'memory.db');
		const begun = performance.now();
		const index = await openSearchIndex(file);
		index.update(days());
		index.close();
		console.log(`built over ${episodes} episodes in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
		const { status } = spawnSync(process.execPath, [import.meta.filename, file], { stdio: 'inherit' });
		process.exitCode = status ?? 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const [, , built] = process.argv;
await (built === undefined ? build() : ask(built));
