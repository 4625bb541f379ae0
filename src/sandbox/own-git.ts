import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, type GitInput, type GitResult, runGit } from './git.ts';
import { locateRepository } from './locate-repository.ts';

/** The author of a commit. */
export interface Signature {
	readonly name: string;
	readonly email: string;
}

export interface OwnGitOptions {
	readonly by?: Signature;
	/** An index to use instead of the work tree's own index, which then stays unchanged. */
	readonly index?: string;
}

/**
 * Returns git for a person's own repository, to change objects, refs and linked work trees there. Git reads the repository's configuration,
 * but runs no program that it names: no hook, filter, monitor, editor, signing program or helper. Undefined if there is no repository.
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

/** Returns the person's name and e-mail, from the configuration of the repository and from the person's own configuration below `home`. */
export async function ownSignature(root: string, home: string): Promise<Partial<Signature>> {
	const place = locateRepository(root);
	if (place === undefined) return {};
	// Git reads this configuration but runs no program that it names.
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
