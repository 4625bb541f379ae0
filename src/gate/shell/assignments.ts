import type { Assignment } from 'unbash';
import { foldWord } from './fold.ts';
import type { Folding } from './piece.ts';
import { type Finding, opaque } from './program.ts';
import { type State, setVariable } from './state.ts';
import { unknown, type Word } from './word.ts';

/** Carries an assignment out, as far as its value is known. */
export function assign(assignment: Assignment, folding: Folding, state: State): void {
	const { name, value, append, index } = assignment;
	if (index !== undefined) {
		state.variables.set(name, undefined);
		return;
	}
	const before = state.variables.get(name);
	const words =
		value.type === 'ArrayValue' ? value.elements.flatMap((e) => foldWord(e, folding)) : [folding.unsplit(value)];
	if (append !== true) setVariable(state, name, words);
	else if (value.type === 'ArrayValue' && before !== undefined) setVariable(state, name, [...before, ...words]);
	else setVariable(state, name, appended(before, words[0]));
}

function appended(before: readonly Word[] | undefined, more: Word | undefined): readonly Word[] | undefined {
	const [first] = before ?? [];
	if (first === undefined || more === undefined || !first.known || !more.known) return [unknown(more?.text ?? '')];
	return [{ ...first, text: first.text + more.text, prefix: first.prefix + more.prefix }];
}

/** Variables that make programs execute or load what they name. */
const executing: readonly RegExp[] = [
	/^(PATH|CDPATH|IFS|ENV|BASH_ENV|BASH_CMDS|BASH_ALIASES|BASH_LOADABLES_PATH|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS4|SHELL|CLASSPATH|LD|CC|CXX|AR|RUSTC.*|RUSTFLAGS)$/,
	/^(LD|DYLD|GIT|NPM_CONFIG|npm_config|YARN|PNPM|PIP|CARGO|BUNDLE|COREPACK|DOCKER|KUBE|MAKE|GO|PYTEST|JEST|VITEST)(_.+|FLAGS|FILES|PROXY)$/,
	/^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|PYTHON(PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS)|PERL5(LIB|OPT|DB)|RUBY(OPT|LIB))$/,
	/^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|TAR_OPTIONS|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH)$/,
	/^(JAVA_OPTS|MAVEN_ARGS|SBT_OPTS|ANT_(OPTS|ARGS)|GRADLE_USER_HOME|DOTNET_STARTUP_HOOKS|CORECLR_.+|MSBUILD.+|PHPRC|PHP_INI_SCAN_DIR|ERL_(FLAGS|AFLAGS|ZFLAGS|LIBS)|ELIXIR_ERL_OPTIONS)$/,
	/^((C|CPP|CXX|LD|HOST)FLAGS|GCC_EXEC_PREFIX|COMPILER_PATH|CMAKE_.+(LAUNCHER|TOOLCHAIN_FILE|PATH)|CTEST_.+|UV_.+|TOX_.+|PYLINTRC|RUFF_CONFIG|COVERAGE_(PROCESS_START|RCFILE)|BAT_PAGER|TS_NODE_.+)$/,
	/^(EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|SSH_ASKPASS|SUDO_ASKPASS|GPG_.*)$/,
];
const harmlessNames =
	/^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|GIT_MERGE_AUTOEDIT|GOOS|GOARCH|CGO_ENABLED|NPM_CONFIG_LOGLEVEL)$/;
const heap = '-(Xm[sxn]\\d+[kmgKMG]|Xss\\d+[kmgKMG]|XX:\\+?(Max(Metaspace|RAM)\\w+(=[\\d.]+\\w?)?|Use\\w+GC))';
const flag = '-(W[\\w=-]*|O\\w|g\\d?|std=[\\w+]+|f(sanitize|no-omit|stack)[\\w=,-]*|D\\w+)';
const list = (item: string) => new RegExp(`^${item}( ${item})*$`);
/** What such a variable may hold without making anything execute that would not have been. */
const harmlessSettings: readonly (readonly [name: RegExp, value: RegExp])[] = [
	// Folders of the project's own code.
	[/^(PYTHONPATH|RUBYLIB)$/, /^(?![/~])(?!.*(\.\.|:[/~]))[\w./-]+(:[\w./-]*)*$/],
	[
		/^NODE_OPTIONS$/,
		list(
			'--(max-old-space-size=\\d+|experimental-vm-modules|experimental-strip-types|no-warnings|no-deprecation|enable-source-maps|trace-\\w+|unhandled-rejections=\\w+|openssl-legacy-provider)',
		),
	],
	[/^RUSTFLAGS$/, list('-(D ?warnings|C ?(debuginfo=\\d|opt-level=\\w|target-cpu=native|instrument-coverage))')],
	[/^GOFLAGS$/, list('-(mod=(mod|vendor|readonly)|count=\\d+|race|v|trimpath)')],
	[/^MAKEFLAGS$/, /^-?-?j\d*$/],
	[/^PYTHONWARNINGS$/, /^(default|error|ignore|always|once)$/],
	[/^PYTEST_ADDOPTS$/, list('-(q|v+|x|s|-tb=\\w+|-color=\\w+|-maxfail=\\d+)')],
	[/^(CC|CXX)$/, /^(g?cc|g\+\+|c\+\+|clang(\+\+)?)(-\d+)?$/],
	[/^(C|CPP|CXX)FLAGS$/, list(flag)],
	[/^(MAVEN_OPTS|GRADLE_OPTS|JAVA_OPTS|JAVA_TOOL_OPTIONS|SBT_OPTS|ANT_OPTS)$/, list(heap)],
	[
		/^(CARGO_(TERM_COLOR|INCREMENTAL|NET_OFFLINE|PROFILE_\w+)|UV_(OFFLINE|FROZEN|NO_SYNC|NO_PROGRESS)|CTEST_(OUTPUT_ON_FAILURE|PARALLEL_LEVEL)|TOX_PARALLEL_NO_SPINNER|JEST_\w+|VITEST_\w+|GO111MODULE)$/,
		/^\w*$/,
	],
];
const harmlessValues = /^(cat|less|more|true|:|)$/;

/** What setting a variable means for the programs that see it. */
export function settingFindings(name: string, value: Word | undefined): readonly Finding[] {
	if (harmlessNames.test(name) || !executing.some((rule) => rule.test(name))) return [];
	if (/(PAGER|EDITOR|VISUAL)$/.test(name) && value?.known === true && harmlessValues.test(value.text)) return [];
	if (value?.known === true && harmlessSettings.some(([names, values]) => names.test(name) && values.test(value.text)))
		return [];
	return [opaque(`sets \`${name}\`, which makes programs execute what it names`)];
}
