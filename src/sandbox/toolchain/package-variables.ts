/** The home directory inside every sandbox: private, gone with the command but for caches. */
export const sandboxHome = '/home/agent';

/** Tells package managers to keep to the caches, and to what is installed instead of fetching themselves. */
const always: Readonly<Record<string, string>> = {
	// A lock file may name another version of Bundler, which it would fetch in each call.
	BUNDLE_VERSION: 'system',
	DENO_NO_UPDATE_CHECK: '1',
	RUSTUP_AUTO_INSTALL: '0',
	// pnpm from 11 on; older ones read the file below.
	pnpm_config_pm_on_fail: 'ignore',
};

/** Tells package managers that there is no network, where a call has none: they use what is cached, or say at once what is missing. */
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
 * Files of the home that are always there. Without this one pnpm 10 fetches the version that `packageManager` names, for a minute where there is no
 * network; as a variable npm would complain of it in each call.
 */
export const homeFiles: readonly { readonly path: string; readonly text: string }[] = [
	{ path: `${sandboxHome}/.config/pnpm/rc`, text: 'manage-package-manager-versions=false\n' },
];

/**
 * The variables by which package managers are told how to work in the sandbox.
 * @param job the variables of the job's own tools that travel.
 */
export function packageVariables(
	job: Readonly<Record<string, string>>,
	{ isOnline }: { readonly isOnline: boolean },
): Readonly<Record<string, string>> {
	return { ...always, ...gemVariables(job), ...(isOnline ? {} : offline) };
}

/** Gems are installed into the caches. Those of the system and of the job are found where they are; `BUNDLE_PATH` would hide them. */
function gemVariables({
	GEM_HOME: home,
	GEM_PATH: path,
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const own = { GEM_HOME: `${sandboxHome}/.local/share/gem` };
	if (path !== undefined) {
		const places = path.split(':');
		return { ...own, GEM_PATH: home === undefined || places.includes(home) ? path : `${path}:${home}` };
	}
	// The separator at the end adds the places that Ruby knows by itself.
	return home === undefined ? own : { ...own, GEM_PATH: `${home}:` };
}
