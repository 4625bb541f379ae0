import { namesIn } from '../../names-in.ts';
import type { Program } from '../../program.ts';
import { nodeBuilds } from './node-builds.ts';
import { nodeLinters } from './node-linters.ts';
import { nodeRunners } from './node-runners.ts';

/** Tools of the Node world. */
export const nodeTools = (): readonly Program[] => [...nodeLinters(), ...nodeRunners(), ...nodeBuilds()];

/** Whether a name is a tool's of the Node world, for what a package manager starts. */
export const isNodeTool = namesIn(nodeTools);
