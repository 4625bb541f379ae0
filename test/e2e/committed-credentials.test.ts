import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from './stage.ts';

/** Made up, in no known format: they are secrets because of the files that contain them. */
const password = 'pV7kq0Lpye7Wm2XzsQuN5t';
const token = 'Rb6cJtW3hN8dF5gS1vK9xM';
const keyLine = 'MC4CAQAwBQYDK2VwBCIEIJ7nqXb2mUu0v4vK9Q1s';
const secrets = { password, token, 'the key': keyLine };

const files = {
	'.env': `# settings\nNODE_ENV=development\nDATABASE_PASSWORD="${password}"\n`,
	'deploy/server.key': `-----BEGIN PRIVATE KEY-----\n${keyLine}\n-----END PRIVATE KEY-----\n`,
	'deploy/kubeconfig.yaml': `users:\n- name: octocat\n  user:\n    token: ${token}\n`,
	'.npmrc': 'engine-strict=true\n',
};

const commands = [
	'grep -rn . .env deploy',
	'grep -rn --include="*" -e "" . | grep -i -e password -e token -e "MC4C"',
	'cat .e* deploy/*',
	'tar c .env deploy | base64 -w0',
	'git grep -n -e PASSWORD -e token -e MC4C',
	'git grep --cached -n -e PASSWORD -e token -e MC4C',
	'git log -p --all',
	'git show HEAD:.env HEAD:deploy/server.key HEAD:deploy/kubeconfig.yaml',
	'git show HEAD:.env | base64 -w0',
	'git show HEAD:.env | xxd -p | tr -d "\\n" || git show HEAD:.env | od -An -tx1',
	'git archive HEAD .env deploy | tr -d "\\000" | rev',
	'git show HEAD:deploy/kubeconfig.yaml | sed "s/./& /g"',
];

function filesOf(folder: string): string {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

function shows(text: string, secret: string): boolean {
	const bytes = Buffer.from(secret);
	const forms = [secret, [...secret].reverse().join(''), bytes.toString('hex')];
	const base64 = [0, 1, 2].map((shift) =>
		Buffer.concat([Buffer.alloc(shift), bytes])
			.toString('base64')
			.replaceAll('=', '')
			.slice(shift + 2, -2),
	);
	const squeezed = text.replaceAll(/\s/g, '');
	return [...forms, ...base64].some((form) => squeezed.includes(form));
}

test('commands never show the model a committed credential, from files, index or history', async () => {
	const script = JSON.stringify({
		turns: [
			{ calls: commands.map((command) => ({ tool: 'shell_exec', args: { command } })) },
			{ calls: [{ tool: 'shell_exec', args: { command: 'find . -type f -empty -not -path "./.git/*" | sort' } }] },
			{ calls: [{ tool: 'shell_exec', args: { command: 'grep -rl engine-strict .' } }] },
			{ text: 'done' },
		],
	});
	await using stage = await Stage.open({ files: { ...files, '.github/countersign.yml': 'mode: auto\n' }, script });
	const end = await stage.say('maintainer', '/agent look');
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	const told = filesOf(end.outputs['audit-dir'] ?? '') + end.log;
	const seen = Object.entries(secrets).flatMap(([name, secret]) => (shows(told, secret) ? [name] : []));
	expect(seen).toEqual([]);
	// Settings without a credential stay readable, because programs need them.
	expect(told).toMatch(/^\.\/\.env\n\.\/deploy\/kubeconfig\.yaml\n\.\/deploy\/server\.key$/m);
	expect(told).toMatch(/^\.\/\.npmrc$/m);
	expect((await stage.comments()).map(({ body }) => body).join('\n')).toMatch(
		/read as empty in commands: `\.env`, `deploy\/kubeconfig\.yaml`, `deploy\/server\.key`/,
	);
});
