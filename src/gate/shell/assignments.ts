import type { Assignment, Word as SyntaxWord } from 'unbash';
import { foldWord } from './fold.ts';
import type { Folding } from './piece.ts';
import { type Finding, opaque } from './program.ts';
import { type State, setScalar, setVariable } from './state.ts';
import { unknown, type Word } from './word.ts';

/** Carries an assignment out, as far as its value is known. */
export function assign(assignment: Assignment, folding: Folding, state: State): void {
	const { name, value, append, index } = assignment;
	const before = state.variables.get(name);
	if (index !== undefined) {
		state.attributes.lists.add(name);
		setVariable(state, name, undefined);
	} else if (value.type === 'ArrayValue') {
		state.attributes.lists.add(name);
		const words = value.elements.flatMap((element) => foldWord(element, folding));
		// `([2]=x)` sets places and keys.
		const hasKeys = value.elements.some((element) => element.text.startsWith('['));
		const isLost = hasKeys || (append === true && (before === undefined || !state.variables.has(name)));
		setVariable(state, name, isLost ? undefined : append === true ? [...(before ?? []), ...words] : words);
	} else if (append === true) setScalar(state, name, appended(before, folding.unsplit(value)));
	else setScalar(state, name, [assigned(value, folding)]);
}

/** A home is opened behind every `:`, too; `x=(a)b` is a list that is none. */
function assigned(value: SyntaxWord, folding: Folding): Word {
	return /:~|^\(/.test(value.text) ? unknown(value.text) : folding.unsplit(value);
}

function appended(before: readonly Word[] | undefined, more: Word): readonly Word[] | undefined {
	const [first] = before ?? [];
	if (first === undefined || !first.known || !more.known) return [unknown(more.text)];
	return [
		{
			...first,
			text: first.text + more.text,
			prefix: first.prefix + more.prefix,
			pattern: first.pattern || more.pattern,
		},
	];
}

/** Variables that make programs execute or load what they name. */
const executing: readonly RegExp[] = [
	/^(PATH|CDPATH|IFS|ENV|BASH_ENV|BASH_CMDS|BASH_ALIASES|BASH_LOADABLES_PATH|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS4|SHELL|CLASSPATH|LD|CC|CXX|AR|RUSTC.*|RUSTFLAGS)$/,
	/^(LD|DYLD|GIT|NPM_CONFIG|npm_config|YARN|PNPM|PIP|CARGO|BUNDLE|COREPACK|DOCKER|KUBE|MAKE|GO|PYTEST|JEST|VITEST)(_.+|FLAGS|FILES|PROXY)$/,
	/^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|PYTHON(PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS)|PERL5(LIB|OPT|DB)|RUBY(OPT|LIB))$/,
	/^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|TAR_OPTIONS|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH)$/,
	/^(EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|SSH_ASKPASS|SUDO_ASKPASS|GPG_.*)$/,
];
const harmlessNames =
	/^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|GIT_MERGE_AUTOEDIT|GOOS|GOARCH|CGO_ENABLED|NPM_CONFIG_LOGLEVEL)$/;
const harmlessValues = /^(cat|less|more|true|:|)$/;

/** What setting a variable means for the programs that see it. */
export function settingFindings(name: string, value: Word | undefined): readonly Finding[] {
	if (harmlessNames.test(name) || !executing.some((rule) => rule.test(name))) return [];
	if (name === 'IFS' && value?.known === true) return [];
	if (/(PAGER|EDITOR|VISUAL)$/.test(name) && value?.known === true && harmlessValues.test(value.text)) return [];
	return [opaque(`sets \`${name}\`, which makes programs execute what it names`)];
}
