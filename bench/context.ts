import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assembleContext, toolDefinitions } from '../src/agent/index.ts';
import { gatherControls, readRepositoryConfig } from '../src/config/index.ts';
import type { ChangedFile, Comment, EntryOf, Ports, Recollection } from '../src/core/index.ts';
import { compilePatterns, createGate } from '../src/gate/index.ts';
import { linearEngine } from '../src/gate/loading.ts';
import { recollect, searched, withSearchIndex } from '../src/memory/index.ts';
import { gatherContext } from '../src/run/context/gather-context.ts';
import { emptyState, readControls, type State } from '../src/run/index.ts';
import { openWorkspace } from '../src/workspace/index.ts';
import { commitAll } from './commit-all.ts';
import { quantile, type Timed, table } from './timing.ts';

const goal = 300;
/** The most time, as a multiple of the time to read every file: 300 ms on a quiet machine that needs 50 ms. */
const mostRatio = 6;
const rounds = 15;
const files = 5_000;
const packageRoot = join(import.meta.dirname, '..');
const maintainer = { id: 1, login: 'maintainer', type: 'User' };

/** Creates a repository of 5,000 files with 60 lines each, and with instructions. */
function aRepository(): { readonly root: string; readonly baseSha: string } {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')));
	const write = (path: string, text: string): void => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	for (let n = 0; n < files; n++) {
		const lines = Array.from({ length: 60 }, (_, i) => `export const value${i} = compute(${n}, ${i * 7});\n`);
		write(`src/part${n % 20}/module${Math.floor(n / 20) % 10}/file${n}.ts`, lines.join(''));
	}
	for (const path of ['AGENTS.md', 'CONTRIBUTING.md', '.github/countersign/style.md']) {
		write(path, `# ${path}\n\n${'Write short lines, and test them.\n'.repeat(60)}`);
	}
	return { root, baseSha: commitAll(root) };
}

const words =
	'The value that compute gives in module3 of part7 is wrong, see src/part7/module3/file67.ts and file4007.ts. ';

const comments: readonly Comment[] = Array.from({ length: 200 }, (_, index) => ({
	id: index + 1,
	author: maintainer,
	body: `${index}: ${words.repeat(8)}`,
	createdAt: '2026-11-21T12:00:00Z',
	updatedAt: '2026-11-21T12:00:00Z',
	viaApp: false,
	mine: false,
	url: 'https://example.com',
}));

const changes: readonly ChangedFile[] = Array.from({ length: 300 }, (_, index) => ({
	path: `src/part7/module3/changed${index}.ts`,
	status: 'modified',
	additions: 40,
	deletions: 0,
	patch: `+export const value = compute(${index});\n`.repeat(40),
}));

/** The memory of 1,000 runs, by day. Each measurement updates the index and searches in it, as a job does. */
const remembered = new Map(
	Array.from({ length: 50 }, (_, back) => new Date(Date.UTC(2026, 10, 21 - back)).toISOString().slice(0, 10)).flatMap(
		(day, n) => {
			const runs = Array.from({ length: 20 }, (_, run) => {
				const mark = `<!-- remembered ${(n * 20 + run).toString(16).padStart(16, '0')} -->`;
				return `## 10:00 — ${words.slice(0, 60)}\n\n- **User**: @maintainer on #${run}: ${words} ${run}\n- **Response**: value${n}\n${mark}\n`;
			});
			const row = '- 10:00 | shell_exec | denied\n  - Args: `{"command":"npm publish"}`\n  - Reason: people release\n';
			return [
				[`episodes/${day}.md`, `# ${day}\n\n${runs.join('\n')}`],
				[`feedback/${day}.md`, `# ${day}\n\n${row.repeat(20)}`],
			] as const;
		},
	),
);
const indexFolder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

async function recall(keywords: readonly string[]): Promise<Recollection> {
	return withSearchIndex(join(indexFolder, 'memory.db'), searched(remembered), (index) =>
		recollect(remembered, { keywords, today: '2026-11-22', index }),
	);
}

/** Returns what a run on a pull request knows at its start. Nothing in it waits for a network. */
async function aStage(root: string, baseSha: string) {
	const workspace = await openWorkspace(root, baseSha);
	const texts = await gatherControls(packageRoot, workspace, readRepositoryConfig(undefined));
	const { policies, skills, patterns } = readControls(texts, new Date('2026-11-22'));
	const knownTools = toolDefinitions(skills).map(({ name }) => name);
	const request = {
		trigger: 'comment',
		actor: maintainer,
		thread: 7,
		onPullRequest: true,
		task: `fix it: ${words}`,
		key: 'k',
	};
	const settings = { mode: 'edit', model: 'anthropic:m', limits: { maxIterations: 8, approvalTimeoutSeconds: 60 } };
	const header = { type: 'run_started', request, settings, controls: { preview: '', sha256: '', bytes: 0 } };
	const issue = { number: 7, title: 'Wrong value', body: words.repeat(40), author: maintainer, isPullRequest: true };
	const ports = {
		workspace,
		gate: createGate({ policies, patterns: compilePatterns(patterns, linearEngine).patterns, knownTools }),
		model: { id: 'anthropic:m' },
		blobs: { get: async () => JSON.stringify(texts) },
		forge: { issue: async () => issue, comments: async () => comments },
		background: { changedFiles: async () => changes, recall },
	};
	const state: State = { ...emptyState, header: header as unknown as EntryOf<'run_started'> };
	return { state, ports: ports as unknown as Ports };
}

/** Reads every file, which is the least work of any program that searches all files. */
function readEveryFile(folder: string): void {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
		if (entry.isFile() && !entry.parentPath.includes('.git')) readFileSync(join(entry.parentPath, entry.name));
}

const { root, baseSha } = aRepository();
try {
	const stage = await aStage(root, baseSha);
	const times: Readonly<Record<'floor' | 'gather' | 'assemble' | 'both', number[]>> = {
		floor: [],
		gather: [],
		assemble: [],
		both: [],
	};
	let bytes = 0;
	for (let round = -1; round < rounds; round++) {
		const before = performance.now();
		readEveryFile(root);
		const start = performance.now();
		const input = await gatherContext(stage);
		const gathered = performance.now();
		const { system, user } = assembleContext(input);
		const end = performance.now();
		bytes = Buffer.byteLength(system) + Buffer.byteLength(user);
		// The first one also loads the code. A job assembles a context only once, so the first one matters most and is printed separately.
		if (round < 0) console.log(`The first, cold: ${(end - start).toFixed(0)} ms (goal ≤ ${goal})\n`);
		else {
			times.floor.push((start - before) * 1000);
			times.gather.push((gathered - start) * 1000);
			times.assemble.push((end - gathered) * 1000);
			times.both.push((end - start) * 1000);
		}
	}
	const rows: readonly Timed[] = Object.entries(times).map(([name, all]) => ({
		name,
		times: all.sort((a, b) => a - b),
	}));
	console.log(
		table(
			`A context for ${files} files, ${comments.length} comments, ${changes.length} changed files, 1000 runs remembered`,
			rows,
			'ms',
		),
	);
	const medianOf = (name: string): number => {
		const row = rows.find((one) => one.name === name);
		return row === undefined ? Number.NaN : quantile(row, 0.5) / 1000;
	};
	const [median, ratio] = [medianOf('both'), medianOf('both') / medianOf('floor')];
	console.log(`${bytes} bytes; ${median.toFixed(0)} ms (≤ ${goal}: ${median <= goal ? 'goal met' : 'GOAL MISSED'})`);
	console.log(
		`${ratio.toFixed(2)} × reading every file (≤ ${mostRatio}: ${ratio <= mostRatio ? 'goal met' : 'GOAL MISSED'})`,
	);
	// The time depends on the machine and its other work. The ratio to the time of reading does not.
	if (!(ratio <= mostRatio)) process.exitCode = 1;
} finally {
	for (const folder of [root, indexFolder]) rmSync(folder, { recursive: true, force: true });
}
