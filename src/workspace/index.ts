export { readAsCommitted } from './as-committed.ts';
export { submodulePaths } from './base-tree.ts';
export { exportFolder } from './export-folder.ts';
export { type HeldDirectory, withDirectory } from './held-directory.ts';
export { type LocalFactsOptions, localFacts } from './local-facts.ts';
export { openWorkspace } from './open-workspace.ts';
export { readBeneath, withFileBeneath } from './read-beneath.ts';

export { listNew, removeIgnored, removeUnsaved } from './remove-ignored.ts';
export { followPath, liesIn, relativeTo, resolveRealPath } from './resolve-path.ts';
export { statIfThere } from './stat-if-there.ts';
export { isTravellingPath } from './travelling-path.ts';
export { writeBeneath } from './write-beneath.ts';
export { writeAtomically } from './write-file.ts';
