import { directoriesAbove, nearestFile } from '../declared.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { runsFile } from '../roles.ts';
import { unlisted } from '../unlisted.ts';
import type { Word } from '../word.ts';
import { fetchedTool } from './fetched-tool.ts';
import { readsHere } from './here.ts';
import { fed } from './interpreters.ts';
import { fetching, bun as manager, managerOptions, packageScript, scriptOf } from './node-script.ts';
import { handedOn } from './project/handed-on.ts';
import { executed, foreign } from './project/operands.ts';
import { configured } from './project/tool.ts';
import { usedByScripts } from './project/variables-used.ts';
import { ownTool } from './project-script.ts';
import { fetches } from './registries.ts';

/** `bun` is a runtime, a package manager, a test runner and a bundler. A file that it executes is judged as a script. */
export const bunModes = (): readonly Program[] => [
	rows('bun', {
		input: 'handed',
		when: ([first]) => first !== undefined && !/^(-e|-p|--eval|--print|-)$/.test(first.text),
		options: {
			...managerOptions,
			...role('script', '-r --preload --import --require'),
			...data('--test-name-pattern -t --timeout --coverage-reporter --target --define --reporter --format'),
			...data('-c --config'),
			...role('output', '--outdir --outfile --coverage-dir --reporter-outfile --metafile --metafile-md --cpu-prof-dir'),
			...role('read', '--env-file'),
		},
		judgesOptions: true,
		taken: usedByScripts,
		also: bun,
	}),
];

/**
 * Returns the words that begin with a dot or a slash. Each is a file that bun runs whatever its name is. Any other word only chooses tests.
 */
function byPath(words: readonly Word[]): readonly Word[] {
	return words.filter(({ text }) => /^(\.{0,2}\/)/.test(text));
}

function bun(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined) return it.has('--version', '-v', '--help', '-h', '--revision') ? [] : [exec(it)];
	if (!verb.known) return [exec(it, `bun ${name}`)];
	const definedIn = nearestFile(it.scope, ['bunfig.toml', 'package.json'])?.path ?? '.';
	const isInside = directoriesAbove(it.scope).length > 0;
	if (/^(test|build)$/.test(name) && isInside)
		return [
			...ownTool(it, { script: `bun ${name}`, definedIn }),
			...handedOn(it.words.slice(it.words.indexOf(verb) + 1), `bun ${name}`, it),
			...unlisted(it.words.slice(0, it.words.indexOf(verb)), { options: managerOptions }, it.scope),
			...(name === 'test' ? executed(byPath(rest), it, /\.[cm]?[jt]sx?$/) : []),
			...foreign(it.values('--cwd', '-C', '--dir', '--prefix'), it),
			...it.values('-c', '--config').flatMap((word) => configured(word, `bun ${name}`, it)),
		];
	if (name === 'x') return fetchedTool(rest, it);
	if (name === 'help' || (name === 'pm' && /^(ls|bin|hash|cache)$/.test(rest[0]?.text ?? '') && rest.length === 1))
		return readsHere(it);
	if (name === 'run' && rest[0]?.text === '-') return fed(it, 'javascript');
	if (fetching.test(name) || /^(remove|rm|link|unlink|a)$/.test(name))
		return [...fetches('node', it), exec(it, `bun ${name}`)];
	const file = name === 'run' ? rest[0] : verb;
	if (file !== undefined && /[./]/.test(file.text)) return runsFile(file, it.scope, { words: [] });
	const called = name === 'test' ? undefined : scriptOf(it, manager);
	return called === undefined ? [exec(it, `bun ${name}`)] : packageScript(it, called);
}
