import type { DeliveredClass } from './delivered.ts';

/**
 * One thing that a tool call would do. This is the complete list of effects that the gate judges. Paths inside the workspace are relative
 * to its root, and other paths are absolute. All use `/`.
 */
export type Effect =
	/**
	 * Reads the content or the listing of a path. `public` means that the path is outside the checkout and not private, such as
	 * documentation, headers or libraries.
	 */
	| { readonly kind: 'read'; readonly path: string; readonly public?: true }
	/** Creates or changes a file. `scratch` means a folder that exists only for this call. */
	| { readonly kind: 'write'; readonly path: string; readonly scratch?: true }
	/**
	 * Deletes a file or a whole folder. `moved` means that the same command writes the content to another path. `fresh` means that the same
	 * line made the folder under a new name, which no caller could choose.
	 */
	| {
			readonly kind: 'delete';
			readonly path: string;
			readonly recursive: boolean;
			readonly moved?: true;
			readonly fresh?: true;
	  }
	/** Starts a program whose effects are not known exactly. */
	| { readonly kind: 'exec'; readonly program: string; readonly argv: readonly string[] }
	/** Runs a test, lint, type check or build that the project declares. `definedIn` is the file with the declaration. */
	| { readonly kind: 'exec.project'; readonly script: string; readonly definedIn: string }
	/**
	 * Runs a tool that the repository declares, in the sandbox and without network. The tool is a skill's command or belongs to an MCP server.
	 * `from` is the owner of the tool, and `runs` is the program.
	 */
	| {
			readonly kind: 'exec.tool';
			readonly tool: string;
			readonly from: string;
			readonly runs: string;
			readonly writes: boolean;
	  }
	/** Talks to a host. */
	| { readonly kind: 'network'; readonly host: string }
	/** Reads or prints a credential. */
	| { readonly kind: 'secret.read'; readonly what: string }
	/** Stages, commits or branches locally. Nothing leaves the checkout. */
	| { readonly kind: 'git.commit'; readonly what: string }
	/** Sends refs to a remote. */
	| { readonly kind: 'git.push'; readonly remote: string; readonly ref: string; readonly force: boolean }
	/** Rewrites or drops local history or uncommitted work. */
	| { readonly kind: 'git.rewrite'; readonly what: string }
	/** Reads issues, pull requests, checks or releases of the run's own repository through the API. */
	| { readonly kind: 'forge.read'; readonly what: string }
	/** Changes something on the forge, such as a comment, a pull request or a label. `target` says which one. */
	| { readonly kind: 'forge.write'; readonly what: ForgeWrite; readonly target: string }
	/**
	 * Puts a changed file of the working tree into a pull request. It does not matter what changed the file. `what` is the class of the file,
	 * and `detail` says what is important about the change.
	 */
	| {
			readonly kind: 'deliver';
			readonly path: string;
			readonly change: 'added' | 'changed' | 'deleted';
			readonly what: DeliveredClass;
			readonly detail?: string;
	  }
	/** Becomes another user, or changes permissions. */
	| { readonly kind: 'privilege'; readonly how: string }
	/** Writes something that executes later, such as a hook, a workflow, or a git or shell configuration. */
	| { readonly kind: 'config.write'; readonly path: string }
	/**
	 * Destroys data or machines outside the checkout, such as a database, cloud resources, a cluster or a repository. `local` means that a
	 * task of the project does this to a target from the project's configuration.
	 */
	| { readonly kind: 'destroy'; readonly what: string; readonly local?: true }
	/**
	 * The effect cannot be known, so the call always needs approval. If `tool` is set, the tool itself is unknown, and only a rule with its
	 * name allows the call. `unplaced` means that the path of a file tool leads to an unknown place.
	 */
	| { readonly kind: 'opaque'; readonly why: string; readonly tool?: string; readonly unplaced?: true };

/** The name in `secret.read` if a call shows all its environment variables. */
export const wholeEnvironment = 'the environment';

export type EffectKind = Effect['kind'];

/** The kinds of changes on the forge. The target `own` means the run's own thread or its own draft pull request. */
export type ForgeWrite = 'comment' | 'draft-pull-request' | 'pull-request-commit' | 'label' | 'review' | 'other';

/** Describes an effect in one line for people: "writes `src/a.ts`", "pushes to `main` (force)". */
export function describeEffect(effect: Effect): string {
	switch (effect.kind) {
		case 'read':
			return `reads ${effect.public === true ? 'public ' : ''}\`${effect.path}\``;
		case 'write':
			return `writes \`${effect.path}\``;
		case 'delete':
			return `deletes \`${effect.path}\`${effect.recursive ? ' and all below it' : ''}`;
		case 'exec':
			return `runs \`${effect.program}\``;
		case 'exec.project':
			return `runs the project's own \`${effect.script}\` (declared in \`${effect.definedIn}\`)`;
		case 'exec.tool':
			return `runs \`${effect.tool}\` of ${effect.from} (\`${effect.runs}\`) in the sandbox, which may ${effect.writes ? 'write' : 'read'} the checkout`;
		case 'network':
			return `talks to \`${effect.host}\``;
		case 'secret.read':
			return `reads a credential: ${effect.what}`;
		case 'git.commit':
			return `changes local git state: ${effect.what}`;
		case 'git.push':
			return `pushes \`${effect.ref}\` to \`${effect.remote}\`${effect.force ? ' (force)' : ''}`;
		case 'git.rewrite':
			return `rewrites or drops local history: ${effect.what}`;
		case 'forge.read':
			return `reads on GitHub: ${effect.what}`;
		case 'forge.write':
			return `writes on GitHub: ${effect.what} (${effect.target})`;
		case 'deliver':
			return describeDelivery(effect);
		case 'privilege':
			return `changes privileges: ${effect.how}`;
		case 'config.write':
			return `writes what executes later: \`${effect.path}\``;
		case 'destroy':
			return `destroys what lies beyond the checkout: ${effect.what}`;
		case 'opaque':
			return `cannot be inspected: ${effect.why}`;
	}
}

/**
 * Describes a delivered file. The class comes before the path. So a file's name cannot imitate the beginning of the text, for which
 * patterns search.
 */
function describeDelivery({ path, change, what, detail }: Extract<Effect, { kind: 'deliver' }>): string {
	const as = what === 'ordinary' ? '' : ` as ${what}:`;
	return `delivers${as} \`${path}\` (${change}${detail === undefined ? '' : `; ${detail}`})`;
}
