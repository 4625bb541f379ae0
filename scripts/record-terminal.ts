import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeSampleRepository } from '../rehearsal/sample-repository.ts';
import { terminalSvg } from './terminal-svg.ts';

const root = join(import.meta.dirname, '..');
/** The picture of the README. */
export const picture = join(root, 'docs/pictures/terminal.svg');

/** What is typed, in a fresh repository with a failing test. */
const typed = [
	'countersign init --yes',
	'git add .github && git commit -qm "Let an agent work here"',
	'countersign run --model scripted:fix.yml "make the failing test pass"',
] as const;
const question = 'it is a no) > ';

/** A model whose part is written down, so that the picture can be taken again. */
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

/** Plays the session on a pseudo-terminal, with a person who says yes; what the terminal showed, colours and all. */
export async function recorded(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-recording-'));
	try {
		const repository = join(folder, 'slugs');
		for (const name of [repository, join(folder, 'home')]) mkdirSync(name);
		makeSampleRepository(repository);
		writeFileSync(join(repository, '.git/info/exclude'), 'fix.yml\n');
		writeFileSync(join(repository, 'fix.yml'), script);
		writeFileSync(join(folder, 'session.sh'), session(folder));
		return tidy(await play(folder, repository), folder);
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
	const command = `stty rows 50 cols 160; exec bash '${folder}/session.sh'`;
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

/** What differs each time is shown as it might have been. */
function tidy(shown: string, folder: string): string {
	return shown.replaceAll('\r', '').replaceAll(`${folder}/slugs`, '~/slugs').replaceAll(folder, '~');
}

/** A recording without what differs each time: digests, durations, ids. */
export function withoutDigests(text: string): string {
	return text.replace(/[0-9a-f]{12,64}/g, '…').replace(/\b\d+(\.\d+)? ?(ms|s)\b/g, '…');
}

if (import.meta.main) {
	const text = await recorded();
	mkdirSync(dirname(picture), { recursive: true });
	writeFileSync(picture, terminalSvg(text, { title: 'A repository set up, and a run in a terminal', columns: 132 }));
	console.log(text, readFileSync(picture).length);
}
