import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeSampleRepository } from '../rehearsal/sample-repository.ts';

const root = join(import.meta.dirname, '..');
/** What is typed, in a fresh repository with a failing test. */
const typed = [
	'countersign init --yes',
	'git add .github && git commit -qm "Let an agent work here"',
	'countersign run --model scripted:fix.yml "make the failing test pass"',
] as const;
const question = 'it is denied) > ';

/** The script of the model, so that the picture can be made again. */
const script = `turns:
  - text: I look at what fails.
    calls: [{ tool: shell_exec, args: { command: npm test } }]
  - text: The words are joined by underscores, and the test wants hyphens. A dependency is missing, too.
    calls:
      - { tool: file_edit, args: { path: src/slug.js, old_text: "join('_')", new_text: "join('-')" } }
      - { tool: shell_exec, args: { command: npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz } }
  - calls: [{ tool: shell_exec, args: { command: npm test } }]
  - calls: [{ tool: open_pull_request, args: { title: Join words with hyphens, body: As the test says. } }]
  - text: The test passes.
`;

/** The output of the terminal with colours, and the page of the run. */
export interface Recording {
	readonly shown: string;
	readonly report: string;
}

/** Plays the session on a pseudo-terminal, with a person who approves. */
export async function recordTerminal(): Promise<Recording> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-recording-'));
	try {
		const repository = join(folder, 'slugs');
		for (const name of [repository, join(folder, 'home')]) mkdirSync(name);
		makeSampleRepository(repository);
		writeFileSync(join(repository, '.git/info/exclude'), 'fix.yml\n');
		writeFileSync(join(repository, 'fix.yml'), script);
		writeFileSync(join(folder, 'session.sh'), session(folder));
		const shown = tidy(await play(folder, repository), folder);
		const runs = join(repository, '.countersign/runs');
		const [run = ''] = readdirSync(runs).filter((name) => !name.startsWith('.'));
		return { shown, report: tidy(readFileSync(join(runs, run, 'report.html'), 'utf8'), folder) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function session(folder: string): string {
	return [
		`export HOME='${folder}/home' XDG_STATE_HOME='${folder}/state' GIT_CONFIG_GLOBAL='${folder}/home/.gitconfig'`,
		'git config --global user.name octocat && git config --global user.email octocat@example.com',
		`countersign() { '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"; }`,
		...typed.flatMap((line) => [`printf '\\033[32m$\\033[0m \\033[1m%s\\033[0m\\n' '${line}'`, line, 'echo']),
	].join('\n');
}

async function play(folder: string, cwd: string): Promise<string> {
	const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
	const command = `stty rows 50 cols 132; exec bash '${folder}/session.sh'`;
	const env = { PATH: path, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
	const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env });
	let shown = '';
	let answered = false;
	child.stdout.on('data', (chunk: Buffer) => {
		shown += chunk.toString();
		if (answered || !shown.includes(question)) return;
		answered = true;
		child.stdin.write('y\r');
	});
	await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	if (!answered) throw new Error(`nothing was asked:\n${shown}`);
	return shown;
}

/** Removes the folder's path, and the lines about slow steps, which appear only on slow machines. */
function tidy(shown: string, folder: string): string {
	const lines = shown.replaceAll('\r', '').split('\n');
	const lasting = lines.filter((line) => !/^\S*… /.test(line)).join('\n');
	return lasting.replaceAll(`${folder}/slugs`, '~/slugs').replaceAll(folder, '~');
}
