export { type Api, type ApiOptions, ApiRefusal, createApi, type RequestPort } from './api.ts';
export { offLabel, refreshApprovalsIssue } from './approvals-issue.ts';
export { commitAudit } from './audit-branch.ts';
export { type EventContext, type Incoming, readEvent } from './event.ts';
export { createForge } from './forge.ts';
export { createForgeDesk } from './forge-desk.ts';
export { createRefStore, isJobLiving, type RefStoreOptions } from './ref-store.ts';
export { standingIssue } from './standing-issue.ts';
