import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const setupCommand = z.union([
	z.string().transform((run) => ({ run, hosts: [] as readonly string[] })),
	z.strictObject({ run: z.string(), hosts: z.array(z.string()).readonly().default([]) }),
]);

const project = z.strictObject({
	/** What the project is called here, and its folder's name. */
	name: z.string().regex(/^[\w.-]+$/),
	/** `owner/name` on GitHub. */
	repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
	/** The commit that is tried. */
	commit: z.string().regex(/^[0-9a-f]{40}$/),
	ecosystem: z.string(),
	/** A clone of it on this disk; a relative path counts from the folder of `projects.json`. */
	clone: z.string(),
	/** What makes a fresh clone ready for its tests, in order. */
	setup: z.array(setupCommand).readonly().default([]),
	/** Lines that its maintainers would add to `.gitignore`, since setup may change ignored paths only. */
	ignore: z.array(z.string()).readonly().default([]),
	/** The repository's own word for its tests. */
	test: z.string(),
	/** Folders before the machine's own PATH, as setup actions add them. */
	path: z.array(z.string()).readonly().default([]),
	/** Variables of the job. */
	env: z.record(z.string(), z.string()).default({}),
	/** A sentence for the page: why it differs inside and outside. */
	note: z.string().optional(),
	/** What was seen where it was chosen: notes for people, which nothing here reads. */
	outside: z.unknown().optional(),
});

/** A public repository on this disk, and how it is tested. */
export type Project = z.infer<typeof project>;

/**
 * The projects of a folder, from its `projects.json`.
 * @throws ZodError for a file of another shape.
 */
export function readProjects(folder: string): readonly Project[] {
	return z.array(project).parse(JSON.parse(readFileSync(join(folder, 'projects.json'), 'utf8')));
}
