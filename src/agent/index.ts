export { type AssembledContext, assembleContext, type ContextInput } from './assemble-context.ts';
export { collectReply, type Reply } from './collect-reply.ts';
export { attribute, fenced, fencedVerbatim, fenceFor } from './fence.ts';
export { safetyConstraints } from './safety-constraints.ts';
export { toolDefinitions } from './tool-definitions.ts';
export { invisible, type VisibleText, visibleText } from './visible-text.ts';
