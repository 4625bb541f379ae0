import { z } from 'zod';
import { step } from '../tool-actions.ts';
import type { Action, Format } from '../trajectory.ts';

const state = z.object({ working_dir: z.string().optional(), open_file: z.string().optional() }).catch({});
type State = z.infer<typeof state>;
const entry = z.object({
	action: z.string(),
	state: z.union([z.string().transform((text) => state.parse(parsed(text))), state]).optional(),
});
const document = z.object({ trajectory: z.array(entry).min(1), environment: z.string().optional() });

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Returns the words of one of the agent's own commands, without quotes. */
function wordsOf(line: string): readonly string[] {
	return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, bare]) => double ?? single ?? bare ?? '',
	);
}

type Own = (words: readonly string[], open: string | undefined) => Action;

const read =
	(at: number): Own =>
	(words) =>
		step('Read', { file_path: words[at] ?? '.' });
const edit: Own = (_words, open) => (open === undefined ? { skipped: 'edit' } : step('Edit', { file_path: open }));
const skip: Own = ([verb = '']) => ({ skipped: verb });

/** The agent's own commands, in addition to those of the shell. */
const own: Readonly<Record<string, Own>> = {
	open: read(1),
	goto: skip,
	scroll_up: skip,
	scroll_down: skip,
	find_file: read(2),
	search_dir: read(2),
	search_file: read(2),
	create: ([, path = '']) => step('Write', { file_path: path, content: '' }),
	edit,
	insert: edit,
	submit: skip,
	exit_cost: skip,
	exit_context: skip,
	exit_format: skip,
	exit_api: skip,
	exit_error: skip,
	exit_environment_error: skip,
	DISCUSSION: skip,
	str_replace_editor: ([, verb, path = '']) => {
		if (verb === 'view') return step('Read', { file_path: path });
		return step(verb === 'create' ? 'Write' : 'Edit', { file_path: path, ...(verb === 'create' && { content: '' }) });
	},
};

function actionOf(line: string, before: State): Action {
	const words = wordsOf(line.split('\n')[0] ?? '');
	const [verb = ''] = words;
	const open = before.open_file === 'n/a' || before.open_file === '' ? undefined : before.open_file;
	if (verb === '') return { skipped: 'an empty turn' };
	const given = Object.hasOwn(own, verb) ? own[verb]?.(words, open) : undefined;
	return at(given ?? step('Bash', { command: line.trimEnd() }), before.working_dir);
}

function at(action: Action, cwd: string | undefined): Action {
	return 'tool' in action && cwd !== undefined ? { ...action, cwd } : action;
}

/** SWE-agent: steps with an `action`. `state` is the state of the terminal after the step. */
export const sweAgent: Format = {
	name: 'SWE-agent',
	read: (value) => {
		const { data } = document.safeParse(value);
		if (data === undefined) return undefined;
		const root = data.trajectory[0]?.state?.working_dir;
		const first: State = root === undefined ? {} : { working_dir: root };
		const actions = data.trajectory.map(({ action }, i) => actionOf(action, data.trajectory[i - 1]?.state ?? first));
		return { actions, ...(root?.startsWith('/') && root !== '/' && { root }) };
	},
};
