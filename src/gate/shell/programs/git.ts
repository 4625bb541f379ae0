import { posix } from 'node:path';
import { data, type Finding, type Invocation, opaque, type Program, role, rows, type Scope } from '../program.ts';
import { constant } from '../word.ts';
import { gitConfig } from './git-config.ts';
import { gitHistory } from './git-history.ts';
import { gitPush } from './git-push.ts';
import { gitReads } from './git-reads.ts';

/** `git`: its options before the subcommand, then one table for each kind of subcommand. */
export const git: readonly Program[] = [
	rows('git', {
		options: {
			...data('-C -c --config-env --git-dir --work-tree --namespace --super-prefix --list-cmds --attr-source'),
			...role('code', '--exec-path'),
		},
		wraps: true,
		also: globalOptions,
		scopeFor: movedBy,
		subcommands: [...gitReads, ...gitHistory, ...gitPush, ...gitConfig],
		examples: {
			'git status': ['read .'],
			'git -C src --no-pager log': ['read src'],
			'git -c core.pager=./x log': ['opaque', 'read .', 'exec x'],
			"git -c alias.x='!rm d' x": ['opaque', 'exec git x', 'delete d'],
			'git -c user.name=a commit -m x': ['git.commit commit'],
			'git --git-dir=/tmp/x status': ['opaque', 'read .'],
			'git frobnicate': ['exec git frobnicate'],
			'git --version': [],
		},
	}),
];

function movedBy({ values, scope }: Invocation): Scope {
	let cwd = scope.cwd;
	for (const word of values('-C')) {
		if (!word.known || word.pattern) return { ...scope, cwd: undefined };
		if (word.text.startsWith('/')) cwd = word.text;
		else cwd = cwd === undefined ? undefined : posix.join(cwd, word.text);
	}
	return { ...scope, cwd };
}

/** Settings that change how git prints or signs its work, and nothing else. */
const harmlessKeys =
	/^(user\.(name|email)|color\..*|advice\..*|core\.(quotepath|autocrlf|abbrev|longpaths|ignorecase|precomposeunicode)|log\.(date|decorate|abbrevcommit|showsignature)|diff\.(renames|algorithm|context|mnemonicprefix|noprefix)|init\.defaultbranch|commit\.gpgsign|tag\.gpgsign|pull\.(rebase|ff)|merge\.(ff|conflictstyle)|rebase\.(autostash|autosquash)|column\..*|status\..*|grep\.(linenumber|patterntype)|blame\..*|core\.hookspath=\/dev\/null|core\.fsmonitor=false|safe\.directory|gc\.auto)$/;

function globalOptions(it: Invocation): readonly Finding[] {
	const settings = it.values('-c').flatMap((word) => {
		const [key = '', ...rest] = word.text.split('=');
		const value = rest.join('=');
		const lower = key.toLowerCase();
		if (word.known && (harmlessKeys.test(lower) || harmlessKeys.test(`${lower}=${value}`))) return [];
		if (word.known && /pager$|editor$/.test(lower) && /^(cat|less|more|true|:|)$/.test(value)) return [];
		return [opaque(`sets \`${key}\` for git, which may execute what it names`), ...carried(lower, value)];
	});
	const moved = ['--git-dir', '--work-tree', '--config-env', '--namespace'].filter((name) => it.has(name));
	return [...settings, ...moved.map((name) => opaque(`\`git ${name}\` changes what git works on`))];
}

/** Keys whose value is a command line: it is judged like one. */
function carried(key: string, value: string): readonly Finding[] {
	const isCommand =
		/^(core\.(pager|editor|sshcommand|fsmonitor|gitproxy)|sequence\.editor|diff\.external|pager\..*|.*\.(textconv|clean|smudge|process|driver|command|program|helper))$/.test(
			key,
		);
	if (isCommand) return [{ find: 'shell', source: constant(value.replace(/^!/, '')) }];
	if (!key.startsWith('alias.')) return [];
	return [{ find: 'shell', source: constant(value.startsWith('!') ? value.slice(1) : `git ${value}`) }];
}
