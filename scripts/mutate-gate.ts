import { spawn } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../test/gate/random.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

type Fate = 'killed' | 'survived' | 'timeout';

interface Mutant extends Mutation {
	readonly file: string;
}

const usage = `Changes the gate's source in a copy and runs its tests: what no test notices is printed. Words of tables are left alone.

  node scripts/mutate-gate.ts [--files shell/fold,policy] [--limit 100] [--per-file 20] [--seed 1]
`;

/** Slow tests. None of them is meant to find a single changed sign. */
const slowTests = ['fuzz', 'differential', 'properties', 'limits', '*.long'];
const leftOut: ReadonlySet<string> = new Set(['.git', '.cache', '.countersign', 'node_modules']);
const room = 'src/gate';
const root = join(import.meta.dirname, '..');

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			files: { type: 'string' },
			limit: { type: 'string', default: '100' },
			'per-file': { type: 'string', default: '20' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return console.log(usage);
	const chosen = choose(filesOf(values.files?.split(',')), values);
	const copy = copyTree();
	process.on('SIGINT', () => process.exit(130));
	process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
	const started = performance.now();
	for (const tests of ['test/gate', ...new Set(chosen.map(({ file }) => nearTests(file)))]) {
		if ((await runTests(copy, tests, 600_000)) !== 'survived')
			throw new Error(`The tests of ${tests} fail without any change.`);
	}
	const limitMs = Math.max(30_000, (performance.now() - started) * 3);
	console.log(`${chosen.length} mutants, --seed ${values.seed}`);
	const fates = new Map<Mutant, Fate>();
	for (const mutant of chosen) {
		const fate = await tryOut(mutant, copy, limitMs);
		fates.set(mutant, fate);
		if (fates.size % 10 === 0) console.log(`${fates.size} of ${chosen.length} tried`);
		if (fate === 'survived') console.log(describeMutant(mutant));
	}
	report(fates);
}

function filesOf(wanted: readonly string[] | undefined): readonly string[] {
	return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.filter(
			(name) => wanted === undefined || wanted.some((one) => name.startsWith(one) || basename(name, '.ts') === one),
		)
		.map((name) => `${room}/${name}`)
		.sort();
}

/** Returns some mutants of every file. In each round, every file gives one mutant, in random order. */
function choose(
	files: readonly string[],
	{ limit, seed, 'per-file': perFile }: { limit: string; seed: string; 'per-file': string },
): readonly Mutant[] {
	const random = createRandom(Number(seed));
	const perTurn = files.map((file) => {
		const all = mutationsOf(readFileSync(join(root, file), 'utf8'), file).map((mutation) => ({ ...mutation, file }));
		return shuffled(all, random.below).slice(0, Number(perFile));
	});
	const turns = Array.from({ length: Number(perFile) }, (_, i) => perTurn.flatMap((mutants) => mutants[i] ?? []));
	return turns.flatMap((turn) => shuffled(turn, random.below)).slice(0, Number(limit));
}

function shuffled<T>(list: readonly T[], below: (n: number) => number): T[] {
	const copy = [...list];
	return list.flatMap(() => copy.splice(below(copy.length), 1));
}

function copyTree(): string {
	const copy = mkdtempSync(join(tmpdir(), 'countersign-mutants-'));
	for (const name of readdirSync(root)) {
		if (!leftOut.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

/** Returns the tests in the folder of the same name. They run first. */
function nearTests(file: string): string {
	for (let near = dirname(relative('src', file)); near !== '.'; near = dirname(near)) {
		if (existsSync(join(root, 'test', near))) return `test/${near}`;
	}
	return 'test';
}

async function tryOut(mutant: Mutant, copy: string, limitMs: number): Promise<Fate> {
	const path = join(copy, mutant.file);
	// The text of the copy, because the original file may have changed since.
	const original = readFileSync(path);
	writeFileSync(path, mutant.text);
	try {
		const near = nearTests(mutant.file);
		const fate = await runTests(copy, near, limitMs);
		return fate !== 'survived' || near === 'test/gate' ? fate : await runTests(copy, 'test/gate', limitMs);
	} finally {
		writeFileSync(path, original);
	}
}

/** Runs tests in a separate process, because a changed loop may never end. */
function runTests(copy: string, tests: string, limitMs: number): Promise<Fate> {
	const excluded = slowTests.flatMap((name) => ['--exclude', `**/${name}.test.ts`]);
	const args = ['run', tests, '--bail=1', '--no-isolate', '--reporter=dot', ...excluded];
	return new Promise((resolve, reject) => {
		const child = spawn(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio: 'ignore', detached: true });
		const timer = setTimeout(() => {
			if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
			resolve('timeout');
		}, limitMs);
		child.on('error', reject);
		child.on('close', (code) => {
			clearTimeout(timer);
			resolve(code === 0 ? 'survived' : 'killed');
		});
	});
}

function describeMutant({ file, line, operator, before, after }: Mutant): string {
	const short = (text: string) => JSON.stringify(text.length > 70 ? `${text.slice(0, 70)}…` : text);
	return `survived ${file}:${line} ${operator}: ${short(before)} → ${short(after)}`;
}

function report(fates: ReadonlyMap<Mutant, Fate>): void {
	const files = [...new Set([...fates.keys()].map(({ file }) => file))];
	for (const file of files)
		console.log(
			scoreOf(
				file,
				[...fates].filter(([mutant]) => mutant.file === file),
			),
		);
	console.log(scoreOf('total', [...fates]));
}

function scoreOf(name: string, fates: readonly (readonly [Mutant, Fate])[]): string {
	const count = (fate: Fate) => fates.filter(([, one]) => one === fate).length;
	const noticed = count('killed') + count('timeout');
	const share = ((100 * noticed) / Math.max(1, fates.length)).toFixed(0);
	return `${share.padStart(3)} % ${name}: ${count('killed')} killed, ${count('timeout')} timed out, ${count('survived')} survived`;
}

await main();
