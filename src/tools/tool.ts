import { z } from 'zod';
import type {
	FileRewrite,
	Forge,
	JobProxy,
	JsonObject,
	ListenTo,
	Manifest,
	PullStart,
	Redactor,
	Remembered,
	RunId,
	SandboxLimits,
	StandingReach,
	ToolContext,
	Toolchain,
	ToolDefinition,
	ToolForge,
	ToolName,
	ToolOutput,
	Workspace,
} from '../core/index.ts';
import { noToolchain } from '../core/index.ts';
import type { Outside } from '../sandbox/index.ts';

/** Everything that the tools of one run use. */
export interface ToolServices {
	readonly workspace: Workspace;
	readonly forge: Forge;
	readonly toolForge: ToolForge;
	readonly redactor: Redactor;
	/** The id of the person who requested the run. */
	readonly requester: number;
	readonly listenTo: ListenTo;
	readonly thread: number;
	readonly run: RunId;
	readonly baseBranch: string;
	/** The pull request that the run is on. */
	readonly pull?: PullStart;
	/** Returns whether the run has changed nothing. Only for a run that began on a pull request's files. */
	readonly isAsBegun?: (manifest: Manifest) => boolean;
	/** The task in a few words, for the name of the branch. */
	readonly slug: string;
	/**
	 * Returns whether a path of the checkout contains a credential, according to its name. It uses the gate's rules, so no tool shows a file
	 * that the gate blocks.
	 */
	readonly holdsCredential: (path: string) => boolean;
	/** Searches the memory of earlier runs, or returns why it cannot. If left out, this run has no memory and stores none. */
	readonly searchMemory?: (query: string, limit: number) => Promise<readonly Remembered[] | { readonly why: string }>;
	readonly sandbox?: {
		readonly toolchain?: Toolchain;
		readonly limits?: Partial<SandboxLimits>;
		/** The folder of the caches that commands share. */
		readonly caches?: string;
		/** Files of the checkout that no command may see, because they hold credentials of earlier steps. */
		readonly hidden?: readonly string[];
		/** Folders of submodules that are not checked out. */
		readonly sealed?: readonly string[];
		/** Commands wait for this promise, because the job may still be installing or repairing the sandbox. */
		readonly ready?: Promise<unknown>;
		/** The hosts and services that every command may reach, in addition to the hosts in its effects. */
		readonly standing?: StandingReach;
		/** The proxy in the environment of the job. */
		readonly jobProxy?: JobProxy;
		/** A replacement for the internet, for tests. */
		readonly outside?: Outside;
		/** Aborting this signal stops the running command. */
		readonly interruption?: AbortSignal;
	};
}

/** The settings of a program's sandbox, without limits and network access. */
export type Wall = Required<Pick<NonNullable<ToolServices['sandbox']>, 'toolchain' | 'hidden' | 'sealed'>> &
	Pick<NonNullable<ToolServices['sandbox']>, 'caches' | 'interruption'>;

/** Returns the sandbox settings for every start of a program. Without them, the program could see credentials. */
export function wallOf(sandbox: ToolServices['sandbox']): Wall {
	const { toolchain = noToolchain, hidden = [], sealed = [], caches, interruption } = sandbox ?? {};
	return {
		...{ toolchain, hidden, sealed },
		...(caches === undefined ? {} : { caches }),
		...(interruption === undefined ? {} : { interruption }),
	};
}

/** The arguments of a call, parsed by its tool. Only this tool can use them. */
export type ReadArguments = Readonly<Record<string, unknown>>;

/** One tool. */
export interface Tool {
	readonly definition: ToolDefinition;
	/** Checks the arguments of a call. `why` is the error for the model. */
	read(
		args: JsonObject,
	): { readonly ok: true; readonly args: ReadArguments } | { readonly ok: false; readonly why: string };
	run(args: ReadArguments, services: ToolServices, context: ToolContext): Promise<ToolOutput>;
	findDone?(args: ReadArguments, services: ToolServices, context: ToolContext): Promise<ToolOutput | undefined>;
	/** Returns the error that the model must correct before a person is asked. */
	problem?(args: ReadArguments, services: ToolServices): string | undefined;
	/** Returns the file that the call would rewrite, with the content after the call. */
	rewrite?(args: ReadArguments): FileRewrite;
}

interface ToolSpecification<S extends z.ZodObject> {
	readonly name: ToolName;
	readonly description: string;
	readonly args: S;
	run(args: z.output<S>, services: ToolServices, context: ToolContext): Promise<ToolOutput>;
	findDone?(args: z.output<S>, services: ToolServices, context: ToolContext): Promise<ToolOutput | undefined>;
	problem?(args: z.output<S>, services: ToolServices): string | undefined;
	rewrite?(args: z.output<S>): FileRewrite;
}

/** Makes a tool from its functions and the schema of its arguments. */
export function defineTool<S extends z.ZodObject>(spec: ToolSpecification<S>): Tool {
	const { name, description, args, ...functions } = spec;
	const parameters = schemaOf(args);
	return {
		...functions,
		definition: { name, description, parameters },
		read: (raw) => {
			const read = args.safeParse(raw);
			return read.success
				? { ok: true, args: read.data }
				: { ok: false, why: explainArguments(name, read.error, parameters) };
		},
	};
}

/** Returns the output of a tool that did what was asked. */
export function done(text: string): ToolOutput {
	return { ok: true, text };
}

/** Returns the output for an expected failure. It says what was wrong and what to do, in words for the model. */
export function refused(text: string): ToolOutput {
	return { ok: false, text };
}

/** Returns the output of a command that did not start, because a protection of its sandbox was missing. */
export function notBegun(open: string): ToolOutput {
	return { ok: false, text: `Nothing was run: the sandbox is not as it was proven (${open}).`, open };
}

/** A whole number from 1 on. */
export const count = z.int().min(1);

const mostExpected = 8_000;

function schemaOf(args: z.ZodObject): JsonObject {
	const { $schema, ...schema } = z.toJSONSchema(args, {
		io: 'input',
		// Leave out JavaScript's largest integer, because it is not a limit of the tool.
		override: ({ jsonSchema }) => {
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
		},
	});
	return schema as JsonObject;
}

/** Explains what is wrong with the arguments of a call, from zod's error. */
function explainArguments(name: string, error: z.ZodError, parameters: JsonObject): string {
	const faults = error.issues.map((issue) => {
		if (issue.code === 'unrecognized_keys')
			return `${issue.keys.map((key) => `\`${key}\``).join(', ')}: no such argument`;
		return `\`${issue.path.join('.') || 'arguments'}\`: ${issue.message}`;
	});
	return explainFaults(name, faults, parameters) ?? '';
}

const mostFaults = 10;

/** Explains what is wrong with the arguments of a call, and what to do. Undefined if nothing is wrong. */
export function explainFaults(name: string, faults: Iterable<string>, parameters: JsonObject): string | undefined {
	const told: string[] = [];
	for (const fault of faults) if (told.push(fault) === mostFaults) break;
	if (told.length === 0) return undefined;
	const more = told.length === mostFaults ? '; and perhaps more' : '';
	const expected = JSON.stringify(parameters['properties'] ?? {}).slice(0, mostExpected);
	return `The arguments of ${name} do not fit. ${told.join('; ')}${more}. Expected: ${expected}. Call it again with these.`;
}
