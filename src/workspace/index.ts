export { readAsCommitted } from './as-committed.ts';
export { type LocalFactsOptions, localFacts } from './local-facts.ts';
export { openWorkspace, type WorkspaceOptions } from './open-workspace.ts';
export { readRegularFile } from './read-file.ts';
export { followPath, liesIn, relativeTo, resolveRealPath } from './resolve-path.ts';
export { statIfThere } from './stat-if-there.ts';
export { writeAtomically } from './write-file.ts';
