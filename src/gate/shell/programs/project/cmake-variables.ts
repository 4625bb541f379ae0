import { anyOf } from '../../../any-of.ts';
import { shellText } from '../../carried.ts';
import { type Finding, type Invocation, opaque } from '../../program.ts';
import { outputs } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';

const isSwitch = /^(ON|OFF|TRUE|FALSE|YES|NO|Y|N|\d+(\.\d+)*|)$/i;
/** Words and lists of words. A path has a slash, or begins with a dot or a tilde. */
const plainWords = /^(?![.~-])[\w.+;, -]*$/;

/** Variables of CMAKE_… that only choose how the project's own files are built. */
const choosing = anyOf(
	[
		/^CMAKE_(BUILD_TYPE|CONFIGURATION_TYPES|DEFAULT_BUILD_TYPE|EXPORT_COMPILE_COMMANDS|\w+_POSTFIX|\w+_ARCHITECTURES)$/,
		/^CMAKE_\w+_(STANDARD|EXTENSIONS|STANDARD_REQUIRED|VISIBILITY_PRESET|INLINES_HIDDEN)$/,
		/^CMAKE_(OSX_DEPLOYMENT_TARGET|MSVC_RUNTIME_LIBRARY|SYSTEM_(NAME|VERSION|PROCESSOR)|MESSAGE_LOG_LEVEL)$/,
		/^CMAKE_(UNITY_BUILD|VERBOSE_MAKEFILE|COLOR_\w+|POSITION_INDEPENDENT_CODE|INTERPROCEDURAL_OPTIMIZATION\w*|POLICY_\w+)$/,
		/^CMAKE_INSTALL_\w+DIR$/,
	].map(({ source }) => source),
);

/** Names of other variables that may make a build run a program that the project did not choose. */
const loading =
	/COMPILER|LAUNCHER|TOOLCHAIN|_INCLUDE|LINKER|PROGRAM|COMMAND|MODULE_PATH|EMULATOR|EXECUTABLE|CLANG_TIDY|CPPCHECK|_RULE|FETCHCONTENT|_FLAGS|GENERATOR|PREFIX_PATH|_DIR$|_PATH$|_TOOL$/i;
const compiler = /^(g?cc|g\+\+|c\+\+|clang(\+\+)?|gfortran|ccache|sccache)(-\d+)?$/;
const compilerFlag = /^-([WOg][\w=+-]*|std=[\w+]+|f(?!plugin|pass)[\w=,-]+|D\w+)$/;

/** Places of files that a build makes. */
const places = /(^|_)(OUTPUT_DIRECTORY|OUTPUT_PATH)(_[A-Z]+)?$/;
/** Variables with the command lines of a build. */
const commands = /_(COMPILE_OBJECT|CREATE_\w+|ARCHIVE_\w+|LINK_EXECUTABLE|COMMAND|LAUNCHER|RULE\w*)$/;

/** Judges `cmake -DNAME:TYPE=value`. Threat: the tools and the command lines of a build are variables, too. */
export function cmakeVariables(it: Invocation): readonly Finding[] {
	return it.values('-D').flatMap((word) => variable(word, it));
}

function variable(word: Word, it: Invocation): readonly Finding[] {
	const [, name = '', value = ''] = /^([^:=]*)(?::\w*)?(?:=(.*))?$/s.exec(word.text) ?? [];
	if (word.known && isHarmless(name, value)) return [];
	const found = opaque(`what \`${word.text}\` makes the build run`);
	if (places.test(name)) return [found, ...placed(value, it)];
	return commands.test(name) ? [found, shellText(value)] : [found];
}

function isHarmless(name: string, value: string): boolean {
	if (isSwitch.test(value)) return true;
	if (places.test(name)) return /^\w[\w-]*(\/\w[\w-]*)*$/.test(value);
	if (/^CMAKE_INSTALL_PREFIX$/.test(name)) return /^(\/tmp|\/usr(\/local)?|\w[\w-]*)(\/\w[\w-]*)*$/.test(value);
	if (/_COMPILER(_LAUNCHER)?$/.test(name)) return compiler.test(value);
	if (/_FLAGS(_\w+)?$/.test(name)) return value.split(' ').every((flag) => compilerFlag.test(flag));
	const isChoosing = choosing.test(name) || !/^_*CMAKE_/i.test(name);
	return isChoosing && !loading.test(name) && plainWords.test(value);
}

/** Judges an output folder. A relative path may be below the folder of the build. */
function placed(value: string, it: Invocation): readonly Finding[] {
	const builds = it.values('-B').map(({ text }) => text);
	const all = value.startsWith('/') ? [value] : [value, ...builds.map((build) => `${build}/${value}`)];
	return all.flatMap((place) => outputs(constant(place), it.scope));
}
