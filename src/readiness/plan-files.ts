import { endsWithCrlf, withLineEnds } from './line-ends.ts';
import { type StarterFile, starterPaths } from './starter-files.ts';
import type { WorkflowUse } from './workflow-use.ts';

/** The decision about a file. Only a `new` file is written. */
export interface PlannedFile extends StarterFile {
	readonly state: 'new' | 'same' | 'kept' | 'left-out';
	/** Why the file is not written. */
	readonly why?: string;
	/** The existing text. */
	readonly before?: string;
}

/** The files that a checkout already has. */
export interface Present {
	/** Returns the text of a file. Undefined if it does not exist. */
	readonly text: (path: string) => string | undefined;
	readonly workflows: readonly WorkflowUse[];
	readonly hasSkills: boolean;
	readonly attributes: string;
	readonly turnsLineEnds: boolean;
}

/**
 * Decides which files are written. Existing files do not change. A file is left out if it would have no effect, or if there is already a
 * similar file.
 */
export function planFiles(files: readonly StarterFile[], present: Present): readonly PlannedFile[] {
	return files.map((file) => plan(placed(file, present), present, files));
}

function plan(file: StarterFile, present: Present, files: readonly StarterFile[]): PlannedFile {
	const crlf = endsWithCrlf(file.path, present.attributes, present.turnsLineEnds);
	const wanted = { ...file, text: withLineEnds(file.text, crlf) };
	const before = present.text(file.path);
	if (before !== undefined) {
		const isSame = withLineEnds(before, false) === withLineEnds(file.text, false);
		return isSame ? { ...wanted, state: 'same' } : { ...wanted, state: 'kept', before };
	}
	const why = reasonToLeaveOut(file.path, present, files);
	return why === undefined ? { ...wanted, state: 'new' } : { ...wanted, state: 'left-out', why };
}

/** The file with a free path. Another workflow may already have our workflow's name. */
function placed(file: StarterFile, { text, workflows }: Present): StarterFile {
	const isTaken = file.path === starterPaths.agent && text(file.path) !== undefined;
	if (!isTaken || workflows.some((one) => one.file === file.path)) return file;
	return { ...file, path: starterPaths.agentBeside };
}

/** Files that have an effect only if another file names them, and the words that name them. */
const namedBy: Readonly<Record<string, readonly [file: string, words: string]>> = {
	[starterPaths.policy]: [starterPaths.config, starterPaths.policy],
	[starterPaths.configSchema]: [starterPaths.config, 'config.schema.json'],
	[starterPaths.policySchema]: [starterPaths.policy, 'policy.schema.json'],
};

function reasonToLeaveOut(path: string, present: Present, files: readonly StarterFile[]): string | undefined {
	if (path === starterPaths.skill) return present.hasSkills ? 'there are skills already' : undefined;
	if (path === starterPaths.agent || path === starterPaths.agentBeside) return servedBy(present.workflows);
	const [namer, words] = namedBy[path] ?? [];
	if (namer === undefined || words === undefined) return undefined;
	const there = present.text(namer);
	if (there !== undefined) return there.includes(words) ? undefined : `${namer} does not name it`;
	const why = files.some((file) => file.path === namer) ? reasonToLeaveOut(namer, present, files) : undefined;
	return why === undefined ? undefined : `it would belong to ${namer}, and that is left out`;
}

function servedBy(workflows: readonly WorkflowUse[]): string | undefined {
	const serving = workflows.find(({ events }) => events.includes('issue_comment'));
	return serving === undefined ? undefined : `${serving.file} serves comments already`;
}
