import type { Program } from '../program.ts';
import { files } from './files.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { jq } from './jq.ts';
import { nodePackages } from './node-packages.ts';
import { quiet } from './quiet.ts';
import { searches } from './searches.ts';
import { shells } from './shells.ts';
import { text } from './text.ts';
import { viewers } from './viewers.ts';
import { wrappers } from './wrappers.ts';

/** What nearly every command line is made of. */
export const commonPrograms: readonly Program[] = [
	...quiet,
	...text,
	...searches,
	...viewers,
	...files,
	...find,
	...jq,
	...shells,
	...wrappers,
	...git,
	...nodePackages,
];
