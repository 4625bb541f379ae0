import { empties, isFolder } from '../../emptied.ts';
import { refOptions } from '../../handed-refs.ts';
import { isCodePath, namesCode } from '../../loading-names.ts';
import { type Finding, type Invocation, network, opaque, type Role, type Scope } from '../../program.ts';
import { outputs, pathOf, runsFile } from '../../roles.ts';
import { mayStart } from '../../started-words.ts';
import { isPlain, isRef, sends, tellsAnything } from '../../unlisted.ts';
import { unnamedValue } from '../../unnamed.ts';
import { constant, type Word } from '../../word.ts';
import { isAddressOption } from '../listens.ts';
import { foreign, isFile, isTestFile, leadsOut, outside } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { commonFlags, configured, loaded } from './tool.ts';
import { choosingOptions, outputOptions } from './unnamed-paths.ts';

/** Flags of test runners, linters and builds that a caller may pass on to a script. */
const handedFlags = `${commonFlags} -x -s -f -b -w -u -l -vv -vvv --run --watch --no-watch --ci --coverage --collectCoverage --no-coverage --bail --passWithNoTests --runInBand --forceExit --findRelatedTests --runTestsByPath --onlyChanged --all --release --nocapture --no-capture --exact --show-output --list --parallel --no-parallel --fail-fast --failfast --exitfirst --recursive --strict --noEmit --debug --dry-run --no-cache --trace --backtrace --lf --ff --last-failed --failed-first --sw --stepwise --collect-only --co --no-header --no-summary --showlocals --headed --headless --ui --update --exit --lib --tests --workspace --offline --force --keepdb --noinput --no-input --workers --cover --stale --failed --testdox --stop-on-failure --only-failures --race --allow-read --allow-write --allow-env --allow-net --allow-sys --no-check --no-prompt --no-lock --frozen --cached-only --doc --list-different --check-formatted`;

/** Options of test runners and linters that make a script load code. */
const codeOptions =
	/^(-r|--require|--import|--loader|--experimental-loader|--rulesdir|--global-?[sS]etup|--global[tT]eardown|--setup-?[fF]iles\w*|--plugins?|--presets?|--resolve-plugins-relative-to|--test-?[rR]unner|--test-?[eE]nvironment|--environment|--transform|--runner|--resolver|--parser|--reporters?|--custom-formatter|--format|--formatter|--processor|--bootstrap|--preload|--env-file(-if-exists)?|--experimental-config-file|--diff|--runtime|--haste|--prettier-?[pP]ath|--module-?[nN]ame-?[mM]apper|--snapshot-?([sS]erializers|[eE]nvironment|[rR]esolver)|--test-?([sS]equencer|[rR]esults-?[pP]rocessor)|--watch-?[pP]lugins|--dependency-?[eE]xtractor|--coverage\.reporter|--coverage-?[rR]eporters|--coverage\.custom-?[pP]rovider-?[mM]odule|--sequence\.sequencer|--browser\.(provider|commands)|--pool|--snapshot-blob|--openssl-config)$/;
const commandOptions =
	/^(--exec|(--[\w.-]*\.|--)exec-?[aA]rgv|--node-arg(ument)?s?|--node-options?|--script-shell|--eval|-e|--init-hook|-p|-exec|-toolexec|-vettool|--onSuccess|--typecheck\.checker|-x)$/;
const iniOptions = /^(-o|--override-ini)$/;
const configOptions =
	/^(-c|--conf|--config|--configuration|--(conf|config|rc|settings|ini)-?([fF]ile|[pP]ath)|--rcfile|--settings|--project|--ts-?[cC]onfig)$/;
export const changingOptions =
	/^(--fix|--write|-u|--update|--update-?[sS]napshots?|--autocorrect(-all)?|--auto-correct(-all)?)$/;
/** Options that make a tool fetch and run another package, or send its results to others. */
const fetchingOptions = /^--(init|mcp|inspect-config|scan)$/;
/** Options that most tools know and that take no value. */
const flags = new Set(handedFlags.split(' '));
/** Output options that name a folder. */
const folderOptions = /(dir|directory|folder|path|location|out|output|dest|destination)$/i;

/**
 * Judges words that are passed on to a script which the gate does not read. An option that
 * loads code or writes a file does so in every script.
 */
export function handedOn(
	words: readonly Word[],
	script: string,
	it: Invocation,
	files: string = endings.web,
	listed: Readonly<Record<string, Role>> = {},
): readonly Finding[] {
	const isChanging = words.some((word) => changingOptions.test(word.text));
	const paths = words.filter(({ text }) => !text.startsWith('-') && /[./]/.test(text));
	return [...(isChanging ? rewrites(paths, files, it.scope) : []), ...handedWords(words, { script, it, listed })];
}

/** The call that passes words on. The caller judges the options in `listed` itself. */
interface Handed {
	readonly script: string;
	readonly it: Invocation;
	readonly listed: Readonly<Record<string, Role>>;
}

function handedWords(words: readonly Word[], handed: Handed): readonly Finding[] {
	const { it } = handed;
	return words.flatMap((word, i) => {
		if (word.text === '--') return [];
		if (!word.text.startsWith('-'))
			return outputOptions.test(words[i - 1]?.text ?? '') ? outside([word], it) : foreign([word], it);
		// A value with blanks that is attached to a one-letter option.
		if (/^-\w[^=]*\s/s.test(word.text)) return [doubt(word.text.slice(0, 2), word)];
		const [, name = '', attached] = /^(-[A-Za-z](?=[./~])|[^=:]*)[=:]?(.+)?$/s.exec(word.text) ?? [];
		if (fetchingOptions.test(name) || sends.test(name)) return [network('what it downloads or publishes')];
		const next = words[i + 1];
		const value = attached === undefined ? next : { ...word, ...constant(attached), known: word.known };
		if (changingOptions.test(name) || value === undefined || (value === next && next.text.startsWith('-'))) return [];
		return handedOption(name, value, { ...handed, isAttached: value !== next });
	});
}

function handedOption(
	name: string,
	value: Word,
	{ script, it, listed, isAttached }: Handed & { readonly isAttached: boolean },
): readonly Finding[] {
	// Behind a flag, the next word is not its value but the name of a test.
	if (!isAttached && flags.has(name) && name.startsWith('--') && isTestFile(value, it.scope)) return [];
	if (commandOptions.test(name)) {
		const isWord = /^-\w [\w:.-]+$/.test(`${name} ${value.text}`) && !isModule(value, it.scope);
		return isWord ? [] : runsFile(value, it.scope);
	}
	if (iniOptions.test(name) && value.text.includes('=')) return runsFile(value, it.scope);
	// A bare word is the name of a configuration, as in `-c release`.
	if (configOptions.test(name))
		return /^[\w-]+$/.test(value.text) && !isFile(value.text, it.scope) ? [] : configured(value, script, it);
	if (name === '--basetemp') return empties(value, it.scope);
	const isCode = namesCode(name) && isCodePath(value);
	if (isAddressOption(name)) return [];
	const loads = codeOptions.test(name) ? loaded(value, it) : isCode ? runsFile(value, it.scope) : [];
	if (outputOptions.test(name)) return [...loads, ...made(name, value, it.scope)];
	if (choosingOptions.test(name) || codeOptions.test(name)) return loads;
	if (refOptions.test(name)) return isRef(value) ? [] : [doubt(name, value)];
	// Whatever the option is for, a path outside of the checkout is not a file of the project.
	const led = leadsOut(value, it.scope) ? foreign([value], it) : [];
	if (Object.hasOwn(listed, name)) return [...loads, ...led, ...unnamedValue(name, value, it)];
	// A bare word that names no file is only a choice.
	const isTelling = tellsAnything(value, it.scope) || mayStart(name, value);
	const isWord = /^[\w-]+$/.test(value.text) && !namesCode(name) && !isTelling;
	const isDoubtful = isAttached ? !isPlain(value.text) && !isWord : !flags.has(name) && isTelling;
	return [...loads, ...led, ...unnamedValue(name, value, it), ...(isDoubtful ? [doubt(name, value)] : [])];
}

/** Returns whether a word names a module of the checkout. Threat: `-p evil` loads `evil.py`. */
function isModule({ text }: Word, scope: Scope): boolean {
	return ['.py', '.rb', '.js', ''].some((ending) => isFile(`${text.replaceAll('.', '/')}${ending}`, scope));
}

function doubt(name: string, value: Word): Finding {
	return opaque(`what \`${name}\` does with ${value.text.slice(0, 120)}`);
}

/** Judges an output file or folder. Threat: many tools empty their output folder first. */
function made(name: string, value: Word, scope: Scope): readonly Finding[] {
	const path = folderOptions.test(name) ? pathOf(value, scope) : undefined;
	return path !== undefined && isFolder(path, scope) ? empties(value, scope) : outputs(value, scope);
}
