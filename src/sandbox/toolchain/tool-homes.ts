/** An installer that installs below the home folder, and the parts of its folder that programs need. */
export interface ToolHome {
	/** The installer's folder, relative to the home. */
	readonly place: string;
	/** The variable that names the folder. Commands need it, because they have another home. */
	readonly variable?: string;
	/** The parts of the folder to show. If left out, the whole folder is shown. */
	readonly shows?: readonly string[];
}

/**
 * The known installers. The other parts of their folders are not shown, because they hold credentials, configuration, sockets or caches:
 * `~/.cargo/credentials.toml`, `~/.dotnet/corefx` (private keys), `~/.asdf/.git`. If a folder is in several entries, the first one is used.
 */
export const toolHomes: readonly ToolHome[] = [
	{ place: '.rustup', variable: 'RUSTUP_HOME', shows: ['settings.toml', 'toolchains', 'update-hashes'] },
	{ place: '.cargo', shows: ['bin'] },
	{
		place: '.pyenv',
		variable: 'PYENV_ROOT',
		shows: ['bin', 'libexec', 'plugins', 'pyenv.d', 'shims', 'version', 'versions'],
	},
	{
		place: '.rbenv',
		variable: 'RBENV_ROOT',
		shows: ['bin', 'libexec', 'plugins', 'rbenv.d', 'shims', 'version', 'versions'],
	},
	{
		place: '.nodenv',
		variable: 'NODENV_ROOT',
		shows: ['bin', 'libexec', 'plugins', 'nodenv.d', 'shims', 'version', 'versions'],
	},
	{ place: '.goenv', variable: 'GOENV_ROOT', shows: ['bin', 'libexec', 'plugins', 'shims', 'version', 'versions'] },
	{ place: '.jenv', shows: ['bin', 'libexec', 'available-plugins', 'plugins', 'shims', 'version', 'versions'] },
	{
		place: '.asdf',
		variable: 'ASDF_DATA_DIR',
		shows: ['asdf.sh', 'bin', 'installs', 'lib', 'plugins', 'shims', 'completions'],
	},
	{ place: '.local/share/mise', variable: 'MISE_DATA_DIR', shows: ['installs', 'plugins', 'shims'] },
	{ place: '.nvm', shows: ['versions', 'alias'] },
	{ place: '.local/share/fnm', shows: ['aliases', 'node-versions'] },
	{ place: '.volta', variable: 'VOLTA_HOME', shows: ['bin', 'hooks', 'tools/image', 'tools/inventory', 'tools/user'] },
	{ place: '.sdkman', shows: ['candidates'] },
	{ place: '.local/share/uv', shows: ['python', 'tools'] },
	{ place: '.local/share/pipx', shows: ['shared', 'venvs'] },
	{ place: '.local/pipx', shows: ['shared', 'venvs'] },
	{ place: '.local/share/pnpm', shows: ['bin', 'global', 'nodejs', 'node', 'npm', 'npx', 'pnpm', 'pnpx'] },
	{ place: '.local', shows: ['bin', 'lib'] },
	{ place: '.bun', variable: 'BUN_INSTALL', shows: ['bin', 'install/global'] },
	{ place: '.deno', variable: 'DENO_INSTALL', shows: ['bin'] },
	{
		place: '.dotnet',
		variable: 'DOTNET_ROOT',
		shows: ['dotnet', 'host', 'packs', 'sdk', 'sdk-manifests', 'shared', 'templates', 'tools'],
	},
	{ place: '.ghcup', shows: ['bin', 'ghc', 'hls'] },
	{ place: '.cabal', shows: ['bin'] },
	{ place: '.elan', variable: 'ELAN_HOME', shows: ['bin', 'settings.toml', 'toolchains'] },
	{ place: '.juliaup', shows: ['bin'] },
	{ place: '.julia/juliaup' },
	{ place: '.opam' },
	{ place: '.swiftly', shows: ['bin', 'config.json'] },
	{ place: '.local/share/swiftly', shows: ['bin', 'toolchains'] },
	{ place: '.yarn', shows: ['bin'] },
	{ place: '.config/yarn/global', shows: ['node_modules'] },
	{ place: '.composer/vendor' },
	{ place: '.config/composer/vendor' },
	{ place: '.mix', shows: ['escripts'] },
	{ place: 'go', shows: ['bin'] },
];

/** Installers that need the folder of another one. For example, `~/.cargo/bin/cargo` starts programs in `~/.rustup`. */
export const needs: Readonly<Record<string, readonly string[]>> = {
	'.cargo': ['.rustup'],
	'.local': ['.local/share/pipx', '.local/pipx', '.local/share/uv'],
	'.juliaup': ['.julia/juliaup'],
	'.local/share/swiftly': ['.swiftly'],
	'.swiftly': ['.local/share/swiftly'],
	'.yarn': ['.config/yarn/global'],
};

/**
 * The folder of `pip install --user`, and its variable, by which programs in `~/.local/bin` find their packages. The folder does not belong
 * to an installer.
 */
export const userBase = { place: '.local', variable: 'PYTHONUSERBASE' } as const;
