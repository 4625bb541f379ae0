import { commandOf } from '../../carried.ts';
import { isProjectKind, nearestFile } from '../../declared.ts';
import { namesIn } from '../../names-in.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows, runsFetchedCode } from '../../program.ts';
import { runsFile } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { readsHere } from '../here.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { handedOn } from './handed-on.ts';
import { foreign, outside } from './operands.ts';
import { pythonLinters } from './python-linters.ts';
import { passedToPytest, pythonRunners } from './python-runners.ts';
import { ownPython } from './python-tool.ts';

const packages =
	'--with --with-requirements --with-editable --from --spec --python -p --index-url --index --default-index --extra-index-url --pip-args';

const managerFlags =
	'-q -v -n -a -c -r --quiet --verbose --no-sync --frozen --locked --offline --dev --no-dev --all-extras --all-groups --only-dev --isolated --no-progress --active --exact --inexact --all-packages --no-editable --no-interaction --no-ansi --no-plugins --all --cover --parallel --randomize --tree --show';

/** Package managers that run the project's tools in its own environment. */
export const pythonEnvironments = (): readonly Program[] => [
	manager('poetry pdm rye', {}),
	manager('hatch', { tests: true }),
	manager('pipenv', { fetching: /^check$/ }),
	manager('uv', { lists: /^pip (list|show|freeze|check|tree)$/, runsTools: true }),
	rows('uvx', { input: 'data', options: data(packages), wraps: true, also: (it) => uvTool(it.operands, it) }),
];

/** Describes how a package manager differs from others. */
interface Manager {
	/** The verb `test` runs the project's tests. */
	readonly tests?: true;
	/** The verbs `tool run` fetch and run a tool. */
	readonly runsTools?: true;
	/** Pairs of verbs that only list what is installed. */
	readonly lists?: RegExp;
	/** Verbs that only read with other managers, but contact another machine with this one. */
	readonly fetching?: RegExp;
}

function manager(names: string, spec: Manager): Program {
	return rows(names, {
		input: 'data',
		options: {
			...data(
				`-C --directory --project -e --env -f --color ${packages} --extra --group -g --only-group --package --retries`,
			),
			...role('flag', managerFlags),
			...role('read', '--env-file'),
		},
		wraps: true,
		also: (it) => environmentManager(it, spec),
	});
}

/** Returns the interpreters that options name, also after the verb. */
function interpretersNamed({ words }: Invocation): readonly Word[] {
	return words.flatMap((word, i) => {
		const attached = /^(?:--python=|-p)(.+)$/.exec(word.text)?.[1];
		if (attached !== undefined) return [{ ...word, ...constant(attached), known: word.known }];
		return /^(--python|-p)$/.test(words[i - 1]?.text ?? '') ? [word] : [];
	});
}

/** Judges the command of `hatch env run`. If it is a single word, the word is a whole command line. */
function carried(words: readonly Word[]): readonly Finding[] {
	const command = words.filter(({ text }, i) => !(i === 0 && text === '--'));
	return command.length === 1 ? command.map((source) => ({ find: 'shell', source })) : commandOf(command);
}

/** Options of these managers that change neither what runs nor where it runs. */
const plain =
	/^(-[qvne]|--(no-sync|frozen|locked|offline|dev|no-dev|all-extras|all-groups|extra|group|only-group|only-dev|quiet|verbose|isolated|no-progress|active|exact|inexact|package|all-packages|no-editable|no-interaction|no-ansi|env|no-plugins))$/;
const reading = /^(show|check|tree|version|about|env|list|info|debug|graph|help)$/;

function environmentManager(it: Invocation, spec: Manager): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined) return it.has('--version', '-V', '--help', '-h') ? [] : [exec(it)];
	if (name === 'run') return runInside(rest, it);
	const pair = `${name} ${rest[0]?.text ?? ''}`;
	if (spec.tests === true && name === 'test')
		return [
			...ownPython(it, 'hatch test'),
			...foreign([...rest, ...it.values('-p', '--project')], it),
			...handedOn(rest, 'hatch test', it),
			...passedToPytest(it.words.slice(it.words.indexOf(verb) + 1)),
		];
	if (spec.runsTools === true && pair === 'tool run') return uvTool(rest.slice(1), it);
	const isListing = spec.lists?.test(pair) === true;
	const isReading =
		verb.known &&
		reading.test(name) &&
		spec.fetching?.test(name) !== true &&
		!/^(use|remove|create|prune)$/.test(rest[0]?.text ?? '') &&
		!(name === 'env' && /^run$/.test(rest[0]?.text ?? ''));
	if (pair === 'env run') return [exec(it, `${it.name} ${pair}`), ...carried(rest.slice(1))];
	if ((isListing || isReading) && it.words.some(({ text }) => /^(--outdated|-o)$/.test(text)))
		return fetches('python', it);
	// The manager starts an interpreter that an option names by its path.
	const asked = interpretersNamed(it).filter(({ text, known }) => !known || !/^[\w.@-]+$/.test(text));
	if (isListing || isReading)
		return [...asked.flatMap((word) => runsFile(word, it.scope)), ...outside([constant('.')], it), ...readsHere(it)];
	return [...fetches('python', it), exec(it, `${it.name} ${name}`)];
}

/** Judges `uv run X`. X is judged like any command, in the environment that the project declares. */
function runInside(words: readonly Word[], it: Invocation): readonly Finding[] {
	const valued =
		/^(--with|--with-requirements|--with-editable|--python|-p|--extra|--group|--only-group|--index|--index-url|--env-file|--directory|--project|--package)$/;
	let at = 0;
	while (words[at]?.text.startsWith('-') === true && !/^(-m|--module|--|-)$/.test(words[at]?.text ?? ''))
		at += valued.test(words[at]?.text ?? '') ? 2 : 1;
	const options = words.slice(0, at);
	const isOther =
		options.some(
			(word, i) =>
				word.text.startsWith('-') &&
				!(valued.test(options[i - 1]?.text ?? '') || plain.test(word.text.replace(/=.*/, ''))),
		) || it.options.some(({ name }) => !plain.test(name));
	const more: readonly Finding[] = isOther ? [...fetches('python', it), exec(it, `${it.name} run`)] : [];
	const rest = words.slice(words[at]?.text === '--' ? at + 1 : at);
	const [tool] = rest;
	if (tool === undefined) return [...more, exec(it, `${it.name} run`)];
	if (/^(-m|--module)$/.test(tool.text))
		return [...more, { find: 'command', words: [constant('python'), constant('-m'), ...rest.slice(1)] }];
	if (tool.known && /\.py$/.test(tool.text)) return [...more, ...runsFile(tool, it.scope)];
	return [...more, ...named(tool, rest, it)];
}

function named(tool: Word, rest: readonly Word[], it: Invocation): readonly Finding[] {
	const command: Finding = { find: 'command', words: rest };
	if (tool.known && (isPythonTool(tool.text) || /^python[\d.]*$/.test(tool.text))) return [command];
	const script = `${it.name} run ${tool.text}`;
	const manifest = nearestFile(it.scope, ['pyproject.toml', 'Pipfile', 'hatch.toml']);
	const isDeclared =
		tool.known &&
		manifest?.text.split('\n').some((line) => line.startsWith(`${tool.text.replace(/^[\w.-]+:/, '')} =`)) === true;
	if (isDeclared && manifest !== undefined && isProjectKind(tool.text))
		return ownTool(it, { script, definedIn: manifest.path });
	// A script of the project may have the same name as a program, so both are judged.
	return [exec(it, script), command];
}

/**
 * Judges `uvx`. It ignores the project's environment and fetches the tool from the registry. A known tool is also judged by its own row.
 */
function uvTool(words: readonly Word[], it: Invocation): readonly Finding[] {
	const [tool] = words;
	if (tool === undefined) return [exec(it, 'uvx')];
	const own: readonly Finding[] = tool.known && isPythonTool(tool.text) ? [{ find: 'command', words }] : [];
	const strange = comesFromAddress(tool, it) ? [runsFetchedCode] : [];
	return [...fetches('python', it), exec(it, `uvx ${tool.text}`), ...strange, ...own];
}

/** Returns whether a tool, or a package that it starts with, is named by its web address. No registry vouches for such code. */
function comesFromAddress(tool: Word, { words }: Invocation): boolean {
	const isSource = ({ prefix }: Word, i: number) =>
		/^--(from|spec|with)=https?:/i.test(prefix) ||
		(/^--(from|spec|with)$/.test(words[i - 1]?.text ?? '') && /^https?:/i.test(prefix));
	return /^https?:/i.test(tool.prefix) || words.some(isSource);
}

/** Whether a name belongs to a Python tool, which an environment may start. */
export const isPythonTool = namesIn(() => [...pythonRunners(), ...pythonLinters()]);
