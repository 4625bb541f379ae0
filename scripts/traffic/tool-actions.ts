import { z } from 'zod';
import type { JsonObject } from '../../src/core/index.ts';
import { patchActions } from './patch-actions.ts';
import type { Action, Step } from './trajectory.ts';

const text = z.string();
const path = ['path', 'file_path', 'absolute_path', 'filePath', 'filename', 'notebook_path'];

/** The names that agents use for their shell and for tools that touch one file. */
const shells = new Set(
	`bash shell shell_command execute_bash exec_command run_command run_shell_command run_terminal_cmd local_shell
	terminal run execute_command container.exec unified_exec`.split(/\s+/),
);
const readers = new Set('read read_file view open grep glob ls list list_directory search_file_content'.split(' '));
const writers = new Set('write write_file create create_file'.split(' '));
const editors = new Set(
	'edit multiedit replace insert str_replace edit_file search_replace notebookedit notebook_edit'.split(' '),
);
const editorTools = new Set(
	'str_replace_editor str_replace_based_edit_tool file_editor text_editor fileeditor'.split(' '),
);

/** Returns the actions of a tool call, by the tool's name and the names of its arguments. */
export function toolActions(name: string, args: JsonObject, cwd?: string): readonly Action[] {
	const tool = name.toLowerCase().replace(/^functions\./, '');
	if (tool === 'apply_patch') return patchActions(firstText(args, ['input', 'patch', 'command']) ?? '', cwd);
	if (editorTools.has(tool)) return fileAction(editorVerb(args), args, cwd) ?? [{ skipped: name }];
	const kind = shells.has(tool) ? 'Bash' : fileVerb(tool);
	if (kind === 'Bash') return shellActions(name, args, cwd);
	return (kind && fileAction(kind, args, cwd)) ?? [{ skipped: name }];
}

function fileVerb(tool: string): Step['tool'] | undefined {
	if (readers.has(tool)) return 'Read';
	if (writers.has(tool)) return 'Write';
	return editors.has(tool) ? 'Edit' : undefined;
}

function editorVerb(args: JsonObject): Step['tool'] {
	if (args['command'] === 'view') return 'Read';
	return args['command'] === 'create' ? 'Write' : 'Edit';
}

function fileAction(tool: Step['tool'], args: JsonObject, cwd: string | undefined): readonly Action[] | undefined {
	const file = firstText(args, path) ?? (tool === 'Read' ? '.' : undefined);
	if (file === undefined) return undefined;
	const [before, after] = [firstText(args, ['old_string', 'old_str']), firstText(args, ['new_string', 'new_str'])];
	const content = firstText(args, ['content', 'file_text', 'contents']) ?? '';
	const edited = before === undefined || after === undefined ? {} : { old_string: before, new_string: after };
	const more = { Bash: {}, Read: {}, Write: { content }, Edit: edited }[tool];
	return [step(tool, { file_path: file, ...more }, cwd)];
}

function shellActions(name: string, args: JsonObject, cwd: string | undefined): readonly Action[] {
	const input = String(args['is_input']) === 'true';
	const given = args['command'] ?? args['cmd'] ?? args['script'];
	if (input || given === undefined || given === '') return [{ skipped: input ? 'input to a process' : name }];
	const argv = z.array(text).safeParse(given);
	const directory = firstText(args, ['workdir', 'cwd', 'working_dir']) ?? cwd;
	if (argv.data?.[0] === 'apply_patch') return patchActions(argv.data[1] ?? '', directory);
	return [step('Bash', { command: argv.success ? commandOf(argv.data) : String(given) }, directory)];
}

/** Returns the command line of an argument vector. For `bash -lc`, it is the last word. */
function commandOf(argv: readonly string[]): string {
	const [program = '', flags = '', line] = argv;
	if (/^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z)?sh$/.test(program) && /^-[a-z]*c$/.test(flags) && line !== undefined)
		return line;
	return argv.map((word) => (/^[\w./=:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

export function step(tool: Step['tool'], args: JsonObject, cwd?: string): Step {
	return { tool, args, ...(cwd !== undefined && { cwd }) };
}

function firstText(args: JsonObject, keys: readonly string[]): string | undefined {
	return keys.map((key) => text.safeParse(args[key]).data).find((value) => value !== undefined);
}
