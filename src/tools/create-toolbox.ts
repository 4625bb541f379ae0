import {
	CountersignError,
	type JsonObject,
	type Toolbox,
	type ToolCall,
	type ToolDefinition,
	type ToolOutput,
} from '../core/index.ts';
import { type AddedTool, asTool } from './added-tool.ts';
import { checkLog } from './check-log.ts';
import { checksRead } from './checks-read.ts';
import { comment } from './comment.ts';
import { commentsRead } from './comments-read.ts';
import { fileEdit } from './file-edit.ts';
import { fileList } from './file-list.ts';
import { fileRead } from './file-read.ts';
import { fileSearch } from './file-search.ts';
import { fileWrite } from './file-write.ts';
import { gitDiff } from './git-diff.ts';
import { gitStatus } from './git-status.ts';
import { issueRead } from './issue-read.ts';
import { issuesList } from './issues-list.ts';
import { labelsSet } from './labels-set.ts';
import { memoryNote } from './memory-note.ts';
import { memorySearch } from './memory-search.ts';
import { mergedRead } from './merged-read.ts';
import { openPullRequest } from './open-pull-request.ts';
import { pullRequestDiff } from './pull-request-diff.ts';
import { pullRequestUpdate } from './pull-request-update.ts';
import { releasesRead } from './releases-read.ts';
import { reviewReply } from './review-reply.ts';
import { reviewWrite } from './review-write.ts';
import { reviewsRead } from './reviews-read.ts';
import { shellExec } from './shell-exec.ts';
import { skillRead } from './skill-read.ts';
import { type ReadArguments, refused, type Tool, type ToolServices } from './tool.ts';

const tools: readonly Tool[] = [
	fileRead,
	fileList,
	fileSearch,
	fileWrite,
	fileEdit,
	shellExec,
	gitStatus,
	gitDiff,
	comment,
	openPullRequest,
	pullRequestUpdate,
	reviewWrite,
	reviewReply,
	labelsSet,
	issueRead,
	issuesList,
	commentsRead,
	reviewsRead,
	pullRequestDiff,
	checksRead,
	checkLog,
	releasesRead,
	mergedRead,
	skillRead,
	memorySearch,
	memoryNote,
];
const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));

/** The definitions of all our tools. The shipped skills declare the same tools. */
export const toolDefinitions: readonly ToolDefinition[] = tools.map((tool) => tool.definition);

/** The JSON Schema of each tool's arguments, by name. */
export const toolSchemas: Readonly<Record<string, JsonObject>> = Object.fromEntries(
	toolDefinitions.map((definition) => [definition.name, definition.parameters]),
);

/** The parts of a toolbox. */
export interface ToolboxRequest extends ToolServices {
	/** The tools that the run's skills declare. A call of any other tool is refused. If left out, these are all our tools. */
	readonly definitions?: readonly ToolDefinition[];
	/** Returns whether the model may use a tool. The run itself can use the other tools, too. If left out, the model may use all. */
	readonly permits?: (name: string) => boolean;
	/** Additional tools, such as commands of skills and tools of MCP servers. */
	readonly added?: readonly AddedTool[];
}

/** Creates the toolbox of one run. The toolbox does not judge calls: the caller runs only allowed ones. */
export function createToolbox(request: ToolboxRequest): Toolbox {
	const definitions = request.definitions ?? toolDefinitions;
	const offered = new Set(definitions.map((definition) => definition.name));
	const added = new Map((request.added ?? []).map((tool) => [tool.definition.name, tool]));
	const { permits = () => true } = request;
	const find = (name: string): Tool | undefined => {
		const other = added.get(name);
		const tool = byName.get(name) ?? (other === undefined ? undefined : asTool(other));
		return offered.has(name) ? tool : undefined;
	};
	// Returns undefined for wrong arguments, because `run` reports them.
	const withArguments = <T>({ name, args }: ToolCall, ask: (tool: Tool, args: ReadArguments) => T | undefined) => {
		const tool = find(name);
		const read = tool?.read(args);
		return tool !== undefined && read?.ok === true ? ask(tool, read.args) : undefined;
	};
	return {
		definitions: () => definitions.filter(({ name }) => permits(name)),
		problem: (call) => withArguments(call, (tool, args) => tool.problem?.(args, request)),
		rewrite: (call) => withArguments(call, (tool, args) => tool.rewrite?.(args)),
		run: async (call, context) => {
			const tool = find(call.name);
			if (tool === undefined)
				return refused(`There is no tool \`${call.name}\`. There are: ${[...offered].join(', ')}.`);
			const read = tool.read(call.args);
			if (!read.ok) return refused(read.why);
			try {
				return await tool.run(read.args, request, context);
			} catch (thrown) {
				return explainTrouble(thrown);
			}
		},
		findDone: async (call, context) => withArguments(call, (tool, args) => tool.findDone?.(args, request, context)),
	};
}

/**
 * Errors that the model gets as an answer, because the same call would fail again. An outage ends the job instead, and a later job
 * continues.
 */
const forTheModel: ReadonlySet<string> = new Set([
	...['checkout-mismatch', 'github-refused', 'github-rules', 'github-secret', 'github-workflows', 'github-locked'],
]);

const troubles: Readonly<Record<string, string>> = {
	EACCES: 'permission denied',
	EAGAIN: 'it is in use; try again',
	EBUSY: 'it is in use; try again',
	E2BIG: 'the arguments are too long; shorten them',
	EDQUOT: 'the disk quota is used up',
	EEXIST: 'something else was made there meanwhile; try again',
	EFBIG: 'the file would be too large',
	EISDIR: 'a folder is in the way',
	ELOOP: 'a link is in the way',
	EMFILE: 'too many files are open; try again',
	ENAMETOOLONG: 'a name is too long',
	ENFILE: 'too many files are open; try again',
	ENOENT: 'it is not there any more',
	ENOSPC: 'the disk is full',
	ENOTDIR: 'a file or a link is in the way',
	EPERM: 'permission denied',
	EROFS: 'the disk is read-only',
	ESTALE: 'it was changed or moved meanwhile; read it again',
};

/** Temporary errors. An outage of GitHub is not among them, because the GitHub client has already waited and retried. */
const passing: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ESTALE']);

/** Converts an error that the model can handle to an answer for the model. Throws outages and bugs again. */
function explainTrouble(thrown: unknown): ToolOutput {
	if (thrown instanceof CountersignError && forTheModel.has(thrown.code))
		return { ...refused(`${thrown.message} ${thrown.fix}`), refused: thrown.code };
	const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
	const trouble = troubles[code];
	if (trouble === undefined) throw thrown;
	const output = refused(`The file system refused: ${trouble} (${code}).`);
	return passing.has(code) ? { ...output, transient: true } : output;
}
