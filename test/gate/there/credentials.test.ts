import { afterAll, describe, expect, it } from 'vitest';
import { isOwnCredential } from '../../../src/gate/sensitive.ts';
import { keptIn } from '../../../src/gate/shell/odd-names.ts';
import { aCheckout, judge } from './checkouts.ts';

/** One file with a credential for each kind of name and folder that the gate knows. */
const files = [
	...['.env.local', '.envrc', 'a.key', 'a.p12', 'a.jks', 'a.ppk', 'a.kdbx', 'a.tfstate', 'id_rsa', '.authinfo'],
	...['.npmrc', '.yarnrc.yml', '.pypirc', '_netrc', '.git-credentials', '.pgpass', '.my.cnf', '.htpasswd'],
	...['.dockercfg', '.boto', '.s3cfg', '.vault-token', 'credentials', 'secrets.yml', 'tokens.json', '.runner'],
	...['service-account.json', 'gha-creds-1.json', 'kubeconfig', '.terraformrc', '.zsh_history', 'cookies'],
	...['Login Data', 'logins.json', 'signons.sqlite', 'a.keyring', 'a.keychain-db', 'docker.sock', 'secret'],
	...['.kube/config', '.docker/config.json', '.aws/x', '.ssh/x', '.gnupg/x', '.azure/x', '.password-store/x'],
	...['.mozilla/firefox/x', '.config/gh/hosts.yml', '.config/gcloud/x', '.local/share/keyrings/x', '.gem/credentials'],
	...['.cargo/credentials.toml', 'Library/Keychains/x', 'deep/er/.docker/config.json', '_runner_file_commands/x'],
] as const;
const checkout = aCheckout({ files });
afterAll(checkout.remove);

/** A pattern that matches a name, and not only because of its first letters. */
const patternOf = (name: string): string => `${name.slice(0, -1).replaceAll(' ', '?')}*`;

describe.each(files)('the credential %s', (path) => {
	const at = path.lastIndexOf('/') + 1;
	const [folder, name] = [path.slice(0, Math.max(at - 1, 0)), path.slice(at)];

	it('is recognized by its path and among the names of its folder', () => {
		expect([isOwnCredential(path), keptIn(folder)(name)]).toEqual([true, true]);
	});

	it('is not shown by a pattern', () => {
		const lines = [
			`cat ${path.slice(0, at)}${patternOf(name)}`,
			`for f in ${path.slice(0, at)}${name[0]}*; do head $f; done`,
		];
		expect(lines.filter((line) => judge(line, checkout).decision === 'allow')).toEqual([]);
	});
});

const folders = [
	...new Set(files.filter((path) => path.includes('/')).map((path) => path.slice(0, path.lastIndexOf('/')))),
];

it.each(folders)('a command that shows all of the folder %s is not allowed', (folder) => {
	const lines = [`cat ${folder}/*`, `tar cf - ${folder}`, `grep -r . ${folder}`, `rg --hidden . ${folder}`];
	expect(lines.filter((line) => judge(line, checkout).decision === 'allow')).toEqual([]);
});

it('folders of settings without credentials may be shown', () => {
	const plain = aCheckout({
		files: ['.config/app.yml', '.cargo/config.toml', '.docker/nginx.conf', '.local/notes.txt'],
	});
	const lines = ['cat .config/*', 'cat .docker/*', 'grep -r x .docker', 'tar cf - .config', 'cat .local/*.txt'];
	expect(lines.filter((line) => judge(line, plain).decision !== 'allow')).toEqual([]);
	plain.remove();
});
