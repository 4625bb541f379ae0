import { namesIn } from '../../names-in.ts';
import type { Program } from '../../program.ts';
import { nodeBuilds } from './node-builds.ts';
import { nodeLinters } from './node-linters.ts';
import { nodeRunners } from './node-runners.ts';

/** Tools for Node. */
export const nodeTools = (): readonly Program[] => [...nodeLinters(), ...nodeRunners(), ...nodeBuilds()];

/** Whether a name belongs to a Node tool, which a package manager may start. */
export const isNodeTool = namesIn(nodeTools);
