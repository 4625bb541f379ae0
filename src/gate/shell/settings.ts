import { expandedText, shellText } from './carried.ts';
import { dataModules } from './data-modules.ts';
import { type Finding, opaque, privilege, secret } from './program.ts';
import { constant, type Word } from './word.ts';

/** Variables that make programs execute or load what they name. */
const executing: readonly RegExp[] = [
	/^(PATH|CDPATH|IFS|ENV|BASH_ENV|BASH_CMDS|BASH_ALIASES|BASH_LOADABLES_PATH|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|SHELL|CLASSPATH|LD|CC|CXX|AR|RUSTC.*|RUSTFLAGS)$/,
	/^(LD|DYLD|GIT|NPM_CONFIG|npm_config|YARN|PNPM|PIP|CARGO|BUNDLE|COREPACK|DOCKER|KUBE|MAKE|GO|PYTEST|JEST|VITEST)(_.+|FLAGS|FILES|PROXY)$/,
	/^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|PYTHON(PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS)|PERL5(LIB|OPT|DB)|RUBY(OPT|LIB)|LUA_(INIT|PATH|CPATH)|PHPRC|PHP_INI_SCAN_DIR)$/,
	/^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|MAVEN_ARGS|GRADLE_OPTS|TAR_OPTIONS|LESS(OPEN|CLOSE|KEY)|RIPGREP_CONFIG_PATH|TF_CLI_ARGS.*|ANSIBLE_.*|KUBECONFIG)$/,
	/^(JAVA_OPTS|SBT_OPTS|ANT_(OPTS|ARGS)|GRADLE_USER_HOME|DOTNET_STARTUP_HOOKS|CORECLR_.+|MSBUILD.+|ERL_(FLAGS|AFLAGS|ZFLAGS|LIBS)|ELIXIR_ERL_OPTIONS)$/,
	/^((C|CPP|CXX|LD|HOST)FLAGS|GCC_EXEC_PREFIX|COMPILER_PATH|CMAKE_.+(LAUNCHER|TOOLCHAIN_FILE|PATH)|CTEST_.+|UV_.+|TOX_.+|PYLINTRC|RUFF_CONFIG|COVERAGE_(PROCESS_START|RCFILE)|BAT_PAGER|TS_NODE_.+)$/,
	/^(EDITOR|VISUAL|\w*PAGER|\w*_EDITOR|BROWSER|SSH_ASKPASS|SUDO_ASKPASS|GPG_.*|RSYNC_RSH|CVS_RSH|SVN_SSH|FCEDIT|EXINIT|VIMINIT|VIMRUNTIME|INPUTRC|WGETRC|CURL_HOME)$/,
	/^(GCONV_PATH|OPENSSL_(CONF|MODULES|ENGINES)|TERMINFO|XDG_CONFIG_HOME|GTK_MODULES|QT_PLUGIN_PATH|FZF_\w+)$/,
];
const harmlessNames =
	/^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|GIT_MERGE_AUTOEDIT|GIT_LFS_SKIP_SMUDGE|GOOS|GOARCH|CGO_ENABLED|CARGO_(TERM_\w+|INCREMENTAL|BUILD_JOBS|NET_\w+)|DOCKER_BUILDKIT|PIP_(DISABLE_PIP_VERSION_CHECK|NO_INPUT|NO_CACHE_DIR|QUIET)|(NPM_CONFIG|npm_config)_(LOGLEVEL|loglevel|progress|fund|audit|color|update_notifier))$/;

/** Values that execute nothing, by the name of their variable. */
const harmlessValues: readonly (readonly [RegExp, RegExp])[] = [
	[/(PAGER|EDITOR|VISUAL)$/, /^(cat|less( -[A-Za-z]+)*|more|true|:|)$/],
	[/^(GIT|SSH|SUDO)_?\w*ASKPASS$|^BROWSER$/, /^(true|:|\/bin\/true|echo|none|)$/],
	[/^GIT_TRACE\w*$/, /^(0|1|2|true|false|)$/],
	[/^GIT_CONFIG_(NOSYSTEM|COUNT|GLOBAL|SYSTEM)$/, /^(0|1|\/dev\/null)$/],
	[
		/^NODE_OPTIONS$/,
		/^(\s*--(max-old-space-size=\d+|no-warnings|trace-\w+|enable-source-maps|experimental-vm-modules|no-deprecation|unhandled-rejections=\w+|stack-size=\d+))*\s*$/,
	],
	[/^PYTHONWARNINGS$/, /^(ignore|default|error|always|module|once)$/],
	[
		/^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|JAVA_OPTS|SBT_OPTS|ANT_OPTS)$/,
		/^(\s*-X(mx|ms|ss)\w+)*\s*$/,
	],
	[/^(CC|CXX|LD|AR)$/, /^(ccache )?(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|lld|ar)(-\d+)?$/],
	[/^RUSTFLAGS$/, /^(\s*(-D\s?\w+|-C\s?(target-cpu|opt-level|debuginfo)=[\w-]+))*\s*$/],
	[/^GOFLAGS$/, /^(\s*-(mod=\w+|count=\d+|race|v|short|buildvcs=\w+))*\s*$/],
	[/^MAKEFLAGS$/, /^(\s*-{0,2}(j|\d|k|s|silent|no-print-directory|keep-going))*\s*$/],
	[/^(C|CPP|CXX)FLAGS$/, /^(\s*-(W[\w=-]*|O\w|g\d?|std=[\w+]+|f(sanitize|no-omit|stack)[\w=,-]*|D\w+))*\s*$/],
	[
		/^(UV_(OFFLINE|FROZEN|NO_SYNC|NO_PROGRESS)|CTEST_(OUTPUT_ON_FAILURE|PARALLEL_LEVEL)|TOX_PARALLEL_NO_SPINNER|JEST_\w+|VITEST_\w+|GO111MODULE)$/,
		/^\w*$/,
	],
	[/^PYTEST_ADDOPTS$/, /^(\s*(-[vqx]+|--color=\w+|--tb=\w+))*\s*$/],
	[/^SHELL$/, /^(\/usr)?\/bin\/(ba|z|da)?sh$/],
	[/^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+)$/, /^$/],
	[/^PS[0-4]$/, /^[^$`]*$/],
];

/** Variables whose value a shell reads as a command line. */
const commandLines =
	/^((GIT_|MAN|SYSTEMD_|GH_|AWS_|PSQL_|BAT_|DELTA_)?PAGER|(GIT_|GIT_SEQUENCE_|GH_|HG|SVN_)?EDITOR|VISUAL|FCEDIT|BROWSER|GIT_EXTERNAL_DIFF|GIT_SSH(_COMMAND)?|GIT_PROXY_COMMAND|(GIT|SSH|SUDO)_ASKPASS|GIT_CONFIG_VALUE_\d+|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|FZF_\w+COMMAND|RSYNC_RSH|CVS_RSH|SVN_SSH|SHELL|CC|CXX|LD|AR|RUSTC(_WORKSPACE)?(_WRAPPER)?|CARGO_\w*(RUSTC\w*|RUNNER|LINKER)|(NPM_CONFIG|npm_config)_(script_shell|editor|git|viewer|browser|shell))$/;

/** Libraries that are loaded into every program that starts. */
const libraries =
	/^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_INSERT_LIBRARIES|DYLD_LIBRARY_PATH|DYLD_FRAMEWORK_PATH|GCONV_PATH)$/;

/** What setting a variable means for the programs that see it; a value that is a command line is judged like one. */
export function settingFindings(name: string, value: Word | undefined): readonly Finding[] {
	if (/^GIT_TRACE_REDACT$/.test(name) && value?.text !== '1')
		return [secret('the credentials of requests, which it shows')];
	// What a shell that is old enough takes for a function, and runs what stands behind it.
	if (value?.known === true && /^\(\)\s*\{/.test(value.text))
		return [opaque('a variable that holds a function'), shellText(value.text.replace(/^\(\)\s*/, ''))];
	if (harmlessNames.test(name) || !executing.some((rule) => rule.test(name))) return [];
	if (value !== undefined && isHarmless(name, value)) return [];
	const found = opaque(`sets \`${name}\`, which makes programs execute what it names`);
	if (value === undefined) return [found];
	if (libraries.test(name)) return [privilege('loads foreign code into every program')];
	return [found, ...carriedBy(name, value)];
}

const pathLists = /^(PYTHONPATH|NODE_PATH|RUBYLIB|PERL5LIB)$/;
const pathInside = /^[\w./-]*$/;

function isHarmless(name: string, value: Word): boolean {
	if (value.stream !== undefined) return false;
	if (pathLists.test(name)) return value.text.split(':').every((path) => isInside(path, name));
	// The reader of words splits at known separators, as the shell does.
	if (name === 'IFS') return value.known;
	return value.known && harmlessValues.some(([names, values]) => names.test(name) && values.test(value.text));
}

/** A path of the checkout, or what the variable held before. */
function isInside(path: string, name: string): boolean {
	if (path.startsWith('$')) return path.replace(/[${}]/g, '') === name;
	return pathInside.test(path) && !path.startsWith('/') && !path.includes('..');
}

function carriedBy(name: string, value: Word): readonly Finding[] {
	const { text, stream, known } = value;
	if (stream !== undefined) {
		return stream.text === undefined ? [{ find: 'shell', source: value }] : [shellText(stream.text)];
	}
	if (commandLines.test(name))
		return [{ find: 'shell', source: { ...value, text: text.replace(/^(\|{1,2}-?|!)\s*/, '') } }];
	if (!known) return [];
	// A function that every shell below gets; what it is called with is not looked at.
	if (/^BASH_FUNC_/.test(name)) return [shellText(text.replace(/^\s*\(\)\s*/, ''))];
	const settled = carriedByName[name]?.(text);
	if (settled !== undefined) return settled;
	// These values are expanded before they are used.
	if (/^(BASH_ENV|ENV|PS[0-4])$/.test(name)) return /[$`]/.test(text) ? [shellText(expandedText(text))] : [];
	if (name === 'GIT_CONFIG_PARAMETERS') return pairs(text).flatMap(([key, line]) => gitSetting(key, line));
	if (name === 'MAKEFLAGS' || name === 'MAKEFILES') return [...makeShell(text), ...madeRules(text)];
	return [];
}

/** Variables whose value is code, or arguments of a program that can run commands. */
const carriedByName: Readonly<Record<string, (text: string) => readonly Finding[]>> = {
	NODE_OPTIONS: dataModules,
	LUA_INIT: (text) => (text.startsWith('@') ? [] : [{ find: 'code', language: 'lua', source: constant(text) }]),
	PERL5DB: (text) => [{ find: 'code', language: 'perl', source: constant(text) }],
	TAR_OPTIONS: (text) => [shellText(`tar ${text}`)],
	GOFLAGS: (text) =>
		[...text.matchAll(/-(?:toolexec|exec)[= ](["']?)(.+?)\1(?=\s-|$)/g)].map((match) => shellText(match[2] ?? '')),
};

/** `--eval` among make's own options: a rule's recipe. */
function madeRules(text: string): readonly Finding[] {
	return [...text.matchAll(/--eval[= ][^;]*:[^;]*;(.*)$/g)].map((match) => shellText(match[1] ?? ''));
}

/** `'key=value'` or `'key'='value'`, as git hands settings to its children. */
function pairs(text: string): readonly (readonly [string, string])[] {
	return [...text.matchAll(/'([^'=]+)(?:'='|=)([^']*)'/g)].map((match) => [match[1] ?? '', match[2] ?? ''] as const);
}

/** `$(shell …)` of make runs when it is read. */
export function makeShell(text: string): readonly Finding[] {
	return [...text.matchAll(/\$[({]shell\s+([^)}]*)[)}]/g)].map((match) => shellText(match[1] ?? ''));
}

const gitCommands =
	/^(core\.(pager|editor|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)|sequence\.editor|diff\.external|pager\..*|(diff|filter|merge|mergetool|difftool|browser|man|gpg|tar|trailer|credential|remote|guitool)\..*\.?(textconv|clean|smudge|process|driver|command|cmd|program|helper|uploadpack|receivepack|vcs)|credential\.helper|gpg\.program|uploadpack\.packobjectshook|interactive\.difffilter|sendemail\.(\w+\.)?(smtpserver|sendmailcmd|tocmd|cccmd)|imap\.tunnel|web\.browser|submodule\..*\.update)$/i;

/** A setting of git whose value is a command line, judged like one. */
export function gitSetting(key: string, value: string): readonly Finding[] {
	if (/^alias\./i.test(key)) return [shellText(value.startsWith('!') ? value.slice(1) : `git ${value}`)];
	if (/^url\.ext::/i.test(key) || /^ext::/.test(value))
		return transport(/^url\.(ext::.*)\.(insteadof|pushinsteadof)$/i.exec(key)?.[1] ?? value);
	if (!gitCommands.test(key) || /^(true|false|)$/.test(value)) return [];
	// A helper of credentials without a path is a program of git.
	if (/helper$/i.test(key) && !/^[!/~.]/.test(value)) return [];
	return [shellText(value.replace(/^!/, ''))];
}

/** `ext::command arg`: blanks part its words, `% ` is a blank inside one. */
export function transport(url: string): readonly Finding[] {
	const command = /^(?:\w+::)*?ext::(.*)$/s.exec(url)?.[1];
	if (command === undefined) return [];
	const words = command
		.replace(/% /g, '\0')
		.split(/ +/)
		.filter((word) => word !== '')
		.map((word) => constant(word.replaceAll('\0', ' ').replaceAll('%%', '%')));
	return [opaque('a remote that is a command'), ...(words.length === 0 ? [] : [{ find: 'command' as const, words }])];
}
