import { endsWithCrlf, withLineEnds } from './line-ends.ts';
import { type StarterFile, starterPaths } from './starter-files.ts';
import type { WorkflowUse } from './workflow-use.ts';

/** What is done with a file: only what is `new` is written. */
export interface PlannedFile extends StarterFile {
	readonly state: 'new' | 'same' | 'kept' | 'left-out';
	/** Why it is not written. */
	readonly why?: string;
	/** The text that is there. */
	readonly before?: string;
}

/** What a checkout has already. */
export interface Present {
	/** The text of a file; undefined where there is none. */
	readonly text: (path: string) => string | undefined;
	readonly workflows: readonly WorkflowUse[];
	readonly hasSkills: boolean;
	readonly attributes: string;
	readonly turnsLineEnds: boolean;
}

/** Decides what is written. What is there stays as it is, and nothing is added that would have no effect, or come beside something of its kind. */
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

/** A workflow of somebody else's may have the name that ours would have. */
function placed(file: StarterFile, { text, workflows }: Present): StarterFile {
	const isTaken = file.path === starterPaths.agent && text(file.path) !== undefined;
	if (!isTaken || workflows.some((one) => one.file === file.path)) return file;
	return { ...file, path: starterPaths.agentBeside };
}

/** Files that count only where another names them, and by which words. */
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
