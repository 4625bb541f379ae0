export { type Captured, renderCaptured } from './capture.ts';
export { explainRefusal, type Refusal, type RefusalKind } from './explain-refusal.ts';
export { type Git, type GitInput, type GitResult, git, withRepository } from './git.ts';
export { defaultLimits, type Exceeded, type SandboxLimits } from './limits.ts';
export { isMendable, type Mender, mendSandbox, mendThisMachine } from './mend-sandbox.ts';
export { type PersistedToken, persistedTokens } from './persisted-token.ts';
export { probeSandbox, type SandboxProbe } from './probe-sandbox.ts';
export { runSandboxed, type SandboxRequest, type SandboxResult } from './run-sandboxed.ts';
export { findProgram, sandboxHome } from './system-mounts.ts';
