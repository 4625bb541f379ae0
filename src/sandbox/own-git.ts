import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, type GitInput, type GitResult, runGit } from './git.ts';
import { locateRepository } from './locate-repository.ts';

/** Who a commit is by. */
export interface Signature {
	readonly name: string;
	readonly email: string;
}

export interface OwnGitOptions {
	readonly by?: Signature;
	/** Another index than the work tree's own, which stays as it is. */
	readonly index?: string;
}

/**
 * Git on a person's own repository, for what is to stay in it: objects, refs, linked work trees. Its configuration is read, but nothing
 * that it names is run: no hook, filter, monitor, editor, signing program or helper. Undefined where there is no repository.
 */
export function ownGit(root: string, { by, index }: OwnGitOptions = {}): Git | undefined {
	const place = locateRepository(root);
	if (place === undefined) return undefined;
	const env = { ...(by === undefined ? {} : identity(by)), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
	return (args, given: GitInput = {}): Promise<GitResult> =>
		runGit(args, given, { gitDir: place.gitDir, cwd: root, env });
}

function identity({ name, email }: Signature): Readonly<Record<string, string>> {
	return {
		...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email },
		...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
	};
}

/** Who the person is, by the configuration of the repository and by their own, below `home`. */
export async function ownSignature(root: string, home: string): Promise<Partial<Signature>> {
	const place = locateRepository(root);
	if (place === undefined) return {};
	// What it names is read, and nothing of it is run.
	const own = [join(home, '.gitconfig'), join(home, '.config', 'git', 'config')].find((file) => existsSync(file));
	const env: Readonly<Record<string, string>> = own === undefined ? {} : { HOME: home, GIT_CONFIG_GLOBAL: own };
	const read = async (key: string): Promise<string | undefined> => {
		const found = await runGit(['config', '--get', key], {}, { gitDir: place.gitDir, cwd: root, env });
		const value = found.ok ? found.stdout.toString().trim() : '';
		return value === '' ? undefined : value;
	};
	const [name, email] = [await read('user.name'), await read('user.email')];
	return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}
