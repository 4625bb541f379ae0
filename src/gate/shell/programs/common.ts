import type { RowGroup } from '../program-table.ts';
import { escalation } from './escalation.ts';
import { fd } from './fd.ts';
import { files } from './files.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { interpreters } from './interpreters.ts';
import { jq } from './jq.ts';
import { nodePackages } from './node-packages.ts';
import { nodeTools } from './project/node.ts';
import { pythonTools } from './project/python.ts';
import { quiet } from './quiet.ts';
import { searches } from './searches.ts';
import { shellState } from './shell-state.ts';
import { shells } from './shells.ts';
import { text } from './text.ts';
import { viewers } from './viewers.ts';
import { wrappers } from './wrappers.ts';

/**
 * Rows of the most common programs, the most common group first. The gate reads a group
 * only if the groups before it do not know the program.
 */
export const commonRooms: readonly RowGroup[] = [
	quiet,
	shellState,
	git,
	files,
	text,
	searches,
	find,
	fd,
	jq,
	nodePackages,
	nodeTools,
	interpreters,
	wrappers,
	escalation,
	shells,
	viewers,
	pythonTools,
];
