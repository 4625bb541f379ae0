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
	ToolOutput,
	Workspace,
} from '../core/index.ts';
import { noToolchain } from '../core/index.ts';
import type { Outside } from '../sandbox/index.ts';

/** What the tools of one run work with. */
export interface Bench {
	readonly workspace: Workspace;
	readonly forge: Forge;
	readonly toolForge: ToolForge;
	readonly redactor: Redactor;
	/** The id of the person who asked for the run. */
	readonly requester: number;
	readonly listenTo: ListenTo;
	readonly thread: number;
	readonly run: RunId;
	readonly baseBranch: string;
	/** The pull request that the run is on. */
	readonly pull?: PullStart;
	/** Whether the checkout is as the run found it, where it began on a pull request's files. */
	readonly isAsBegun?: (manifest: Manifest) => boolean;
	/** The task in a few words, for the name of the branch. */
	readonly slug: string;
	/** Whether a path of the checkout holds a credential, by its name: the gate's own knowledge, so that no tool shows what it blocks. */
	readonly holdsCredential: (path: string) => boolean;
	/** Looks through what earlier runs left, or tells why that cannot be read. Left out, this run has no memory of others and leaves none. */
	readonly searchMemory?: (query: string, limit: number) => Promise<readonly Remembered[] | { readonly why: string }>;
	readonly sandbox?: {
		readonly toolchain?: Toolchain;
		readonly limits?: Partial<SandboxLimits>;
		/** The folder of the caches that commands share. */
		readonly caches?: string;
		/** Files of the checkout that no command may see: credentials of earlier steps. */
		readonly hidden?: readonly string[];
		/** Folders of submodules that nobody checked out. */
		readonly sealed?: readonly string[];
		/** Commands wait for it: the machine may still be being mended. */
		readonly ready?: Promise<unknown>;
		/** What every command may reach, beside the hosts of its own effects. */
		readonly standing?: StandingReach;
		/** The proxy that the job's machine is told of. */
		readonly jobProxy?: JobProxy;
		/** The internet, unless a test has another. */
		readonly outside?: Outside;
		/** Stops the command that runs. */
		readonly interruption?: AbortSignal;
	};
}

/** The room that a program runs in, without its limits and its ways out. */
export type Wall = Required<Pick<NonNullable<Bench['sandbox']>, 'toolchain' | 'hidden' | 'sealed'>> &
	Pick<NonNullable<Bench['sandbox']>, 'caches' | 'interruption'>;

/** What whoever starts a program passes on of the room that it runs in: left out in one place it would be a hole in the wall. */
export function wallOf(sandbox: Bench['sandbox']): Wall {
	const { toolchain = noToolchain, hidden = [], sealed = [], caches, interruption } = sandbox ?? {};
	return {
		...{ toolchain, hidden, sealed },
		...(caches === undefined ? {} : { caches }),
		...(interruption === undefined ? {} : { interruption }),
	};
}

/** One tool, whatever its arguments are. */
export interface Tool {
	readonly definition: ToolDefinition;
	run(args: JsonObject, bench: Bench, context: ToolContext): Promise<ToolOutput>;
	findDone(args: JsonObject, bench: Bench, context: ToolContext): Promise<ToolOutput | undefined>;
	/** What the model must correct before anybody is asked; undefined for wrong arguments, which the call itself explains. */
	problem(args: JsonObject, bench: Bench): string | undefined;
	/** What a call would make of a file; undefined for wrong arguments, and for a tool that rewrites none. */
	rewrite(args: JsonObject): FileRewrite | undefined;
}

interface ToolSpecification<S extends z.ZodObject> {
	readonly name: string;
	readonly description: string;
	readonly args: S;
	run(args: z.output<S>, bench: Bench, context: ToolContext): Promise<ToolOutput>;
	findDone?(args: z.output<S>, bench: Bench, context: ToolContext): Promise<ToolOutput | undefined>;
	problem?(args: z.output<S>, bench: Bench): string | undefined;
	rewrite?(args: z.output<S>): FileRewrite;
}

/** Makes a tool whose arguments are checked before anything of it runs. */
export function defineTool<S extends z.ZodObject>(spec: ToolSpecification<S>): Tool {
	const parameters = schemaOf(spec.args);
	return {
		definition: { name: spec.name, description: spec.description, parameters },
		run: async (raw, bench, context) => {
			const args = spec.args.safeParse(raw);
			if (args.success) return spec.run(args.data, bench, context);
			return refused(explainArguments(spec.name, args.error, parameters));
		},
		findDone: async (raw, bench, context) => {
			const args = spec.args.safeParse(raw);
			return args.success ? spec.findDone?.(args.data, bench, context) : undefined;
		},
		problem: (raw, bench) => {
			const args = spec.args.safeParse(raw);
			return args.success ? spec.problem?.(args.data, bench) : undefined;
		},
		rewrite: (raw) => {
			const args = spec.args.safeParse(raw);
			return args.success ? spec.rewrite?.(args.data) : undefined;
		},
	};
}

/** An output of a tool that did what was asked. */
export function done(text: string): ToolOutput {
	return { ok: true, text };
}

/** An output for expected trouble: what was wrong and what to do, in words for the model. */
export function refused(text: string): ToolOutput {
	return { ok: false, text };
}

/** An output of a command that found a wall of its sandbox open, and did not begin. */
export function notBegun(open: string): ToolOutput {
	return { ok: false, text: `Nothing was run: the sandbox is not as it was proven (${open}).`, open };
}

/** A whole number from 1 on. */
export const count = z.int().min(1);

const mostExpected = 8_000;

function schemaOf(args: z.ZodObject): JsonObject {
	const { $schema, ...schema } = z.toJSONSchema(args, {
		io: 'input',
		// JavaScript's largest integer is our limit, not the tool's.
		override: ({ jsonSchema }) => {
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
		},
	});
	return schema as JsonObject;
}

/** What is wrong with the arguments of a call, what is expected, and what to do. */
export function explainArguments(name: string, error: z.ZodError, parameters: JsonObject): string {
	const problems = error.issues.map((issue) => {
		if (issue.code === 'unrecognized_keys')
			return `${issue.keys.map((key) => `\`${key}\``).join(', ')}: no such argument`;
		return `\`${issue.path.join('.') || 'arguments'}\`: ${issue.message}`;
	});
	const expected = JSON.stringify(parameters['properties'] ?? {}).slice(0, mostExpected);
	return `The arguments of ${name} do not fit. ${problems.join('; ')}. Expected: ${expected}. Call it again with these.`;
}
