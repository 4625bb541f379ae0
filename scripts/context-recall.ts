/**
 * Measures how often a run's context shows the files that fixed an issue.
 *
 * node scripts/context-recall.ts ISSUES.jsonl REPOSITORIES [even|odd]
 *
 * ISSUES.jsonl has one issue a line in the form of SWE-bench: `repo`, `base_commit`, `problem_statement`, `patch`. REPOSITORIES holds a git
 * directory for each repository, `owner+name` or `owner+name/repo`. `even` and `odd` take half of the repositories: one half is for tuning.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleContext, candidatePaths, keywordsOf, rankFiles, termCounter } from '../src/agent/index.ts';
import { relevance } from '../src/agent/relevance.ts';
import type { ThreadTexts } from '../src/agent/search-terms.ts';
import { loadSkills, requireSkills, toldSkills } from '../src/skills/index.ts';

interface Issue {
	readonly repo: string;
	readonly base_commit: string;
	readonly problem_statement: string;
	readonly patch: string;
}

type Files = ReadonlyMap<string, Buffer>;
type Ranking = readonly { readonly path: string; readonly score: number }[];

const mostBytes = 200_000;
const skills = requireSkills(await loadSkills(join(import.meta.dirname, '..', 'skills')));

const rules: Readonly<Record<string, (texts: ThreadTexts, files: Files) => Ranking>> = {
	'ranked by BM25': ranked,
	'a quarter of the keywords': quarterOfKeywords,
	'share of the keywords': shareOfKeywords,
};

function ranked(texts: ThreadTexts, files: Files): Ranking {
	const query = candidatePaths([...files.keys()], texts);
	const count = termCounter(query.terms);
	const counted = query.paths.flatMap((path) => {
		const bytes = files.get(path);
		return bytes === undefined || bytes.length > mostBytes || bytes.includes(0) ? [] : [{ path, counts: count(bytes) }];
	});
	return rankFiles(counted, query);
}

/**
 * The method until November 2026: 16 files by name or by words of their path, without those that contain less than a quarter of the
 * keywords.
 */
function quarterOfKeywords(texts: ThreadTexts, files: Files): Ranking {
	const keywords = keywordsOf(...texts);
	const words = new Set(texts.join('\n').match(/[\p{L}\p{N}_@.+/-]*[\p{L}\p{N}_]/gu) ?? []);
	const all = candidatePaths([...files.keys()], texts).paths;
	const named = all.filter((path) => words.has(path) || words.has(nameOf(path)));
	const alone = named.filter((path) => all.filter((other) => nameOf(other) === nameOf(path)).length === 1).slice(0, 8);
	const byPath = best(all.map((path) => ({ path, score: relevance(keywords, path) }))).slice(0, 16 - alone.length);
	const scored = byPath.map(({ path }) => ({ path, score: relevance(keywords, `${path}\n${files.get(path) ?? ''}`) }));
	return best([...alone.map((path) => ({ path, score: 1 })), ...scored.filter(({ score }) => score >= 0.25)]);
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

function shareOfKeywords(texts: ThreadTexts, files: Files): Ranking {
	const keywords = keywordsOf(...texts);
	return best([...files].map(([path, bytes]) => ({ path, score: relevance(keywords, `${path}\n${bytes}`) })));
}

function best(ranking: Ranking): Ranking {
	return ranking
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : Number(a.path > b.path)));
}

/** Returns the paths of files that a context of `budget` tokens shows. */
function toldWithin(budget: number, texts: ThreadTexts, { files, ranking }: { files: Files; ranking: Ranking }) {
	const [task, title, body] = texts;
	const author = { id: 1, login: 'octocat' };
	const { report } = assembleContext({
		request: { trigger: 'comment', actor: author, thread: 1, onPullRequest: false, task, key: 'k' },
		issue: { number: 1, title, body, author, isPullRequest: false },
		comments: [],
		skills: toldSkills(skills, { task, followed: 'fix-issue', paths: [] }),
		tree: [...files.keys()],
		files: ranking.slice(0, 20).map((one) => ({ ...one, text: String(files.get(one.path)) })),
		mode: 'edit',
		maxIterations: 8,
		model: 'anthropic:model',
		budget,
	});
	return report.sources.flatMap(({ source, shown }) => (shown ? [source.replace(/, in the checkout$/, '')] : []));
}

/** Returns the text files of a commit, without links. */
function filesOf(git: string, commit: string): Files {
	const listing = execFileSync('git', ['-C', git, 'ls-tree', '-r', '-z', commit], { maxBuffer: 2 ** 30 }).toString();
	const entries = listing.split('\0').flatMap((line) => {
		const [, id = '', path = ''] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
		return path === '' ? [] : [{ id, path }];
	});
	const input = entries.map(({ id }) => `${id}\n`).join('');
	const { stdout } = spawnSync('git', ['-C', git, 'cat-file', '--batch'], { input, maxBuffer: 2 ** 32 });
	const files = new Map<string, Buffer>();
	let at = 0;
	for (const { path } of entries) {
		const end = stdout.indexOf('\n', at);
		const size = / blob (\d+)$/.exec(stdout.toString('utf8', at, end))?.[1];
		at = end + 1;
		if (size === undefined) continue;
		const bytes = stdout.subarray(at, at + Number(size));
		at += bytes.length + 1;
		if (bytes.length <= mostBytes && !bytes.includes(0)) files.set(path, bytes);
		else files.set(path, Buffer.alloc(0));
	}
	return files;
}

function gitOf(folder: string, repository: string): string | undefined {
	const wanted = repository.toLowerCase().replace('/', '+');
	const name = readdirSync(folder).find((entry) => entry.toLowerCase() === wanted);
	const places = name === undefined ? [] : [join(folder, name, 'repo'), join(folder, name)];
	return places.find((place) => existsSync(place));
}

const [list = '', folder = '', half] = process.argv.slice(2);
const lines = readFileSync(list, 'utf8')
	.split('\n')
	.filter((line) => line.trim() !== '');
const issues: readonly Issue[] = lines.map((line) => JSON.parse(line));
const repositories = [...new Set(issues.map(({ repo }) => repo))].sort();
const taken = new Set(repositories.filter((_, index) => half === undefined || (index % 2 === 0) === (half === 'even')));

const sums = new Map<string, { top: number; small: number; large: number }>();
const seen = new Set<string>();
let count = 0;
for (const issue of issues.filter(({ repo }) => taken.has(repo))) {
	const git = gitOf(folder, issue.repo);
	if (git === undefined) continue;
	const files = filesOf(git, issue.base_commit);
	const fixed = [...issue.patch.matchAll(/^--- a\/(.+)$/gm)].map(([, path = '']) => path);
	if (fixed.length === 0) continue;
	seen.add(issue.repo);
	count += 1;
	const [title = '', ...rest] = issue.problem_statement.split('\n');
	const texts: ThreadTexts = ['', title, rest.join('\n')];
	for (const [rule, rank] of Object.entries(rules)) {
		const ranking = rank(texts, files);
		const share = (paths: readonly string[]): number =>
			fixed.filter((path) => paths.includes(path)).length / fixed.length;
		const sum = sums.get(rule) ?? { top: 0, small: 0, large: 0 };
		sum.top += share(ranking.slice(0, 10).map(({ path }) => path));
		sum.small += share(toldWithin(8_000, texts, { files, ranking }));
		sum.large += share(toldWithin(32_000, texts, { files, ranking }));
		sums.set(rule, sum);
	}
}
console.log(`${count} issues of ${seen.size} repositories\n`);
console.log('| rule | among the first 10 | told in 8,000 tokens | told in 32,000 tokens |\n|---|--:|--:|--:|');
for (const [rule, { top, small, large }] of sums) {
	const cells = [top, small, large].map((sum) => (sum / count).toFixed(2));
	console.log(`| ${rule} | ${cells.join(' | ')} |`);
}
