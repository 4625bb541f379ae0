import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const setupCommand = z.union([
	z.string().transform((run) => ({ run, hosts: [] as readonly string[] })),
	z.strictObject({ run: z.string(), hosts: z.array(z.string()).readonly().default([]) }),
]);

const project = z.strictObject({
	/** The project's name here, and the name of its folder. */
	name: z.string().regex(/^[\w.-]+$/),
	/** `owner/name` on GitHub. */
	repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
	/** The commit that is tried. */
	commit: z.string().regex(/^[0-9a-f]{40}$/),
	ecosystem: z.string(),
	/** A clone of it on this disk. A relative path begins at the folder of `projects.json`. */
	clone: z.string(),
	/** The commands that prepare a fresh clone for its tests, in order. */
	setup: z.array(setupCommand).readonly().default([]),
	/** Lines that its maintainers would add to `.gitignore`, because setup may change only ignored paths. */
	ignore: z.array(z.string()).readonly().default([]),
	/** The repository's own test command. */
	test: z.string(),
	/** Folders before the machine's own PATH, as setup actions add them. */
	path: z.array(z.string()).readonly().default([]),
	/** Variables of the job. */
	env: z.record(z.string(), z.string()).default({}),
	/** A sentence for the page: why the results inside and outside differ. */
	note: z.string().optional(),
	/** Notes for people from the choice of the project. No code here reads them. */
	outside: z.unknown().optional(),
});

/** A public repository on this disk, and how it is tested. */
export type Project = z.infer<typeof project>;

/**
 * Returns the projects of a folder, from its `projects.json`.
 * @throws ZodError for a file of another shape.
 */
export function readProjects(folder: string): readonly Project[] {
	return z.array(project).parse(JSON.parse(readFileSync(join(folder, 'projects.json'), 'utf8')));
}
