import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Forge } from '../src/core/index.ts';
import { isCredential } from '../src/gate/index.ts';
import { createToolbox } from '../src/tools/index.ts';
import { openWorkspace } from '../src/workspace/index.ts';
import { commitAll } from './commit-all.ts';
import { quantile, type Timed, table } from './timing.ts';

const rounds = 15;
const files = 10_000;

/** Creates a repository of 10,000 files with 60 lines each, in which 100 lines match. */
function aTree(): { readonly root: string; readonly baseSha: string } {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')));
	for (let n = 0; n < files; n++) {
		const folder = join(root, 'src', `part${n % 20}`, `module${Math.floor(n / 20) % 10}`);
		mkdirSync(folder, { recursive: true });
		const lines = Array.from({ length: 60 }, (_, i) => `export const value${i} = compute(${n}, ${i * 7});\n`);
		writeFileSync(join(folder, `file${n}.ts`), `${lines.join('')}${n % 100 === 0 ? `needle ${n}\n` : ''}`);
	}
	return { root, baseSha: commitAll(root) };
}

interface Candidate {
	readonly name: string;
	readonly run: () => unknown;
}

/** Like `interleave`, for asynchronous candidates. */
async function inTurn(candidates: readonly Candidate[]): Promise<readonly Timed[]> {
	const times = candidates.map((): number[] => []);
	for (let round = -1; round < rounds; round++) {
		for (const [which, { run }] of candidates.entries()) {
			const start = process.hrtime.bigint();
			await run();
			if (round >= 0) times[which]?.push(Number(process.hrtime.bigint() - start) / 1000);
		}
	}
	return candidates.map(({ name }, which) => ({ name, times: (times[which] ?? []).sort((a, b) => a - b) }));
}

function bare(root: string, ...options: readonly string[]): () => void {
	const args = ['--no-config', '-n', '-H', '--no-heading', '--color=never', '--hidden', '--glob=!.git', ...options];
	return () => void spawnSync('rg', [...args, '--', 'needle', './'], { cwd: root });
}

/** Returns the peak resident memory of this process, in MB. */
function peak(): number {
	return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

const { root, baseSha } = aTree();
try {
	const toolbox = createToolbox({
		workspace: await openWorkspace(root, baseSha),
		forge: {} as Forge,
		thread: 1,
		run: '1-bench',
		baseBranch: 'main',
		slug: 'bench',
		holdsCredential: isCredential,
	});
	const call = (name: string, args: Readonly<Record<string, string | number>>) =>
		toolbox.run({ id: '1', name, args }, { callId: '1', effects: [] });

	const rows = await inTurn([
		{ name: 'floor: rg --sort=path', run: bare(root, '--sort=path') },
		{ name: 'rg, in no order', run: bare(root) },
		{ name: 'file_search', run: () => call('file_search', { pattern: 'needle' }) },
		{ name: 'file_search in a folder', run: () => call('file_search', { pattern: 'needle', path: 'src/part0' }) },
	]);
	console.log(table(`A search in ${files} files`, rows, 'ms'));
	const [sorted, unsorted, ours] = rows.map((row) => quantile(row, 0.5));
	if (sorted !== undefined && unsorted !== undefined && ours !== undefined) {
		const ratios = [ours / sorted, ours / unsorted].map((ratio) => ratio.toFixed(2));
		console.log(
			`file_search: ${ratios[0]} × the search in the same order (goal ≤ 1.5), ${ratios[1]} × that in no order\n`,
		);
	}

	writeFileSync(join(root, 'large.txt'), `${'x'.repeat(99)}\n`.repeat(600_000));
	await call('file_read', { path: 'large.txt', limit: 10 });
	const before = peak();
	const start = performance.now();
	const offsets = Array.from({ length: 100 }, (_, i) => i * 5_000 + 1);
	await Promise.all(offsets.map((offset) => call('file_read', { path: 'large.txt', offset, limit: 100 })));
	console.log('### 100 parallel reads of a file of 60 MB\n');
	console.log(
		`${(performance.now() - start).toFixed(0)} ms; peak ${peak().toFixed(0)} MB, before ${before.toFixed(0)} MB`,
	);
} finally {
	rmSync(root, { recursive: true, force: true });
}
