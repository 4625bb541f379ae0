import { lazy } from '../lazy.ts';

/** Forms of values that change nothing. */
export type ValueShape =
	/** On, off, a number, or a level. */
	| 'switch'
	/** One short word, number or version. Not a path, an option or a file name. */
	| 'plain'
	/** Any text, even a computed one. */
	| 'text'
	/** Paths inside the checkout, separated by colons. */
	| 'inside'
	/** A folder for temporary files. */
	| 'scratch'
	/** Folders of programs that a checkout cannot write to. */
	| 'programs'
	/** The current home directory. */
	| 'home'
	/** Tests inside the checkout, by their names. */
	| 'tests'
	/** Names of environments and sessions. None of them deploys or publishes anything. */
	| 'sessions'
	/** A database on this machine. */
	| 'database'
	/** Words separated by blanks, such as options. Each word must match. */
	| { readonly each: RegExp }
	| RegExp;

/**
 * Variables that do not change what a program runs, reads or writes, if the value has the given form. `*` in a name matches any letters,
 * digits and `_`. Any other variable that a program obeys needs approval.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const harmlessSettings = lazy((): readonly (readonly [names: string, values: ValueShape])[] => [
	// Terminals, languages, time.
	['LANGUAGE', /^\w[\w.@:-]*$|^$/],
	// In other encodings, such as Shift JIS and Big5, a backslash or a quote may be the second half of a letter.
	['LANG LC_*', /^((?!zh_(TW|HK))[a-z_]+(\.(utf-?8|iso-?8859-?\d+))?(@\w+)?|utf-?8)?$/i],
	['TZ', /^[A-Za-z_]+(\/[A-Za-z_+-]+){0,2}([+-]?\d+)?$/],
	['DISPLAY', /^:\d+(\.\d+)?$/],
	['TMPDIR TMP TEMP CCACHE_DIR', 'scratch'],
	['ENV', /^(test(ing)?|dev(elopment)?|ci|local|staging|prod(uction)?)$/],
	['HISTFILE', /^(\/dev\/null)?$/],
	['HOME', 'home'],
	['PATH', 'programs'],
	['OPENSSL_CONF', /^\/dev\/null$/],
	// The gate splits words at known separators, as the shell does.
	['IFS', /^/],
	['PS[0-4]', /^[^$`]*$/],
	['SHELL', /^(\/usr)?\/bin\/(ba|da)?sh$/],
	['*PAGER *EDITOR VISUAL', /^(cat|less( -[FRSX]+)*|more|true|:|)$/],
	['*ASKPASS BROWSER', /^(true|:|\/bin\/true|echo|none|)$/],
	['LESS', { each: /^-?[FRSXIiKMmNeEsCcrqQ]+$/ }],
	['LESSHISTFILE', /^(-|\/dev\/null|)$/],
	['LESSCHARSET MANWIDTH BAT_THEME BAT_STYLE', 'plain'],
	['LS_COLORS GREP_COLORS? JQ_COLORS', /^[\w.*=:;-]*$/],
	['DEBUG NODE_DEBUG', 'text'],
	['NO_PROXY', /^(localhost|127\.0\.0\.1|\[?::1\]?|,)*$/],
	['QT_(QPA_PLATFORM|SCALE_FACTOR)', 'plain'],
	['MALLOC_(ARENA_MAX|PERTURB_|CHECK_)', 'switch'],
	['ZSTD_(CLEVEL|NBTHREADS)', 'switch'],
	// GitHub Actions.
	['GITHUB_(ACTIONS|ACTOR|JOB|RUN_ID|RUN_NUMBER|RUN_ATTEMPT|SHA|EVENT_NAME|REF_NAME|REF_TYPE)', 'plain'],
	['GITHUB_(REPOSITORY|REF|HEAD_REF|BASE_REF)', /^[\w-]+(\/[\w-][\w.-]*)*$/],
	['GITHUB_(OUTPUT|ENV|PATH|STATE|STEP_SUMMARY)', /^\/dev\/(null|stdout|stderr)$/],
	['RUNNER_(OS|ARCH|DEBUG|NAME)', 'plain'],
	['ACTIONS_(STEP|RUNNER)_DEBUG', 'switch'],
	['(GITHUB|GH|NPM|NODE_AUTH)_TOKEN', 'plain'],
	['JULIA_NUM_THREADS', 'switch'],
	['GH_(NO_UPDATE_NOTIFIER|PROMPT_DISABLED|FORCE_TTY|SPINNER_DISABLED)', 'switch'],
	// Git.
	['GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)', 'text'],
	['GIT_(TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|LFS_SKIP_SMUDGE|ADVICE|FLUSH|PROGRESS_DELAY)', 'switch'],
	['GIT_((LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS|MERGE_VERBOSITY|TRACE_REDACT|LFS_FORCE_PROGRESS)', 'switch'],
	['GIT_(DEFAULT_HASH|REFLOG_ACTION)', 'plain'],
	['GIT_TRACE*', /^(0|1|2|true|false|)$/],
	['GIT_CONFIG_(NOSYSTEM|COUNT|GLOBAL|SYSTEM)', /^(0|1|\/dev\/null)$/],
	['GIT_DIFF_OPTS', /^(-u\d+|--unified=\d+)$/],
	// JavaScript.
	['NODE_(ENV|CONFIG_ENV|APP_INSTANCE|VERSION)', 'plain'],
	['NODE_(NO_WARNINGS|DISABLE_COLORS|DISABLE_COMPILE_CACHE|SKIP_PLATFORM_CHECK)', 'switch'],
	[
		'NODE_OPTIONS',
		{
			each: /^--(max-old-space-size=\d+|no-warnings|trace-\w+|enable-source-maps|experimental-vm-modules|no-deprecation|unhandled-rejections=\w+|stack-size=\d+|openssl-legacy-provider|experimental-strip-types)$/,
		},
	],
	['NODE_PATH PYTHONPATH MYPYPATH RUBYLIB PERL5LIB', 'inside'],
	['NPM_CONFIG_(LOGLEVEL|PROGRESS|FUND|AUDIT|COLOR|UPDATE_NOTIFIER|OFFLINE|PREFER_OFFLINE|ENGINE_STRICT)', 'plain'],
	['NPM_CONFIG_(LEGACY_PEER_DEPS|SAVE_EXACT)', 'switch'],
	['NPM_CONFIG_IGNORE_SCRIPTS', /^(1|true)$/],
	['NPM_CONFIG_CACHE', 'scratch'],
	['YARN_ENABLE_(COLORS|PROGRESS_BARS|TELEMETRY|IMMUTABLE_INSTALLS|MESSAGE_NAMES|HYPERLINKS|TIMERS)', 'switch'],
	['COREPACK_ENABLE_(STRICT|DOWNLOAD_PROMPT|AUTO_PIN|PROJECT_SPEC)', 'switch'],
	['DENO_(NO_UPDATE_CHECK|NO_PROMPT|JOBS)', 'switch'],
	['TS_NODE_(TRANSPILE_ONLY|FILES|PRETTY|LOG_ERROR|TYPE_CHECK|SKIP_IGNORE)', 'switch'],
	['TS_NODE_PROJECT', /^([A-Za-z][\w-]*\/)*tsconfig[\w.-]*\.json$/],
	// Python.
	['PYTHON(DONTWRITEBYTECODE|UNBUFFERED|OPTIMIZE|VERBOSE|UTF8|FAULTHANDLER|DEVMODE|NOUSERSITE)', 'switch'],
	['PYTHON(ASYNCIODEBUG|TRACEMALLOC|SAFEPATH|NODEBUGRANGES|PROFILEIMPORTTIME|WARNDEFAULTENCODING)', 'switch'],
	['PYTHON(HASHSEED|IOENCODING|MALLOC|COERCECLOCALE|INTMAXSTRDIGITS|_GIL|_COLORS|_CPU_COUNT|_VERSION)', 'plain'],
	['PYTHONWARNINGS', /^((^|,)(ignore|default|error|always|module|once)(::[A-Z][a-zA-Z]*Warning)?)*$/],
	['PYTHONBREAKPOINT', /^0$/],
	[
		'PYTEST_ADDOPTS',
		{
			each: /^(-[vqxsl]+|-n|-p|\d+|auto|-n(\d+|auto)|no:\w+|-pno:\w+|--(color|tb)=\w+|--(maxfail|durations)=\d+|--no-header)$/,
		},
	],
	['PYTEST_(DISABLE_PLUGIN_AUTOLOAD|XDIST_AUTO_NUM_WORKERS|TIMEOUT|RUN_SLOW)', 'switch'],
	[
		'PIP_(DISABLE_PIP_VERSION_CHECK|NO_INPUT|NO_CACHE_DIR|QUIET|NO_COLOR|PROGRESS_BAR|DEFAULT_TIMEOUT|RETRIES)',
		'switch',
	],
	['PIP_(REQUIRE_VIRTUALENV|NO_INDEX|PREFER_BINARY|NO_WARN_SCRIPT_LOCATION|ROOT_USER_ACTION|VERBOSE)', 'plain'],
	['UV_(OFFLINE|FROZEN|LOCKED|NO_SYNC|NO_PROGRESS|NO_CACHE|NO_CONFIG|COMPILE_BYTECODE|HTTP_TIMEOUT)', 'switch'],
	['UV_(LINK_MODE|PYTHON_DOWNLOADS|CONCURRENT_\\w+|THREADPOOL_SIZE)', /^(\d+|copy|hardlink|symlink|clone|never)$/],
	['(UV|PIP|RUFF|MYPY)_CACHE_DIR', 'scratch'],
	['POETRY_(NO_INTERACTION|NO_ANSI|VIRTUALENVS_CREATE|VIRTUALENVS_IN_PROJECT)', 'switch'],
	['PIPENV_(VERBOSITY|NOSPIN|IGNORE_VIRTUALENVS)', /^-?\d$/],
	['TOXENV NOXSESSION', 'sessions'],
	['TOX_(PARALLEL_NO_SPINNER|COLORED|SKIP_MISSING_INTERPRETERS)', 'switch'],
	['COVERAGE_CORE RUFF_OUTPUT_FORMAT', 'plain'],
	['RUFF_(NO_CACHE|PREVIEW) MYPY_FORCE_COLOR', 'switch'],
	['DJANGO_SETTINGS_MODULE', /^(?=.*(settings|conf|test))[A-Za-z_]\w*(\.\w+)*$/],
	['DJANGO_ALLOW_ASYNC_UNSAFE', 'switch'],
	['FLASK_APP', 'inside'],
	['TF_(CPP_MIN_LOG_LEVEL|ENABLE_ONEDNN_OPTS|DETERMINISTIC_OPS|USE_LEGACY_KERAS|FORCE_GPU_ALLOW_GROWTH)', 'switch'],
	// Rust.
	['RUST_(BACKTRACE|LIB_BACKTRACE|MIN_STACK|TEST_THREADS|TEST_NOCAPTURE|TEST_SHUFFLE|VERSION)', 'plain'],
	['RUST_LOG RUST_LOG_STYLE', /^[\w:=,\- ]*$/],
	[
		'RUSTFLAGS',
		{
			each: /^(-[DAW][\w:-]*|-C|--cfg|[a-z_][\w:]*|--cfg=\w+|(-C)?(target-cpu|opt-level|debuginfo|overflow-checks|debug-assertions)=[\w-]+|(-C)?instrument-coverage)$/,
		},
	],
	['RUSTDOCFLAGS', { each: /^(-[DAW][\w:-]*|--cfg|[a-z_][\w:]*|--cfg=\w+)$/ }],
	['CARGO_(TERM_\\w+|INCREMENTAL|BUILD_JOBS|NET_(OFFLINE|RETRY)|PROFILE_\\w+|BUILD_TARGET)', 'plain'],
	['CARGO_TARGET_DIR', /^((\.\/)?target|\/tmp\/[\w-]+)([/-][\w-]+)*$/],
	// Go.
	['GO(OS|ARCH|ARM|ARM64|AMD64|386|MIPS|WASM|MAXPROCS|GC|MEMLIMIT|TRACEBACK|EXPERIMENT|111MODULE)', 'plain'],
	['CGO_ENABLED', 'switch'],
	['GODEBUG', /^(\w+=\w+(,|$))*$/],
	['GORACE', { each: /^(halt_on_error|history_size|exitcode|atexit_sleep_ms)=\d+$/ }],
	[
		'GOFLAGS',
		{ each: /^-(mod=(mod|vendor|readonly)|count=\d+|race|v|short|buildvcs=\w+|trimpath|tags=[\w,]+|p=\d+)$/ },
	],
	['GOPROXY', /^(off|direct|https:\/\/proxy\.golang\.org(,direct)?)$/],
	['GOTOOLCHAIN', /^local$/],
	['GOWORK GOENV', /^off$/],
	['GOCACHE GOTMPDIR GOLANGCI_LINT_CACHE', 'scratch'],
	// Java and other virtual machines.
	[
		'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS ANT_OPTS',
		{
			each: /^(-X(mx|ms|ss)\w+|-XX:(\+Use\w+GC|MaxRAMPercentage=[\d.]+|MaxMetaspaceSize=\w+)|-Dfile\.encoding=[\w-]+|-Djava\.awt\.headless=\w+|-Duser\.(timezone|language)=\w+|-Dorg\.gradle\.(daemon|parallel|caching)=\w+)$/,
		},
	],
	['MAVEN_ARGS', { each: /^(-B|-q|-ntp|-o|--batch-mode|--no-transfer-progress|-T|(-T)?\d+C?)$/ }],
	['JAVA_HOME JDK_HOME', /^\/usr\/lib\/jvm\/[\w+-][\w.+-]*\/?$/],
	['MIX_(ENV|TARGET|DEBUG|QUIET|TEST_PARTITION)', 'plain'],
	['ERL_AFLAGS', /^-kernel shell_history enabled$/],
	[
		'DOTNET_(CLI_TELEMETRY_OPTOUT|NOLOGO|SKIP_FIRST_TIME_EXPERIENCE|CLI_UI_LANGUAGE|ENVIRONMENT|\\w+INVARIANT)',
		'plain',
	],
	['DOTNET_(CLI_HOME)', 'scratch'],
	['NUGET_XMLDOC_MODE MSBUILDDISABLENODEREUSE', 'plain'],
	// Compilers.
	['CC CXX LD AR', /^(ccache )?(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|lld|ar)(-\d+)?$/],
	[
		'CFLAGS CPPFLAGS CXXFLAGS CGO_CFLAGS',
		{
			each: /^-(W(?!p,|l,|a,)[\w=-]*|O\w|g\d?|std=[\w+]+|f(sanitize|no-omit|stack)[\w=,-]*|fPIC|pthread|pipe|march=\w+|D\w+(=\w+)?|I(\.|\w[\w/-]*))$/,
		},
	],
	['LDFLAGS', { each: /^-(s|w|static|pthread|lm|ldl|lpthread)$/ }],
	['MAKEFLAGS GNUMAKEFLAGS', { each: /^(-?[jks\d]+|--(silent|no-print-directory|keep-going|output-sync))$/ }],
	['CMAKE_(BUILD_TYPE|BUILD_PARALLEL_LEVEL|COLOR_DIAGNOSTICS|EXPORT_COMPILE_COMMANDS)', 'plain'],
	['CMAKE_GENERATOR', /^(Ninja|Unix Makefiles)$/],
	['CTEST_(OUTPUT_ON_FAILURE|PARALLEL_LEVEL|PROGRESS_OUTPUT)', 'switch'],
	['CCACHE_(DISABLE|NOCOMPRESS|MAXSIZE)', 'switch'],
	['(A|L|M|T|UB)SAN_OPTIONS', /^((?!\w*(path|file|dir|suppress|symbolizer|log|include))\w+=(\d+|true|false)(:|$))*$/],
	['NINJA_STATUS', /^[\w %[\]/:.-]*$/],
	// Ruby and PHP. Threat: a test in production mode works on production data.
	['RAILS_ENV RACK_ENV HANAMI_ENV APP_ENV', /^(test(ing)?|dev(elopment)?|ci|local|)$/],
	['RUBYOPT', { each: /^(-W(\d|:no-\w+)|-w|--yjit|--enable=frozen-string-literal)$/ }],
	['RUBY_(YJIT_ENABLE|GC_\\w+|VERSION)', 'switch'],
	['BUNDLE_(WITHOUT|WITH|FROZEN|DEPLOYMENT|JOBS|RETRY|SILENCE_ROOT_WARNING)', 'plain'],
	['BUNDLE_GEMFILE', /^(gemfiles\/[\w-][\w.-]*\.gemfile|Gemfile)$/],
	['SPEC TEST TEST_FILE TEST_PATH', 'tests'],
	['TESTOPTS', { each: /^(-v|--verbose|--seed|(--seed=)?\d+|--name=\w+)$/ }],
	[
		'COMPOSER_(NO_INTERACTION|ALLOW_SUPERUSER|MEMORY_LIMIT|PROCESS_TIMEOUT|DISABLE_XDEBUG_WARN|NO_DEV|NO_AUDIT)',
		/^(-1|\w*)$/,
	],
	['PHP_CS_FIXER_IGNORE_ENV', 'switch'],
	['SYMFONY_DEPRECATIONS_HELPER', /^(disabled|weak|\d+|max\[\w+\]=\d+)$/],
	// Other languages and tools.
	['FOUNDRY_(PROFILE|FUZZ_RUNS|FUZZ_SEED|INVARIANT_\\w+)', 'plain'],
	['DUNE_(PROFILE|JOBS|CACHE)', 'plain'],
	['CYPRESS_(CRASH_REPORTS|VERIFY_TIMEOUT|INSTALL_BINARY|VIDEO|RETRIES)', /^(0|1|true|false|\d+)$/],
	[
		'(TURBO|NX|PYRIGHT_PYTHON)_(TELEMETRY_DISABLED|DAEMON|NO_CLOUD|UI|FORCE|IGNORE_WARNINGS|VERBOSE_LOGGING|PARALLEL)',
		'switch',
	],
	// Data and services.
	['DATABASE_URL DB_URL DATABASE_URI *_DATABASE_URL *_DATABASE_URI', 'database'],
	['PGHOST', /^(localhost|127\.0\.0\.1)$/],
	['PG(USER|PASSWORD|DATABASE|PORT|CONNECT_TIMEOUT|TZ|CLIENTENCODING)', 'plain'],
	['AWS_(DEFAULT_REGION|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|SECURITY_TOKEN)', 'plain'],
	['AWS_(EC2_METADATA_DISABLED|MAX_ATTEMPTS|SDK_LOAD_CONFIG)', 'switch'],
	['TF_(LOG|IN_AUTOMATION|INPUT|VAR_\\w+)', 'plain'],
	['ANSIBLE_(NOCOLOR|FORCE_COLOR|DEPRECATION_WARNINGS|RETRY_FILES_ENABLED)', 'switch'],
	['DOCKER_(BUILDKIT|CLI_EXPERIMENTAL|CLI_HINTS|SCAN_SUGGEST)', 'plain'],
	['DOCKER_DEFAULT_PLATFORM', /^linux\/\w+(\/v\d)?$/],
	// An empty value loads no library.
	['LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_*', /^$/],
]);

/** Families of variables that programs obey. Only the rows above pass; every other value needs approval. */
export const obeyed = lazy((): readonly RegExp[] => [
	/^(USE_BAZEL|BAZEL|BAZELISK)_/,
	/^(GIT|LD|DYLD|NODE|NPM|YARN|PNPM|COREPACK|DENO|BUN|TS_NODE|TSX|NVM|VOLTA|FNM|ASDF|MISE|DIRENV|ESBUILD|ELECTRON)_/,
	/^(PIP|PIPX|PIPENV|POETRY|PDM|HATCH|UV|CONDA|MAMBA|PYENV|PYTEST|TOX|NOX|COVERAGE|RUFF|MYPY|BLACK|FLAKE8|PYLINT)_/,
	/^(JAVA|JDK|MAVEN|M2|GRADLE|SBT|ANT|KOTLIN|SCALA|RUSTUP|CARGO|CGO|MAKE|CMAKE|CTEST|CCACHE|SCCACHE|DISTCC|GCC|COLLECT|MSBUILD)_/,
	/^(RUBY|GEM|BUNDLE|BUNDLER|RAKE|RBENV|RVM|PERL|PROVE|PHP|COMPOSER|MIX|HEX|REBAR|REBAR3|ERL|ELIXIR|DOTNET|NUGET|CORECLR|COMPLUS|COMPlus|COR)_/,
	/^(TF|TERRAFORM|TERRAGRUNT|ANSIBLE|DOCKER|COMPOSE|BUILDX|BUILDKIT|CONTAINER|KUBE|HELM|AWS|AZURE|GOOGLE|CLOUDSDK|GH|GLAB|GITHUB|RUNNER|ACTIONS)_/,
	/^(SSH|SUDO|GPG|GNUPG|SSL|OPENSSL|CURL|WGET|RSYNC|CVS|SVN|XDG|BASH|LESS|MAN|BAT|DELTA|FZF|RIPGREP|SYSTEMD|DBUS)_/,
	/^(LUA|GUILE|JULIA|GHC|STACK|CABAL|OPAM|OCAML|CAML|NIX|HOMEBREW|GTK|GIO|GST|GDK|QT|MALLOC|LIBC|GLIBC|QEMU|WINE|COUNTERSIGN|CLAUDE|CODEX|GEMINI)_/,
	/^(PYTHON|RUST|PERL5?|RUBY|MAKEF|GNUMAKE|LESS|ZIP|UNZIP|MSBUILD|COMPLUS|GO)[A-Z0-9]\w*$|^(MYPY|CLASS|CD|NLS|LOC|GCONV|MAN|F)PATH$/,
	// Variables of services that keep the results of tests and builds, and variables that choose another version of a tool.
	/^TURBO_(TOKEN|TEAM\w*|API|LOGIN|REMOTE\w*)$|^NX_CLOUD_\w+$|^\w+_FORCE_VERSION$/,
	/^PG[A-Z]+$|^MAN(OPT|PAGER|ROFFOPT|SECT|LESS)$|^R_(PROFILE|ENVIRON|LIBS|HOME)\w*$|^KUBECONFIG$|^(\w*_)?(HTTPS?|ALL|FTP|SOCKS\w*|NO)_PROXY$/,
	/^(PATH|HOME|PWD|OLDPWD|IFS|ENV|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|GLOBIGNORE|EXECIGNORE|HISTFILE|INPUTRC|TMPDIR|TMP|TEMP)$/,
	/^(CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|F77|FC|LESS|EDITOR|VISUAL|FCEDIT|PAGER|BROWSER|EXINIT|VIMINIT|VIMRUNTIME|MYVIMRC|VIM|MAKE|SPEC|TEST)$/,
	/^(GZIP|BZIP2?|XZ_(OPT|DEFAULTS)|ZSTD_\w+|TAPE|TAR_OPTIONS|GREP_\w+|LS_COLORS|TERMINFO\w*|TERMCAP|TZDIR|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS)$/,
	/^(FOUNDRY|DAPP|DUNE|WEBPACK|CYPRESS|TURBO|NX|PYRIGHT_PYTHON|ORG_GRADLE_PROJECT|HARNESS|SYMFONY|SHARDS|LEIN|PW)_\w+$/,
	/^(COMPOSER|TOXENV|NOXSESSION|VIRTUAL_ENV|\w+_(MODULE|PACKAGE))$/,
	/^(MFLAGS|TESTOPTS|PHPRC|EMACS\w*|ASPNETCORE_HOSTINGSTARTUP\w*|SYMFONY_DEPRECATIONS_HELPER|RAILS_ENV|RACK_ENV|HANAMI_ENV|APP_ENV|GETCONF_DIR)$/,
]);

/**
 * Variables that the shell itself obeys, or that the environment probably contains. Programs see an assignment to them without `export`.
 * Any other variable stays in the shell until it is exported.
 */
export const standing = lazy((): readonly RegExp[] => [
	/^(PATH|CDPATH|IFS|ENV|BASH_(ENV|CMDS|ALIASES|COMPAT|LOADABLES_PATH|FUNC_.*)|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|GLOBIGNORE|EXECIGNORE|HISTFILE)$/,
	/^(HOME|SHELL|TMPDIR|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TERM|CI|MANPATH|INFOPATH|LS_COLORS)$/,
	/^(GITHUB|RUNNER|ACTIONS|XDG|SSH|LD|DYLD|GPG|DOCKER|NPM_CONFIG|PIP|CARGO|RUSTUP|CORECLR|ANSIBLE|UV|FZF|BUNDLE|KUBE|COREPACK)_[A-Z]\w*$/,
	/^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_\w+|EXEC_PATH|TEMPLATE_DIR|NAMESPACE|SSL\w*|TRACE\w*|ATTR\w*)$/,
	/^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|EDITOR|SEQUENCE_EDITOR|PAGER|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|ALLOW_PROTOCOL|CONFIG\w*|PROTOCOL\w*)$/,
	/^NODE_(OPTIONS|PATH|REPL_\w+|EXTRA_CA_CERTS|V8_COVERAGE|REDIRECT_WARNINGS|TLS_\w+|ICU_DATA)$|^TS_NODE_\w+$/,
	/^(PYTHON(PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS|USERBASE|EXECUTABLE|PLATLIBDIR|PYCACHEPREFIX)|PYLINTRC|PYTEST_(ADDOPTS|PLUGINS)|VIRTUAL_ENV)$/,
	/^(PERL5(LIB|OPT|DB)|RUBY(OPT|LIB)|GEM_(HOME|PATH)|LUA_(INIT|PATH|CPATH)\w*|PHPRC|PHP_INI_SCAN_DIR|CLASSPATH|TAR_OPTIONS|LESS\w*|RIPGREP_CONFIG_PATH)$/,
	/^(JAVA_(HOME|OPTS|TOOL_OPTIONS)|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|(MAVEN|GRADLE|SBT|ANT)_(OPTS|ARGS|HOME|USER_HOME)|TF_CLI_\w+|KUBECONFIG|RES_OPTIONS)$/,
	/^(DOTNET_(STARTUP_HOOKS|ROOT)|MSBUILD\w+|ERL_(FLAGS|AFLAGS|ZFLAGS|LIBS)|ELIXIR_ERL_OPTIONS|CMAKE_\w+(LAUNCHER|TOOLCHAIN_FILE|PATH)|CTEST_\w+)$/,
	/^(GO(ROOT|PATH|ENV|WORK|FLAGS|PROXY|SUMDB|TOOLCHAIN|BIN|CACHE|MODCACHE|INSECURE|PRIVATE)|RUSTC\w*|RUSTFLAGS|RUSTDOC\w*|TOX_\w+|COVERAGE_(FILE|PROCESS_START|RCFILE)|RUFF_CONFIG)$/,
	/^(CC|CXX|LD|AR|(C|CPP|CXX|LD|HOST)FLAGS|GCC_EXEC_PREFIX|COMPILER_PATH|(GNU)?MAKEFLAGS|MAKEFILES|MFLAGS)$/,
	/^(EDITOR|VISUAL|\w*PAGER|\w*_EDITOR|BROWSER|\w*_ASKPASS|RSYNC_RSH|CVS_RSH|SVN_SSH|FCEDIT|EXINIT|VIMINIT|VIMRUNTIME|INPUTRC|WGETRC|CURL_HOME)$/,
	/^(GCONV_PATH|OPENSSL_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|TERMINFO|GTK_MODULES|QT_PLUGIN_PATH|(HTTPS?|ALL|NO|FTP)_PROXY)$/,
]);

/** Variables whose value a shell runs as a command line. */
export const commandLines = lazy((): readonly RegExp[] => [
	/^(\w+_)?(PAGER|EDITOR)$|^(MANPAGER|HGEDITOR|VISUAL|FCEDIT|BROWSER|SHELL|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|LESSEDIT)$/,
	/^(GIT_(EXTERNAL_DIFF|SSH|SSH_COMMAND|PROXY_COMMAND|CONFIG_VALUE_\d+)|RSYNC_RSH|CVS_RSH|SVN_SSH|CC|CXX|LD|AR|FZF_\w+COMMAND|CCACHE_PREFIX)$/,
	/^(RUSTC|RUSTDOC|RUSTC(_WORKSPACE)?_WRAPPER|CARGO_\w*(RUSTC\w*|RUSTDOC|RUNNER|LINKER)|NPM_CONFIG_(SCRIPT_SHELL|GIT|VIEWER|BROWSER|SHELL)|MIX_EXS)$/,
	/_(ASKPASS|CMD|COMMAND|LAUNCHER|WRAPPER|LINKER)$/,
]);

/** Variables with libraries that every started program loads. */
export const libraries =
	/^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_INSERT_LIBRARIES|DYLD_LIBRARY_PATH|DYLD_FRAMEWORK_PATH|GCONV_PATH)$/;

/** Variables with more options for a program. The value is judged together with the program. */
export const optionsOf: Readonly<Record<string, string>> = {
	TAR_OPTIONS: 'tar',
	ZIPOPT: 'zip',
	ZIP: 'zip',
	UNZIP: 'unzip',
	GZIP: 'gzip',
	XZ_OPT: 'xz',
	GREP_OPTIONS: 'grep',
	LESS: 'less',
	MANOPT: 'man',
	BAT_OPTS: 'bat',
	SPEC_OPTS: 'rspec',
	RUBYOPT: 'ruby',
	PERL5OPT: 'perl',
	PYTEST_ADDOPTS: 'pytest',
	MAVEN_ARGS: 'mvn',
};

/** Variables whose value names a file that a program writes. */
export const outputs =
	/(^|_)(OUTPUT|LOG|LOGFILE|REPORT|TRACE|WARNINGS|COVERAGE)(_|$)|^(COVERAGE_FILE|HISTFILE|GITHUB_\w+)$/;
