import { definitionOf } from '../../declared.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	secret,
} from '../../program.ts';
import { outputs, pathOf, runsFile } from '../../roles.ts';
import { shapeOf } from '../../setting-values.ts';
import { isSecretName } from '../../state.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { handedOn } from './handed-on.ts';
import { foreign, isFile } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { configured } from './tool.ts';

const knownSwitches =
	'o|output|d|diag|l|logger|results-directory|artifacts-path|report|bl|binarylog\\w*|flp?\\d?|fileloggerparameters\\d?|getresultoutputfile|p|property|pp|preprocess|profileevaluation|ds|detailedsummary|orc|outputresultscache|c|configuration|f|framework|v|verbosity|r|runtime|m|maxcpucount|nologo|nr|nodereuse|clp|consoleloggerparameters|tl|terminallogger\\w*|tlp|filter|collect|s|settings|warnaserror|err|nowarn|noerr|warnasmessage|warnnotaserror|warnasmessage|getproperty|getitem|gettargetresult|low|lowpriority|interactive|restore|graph\\w*|blame\\S*|environment|source|no-\\w+|arch|os|a';
const knownSwitch = new RegExp(`^(${knownSwitches})$`, 'i');
const switches = new RegExp(`^--?(${knownSwitches})(:|$)`, 'i');

/** Builds and tests of .NET. */
export const dotnetTools = (): readonly Program[] => [
	rows('dotnet', {
		input: 'handed',
		argumentFiles: true,
		options: {
			...data(
				'-c --configuration -f --framework -v --verbosity --filter --collect -r --runtime --property -p --os --arch --severity --include --exclude --blame-hang-timeout --maxcpucount -m --version-suffix --exclude-diagnostics --diagnostics',
			),
			...role(
				'flag',
				'--no-build --no-restore --nologo -nologo --verify-no-changes --no-incremental --no-dependencies --self-contained --no-self-contained --force --use-current-runtime --list-tests -t --blame --blame-crash --blame-hang --interactive --tl --disable-build-servers -restore -graph -tl --outdated --include-transitive',
			),
			...data('-s --settings'),
			...role(
				'output',
				'-o --output -d --diag -l --logger --results-directory --artifacts-path --report --coverage-output --report-trx-filename',
			),
			...role('script', '--test-adapter-path --test-modules'),
			...data('--project --solution'),
			...role('code', '--environment --source --add-source --configfile'),
		},
		// Values after a colon are judged by functions of this file.
		harmless: switches,
		taken: takenForProperty,
		also: dotnet,
	}),
];

const dotnetProperty =
	/^(Configuration|Platform|Version\w*|TreatWarningsAsErrors|WarningLevel|WarningsAsErrors|NoWarn|TargetFramework|CollectCoverage|CoverletOutput\w*|Threshold\w*|Exclude\w*|Include|DebugType|ContinuousIntegrationBuild|RestoreLockedMode|Deterministic|SelfContained|RuntimeIdentifier|EnforceCodeStyleInBuild|RunAnalyzers)=[\w.,;%/"\\ -]*$/i;

function dotnet(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined)
		return it.has('--info', '--list-sdks', '--list-runtimes', '--version', '--help', '-h') ? [] : [exec(it)];
	const definedIn = definitionOf(it.scope, ['global.json', 'Directory.Build.props', 'Directory.Build.targets']);
	if (/^(restore|add|tool|nuget|workload|new|publish|pack|push)$/.test(name))
		return [...fetches('dotnet', it), exec(it, `dotnet ${name}`)];
	const isListing = name === 'list' && !it.has('--outdated', '--vulnerable', '--deprecated');
	if (!(isListing || /^(test|build|format|clean|msbuild)$/.test(name)) || definedIn === undefined)
		return [exec(it, `dotnet ${name}`)];
	const script = `dotnet ${name}`;
	const odd = it.words.filter(
		(word) =>
			/^([-/]t(arget)?:|@|[-/]l(ogger)?:|[-/](dl|distributedlogger|noAutoRsp)|-[ae]$|\/\w+:)/i.test(word.text) &&
			!/^\/p:/.test(word.text),
	);
	// A library that exists already runs unchanged.
	const libraries = rest.filter(({ text }) => /\.(dll|exe)$/i.test(text));
	// .NET names folders after the configuration, such as `bin/Release/`, so the value must not be a path.
	const odds = it
		.values('-c', '--configuration')
		.filter(({ text }) => !/^(lp:.*|[\w .-]*)$/.test(text) || text.includes('..'));
	const projects = rest
		.filter((word) => /\.(\w*proj|slnx?|slnf)$/.test(word.text))
		.flatMap((word) => pathOf(word, it.scope) ?? []);
	return [
		...ownTool(it, { script, definedIn }),
		...projects.filter((path) => !path.startsWith('/')).flatMap((path) => ownTool(it, { script, definedIn: path })),
		...libraries.flatMap((word) => runsFile(word, it.scope)),
		...[
			...odd,
			...odds,
			...unnamedSwitches(it),
			...propertiesOf(it)
				.filter((text) => !dotnetProperty.test(text))
				.map(constant),
		].map((word) => opaque(`what \`${word.text}\` loads`)),
		...it.values('-s', '--settings').flatMap((word) => configured(word, script, it)),
		...attachedOutputs(it),
		...shownBy(it),
		...runSettings(rest, it),
		...handedOn(passedOn(it), script, it),
		...rest.filter((word) => !isProject(word, it)).map((word) => opaque(`which project \`${word.text}\` is`)),
		...(name === 'format' && !it.has('--verify-no-changes')
			? rewrites(it.values('--include'), endings.csharp, it.scope)
			: []),
		...foreign([...rest.filter((word) => !isSwitch(word)), ...it.values('--project', '--solution')], it),
	];
}

/**
 * Judges a variable of the environment, because MSBuild uses every variable as a property, and ignores the case of its name. Names such as
 * `MY_FLAG` belong to other programs. Threat: `PREBUILDEVENT=printenv` is a command that the build runs.
 */
function takenForProperty(name: string, value: Word | undefined): readonly Finding[] {
	const isOther =
		/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$|__/.test(name) || shapeOf(name) !== undefined || /^(CI|TERM|COLUMNS|USER)$/.test(name);
	if (isOther || (value?.known === true && dotnetProperty.test(`${name}=${value.text}`))) return [];
	return [opaque(`what the property \`${name}\` loads`)];
}

const shownProperty =
	/^(Target(Framework\w*|Path|Dir|Name|Ext|FileName)|\w*Version|OutputPath|OutDir|OutputType|PublishDir|Configuration|Platform\w*|Assembly\w*|Root(Namespace)|PackageId|RuntimeIdentifiers?|(Base)?IntermediateOutputPath|IsPackable|IsTestProject|Nullable|LangVersion|DefineConstants|ProjectName|MSBuild(Project\w*|ToolsVersion|Version))$/i;

/**
 * Judges options that make a build print its properties. Threat: each variable of the environment is a property, and diagnostic output and
 * binary logs contain all of them.
 */
function shownBy({ words }: Invocation): readonly Finding[] {
	return words.flatMap((word, i): readonly Finding[] => {
		const { text } = word;
		if (/^(--?|\/)(bl|binarylog\w*)([:=]|$)/i.test(text)) return [opaque('a log that holds the environment')];
		const before = words[i - 1]?.text ?? '';
		if (/(^|[:=;])(v|verbosity)[:=]diag/i.test(text.replace(/^(--?|\/)/, '')) || isAfter(before, text))
			return [environmentShown];
		const names = /^(?:--?|\/)getproperty[:=]?(.*)$/i.exec(text)?.[1];
		if (names === undefined) return [];
		const given = (names === '' ? (words[i + 1]?.text ?? '') : names).split(/[,;]/);
		return given.filter((name) => !shownProperty.test(name)).map(propertyShown);
	});
}

/** Returns whether two words ask for diagnostic output: `-v diag`. */
function isAfter(before: string, text: string): boolean {
	return (/^(-v|--?verbosity)$/i.test(before) && /^diag/i.test(text)) || /^-vdiag/i.test(text);
}

function propertyShown(name: string): Finding {
	return isSecretName(name.toUpperCase()) ? secret(`$${name}`) : opaque(`what the property \`${name}\` shows`);
}

/**
 * Returns whether an operand of a build is a project, a solution or a folder of the checkout. MSBuild treats any other file as a project,
 * too.
 */
function isProject({ text, known }: Word, { scope }: Invocation): boolean {
	return known && (!/^[\w./\\-]+$/.test(text) || /\.(\w*proj|slnx?|slnf|dll|exe)$/i.test(text) || !isFile(text, scope));
}

/** Returns whether MSBuild treats a word that begins with a slash as an option. */
function isSwitch({ text }: Word): boolean {
	return /^\/(\w+:|(nologo|m|maxcpucount|restore|warnaserror|bl|nr|tl)$)/i.test(text);
}

/** Returns switches that are not known, such as `-irc:x`. The value after the colon may be code, or may name code. */
function unnamedSwitches({ words }: Invocation): readonly Word[] {
	return words.filter(({ text }) => {
		const name = /^(?:--?|\/)([A-Za-z][\w-]*):/.exec(text)?.[1];
		return name !== undefined && !knownSwitch.test(name);
	});
}

const plainSetting =
	/^(RunConfiguration\.(MaxCpuCount|TargetPlatform|TestSessionTimeout|TreatNoTestsAsError|DisableAppDomain|BatchSize)|(xUnit|NUnit|MSTest)\.[\w.]+|TestRunParameters\.\w+)$/i;

/** Returns the options after `--`, which the program of the tests takes: `--results-directory x`. */
function passedOn({ words }: Invocation): readonly Word[] {
	const end = words.findIndex(({ text }) => text === '--');
	const after = end < 0 ? [] : words.slice(end + 1);
	return after.some(({ text }) => text.startsWith('-')) ? after : [];
}

/** Judges settings after `--`, such as `RunConfiguration.ResultsDirectory=x`. A setting may name an output folder, or code to load. */
function runSettings(words: readonly Word[], { scope }: Invocation): readonly Finding[] {
	return words.flatMap((word) => {
		const [, name = '', value] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(word.text) ?? [];
		if (value === undefined || (plainSetting.test(name) && /^[\w,;=~!|&() -]*$/.test(value))) return [];
		return [opaque(`what the setting \`${word.text}\` loads`), ...outputs(constant(value), scope)];
	});
}

/** Judges output files whose name comes after a colon: `--diag:x`, `-bl:x`, `/flp:logfile=x`, `-p:OutputPath=x`. */
function attachedOutputs({ words, scope }: Invocation): readonly Finding[] {
	const named =
		/^(?:--?|\/)(?:o|output|d|diag|l|logger|results-directory|artifacts-path|report|bl|binarylog\w*|flp\d?|fileloggerparameters\d?|getresultoutputfile|pp|preprocess|profileevaluation|ds|detailedsummary|orc|outputresultscache|p|property)[:=](.+)$/i;
	return words.flatMap((word) => {
		const value = named.exec(word.text)?.[1];
		return value === undefined ? [] : outputs({ ...word, ...constant(value), known: word.known }, scope);
	});
}

/** Returns the properties in `-p:A=b;C=d`, `/p:A=b`, `--property:A=b` and `-property A=b`. */
function propertiesOf({ words }: Invocation): readonly string[] {
	return words.flatMap((word, i) => {
		const attached = /^(?:--?|\/)p(?:roperty)?[:=](.*)$/i.exec(word.text)?.[1];
		const next = /^--?p(roperty)?$/i.test(word.text) ? words[i + 1]?.text : undefined;
		return (attached ?? next)?.split(';') ?? [];
	});
}
