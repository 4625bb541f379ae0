import { z } from 'zod';

/** Variables that a configuration may not set. Every command already has them, or they change which programs start. */
const notForConfiguration =
	/^(?:PATH|HOME|USER|LANG|TERM|CI|TMPDIR|PAGER|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|(?:LD|GIT|BASH_FUNC)_.*|(?:HTTPS?|NO|ALL|http|https|no|all)_(?:PROXY|proxy))$/;

const variable = z
	.string()
	.regex(/^[A-Za-z_]\w{0,99}$/, { error: 'is not a valid name of a variable' })
	.refine((name) => !notForConfiguration.test(name), { error: 'is a variable that the sandbox sets itself' });

const value = z
	.string({ error: 'must be text; write numbers in quotes' })
	.max(4_096, 'is longer than 4096 characters')
	.regex(/^[^\0]*$/, { error: 'must not contain a NUL character' })
	.refine((text) => !text.includes('${{'), {
		error: 'must not contain an expression: expressions are not evaluated, and no secret is passed to a command',
	});

const folder = z
	.string({ error: 'must be a folder' })
	.regex(/^(?:~\/|\/)[^\0\n:]{1,4096}$/, { error: 'must be a folder that begins with / or ~/' })
	.refine((path) => !path.split('/').includes('..'), { error: 'must not contain two dots as the name of a folder' });

/** The keys of `sandbox` for additional things that commands see: folders of programs, and literal variables. */
export const toolsShape = {
	tools: z.array(folder).max(20, 'has at most 20 folders').readonly().exactOptional(),
	env: z
		.record(variable, value, { error: 'must be a map from names of variables to texts' })
		.refine((all) => Object.keys(all).length <= 50, { error: 'has at most 50 variables' })
		.exactOptional(),
};
