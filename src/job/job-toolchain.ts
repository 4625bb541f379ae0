import { join } from 'node:path';
import type { RepositoryConfig } from '../config/index.ts';
import type { Toolchain } from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import { findToolchain } from '../sandbox/index.ts';
import type { JobMachine, RunPlace } from './job-context.ts';

/** Returns the programs of a job as its sandbox shows them, with the folders and variables that the configuration adds. */
export function jobToolchain(
	{ tools, workspace, temporary }: Pick<RunPlace, 'tools' | 'workspace' | 'temporary'>,
	config: Pick<RepositoryConfig, 'tools' | 'env'> = { tools: [], env: {} },
): Toolchain {
	const more = config.tools.map((folder) => folder.replace(/^~(?=\/)/, () => tools.home));
	const found = findToolchain(tools, { apart: [workspace, temporary], more, isCredential: isOwnCredential });
	return { ...found, variables: { ...found.variables, ...config.env } };
}

/**
 * Like {@link jobToolchain}, but searches the machine's folders only once, because they may contain thousands of files. If the
 * configuration adds folders, it searches again.
 */
export function lookingOnce(place: Pick<RunPlace, 'tools' | 'workspace' | 'temporary'>): JobMachine['toolchain'] {
	let found: Toolchain | undefined;
	return (config = { tools: [], env: {} }) => {
		if (config.tools.length > 0) return jobToolchain(place, config);
		found ??= jobToolchain(place);
		return { ...found, variables: { ...found.variables, ...config.env } };
	};
}

/** Returns a warning for each configured folder that commands cannot see. */
export function toolWarnings(
	{ left }: Toolchain,
	{ tools }: Pick<RepositoryConfig, 'tools'>,
	home: string,
): readonly string[] {
	return tools.flatMap((folder) => {
		const why = left.find(({ place }) => place === folder || place === join(home, folder.slice(2)))?.why;
		return why === undefined ? [] : [`\`sandbox.tools\` names ${folder}, and commands do not see it: ${why}.`];
	});
}
