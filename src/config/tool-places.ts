import { delimiter } from 'node:path';
import type { ToolPlaces, ToolVariable } from '../core/index.ts';

/**
 * The variables in which installers and `actions/setup-*` store their folders and versions. Only these and the `numbered` names are passed
 * into a sandbox. A path is passed only if the sandbox shows the place, and a version only if it looks like a version. None of them
 * contains options for a program (`NODE_OPTIONS`, `JAVA_TOOL_OPTIONS`, `PYTHONHOME`).
 */
const names: Readonly<Record<ToolVariable['kind'], readonly string[]>> = {
	place: [
		...[
			'ANDROID_HOME',
			'ANDROID_NDK_HOME',
			'ANDROID_NDK_ROOT',
			'ANDROID_SDK_ROOT',
			'ANT_HOME',
			'ASDF_DATA_DIR',
			'ASDF_DIR',
		],
		...[
			'BUN_INSTALL',
			'CHROMEWEBDRIVER',
			'CHROME_BIN',
			'CONDA',
			'CONDA_PREFIX',
			'DENO_INSTALL',
			'DOTNET_ROOT',
			'GEM_HOME',
		],
		...[
			'GECKOWEBDRIVER',
			'GOENV_ROOT',
			'GOROOT',
			'GRADLE_HOME',
			'HOMEBREW_CELLAR',
			'HOMEBREW_PREFIX',
			'HOMEBREW_REPOSITORY',
		],
		...[
			'INSTALL_DIR_FOR_ELIXIR',
			'INSTALL_DIR_FOR_GLEAM',
			'INSTALL_DIR_FOR_OTP',
			'INSTALL_DIR_FOR_REBAR3',
			'JAVA_HOME',
		],
		...[
			'KOTLIN_HOME',
			'LIBCLANG_PATH',
			'LLVM_PATH',
			'M2_HOME',
			'MAVEN_HOME',
			'MISE_DATA_DIR',
			'NODENV_ROOT',
			'NVM_BIN',
			'NVM_DIR',
		],
		...[
			'OPAM_SWITCH_PREFIX',
			'PERLBREW_ROOT',
			'PIPX_HOME',
			'PNPM_HOME',
			'PYENV_ROOT',
			'PYTHONUSERBASE',
			'Python2_ROOT_DIR',
		],
		...[
			'Python3_ROOT_DIR',
			'Python_ROOT_DIR',
			'RBENV_ROOT',
			'RUNNER_TOOL_CACHE',
			'AGENT_TOOLSDIRECTORY',
			'RUSTUP_HOME',
			'SBT_HOME',
		],
		...[
			'SCALA_HOME',
			'SDKMAN_DIR',
			'SWIFTLY_HOME_DIR',
			'UV_PYTHON_INSTALL_DIR',
			'UV_TOOL_DIR',
			'VCPKG_INSTALLATION_ROOT',
		],
		...['VIRTUAL_ENV', 'VOLTA_HOME', 'pythonLocation'],
		// Certificate files for a network in which a registry or a proxy has its own certificate authority.
		...[
			'AWS_CA_BUNDLE',
			'CARGO_HTTP_CAINFO',
			'CURL_CA_BUNDLE',
			'GIT_SSL_CAINFO',
			'NIX_SSL_CERT_FILE',
			'NODE_EXTRA_CA_CERTS',
		],
		...['PIP_CERT', 'REQUESTS_CA_BUNDLE', 'SSL_CERT_DIR', 'SSL_CERT_FILE'],
	],
	places: ['CMAKE_PREFIX_PATH', 'GEM_PATH', 'LD_LIBRARY_PATH', 'PERL5LIB', 'PKG_CONFIG_PATH'],
	version: [
		...[
			'ASDF_ELIXIR_VERSION',
			'ASDF_ERLANG_VERSION',
			'ASDF_NODEJS_VERSION',
			'ASDF_PYTHON_VERSION',
			'ASDF_RUBY_VERSION',
		],
		...['GOTOOLCHAIN', 'NODENV_VERSION', 'PYENV_VERSION', 'RBENV_VERSION', 'RUSTUP_TOOLCHAIN', 'UV_PYTHON'],
	],
};

/** Variables with the folder of one version each, because several versions can be installed: `JAVA_HOME_21_X64`, `GOROOT_1_24_X64`. */
const numbered = /^(?:JAVA_HOME_\d{1,2}|GOROOT_\d_\d{1,2})_(?:X64|ARM64|arm64)$/;

/** Reads the folders of a job's programs: its PATH, and the variables that installers set. */
export function readToolPlaces(env: NodeJS.ProcessEnv, home: string): ToolPlaces {
	const listed = Object.entries(names).flatMap(([kind, some]) =>
		some.flatMap((name) => variableOf(name, kind as ToolVariable['kind'], env)),
	);
	const versions = Object.keys(env)
		.filter((name) => numbered.test(name))
		.flatMap((name) => variableOf(name, 'place', env));
	const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
	return { path, home, variables: [...listed, ...versions] };
}

function variableOf(name: string, kind: ToolVariable['kind'], env: NodeJS.ProcessEnv): readonly ToolVariable[] {
	const value = env[name];
	return value ? [{ name, kind, value }] : [];
}
