import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ProjectTrouble } from './projects/bounded-command.ts';
import { type Outcome, readOutcome, type Tried } from './projects/outcome.ts';
import { type Project, readProjects } from './projects/project.ts';
import { projectsPage } from './projects/projects-page.ts';
import { tryDetected, tryOwn } from './projects/try-inside.ts';
import { type Trial, tryOutside } from './projects/try-outside.ts';

const usage = `Tries public repositories: init, a commit, and a run whose one call is the repository's own test command.

  npm run projects -- FOLDER [--only NAME,NAME] [--again] [--minutes 10] [--work FOLDER] [--out docs/projects.md] [--page]

FOLDER holds projects.json. What came of each is kept in FOLDER/outcomes; --again tries those anew, too. --page only writes the page.
`;
const root = join(import.meta.dirname, '..');
const systemPath = '/usr/local/bin:/usr/bin:/bin';

interface Options {
	readonly folder: string;
	readonly only: readonly string[];
	readonly again: boolean;
	readonly seconds: number;
	readonly work: string;
	readonly out: string;
	readonly page: boolean;
}

/** Returns the options of the command line. Undefined if they are invalid. */
function optionsOf(args: readonly string[]): Options | undefined {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			only: { type: 'string', default: '' },
			again: { type: 'boolean', default: false },
			minutes: { type: 'string', default: '10' },
			work: { type: 'string', default: tmpdir() },
			out: { type: 'string', default: join(root, 'docs', 'projects.md') },
			page: { type: 'boolean', default: false },
		},
	});
	const [folder, ...rest] = positionals;
	const seconds = Number(values.minutes) * 60;
	if (folder === undefined || rest.length > 0 || !(seconds > 0)) return undefined;
	const { again, page, work, out } = values;
	const only = values.only.split(',').filter(Boolean);
	return { folder: resolve(folder), only, again, seconds, work: resolve(work), out, page };
}

async function main(args: readonly string[]): Promise<number> {
	const options = optionsOf(args);
	if (options === undefined) {
		console.error(usage);
		return 2;
	}
	// Running commands end with this process.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	const projects = readProjects(options.folder);
	const kept = join(options.folder, 'outcomes');
	mkdirSync(kept, { recursive: true });
	const fileOf = (name: string) => join(kept, `${name}.json`);
	const known = ({ name, commit }: Project): Outcome | undefined => {
		const outcome = existsSync(fileOf(name)) ? readOutcome(readFileSync(fileOf(name), 'utf8')) : undefined;
		return outcome?.commit === commit ? outcome : undefined;
	};
	const chosen = projects.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
	const open = options.page ? [] : chosen.filter((project) => options.again || known(project) === undefined);
	for (const [i, project] of open.entries()) {
		console.log(`${i + 1}/${open.length} ${project.name} (${project.ecosystem})`);
		const outcome = await tryProject(project, options);
		writeFileSync(fileOf(project.name), `${JSON.stringify(outcome, undefined, '\t')}\n`);
	}
	const outcomes = projects.flatMap((project) => {
		const outcome = known(project);
		return outcome === undefined ? [] : [{ ...outcome, note: project.note }];
	});
	writeFileSync(options.out, projectsPage(outcomes));
	return 0;
}

type Way = (project: Project, trial: Trial) => Promise<Tried>;

async function tryProject(given: Project, options: Options): Promise<Outcome> {
	const clone = isAbsolute(given.clone) ? given.clone : join(options.folder, given.clone);
	const project = { ...given, clone };
	const tryIn = async (way: string, trying: Way, tested = project): Promise<Tried> => {
		const one = await inFolder(trying, tested, options);
		console.log(`  ${way}: ${wordsOf(one)}`);
		return one;
	};
	const outside = await tryIn('outside', tryOutside);
	const detected = await tryIn('as init wrote it', tryDetected);
	const inside = await tryIn('own command inside', tryOwn);
	const { name, repository, commit, ecosystem, test } = project;
	const all = { name, repository, commit, ecosystem, own: test, outside, detected, inside };
	const { command, started, passed } = detected;
	if (command === undefined || command === test || !started || passed) return all;
	// This command differs from the one that was tried outside.
	const detectedOutside = await tryIn('that outside', tryOutside, { ...project, test: command });
	return { ...all, detectedOutside };
}

/** Tries one way in a separate folder. */
async function inFolder(trying: Way, project: Project, { work, seconds }: Options): Promise<Tried> {
	const trial: Trial = { work: mkdtempSync(join(work, 'project-')), env: environmentOf(project), seconds };
	const takeAway = () => rmSync(trial.work, { recursive: true, force: true });
	process.once('exit', takeAway);
	try {
		return clean(await attempt(trying, project, trial), project, trial);
	} finally {
		takeAway();
		process.removeListener('exit', takeAway);
	}
}

/** Tries a project. A problem of one project is its outcome, and does not end the others. */
async function attempt(trying: Way, project: Project, trial: Trial): Promise<Tried> {
	try {
		return await trying(project, trial);
	} catch (error) {
		if (!(error instanceof ProjectTrouble)) throw error;
		return { started: false, passed: false, seconds: 0, why: error.message };
	}
}

/** Returns the environment of a job: the variables of a runner, and those that the project's setup steps add. */
function environmentOf({ path, env }: Project): Readonly<Record<string, string>> {
	const passed = ['LANG', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'].flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	return { ...Object.fromEntries(passed), HOME: homedir(), CI: 'true', PATH: [...path, systemPath].join(':'), ...env };
}

/** Removes paths of this machine. */
function clean({ why, ...rest }: Tried, { path, name }: Project, { work }: Trial): Tried {
	if (why === undefined) return rest;
	const named: readonly (readonly [string, string])[] = [
		[join(work, name), '.'],
		[work, '<work>'],
		...path.map((dir) => [dir, '<tools>'] as const),
		[homedir(), '~'],
	];
	const told = named.reduce((text, [place, word]) => text.replaceAll(place, word), why);
	return { ...rest, why: told.replace(/\bfile:\/\/\/\S*/g, '<files>') };
}

function wordsOf({ command, started, passed, seconds, why }: Tried): string {
	const state = passed ? 'passes' : started ? 'starts' : 'does not start';
	return `${state} (${seconds.toFixed(1)} s)${command === undefined ? '' : ` ${command}`}${why === undefined ? '' : `: ${why}`}`;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
