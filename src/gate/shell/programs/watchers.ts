import { commandOf, shellOf } from '../carried.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { runsFile } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs that run a command again and again, or when files change. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const watchers = (): readonly Program[] => [
	rows('watch viddy', {
		input: 'ignored',
		repeats: true,
		keepsVariables: true,
		options: data('-n --interval -q --equexit'),
		wraps: true,
		also: ({ operands }) => lineOf(operands),
	}),
	rows('entr', {
		input: 'data',
		repeats: true,
		wraps: true,
		also: (it) => (it.has('-s') ? lineOf(it.operands.slice(0, 1)) : commandOf(it.operands)),
	}),
	rows('nodemon', {
		input: 'handed',
		repeats: true,
		options: {
			...data('-w --watch -e --ext -i --ignore --delay --signal -C --cwd'),
			...role('shell', '-x --exec'),
			...role('script', '-r --require --config'),
		},
		wraps: true,
		startsIn: '-C --cwd',
		also: (it) => {
			if (it.has('-x', '--exec')) return [];
			return it.operands.length === 0
				? [exec(it)]
				: it.operands.slice(0, 1).flatMap((word) => runsFile(word, it.scope));
		},
	}),
	rows('chokidar', {
		input: 'ignored',
		repeats: true,
		options: {
			...data('-d --debounce -t --throttle -i --ignore --polling-interval'),
			...role('shell', '-c --command'),
		},
	}),
	rows('watchexec', {
		input: 'handed',
		repeats: true,
		argumentFiles: true,
		startsIn: '--workdir',
		options: {
			...data(
				'-e --exts -w --watch -W --watch-non-recursive -i --ignore -f --filter -s --signal --stop-signal --stop-timeout',
			),
			...data('-d --debounce --delay-run --poll -E --env --workdir --project-origin --map-signal -o'),
			...data('--on-busy-update --emit-events-to --fs-events --color --completions'),
			...data('--shell'),
			...role('read', '--ignore-file --filter-file'),
			...role('list', '-F --watch-file'),
			...role('code', '-j --filter-prog'),
			...role('write', '--log-file'),
		},
		wraps: true,
		also: (it) => [...behindDashes(it), ...it.values('--shell').flatMap(foreignShell)],
	}),
	rows('reflex', {
		input: 'handed',
		options: {
			...data('-r --regex -R --inverse-regex -g --glob -G --inverse-glob -d --decoration --substitute -t'),
			...role('script', '-c --config'),
		},
		wraps: true,
		also: behindDashes,
	}),
	rows('onchange', {
		input: 'ignored',
		options: { ...data('-d --delay -j --jobs -e --exclude -f --filter'), ...role('shell', '-o --outpipe') },
		also: (it) => lineOf(dashed(it) ?? []),
	}),
	rows('wgo', {
		input: 'handed',
		startsIn: '-cd',
		options: data('-file -xfile -dir -xdir -root -debounce -interval -cd'),
		wraps: true,
		also: behindDashes,
	}),
	// gow runs `go` again when files change.
	rows('gow', {
		onlyListed: true,
		input: 'handed',
		options: data('-e -w -i -P -S -g'),
		wraps: true,
		also: (it) => [
			...it.values('-g').flatMap((tool) => commandOf([tool, ...it.operands])),
			...(it.has('-g') ? [] : commandOf([constant('go'), ...it.operands])),
		],
	}),
	rows('fswatch-run', {
		input: 'ignored',
		wraps: true,
		also: (it) => [...lineOf(it.operands), ...lineOf(it.operands.slice(1))],
	}),
	rows('watchman-make', {
		input: 'ignored',
		options: { ...data('-p --pattern -t --target -s --settle --root --sockname'), ...role('shell', '-r --run --make') },
		also: (it) => [exec(it)],
	}),
];

/** Judges words as a command line, if there are any. */
function lineOf(words: readonly Word[]): readonly Finding[] {
	return words.length === 0 ? [] : [shellOf(words)];
}

/** Returns the words after the first `--`, or undefined without it. */
function dashed({ words }: Invocation): readonly Word[] | undefined {
	const at = words.findIndex((word) => word.text === '--');
	return at < 0 ? undefined : words.slice(at + 1);
}

function behindDashes(it: Invocation): readonly Finding[] {
	return lineOf(dashed(it) ?? it.operands);
}

/** Reports a shell that is not known, because it may be any program. */
function foreignShell({ known, text }: Word): readonly Finding[] {
	return known && /^(none|(ba|da|z|fi|k)?sh|pwsh|powershell|cmd|nu)$/.test(text) ? [] : [opaque(`the shell ${text}`)];
}
