/** The home directory inside every sandbox. It is private and deleted after the command, except for the caches. */
export const sandboxHome = '/home/agent';

/** Variables that make package managers use the caches and the installed versions, instead of downloading other versions of themselves. */
const always: Readonly<Record<string, string>> = {
	// A lock file may name another version of Bundler, which Bundler would download in each call.
	BUNDLE_VERSION: 'system',
	DENO_NO_UPDATE_CHECK: '1',
	RUSTUP_AUTO_INSTALL: '0',
	// For pnpm 11 and later. Older versions read the file below.
	pnpm_config_pm_on_fail: 'ignore',
};

/** Variables for a call without network. Package managers then use their caches, or report at once what is missing. */
const offline: Readonly<Record<string, string>> = {
	CARGO_NET_OFFLINE: 'true',
	COMPOSER_DISABLE_NETWORK: '1',
	COREPACK_ENABLE_NETWORK: '0',
	GOPROXY: 'off',
	HEX_OFFLINE: '1',
	MAVEN_ARGS: '--offline',
	PIP_RETRIES: '0',
	UV_OFFLINE: '1',
	YARN_ENABLE_NETWORK: 'false',
	npm_config_offline: 'true',
	pnpm_config_offline: 'true',
};

/**
 * Files that every home contains. Without this file, pnpm 10 downloads the version in `packageManager`, and without network it tries for a
 * minute. A variable instead of the file would make npm print a warning in each call.
 */
export const homeFiles: readonly { readonly path: string; readonly text: string }[] = [
	{ path: `${sandboxHome}/.config/pnpm/rc`, text: 'manage-package-manager-versions=false\n' },
];

/**
 * Returns the variables that configure package managers for the sandbox. @param job the variables of the job's own tools that commands also
 * get.
 */
export function packageVariables(
	job: Readonly<Record<string, string>>,
	{ isOnline }: { readonly isOnline: boolean },
): Readonly<Record<string, string>> {
	return { ...always, ...gemVariables(job), ...(isOnline ? {} : offline) };
}

/**
 * Returns the variables for gems. New gems are installed into the caches. `BUNDLE_PATH` is not used, because it would hide the gems of the
 * system and of the job.
 */
function gemVariables({
	GEM_HOME: home,
	GEM_PATH: path,
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const own = { GEM_HOME: `${sandboxHome}/.local/share/gem` };
	if (path !== undefined) {
		const places = path.split(':');
		return { ...own, GEM_PATH: home === undefined || places.includes(home) ? path : `${path}:${home}` };
	}
	// The separator at the end adds Ruby's default folders.
	return home === undefined ? own : { ...own, GEM_PATH: `${home}:` };
}
